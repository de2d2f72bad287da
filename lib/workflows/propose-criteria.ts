import "server-only";
import { budgetLedger, sumSpent } from "@/lib/db/budget-entries";
import { inTransaction } from "@/lib/db/client";
import { findProposalToMake, saveProposal } from "@/lib/db/drafts";
import { endpointGate } from "@/lib/db/endpoint-gate";
import { appendExchange, findAnswer } from "@/lib/db/exchanges";
import { moveRun } from "@/lib/db/runs";
import type { NewExchange } from "@/lib/domain/exchange";
import type { ListLikeness } from "@/lib/domain/list-likeness";
import { askInRun, type RunAskOptions } from "@/lib/llm/ask-in-run";
import { Budget } from "@/lib/llm/budget";
import { type CriteriaProposal, criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";
import { criteriaConsistency, lexicalCriteriaConsistency, StatsInputError } from "@/lib/stats";

/** A list of criteria is longer than the draft of one unit, so the judge's limit for drafts may be too low. */
const fewestTokens = 3000;

/**
 * Does the work of a criteria run: asks the judge for a list of criteria and stores it as the run's draft, or ends the run with the
 * reason. If further lists were sampled, their agreement is stored with it. Safe to repeat. It takes no actor, because a worker calls it
 * for a run that a person started. Throws when `signal` aborts.
 */
export async function proposeCriteria(input: { runId: string }, options: Omit<RunAskOptions, "budget" | "fewestTokens">): Promise<void> {
  const proposal = await findProposalToMake(input.runId);
  if (proposal === null || !["queued", "running"].includes(proposal.runStatus)) return;
  const place = { runId: input.runId, sampleId: null, criterionId: null };
  const store = {
    append: (exchange: NewExchange) => appendExchange(place, exchange),
    find: (hash: string) => findAnswer(place, hash, proposal.reuseAnswers),
    gate: (baseUrl: string) => endpointGate(baseUrl),
  };
  const spent = await sumSpent(input.runId);
  const budget = new Budget({ usd: proposal.budgetUsd, tokens: proposal.budgetTokens }, spent, budgetLedger(input.runId));
  const answer = await askInRun(proposal, criteriaProposal.draft(proposal), store, {
    ...options,
    budget,
    fewestTokens,
  });
  if (!answer.ok && answer.code === "budget_reached") {
    await inTransaction((client) => moveRun(client, input.runId, ["queued", "running"], "paused", answer.message));
    return;
  }
  if (!answer.ok) {
    const said = answer.isAnswer && answer.rawReply ? ` The model said: ${answer.rawReply.slice(0, 2000)}` : "";
    await inTransaction((client) =>
      moveRun(client, input.runId, ["queued", "running"], "failed", (answer.message + said).replaceAll("\0", "\uFFFD")),
    );
    return;
  }
  const { inputTokens, outputTokens, latencyMs, costUsd, cached } = answer;
  const { content, compared } = answer.value;
  const kept = compared === null ? content : { ...content, details: { ...content.details, consistency: consistencyOf(compared) } };
  await saveProposal(input.runId, { content: kept, inputTokens, outputTokens, latencyMs, costUsd, cached });
}

/** How much the lists agree. If vectors or texts cannot be compared, the proposal is kept and the figures say why there are none. */
function consistencyOf(compared: NonNullable<CriteriaProposal["compared"]>): ListLikeness {
  try {
    return compared.basis === "embeddings" ? criteriaConsistency(compared) : lexicalCriteriaConsistency(compared);
  } catch (error) {
    if (!(error instanceof StatsInputError)) throw error;
    const undefinedFigure = { value: null, why: error.message, n: 0 };
    return { cc: undefinedFigure, icc: undefinedFigure, basis: compared.basis };
  }
}
