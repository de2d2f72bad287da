import { z } from "zod";

// ISO 8601 has a year 0; PostgreSQL does not.
const hasYear = (text: string) => !text.startsWith("0000");

/** A time that a client names, in UTC. */
export const storedTime = z.iso.datetime().refine(hasYear, "must be in the year 1 or later");

/** A day that a client names. */
export const storedDay = z.iso.date().refine(hasYear, "must be in the year 1 or later");
