import type { z } from "zod";
import type { newAction, ReasonCode } from "@/lib/domain/action";
import type { CriterionContent } from "@/lib/domain/criterion";

/** Why a researcher departs from what was proposed. */
export interface Reason {
  reasonCode: ReasonCode | null;
  reason: string | null;
}

/** What a researcher does to a list of criteria, before it gets an id, a parent and a time. */
export type CriteriaChange =
  | { kind: "accept"; itemId: string }
  | ({ kind: "revise"; itemId: string; criterion: CriterionContent } & Reason)
  | ({ kind: "remove"; itemId: string } & Reason)
  | { kind: "add"; criterion: CriterionContent }
  | { kind: "undo"; undoesId: string };

export type ActionToSend = z.input<typeof newAction>;

/** The action to send: it hangs on the last one the client knows, so that nobody overwrites what they have not seen. */
export function toAction(change: CriteriaChange, chain: { id: string; parentId: string | null; at: string }): ActionToSend {
  return { ...chain, ...change, ...(change.kind !== "undo" && { itemKind: "criterion" as const }) };
}
