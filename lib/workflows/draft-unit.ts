import "server-only";
import { failUnit, findUnitToDraft, saveUnitDraft } from "@/lib/db/drafts";
import { found } from "@/lib/domain/errors";
import { type AskOptions, askProtocol } from "@/lib/llm/ask-protocol";
import { modelTarget, tokenCostUsd } from "@/lib/llm/model-target";
import { findUnitProtocol } from "@/lib/protocols/protocols";

/** How a unit went. `left`: there was nothing to do, because it is done, its run is paused or ended, or it is gone. */
export type UnitOutcome = { outcome: "done" | "left" } | { outcome: "failed"; code: string; message: string };

/**
 * Drafts one unit of a run: asks the judge, reads the reply, keeps the draft or the reason why there is none. Safe to repeat: a unit that has its
 * draft is left alone, and of two drafts at once the first one stands. Not asked by a person, so it takes no actor: the run was started by one.
 * Throws when `signal` aborts; the unit then stays on the list.
 */
export async function draftUnit(
  input: { runId: string; sampleId: string; criterionId: string },
  options: AskOptions,
): Promise<UnitOutcome> {
  const unit = await findUnitToDraft(input.runId, input.sampleId, input.criterionId);
  if (unit === null || unit.unitStatus !== "pending" || !["queued", "running"].includes(unit.runStatus)) return { outcome: "left" };
  const protocol = found(findUnitProtocol(unit.protocol), `protocol "${unit.protocol}"`);
  const answer = await askProtocol(protocol, unit, modelTarget(unit), options);
  if (!answer.ok) {
    await failUnit(input, answer);
    return { outcome: "failed", code: answer.code, message: answer.message };
  }
  const { content, inputTokens, outputTokens, latencyMs, requests } = answer;
  await saveUnitDraft(input, { content, inputTokens, outputTokens, latencyMs, costUsd: tokenCostUsd(unit, answer) }, requests);
  return { outcome: "done" };
}
