import "server-only";
import { expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";

const eb = expressionBuilder<{ a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">();

/**
 * In which arm a unit was scored, of evaluation `e` of assignment `a`: what was shown decides. A unit that was shown no draft counts as blind, though
 * others of its sample were drafted. Imported work says it itself.
 */
export const armOfUnit = eb
  .case()
  .when(eb.and([eb("a.arm", "=", "drafted"), eb("a.importId", "is", null), eb("e.shownDraftId", "is", null)]))
  .then(eb.val<DB["assignments"]["arm"]>("blind"))
  .else(eb.ref("a.arm"))
  .end();

/** Whether the unit was done on a draft of the assignment's run. */
export const unitWasDrafted = eb.or([
  eb("e.shownDraftId", "is not", null),
  eb.and([eb("a.importId", "is not", null), eb("a.arm", "=", "drafted")]),
]);
