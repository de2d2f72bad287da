import "server-only";
import { endpointGate } from "@/lib/db/endpoint-gate";
import { listRedlinedUnits } from "@/lib/db/judged-units";
import { getCallableJudge } from "@/lib/db/judges";
import { demandSplit, getLearningTask } from "@/lib/db/learning-place";
import { AppError } from "@/lib/domain/errors";
import type { GuidanceProposal } from "@/lib/domain/judge-improvement";
import { type Actor, demand, mayReadRaw } from "@/lib/domain/policy";
import { draftGuidance, guidanceMessages } from "@/lib/improve/guidance";
import { askProtocol } from "@/lib/llm/ask-protocol";
import { modelTarget } from "@/lib/llm/model-target";
import { patientRetries } from "@/lib/llm/retry";

/**
 * Asks a judge's model for rules that would have prevented the corrections that people made to its drafts in the part to develop on, from counted
 * reasons and changed lines. Nothing is stored: a researcher redlines the text and saves a candidate with it. Throws conflict where nothing
 * was corrected, and the endpoint's failure.
 */
export async function proposeGuidance(
  actor: Actor,
  { taskId, judgeId, signal }: { taskId: string; judgeId: string; signal?: AbortSignal },
): Promise<GuidanceProposal> {
  const task = await getLearningTask(taskId);
  demand(actor, "judge.edit", task.projectId, "task");
  const { split, criteriaSetId } = await demandSplit(task);
  const judge = await getCallableJudge(judgeId);
  if (judge.projectId !== task.projectId) throw new AppError("not_found", "There is no such judge.");
  const units = await listRedlinedUnits(judgeId, criteriaSetId, { splitId: split.id, part: "develop" });
  const changes = units.flatMap(({ criterion, changes: own }) => own.map((change) => ({ criterion, ...change })));
  if (changes.length === 0) {
    throw new AppError(
      "conflict",
      `Nobody has corrected a draft of "${judge.name}" in the part to develop on: there is nothing to learn from.`,
    );
  }
  const reasons = countReasons(changes);
  const edits = changes.filter(({ ofScore }) => !ofScore);
  const messages = guidanceMessages(task.criteria, reasons, edits);
  const target = modelTarget(judge, { gate: endpointGate(judge.baseUrl) });
  const retry = { ...patientRetries, retries: 2 };
  const answer = await askProtocol(draftGuidance(messages), () => target, { signal: signal ?? new AbortController().signal, retry });
  if (!answer.ok) throw new AppError(answer.code, mayReadRaw(actor) ? answer.quoting : answer.message);
  return { text: answer.value, reasons, edits: edits.length, asked: messages.map(({ content }) => content).join("\n\n") };
}

function countReasons(changes: readonly { criterion: string; reasonCode: string | null }[]): GuidanceProposal["reasons"] {
  const counts = new Map<string, GuidanceProposal["reasons"][number]>();
  for (const { criterion, reasonCode } of changes) {
    if (reasonCode === null) continue;
    const key = JSON.stringify([criterion, reasonCode]);
    counts.set(key, { criterion, reason: reasonCode, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
