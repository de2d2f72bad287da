import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listCandidateRows } from "@/lib/db/judge-candidates";
import { sealSplit } from "@/lib/db/judge-splits";
import { createTrialRow, getTrialRow } from "@/lib/db/judge-trials";
import { getJudgeRow } from "@/lib/db/judges";
import { demandSplit, getLearningTask, type LearningTask, readTruth } from "@/lib/db/learning-place";
import { wakeJudge } from "@/lib/db/run-queue";
import { createTrialRun, getTrialMaterial } from "@/lib/db/trial-runs";
import { AppError } from "@/lib/domain/errors";
import type { JudgeCandidate, JudgeTrial } from "@/lib/domain/judge-improvement";
import { type Actor, demand } from "@/lib/domain/policy";
import { demandTruth, learningUnits } from "@/lib/improve/demand-truth";
import { planRun } from "@/lib/protocols/plan-run";

interface Input {
  taskId: string;
  judgeId: string;
  candidateIds: string[];
}

/**
 * Begins a proof of candidates against the present judge on the held-out part, which counts as a use of it: candidates that ask a model draft the
 * held-out samples that people scored without a draft. Throws conflict where there are too few such scores.
 */
export async function proveCandidates(actor: Actor, { taskId, judgeId, candidateIds }: Input): Promise<JudgeTrial> {
  const task = await getLearningTask(taskId);
  const { projectId } = task;
  demand(actor, "judge.edit", projectId, "task");
  const { split, criteriaSetId } = await demandSplit(task);
  const known = await listCandidateRows(split.id);
  const candidates = [...new Set(candidateIds)].map((id) => demandCandidate(known, id, judgeId));
  const { scores, refused } = await readTruth(split.id, criteriaSetId, "held-out");
  const units = learningUnits(scores, task.criteria);
  demandTruth(units, "held-out", refused);
  const sampleIds = [...new Set(units.map(({ sampleId }) => sampleId))];
  const planned = await Promise.all(candidates.map((candidate) => planTrial(task, criteriaSetId, candidate)));
  const { id, woken } = await inTransaction(async (tx) => {
    const begun = [];
    for (const { candidateId, plan } of planned) {
      const runId = plan === null ? null : await createTrialRun(tx, { taskId, criteriaSetId, sampleIds, createdById: actor.userId }, plan);
      begun.push({ candidateId, runId });
    }
    await sealSplit(tx, split.id);
    const trial = await createTrialRow(tx, { splitId: split.id, judgeId, candidates: begun, createdById: actor.userId });
    const details = { use: trial.use, candidates: candidates.map(({ candidate }) => candidate.name) };
    await appendAudit(tx, { projectId, userId: actor.userId, verb: "judge.prove", targetKind: "judge", targetId: judgeId, details });
    return { id: trial.id, woken: planned.flatMap(({ plan }) => (plan === null ? [] : [plan.judge.id])) };
  });
  for (const candidate of woken) await wakeJudge(candidate);
  return getTrialRow(id);
}

function demandCandidate(known: readonly JudgeCandidate[], id: string, judgeId: string): JudgeCandidate {
  const candidate = known.find((one) => one.id === id);
  if (candidate === undefined) throw new AppError("not_found", "There is no such candidate.");
  if (candidate.judge.id === judgeId) return candidate;
  throw new AppError("conflict", `"${candidate.candidate.name}" was learned for "${candidate.judge.name}", not for this judge.`);
}

/** How a candidate that asks a model drafts; `plan` null: its scores are computed from those of other judges. */
async function planTrial(task: LearningTask, criteriaSetId: string, { id: candidateId, candidate }: JudgeCandidate) {
  if ((await getJudgeRow(candidate.id)).kind !== "endpoint") return { candidateId, plan: null };
  const { judge, described } = await getTrialMaterial(task, candidate.id, criteriaSetId);
  return { candidateId, plan: { judge, run: planRun({ kind: "evaluation", variant: "plain" }, described, judge, []) } };
}
