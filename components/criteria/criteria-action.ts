import type { z } from "zod";
import type { newAction } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { ReasonCode } from "@/lib/domain/reason-codes";

/** A researcher's reason for departing from the proposal. */
export interface Reason {
  reasonCode: ReasonCode | null;
  reason: string | null;
}

/** A researcher's action on a list of criteria, before it gets an id, a parent and a time. */
export type CriteriaChange =
  | { kind: "accept"; itemId: string }
  | ({ kind: "revise"; itemId: string; criterion: CriterionContent } & Reason)
  | ({ kind: "remove"; itemId: string } & Reason)
  | { kind: "add"; criterion: CriterionContent }
  | { kind: "undo"; undoesId: string };

export type ActionToSend = z.input<typeof newAction>;

/** The action to send. Its parent is the last one the client knows, so nobody overwrites a change they have not seen. */
export function toAction(change: CriteriaChange, chain: { id: string; parentId: string | null; at: string }): ActionToSend {
  return { ...chain, ...change, ...(change.kind !== "undo" && { itemKind: "criterion" as const }) };
}
