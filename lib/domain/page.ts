import { z } from "zod";

/** A page of a list; `nextCursor` null: this was the last. */
export const page = <T extends z.ZodType>(entry: T) =>
  z.object({ items: z.array(entry), nextCursor: z.string().nullable(), total: z.int().nullable() });
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  /** Null if counting costs more than the total is worth. */
  total: number | null;
}

export const pageQuery = z.object({ cursor: z.string().max(500).optional(), limit: z.coerce.number().int().min(1).max(500).default(50) });
