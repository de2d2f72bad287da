import { z } from "zod";

/** Something that figures rest on and that somebody decided, as it was recorded. */
export const decision = z.object({
  /** "Criteria set 2", "Exclusion of P1A2". People are called as the report calls them. */
  about: z.string(),
  what: z.string(),
  /** Null: it came with an import, and no file says when it was decided. */
  at: z.iso.datetime().nullable(),
  /** Null: the command line, an account that was deleted, or not to be said. */
  by: z.string().nullable(),
});
export type Decision = z.infer<typeof decision>;

/** What was decided about a task, the earliest first, and since when there have been ratings that could be seen. */
export const taskDecisions = z.object({
  /** When people's first work under each version of the criteria was submitted; a version without work is left out. */
  firstRatings: z.array(z.object({ version: z.int(), at: z.iso.datetime() })),
  decisions: z.array(decision),
});
export type TaskDecisions = z.infer<typeof taskDecisions>;
