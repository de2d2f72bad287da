import { z } from "zod";
import { criterionContent } from "./criterion";
import { itemKind } from "./draft";
import { longestText } from "./longest-text";
import { reasonCode } from "./reason-codes";
import { storedTime } from "./stored-time";

/**
 * `accept-rest` accepts every line of a draft that is still open at once: one action, so that it is distinguishable from lines accepted one by one.
 * `allow` marks another score as also acceptable, and `disallow` takes the mark away.
 */
const actionKind = z.enum(["accept", "accept-rest", "revise", "remove", "add", "set-score", "allow", "disallow", "undo"]);
export type ActionKind = z.infer<typeof actionKind>;

const text = z.string().max(longestText);

/**
 * One action as the client sends it. Only shapes are checked here; `actionProblem` in lib/review, which knows the items, checks which
 * fields each kind needs.
 */
export const newAction = z.object({
  id: z.uuid(),
  /** The last action of the same unit (or criteria set) that the client knows; null for the first. */
  parentId: z.uuid().nullable(),
  kind: actionKind,
  itemId: z.string().max(64).nullable().default(null),
  itemKind: itemKind.nullable().default(null),
  text: text.nullable().default(null),
  score: z.number().nullable().default(null),
  criterion: criterionContent.nullable().default(null),
  reasonCode: reasonCode.nullable().default(null),
  reason: text.nullable().default(null),
  undoesId: z.uuid().nullable().default(null),
  at: storedTime,
});
export type NewAction = z.infer<typeof newAction>;

/** An action as stored. `seq` orders the actions of one unit. */
export const action = newAction.extend({ seq: z.int() });
export type Action = z.infer<typeof action>;
