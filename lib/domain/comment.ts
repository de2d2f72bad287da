import { z } from "zod";

/** What a thread is about, besides a panel's round: one person's work on a sample, a sample, or a criterion. */
export const threadTarget = z.enum(["assignment", "sample", "criterion"]);
export type ThreadTarget = z.infer<typeof threadTarget>;

export const threadQuery = z.object({ on: threadTarget, id: z.uuid() });

export const threadComment = z.object({
  id: z.uuid(),
  /** The author's name; for annotators, another annotator's code. */
  by: z.string(),
  mine: z.boolean(),
  /** Whether the reader may delete it: it is theirs and nobody has answered. */
  deletable: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
  /** The criterion that a comment on somebody's work is about; null: all of it. */
  criterionId: z.uuid().nullable(),
});
export type ThreadComment = z.infer<typeof threadComment>;

export const thread = z.object({
  items: z.array(threadComment),
  /** Whom the reader may mention, as they know them. */
  people: z.array(z.string()),
});
export type Thread = z.infer<typeof thread>;

export const newCommentBody = threadQuery.extend({
  criterionId: z.uuid().optional(),
  /** "@Name" mentions a member of the project. */
  text: z.string().trim().min(1).max(10_000),
});

export const mention = z.object({
  commentId: z.uuid(),
  project: z.object({ id: z.uuid(), name: z.string() }),
  task: z.object({ id: z.uuid(), name: z.string() }),
  on: threadTarget,
  targetId: z.uuid(),
  criterionId: z.uuid().nullable(),
  by: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  seen: z.boolean(),
});
export type MentionOfYou = z.infer<typeof mention>;
export const mentionList = z.object({ items: z.array(mention), unseen: z.int() });
export const seenBody = z.object({ commentIds: z.array(z.uuid()).max(500) });
