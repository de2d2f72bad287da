import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { type PlanSizeInput, planSizeBody } from "@/lib/domain/study-plan";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, type PlannedStudy, people, plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { closePlan } from "./close-plan";
import { excludeAnnotator } from "./exclude-annotator";
import { liftExclusion } from "./lift-exclusion";
import { listTaskPlans } from "./list-task-plans";
import { savePlan } from "./save-plan";
import { sizePlan } from "./size-plan";

temporaryDatabase();
let study: PlannedStudy;
beforeAll(async () => {
  study = await plannableStudy(40);
});

const sized = (of: object = {}, rest: Partial<PlanSizeInput> = {}) =>
  sizePlan(study.researcher, { taskId: study.taskId, ...planSizeBody.parse({ plan: choices(study, of), ...rest }) });

test("before anything is rated, a plan is sized from assumptions alone", async () => {
  const size = await sized();
  expect(size).toMatchObject({ pilot: null, criterion: null, samplesInTask: 40 });
  expect(size.assumptions.filter(({ source }) => source === "pilot")).toEqual([]);
  expect(size.rows[0]).toMatchObject({ label: "This plan", ratings: 80, hours: null, cost: null });
});

test("the ratings that exist are the pilot, drafted and blind ones apart, and more of them are counted at once", async () => {
  const annotators = await people(study.projectId, 4);
  await started(study, { overlap: 4 });
  for (const actor of annotators.slice(0, 3)) await rateAll(study, actor);
  const first = await sized();
  // Half of three people's forty ratings were blind.
  expect(first.pilot).toMatchObject({ annotators: 3, anchored: false, drawnFrom: null });
  expect(first.pilot?.ratings).toBe(60);
  await rateAll(study, annotators[3] ?? study.researcher);
  expect((await sized()).pilot).toMatchObject({ ratings: 80, annotators: 4, samples: 40 });
  await closePlan(study.researcher, { taskId: study.taskId });
});

test("hours and money follow the pace measured so far and the plan's pay", async () => {
  await pool().query("update evaluations set duration_ms = 30000");
  await pool().query("update assignments set updated_at = now() + interval '1 second'");
  const size = await sized({ pay: { currency: "EUR", perHour: 12, minimumWage: 13 } });
  const seconds = 30 * study.criteria.length;
  expect(size.rows[0]?.hours).toBeCloseTo((80 * seconds) / 3600, 9);
  expect(size.rows[0]?.cost).toBeCloseTo((12 * 80 * seconds) / 3600, 9);
  expect(size.assumptions).toContainEqual({ name: "secondsPerRating", value: 30, source: "pilot" });
  expect(size.payWarning).toBe("12 EUR an hour is below the minimum wage of 13 EUR.");
});

test("a criterion is chosen by name, and a name that is not in the set is refused with those that are", async () => {
  const [name] = await criterionNames();
  expect(await sized({}, { criterion: name })).toMatchObject({ criterion: name });
  await expect(sized({}, { criterion: "Wit" })).rejects.toThrow(`There is no criterion "Wit" in the published set; it has "${name}"`);
});

test("what is assumed and wanted is a choice of the plan; what a request states beside it comes first", async () => {
  const sizing = { assumptions: { alpha: 0.61, secondsPerRating: 20 }, targets: { alpha: 0.07 } };
  const own = await sized({ sizing });
  expect(own.figures.alpha.wanted).toBe(0.07);
  expect(own.figures.power.wanted).toBe(0.8);
  expect(own.assumptions).toContainEqual({ name: "alpha", value: 0.61, source: "stated" });
  const stated = await sized({ sizing }, { targets: { power: 0.9 } });
  expect([stated.figures.alpha.wanted, stated.figures.power.wanted]).toEqual([0.1, 0.9]);
  expect(stated.assumptions).toContainEqual({ name: "alpha", value: 0.61, source: "stated" });
});

test("an exclusion counts at once", async () => {
  const before = (await sized()).pilot?.ratings;
  const { rows } = await pool().query<{ id: string }>("select annotator_id as id from assignments where task_id = $1 limit 1", [
    study.taskId,
  ]);
  const out = { projectId: study.projectId, annotatorId: rows[0]?.id ?? "", taskId: null, reason: "guessed" };
  const { id } = await excludeAnnotator(study.researcher, out);
  expect((await sized()).pilot).toMatchObject({ annotators: 3, ratings: 60 });
  await liftExclusion(study.researcher, { exclusionId: id });
  expect((await sized()).pilot?.ratings).toBe(before);
});

test("a study that starts keeps how precise it was expected to be and from what, whatever is rated afterwards", async () => {
  const sizing = { assumptions: { correlation: 0.37 }, targets: { alpha: 0.08 } };
  const { curves: _, ...expected } = await sized({ sizing, seed: 9 });
  const running = await started(study, { sizing, seed: 9 });
  expect(running.size).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(running.size?.figures.alpha.wanted).toBe(0.08);
  await pool().query("update evaluations set score = 1");
  const plans = await listTaskPlans(study.researcher, { taskId: study.taskId });
  expect(plans.items[0]?.size).toEqual(running.size);
  expect(plans.items[1]?.size).toMatchObject({ pilot: null, criterion: null });
  await savePlan(study.researcher, { taskId: study.taskId, ...choices(study, {}) });
  const [draft] = (await listTaskPlans(study.researcher, { taskId: study.taskId })).items;
  expect(draft).toMatchObject({ status: "draft", size: null });
});

test("a plan starts whatever its size: with a criterion that is no longer there, and where nobody's scores vary", async () => {
  await closePlan(study.researcher, { taskId: study.taskId });
  const one = { people: 3, overlap: 1, arms: [{ arm: "blind" as const, runId: null, share: 1 }] };
  const running = await started(study, { ...one, sizing: { assumptions: {}, targets: {}, criterion: "Nonesuch" } });
  expect(running.content.sizing.criterion).toBe("Nonesuch");
  expect(await criterionNames()).toContain(running.size?.criterion);
  await closePlan(study.researcher, { taskId: study.taskId });
  await pool().query("update evaluations set score = 1, blind_score = null");
  const sizing = { assumptions: { peopleSpread: 0, distanceSpread: 1e-200 }, targets: {} };
  const { size } = await started(study, { sizing });
  expect(size?.figures.difference).toMatchObject({ value: null, why: "no-variation" });
});

async function criterionNames(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>("select name from criteria where id = any($1) order by position", [study.criteria]);
  return rows.map((row) => row.name);
}
