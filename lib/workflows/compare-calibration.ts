import "server-only";
import { findOwnAnnotator } from "@/lib/db/assignments";
import { getRound } from "@/lib/db/calibration";
import {
  getRatedTask,
  listCalibrationActions,
  listCalibrationRatings,
  listRoundAnswers,
  listRoundCriteria,
  listRoundSamples,
} from "@/lib/db/calibration-ratings";
import { getTaskProject } from "@/lib/db/tasks";
import type { CalibrationComparison } from "@/lib/domain/calibration";
import type { Criterion } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, may, seesTask } from "@/lib/domain/policy";
import { imageAddress } from "@/lib/domain/sample-image";
import { applyActions } from "@/lib/review/apply-actions";

/**
 * Everybody's evaluations of a calibration round's samples side by side, under codes, with the known answers. Annotators read them once the round is
 * closed and they have rated all of it themselves; excluded people are left out. Throws forbidden before that.
 */
export async function compareCalibration(actor: Actor, input: { taskId: string; number: number }): Promise<CalibrationComparison> {
  const { taskId, number } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "work.do", projectId, "task");
  if (!seesTask(actor, taskId)) throw new AppError("not_found", "There is no such task.");
  const annotatorId = await findOwnAnnotator(projectId, actor.userId);
  const round = await getRound(input, annotatorId);
  if (!may(actor, "task.edit", projectId)) {
    if (round.closedAt === null) throw new AppError("forbidden", "You see what others gave once the round is closed.");
    if (round.mine < round.samples) throw new AppError("forbidden", "Rate all samples of the round first; then you see what others gave.");
  }
  const [task, samples, criteria, answers, ratings, written] = await Promise.all([
    getRatedTask(taskId),
    listRoundSamples(round.id),
    listRoundCriteria(round.id),
    listRoundAnswers(round.id),
    listCalibrationRatings(taskId),
    listCalibrationActions(taskId, number),
  ]);
  const shown = ratings.filter((rating) => rating.number === number && !rating.excluded);
  return {
    round: { number, closedAt: round.closedAt?.toISOString() ?? null, instructions: round.instructions },
    task: {
      ...{ id: taskId, name: task.name, inputName: task.inputName, outputName: task.outputName, textFormat: task.textFormat },
      pairwise: task.kind === "pairwise",
    },
    samples: samples.map(({ inputKey: _, ...sample }) => ({
      ...sample,
      imageUrl: imageAddress(sample.id, sample.imageUrl),
      criteria: criteria.filter(({ sampleId }) => sampleId === null || sampleId === sample.id),
      answers: answers.filter(({ sampleId }) => sampleId === sample.id).map(({ sampleId: __, ...answer }) => answer),
      raters: [...new Set(shown.map((rating) => rating.annotatorId))].flatMap((rater) => {
        const units = shown.filter((rating) => rating.annotatorId === rater && rating.sampleId === sample.id);
        if (units[0] === undefined) return [];
        return [
          {
            code: units[0].code,
            mine: rater === annotatorId,
            units: units.map(({ criterionId, score }) => ({
              criterionId,
              score,
              lines: linesOf(
                written.find((one) => one.annotatorId === rater && one.sampleId === sample.id && one.criterionId === criterionId),
                criteria.find(({ id }) => id === criterionId),
              ),
            })),
          },
        ];
      }),
    })),
  };
}

type Written = Awaited<ReturnType<typeof listCalibrationActions>>[number];

/** What somebody wrote about a unit: they saw no draft, so every line is their own. */
function linesOf(written: Written | undefined, criterion: Criterion | undefined): { kind: string; text: string }[] {
  if (written === undefined || criterion === undefined) return [];
  const { lines } = applyActions({ items: [], draftScore: null, scale: criterion.scale, actions: written.actions, madeBlind: 0 });
  return lines.filter(({ kind, outcome }) => kind !== "score" && outcome !== "remove").map(({ kind, text }) => ({ kind, text }));
}
