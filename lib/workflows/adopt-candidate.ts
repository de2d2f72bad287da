import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { listCandidateRows } from "@/lib/db/judge-candidates";
import { getTrialPlace, getTrialRow, markAdopted } from "@/lib/db/judge-trials";
import { updateJudgeRow } from "@/lib/db/judges";
import { AppError } from "@/lib/domain/errors";
import type { JudgeTrial } from "@/lib/domain/judge-improvement";
import { type Actor, demand } from "@/lib/domain/policy";

/**
 * Adopts a proved candidate: its judge can be used from now on, and the audit log keeps the evidence. The present judge stays, since a recalibrated
 * judge or a panel may rest on it. Throws conflict without evidence, for a candidate that is worse, and if the proof already led to another.
 */
export async function adoptCandidate(
  actor: Actor,
  { trialId, candidateId }: { trialId: string; candidateId: string },
): Promise<JudgeTrial> {
  const { projectId, splitId } = await getTrialPlace(trialId);
  demand(actor, "judge.edit", projectId, "proof");
  const { evidence } = await getTrialRow(trialId);
  if (evidence === null) throw new AppError("conflict", "This proof has no result yet, and nothing is adopted without evidence.");
  const proved = evidence.candidates.find((one) => one.candidateId === candidateId);
  const candidate = (await listCandidateRows(splitId)).find(({ id }) => id === candidateId);
  if (proved === undefined || candidate === undefined) throw new AppError("not_found", "This proof has no such candidate.");
  if (proved.verdict === "worse") throw new AppError("conflict", "The held-out samples show that this candidate is worse.");
  await inTransaction(async (tx) => {
    if (!(await markAdopted(tx, trialId, candidateId, actor.userId))) {
      throw new AppError("conflict", "A candidate of this proof has been adopted already.");
    }
    await updateJudgeRow(tx, candidate.candidate.id, { archived: false });
    await appendAudit(tx, {
      ...{ projectId, userId: actor.userId, verb: "judge.adopt", targetKind: "judge", targetId: candidate.candidate.id },
      details: { trialId, use: evidence.use, inPlaceOf: candidate.judge.id, evidence: proved },
    });
  });
  return getTrialRow(trialId);
}
