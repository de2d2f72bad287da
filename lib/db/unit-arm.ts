import "server-only";
import { expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { Arm } from "@/lib/domain/assignment";

const eb = expressionBuilder<{ a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">();

/**
 * The arm in which evaluation `e` of assignment `a` was scored, decided by what was shown. A unit without a shown draft counts as blind even if others
 * of its sample were drafted. Imported work states its arm.
 */
export const armOfUnit = eb
  .case()
  .when(eb.and([eb("a.arm", "=", "drafted"), eb("a.importId", "is", null), eb("e.shownDraftId", "is", null)]))
  .then(eb.val<DB["assignments"]["arm"]>("blind"))
  .else(eb.ref("a.arm"))
  .end();

/** Whether the unit was scored with a draft of the assignment's run shown. */
export const unitWasDrafted = eb.or([
  eb("e.shownDraftId", "is not", null),
  eb.and([eb("a.importId", "is not", null), eb("a.arm", "=", "drafted")]),
]);

/** The same two of a unit of an assignment, where it is known whether a draft was shown. */
export const unitAsShown = ({ arm, imported }: { arm: Arm; imported: boolean }, isShown: boolean): { arm: Arm; isDrafted: boolean } => ({
  arm: arm === "drafted" && !imported && !isShown ? "blind" : arm,
  isDrafted: isShown || (imported && arm === "drafted"),
});

const joined = expressionBuilder<{ a: DB["assignments"]; e: DB["evaluations"]; d: DB["drafts"] }, "a" | "e" | "d">();

/** Whether draft `d` is the one that was shown in the unit. */
export const draftWasShown = joined.and([
  joined("d.runId", "=", joined.ref("a.runId")),
  joined("d.sampleId", "=", joined.ref("a.sampleId")),
  joined("d.criterionId", "=", joined.ref("e.criterionId")),
  unitWasDrafted,
]);
