import "server-only";
import { sql } from "kysely";

/** Any of these ids, as the right side of `=`. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
