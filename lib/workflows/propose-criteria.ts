import "server-only";
import { inTransaction } from "@/lib/db/client";
import { findProposalToMake, saveProposal } from "@/lib/db/drafts";
import { moveRun } from "@/lib/db/runs";
import { type AskOptions, askProtocol } from "@/lib/llm/ask-protocol";
import { modelTarget, tokenCostUsd } from "@/lib/llm/model-target";
import { criteriaProposal } from "@/lib/protocols/criteria-proposal/criteria-proposal";

/** A list of criteria is longer than the draft of one unit, whatever the judge's limit for drafts. */
const fewestTokens = 3000;

/**
 * Does the work of a criteria run: asks the judge for a list of criteria and keeps it as the run's draft, or ends the run with the reason.
 * Safe to repeat. Not asked by a person, so it takes no actor: the run was started by one. Throws when `signal` aborts.
 */
export async function proposeCriteria(input: { runId: string }, options: AskOptions): Promise<void> {
  const proposal = await findProposalToMake(input.runId);
  if (proposal === null || !["queued", "running"].includes(proposal.runStatus)) return;
  const answer = await askProtocol(criteriaProposal, proposal, modelTarget(proposal, fewestTokens), options);
  if (!answer.ok) {
    const said = answer.rawReply ? ` The model said: ${answer.rawReply.slice(0, 2000)}` : "";
    await inTransaction((client) =>
      moveRun(client, input.runId, ["queued", "running"], "failed", (answer.message + said).replaceAll("\0", "\uFFFD")),
    );
    return;
  }
  const { inputTokens, outputTokens, latencyMs, content } = answer;
  await saveProposal(input.runId, { content, inputTokens, outputTokens, latencyMs, costUsd: tokenCostUsd(proposal, answer) });
}
