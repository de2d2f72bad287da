import { z } from "zod";
import { page, pageQuery } from "./page";

export const reviewVerdict = z.enum(["approved", "returned"]);
export type ReviewVerdict = z.infer<typeof reviewVerdict>;

/** Where submitted work is in its review: `returned` is open again; `resubmitted` was changed since a reviewer decided on it. */
export const reviewState = z.enum(["not-reviewed", "returned", "resubmitted", "approved"]);
export type ReviewState = z.infer<typeof reviewState>;

export const reviewEntry = z.object({
  assignmentId: z.uuid(),
  annotator: z.string(),
  sample: z.object({ externalId: z.string(), inputStart: z.string() }),
  state: reviewState,
  /** When it was last submitted; while it is returned, when that was done. */
  since: z.iso.datetime(),
  /** How often it was returned. */
  returned: z.int(),
  comments: z.int(),
});
export type ReviewEntry = z.infer<typeof reviewEntry>;

export const reviewQuery = pageQuery.extend({ state: reviewState.optional(), annotator: z.uuid().optional() });
export const reviewQueue = page(reviewEntry).extend({
  /** The work in each state, of the chosen annotator or of all. */
  counts: z.record(reviewState, z.int()),
});
export type ReviewQueue = z.infer<typeof reviewQueue>;

export const reviewOfWork = z.object({
  /** Null: not up for review. */
  state: reviewState.nullable(),
  history: z.array(z.object({ verdict: reviewVerdict, by: z.string(), at: z.iso.datetime() })),
  /** Per criterion, how many of its actions had been made when it was last returned; null: it never was. */
  before: z.array(z.object({ criterionId: z.uuid(), actions: z.int() })).nullable(),
  /** The next work that waits for a reviewer. */
  nextId: z.uuid().nullable(),
});
export type ReviewOfWork = z.infer<typeof reviewOfWork>;

export const returnBody = z.object({
  /** What to change; not needed when a reviewer has commented since the work was submitted. */
  comment: z.string().trim().max(10_000).default(""),
});
