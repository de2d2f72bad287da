import "server-only";
import { findOwnAnnotator } from "@/lib/db/assignments";
import { listRounds, type RoundRow } from "@/lib/db/calibration";
import {
  type CalibrationRating,
  getRatedTask,
  listCalibrationRatings,
  listRoundCriteria,
  promisesCodes,
} from "@/lib/db/calibration-ratings";
import { getTaskProject } from "@/lib/db/tasks";
import type { CalibrationResults, CalibrationRound } from "@/lib/domain/calibration";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, may, seesTask } from "@/lib/domain/policy";
import { calibrationAlphas } from "@/lib/report/calibration";

/** A task's calibration rounds, the newest first, with the reader's part in each; for those who lead the study, with everybody's part and agreement. */
export async function listCalibration(actor: Actor, input: { taskId: string }): Promise<{ items: CalibrationRound[] }> {
  const { taskId } = input;
  const projectId = await getTaskProject(taskId);
  demand(actor, "work.do", projectId, "task");
  if (!seesTask(actor, taskId)) throw new AppError("not_found", "There is no such task.");
  const leads = may(actor, "task.edit", projectId);
  const rounds = await listRounds(taskId, await findOwnAnnotator(projectId, actor.userId));
  const results = leads && rounds.length > 0 ? await resultsOf(taskId, rounds) : null;
  return {
    items: rounds.map((round) => ({
      number: round.number,
      openedAt: round.openedAt.toISOString(),
      closedAt: round.closedAt?.toISOString() ?? null,
      required: round.required,
      instructions: round.instructions,
      samples: round.samples,
      mine: round.mine,
      readable: leads || (round.closedAt !== null && round.mine === round.samples),
      results: results?.get(round.id) ?? null,
    })),
  };
}

async function resultsOf(taskId: string, rounds: readonly RoundRow[]): Promise<Map<string, CalibrationResults>> {
  const [ratings, byCode, { kind }] = await Promise.all([listCalibrationRatings(taskId), promisesCodes(taskId), getRatedTask(taskId)]);
  const each = rounds.map(async (round): Promise<[string, CalibrationResults]> => {
    const own = ratings.filter(({ number }) => number === round.number);
    const scores = own.filter((rating) => counts(rating, round));
    const criteria = calibrationAlphas(await listRoundCriteria(round.id), scores, kind === "pairwise");
    return [round.id, { people: peopleOf(own, round, byCode), criteria }];
  });
  return new Map(await Promise.all(each));
}

/** Ratings of excluded people, and those submitted after others' could be seen, are in no figure. */
const counts = ({ excluded, submittedAt }: CalibrationRating, { closedAt }: RoundRow): boolean =>
  !excluded && (closedAt === null || (submittedAt !== null && submittedAt <= closedAt));

function peopleOf(own: readonly CalibrationRating[], round: RoundRow, byCode: boolean): CalibrationResults["people"] {
  const ids = [...new Set(own.map(({ annotatorId }) => annotatorId))];
  const people = ids.map((annotatorId) => {
    const theirs = own.filter((rating) => rating.annotatorId === annotatorId);
    const submitted = new Set(theirs.map(({ sampleId }) => sampleId)).size;
    const label = (byCode ? theirs[0]?.code : theirs[0]?.name) ?? "";
    return { annotatorId, label, submitted, counted: theirs.some((rating) => counts(rating, round)) };
  });
  return people.sort((a, b) => a.label.localeCompare(b.label, "en"));
}
