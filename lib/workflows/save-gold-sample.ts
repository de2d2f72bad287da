import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findGoldUse, getSampleForGold, saveGoldRow } from "@/lib/db/gold-samples";
import { getTaskProject } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import type { GoldAnswer, SaveGoldBody } from "@/lib/domain/gold";
import { isCategorical } from "@/lib/domain/labels";
import { type Actor, demand } from "@/lib/domain/policy";
import { isOnScale } from "@/lib/domain/scale-points";

/**
 * Keeps what a sample's scores on the published criteria should be; from then on it is not given out as work. Throws conflict for a sample of the
 * study that runs, invalid_input for an answer that is not on its criterion's scale.
 */
export async function saveGoldSample(actor: Actor, input: SaveGoldBody & { taskId: string; sampleId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    const sample = await getSampleForGold(tx, input);
    const before = await findGoldUse(tx, input.sampleId);
    if (sample.inStudy && before === null)
      throw new AppError("conflict", "This sample is in the study that runs. Close the study first, or choose another sample.");
    if (sample.inCalibration && input.use !== "calibration")
      throw new AppError("conflict", "This sample is in a calibration round, where its answers are discussed; they can have no other use.");
    demandAnswers(input.answers, sample.criteria);
    await saveGoldRow(tx, input);
    const { use, answers } = input;
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "gold.save",
      targetKind: "sample",
      targetId: input.sampleId,
      details: { sample: sample.externalId, before: { use: before }, after: { use, answers } },
    });
  });
  return { ok: true };
}

type Criteria = Awaited<ReturnType<typeof getSampleForGold>>["criteria"];

function demandAnswers(answers: SaveGoldBody["answers"], criteria: Criteria): void {
  answers.forEach((answer, index) => {
    const isRepeated = answers.findIndex(({ criterionId }) => criterionId === answer.criterionId) < index;
    const problem = isRepeated ? { field: "criterionId", message: "A criterion is answered twice." } : answerProblem(answer, criteria);
    if (problem === null) return;
    const issues = [{ path: `answers.${index}.${problem.field}`, message: problem.message }];
    throw new AppError("invalid_input", problem.message, { details: { issues } });
  });
}

function answerProblem({ criterionId, score, tolerance }: GoldAnswer, criteria: Criteria): { field: string; message: string } | null {
  const criterion = criteria.find(({ id }) => id === criterionId);
  if (criterion === undefined) return { field: "criterionId", message: "An answer is not on a published criterion of this sample." };
  const { name, scale } = criterion;
  if (!isOnScale(scale, score)) return { field: "score", message: `"${name}": ${score} is not on its scale.` };
  if (!isCategorical(scale) || tolerance === 0) return null;
  return { field: "tolerance", message: `"${name}" has labels, and labels have no tolerance.` };
}
