import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, type PlannedStudy, people, plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { closePlan } from "./close-plan";
import { listTaskPlans } from "./list-task-plans";
import { reopenAssignment } from "./reopen-assignment";
import { skipAssignment } from "./skip-assignment";

temporaryDatabase();

/** How many ratings each of these gets, one person after the other. */
async function collected(study: PlannedStudy, from: Actor[]): Promise<number[]> {
  const rated = [];
  for (const person of from) rated.push((await rateAll(study, person)).length);
  return rated;
}

/** What the plans of the task asked for and got, the newest first. */
const progress = async ({ researcher, taskId }: PlannedStudy) =>
  (await listTaskPlans(researcher, { taskId })).items.map((plan) =>
    (plan.progress?.arms ?? []).reduce((sum, arm) => ({ planned: sum.planned + arm.planned, submitted: sum.submitted + arm.submitted }), {
      planned: 0,
      submitted: 0,
    }),
  );

test("a second plan under the same criteria collects all that it planned, from people who come at once", async () => {
  const study = await plannableStudy(6);
  await started(study, { people: 3, overlap: 2 });
  expect(await collected(study, await people(study.projectId, 3))).toEqual([4, 4, 4]);
  await closePlan(study.researcher, { taskId: study.taskId });
  await started(study, { people: 4, overlap: 3 });
  const others = await people(study.projectId, 4);
  expect(await Promise.all(others.map((person) => next(study, person)))).not.toContain(null);
  const counts = await collected(study, others);
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(18);
  expect(await progress(study)).toEqual([
    { planned: 18, submitted: 18 },
    { planned: 12, submitted: 12 },
  ]);
});

test("a plan collects all that it planned where others rated the samples before it, and where they reopen what they had skipped then", async () => {
  const study = await plannableStudy(6);
  await pool().query("update tasks set arm = 'blind' where id = $1", [study.taskId]);
  const [early, later] = (await people(study.projectId, 2)) as [Actor, Actor];
  expect(await rateAll(study, early)).toHaveLength(6);
  const skipped = (await next(study, later)) ?? "";
  await skipAssignment(later, { assignmentId: skipped, reason: "cut off" });
  await started(study, { people: 3, overlap: 2 });
  await reopenAssignment(later, { assignmentId: skipped });
  expect(await collected(study, await people(study.projectId, 3))).toEqual([4, 4, 4]);
  expect(await progress(study)).toEqual([{ planned: 12, submitted: 12 }]);
});

test("what the holder of a place cannot be asked again goes to others who have not rated it", async () => {
  const study = await plannableStudy(6);
  const early = await people(study.projectId, 2);
  await started(study, { people: 2, overlap: 1 });
  expect(await collected(study, early)).toEqual([3, 3]);
  await closePlan(study.researcher, { taskId: study.taskId });
  await started(study, { people: 4, overlap: 2, arms: [{ arm: "blind", runId: null, share: 1 }] });
  const everybody = [...early, ...(await people(study.projectId, 2))];
  const counts = [await collected(study, everybody), await collected(study, everybody)].flat();
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(12);
  expect((await progress(study))[0]).toEqual({ planned: 12, submitted: 12 });
  const { rows } = await pool().query("select 1 from assignments where task_id = $1 group by sample_id, annotator_id having count(*) > 1", [
    study.taskId,
  ]);
  expect(rows).toEqual([]);
});
