import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listCandidateRows } from "@/lib/db/judge-candidates";
import { getTrialPlace, getTrialRow, saveEvidence } from "@/lib/db/judge-trials";
import { findUnitCost, listJudgeScores, listRunScores } from "@/lib/db/judged-units";
import { getJudgeRow } from "@/lib/db/judges";
import { demandSplit, getLearningTask, readTruth } from "@/lib/db/learning-place";
import { readStatedEpsilon } from "@/lib/db/report-tasks";
import { AppError } from "@/lib/domain/errors";
import { type JudgeTrial, recalibratedOptions } from "@/lib/domain/judge-improvement";
import { aggregatePanel, panelOptions } from "@/lib/domain/panel";
import { type Actor, demand } from "@/lib/domain/policy";
import { compareCandidates, type JudgedUnits } from "@/lib/improve/compare-candidates";
import { learningUnits } from "@/lib/improve/demand-truth";
import { unitKey } from "@/lib/improve/learning-unit";
import { isotonicValue } from "@/lib/stats";

const ended = ["done", "failed", "cancelled"];

/**
 * Computes what a proof shows and stores it for good; later calls return what was stored. Throws conflict while a run of it is under way or paused.
 */
export async function finishJudgeTrial(actor: Actor, { trialId }: { trialId: string }): Promise<JudgeTrial> {
  const place = await getTrialPlace(trialId);
  const { projectId, taskId, judgeId, use } = place;
  demand(actor, "judge.edit", projectId, "proof");
  const trial = await getTrialRow(trialId);
  if (trial.evidence !== null) return trial;
  const open = trial.runs.find(({ status }) => !ended.includes(status));
  if (open !== undefined) {
    throw new AppError("conflict", `A run of this proof is ${open.status}: ${open.done} of ${open.total} units are drafted.`);
  }
  const task = await getLearningTask(taskId);
  const { split, criteriaSetId } = await demandSplit(task);
  const { scores } = await readTruth(split.id, criteriaSetId, "held-out");
  const heldOut = { splitId: split.id, criteriaSetId };
  const known = await listCandidateRows(split.id);
  const candidates = await Promise.all(
    place.candidates.flatMap(({ candidateId, runId }) => {
      const candidate = known.find(({ id }) => id === candidateId);
      return candidate === undefined
        ? []
        : [judgedBy(candidate.candidate.id, runId, heldOut).then((judged) => ({ id: candidateId, ...judged }))];
    }),
  );
  const present = await currentScores(judgeId, heldOut);
  const epsilon = (await readStatedEpsilon(taskId, criteriaSetId)) ?? undefined;
  const units = learningUnits(scores, task.criteria);
  const evidence = compareCandidates({ criteria: task.criteria, units, present, candidates, use, epsilon });
  await inTransaction(async (tx) => {
    if (!(await saveEvidence(tx, trialId, evidence))) return;
    const verdicts = evidence.candidates.map(({ candidateId, verdict }) => ({ candidateId, verdict }));
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "judge.evidence", targetKind: "judge", targetId: judgeId },
      details: { trialId, use, verdicts },
    });
  });
  return getTrialRow(trialId);
}

interface HeldOut {
  splitId: string;
  criteriaSetId: string;
}

/** A judge's scores of held-out units from its plain runs, and what they cost. */
async function currentScores(judgeId: string, { splitId, criteriaSetId }: HeldOut): Promise<JudgedUnits> {
  const rows = await listJudgeScores(judgeId, criteriaSetId, { splitId, part: "held-out" });
  return { scores: scoresOf(rows), costUsd: await findUnitCost([...new Set(rows.map(({ runId }) => runId))]) };
}

/** A candidate's scores: of its run or, without one, computed from those of the judges it is made of. */
async function judgedBy(judgeId: string, runId: string | null, heldOut: HeldOut): Promise<JudgedUnits> {
  if (runId !== null) return { scores: scoresOf(await listRunScores(runId)), costUsd: await findUnitCost([runId]) };
  const { kind, options } = await getJudgeRow(judgeId);
  if (kind === "recalibrated") {
    const { of, criteria } = recalibratedOptions.parse(options);
    const { scores, costUsd } = await currentScores(of, heldOut);
    const mapped = [...scores].map(([key, score]) => [key, isotonicValue(criteria[criterionOf(key)] ?? [], score)] as const);
    return { scores: new Map(mapped), costUsd };
  }
  const { members, aggregate } = panelOptions.parse(options);
  const [first, ...others] = await Promise.all(members.map((member) => currentScores(member, heldOut)));
  const scores = new Map<string, number>();
  for (const [key, score] of first?.scores ?? []) {
    const given = [score, ...others.map((other) => other.scores.get(key))].filter((one) => one !== undefined);
    const together = given.length === members.length ? aggregatePanel(given, aggregate) : null;
    if (typeof together === "number") scores.set(key, together);
  }
  return { scores, costUsd: sumOf([first, ...others].map((one) => one?.costUsd ?? null)) };
}

const scoresOf = (rows: readonly { sampleId: string; criterionId: string; score: number }[]) =>
  new Map(rows.map((row) => [unitKey(row), row.score]));

const criterionOf = (key: string) => key.slice(key.indexOf("/") + 1);

const sumOf = (costs: readonly (number | null)[]): number | null =>
  costs.reduce((sum: number | null, cost) => (sum === null || cost === null ? null : sum + cost), 0);
