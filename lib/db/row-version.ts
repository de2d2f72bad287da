import "server-only";
import { sql } from "kysely";

/**
 * The transaction that wrote the row of task `t`. A task that was deleted and imported again from its bundle has its old id, and its counter of changes
 * begins again: what a process keeps by these must be kept by this too.
 */
export const rowVersion = sql<string>`t.xmin::text`;
