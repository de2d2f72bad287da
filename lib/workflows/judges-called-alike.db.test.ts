import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { figureUnits } from "@/lib/domain/figure-units";
import { unitSelection } from "@/lib/domain/unit-selection";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { exportProject } from "./export-project";
import { freezeReport } from "./freeze-report";
import { getSample } from "./get-sample";
import { listFilterChoices } from "./list-filter-choices";
import { listRuns } from "./list-runs";
import { listUnits } from "./list-units";
import { readFrozenReport } from "./read-frozen-report";
import { readReport } from "./read-report";

temporaryDatabase();

/** What each judge gave the four samples that Ann rated, by its own name. */
const given: Record<string, number[]> = { Ann: [1, 2, 1, 3], "Ann (judge)": [5, 5, 4, 5], "Bob (judge 2)": [2, 2, 3, 3] };
/** By the name that the report must give it. */
const reported: Record<string, string> = { "Ann (judge 2)": "Ann", "Ann (judge)": "Ann (judge)", "Bob (judge 2)": "Bob (judge 2)" };
const ownScores = (name: string) => given[reported[name] ?? ""] ?? [];
const ann = [3, 4, 2, 5];
const meanOf = (scores: number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

let study: Awaited<ReturnType<typeof ratedStudy>>;
let samples: string[];
const rename = (table: "annotators" | "judges", from: string, to: string) =>
  pool().query(`update ${table} set name = $3 where name = $2 and project_id = $1`, [study.projectId, from, to]);
beforeAll(async () => {
  study = await ratedStudy("pointwise", ann);
  for (const [name, scores] of Object.entries(given)) await study.addRun({ judge: await study.addJudge(name), drafts: drafts(scores) });
  // The first two are outputs for one input.
  await pool().query("update samples set input_key = 'k0' where task_id = $1 and position = 1", [study.taskId]);
  const { rows } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position", [study.taskId]);
  samples = rows.map(({ id }) => id);
});

const report = async (judge?: string) =>
  (await readReport(instanceAdmin, { projectId: study.projectId, ...(judge !== undefined && { filter: { judge } }) })).tasks[0] ??
  expect.unreachable();
const judgesIn = ({ raters }: Awaited<ReturnType<typeof report>>) => raters.flatMap(({ kind, name }) => (kind === "judge" ? [name] : []));

test("a judge called like an annotator, and one called as a report would call it, both have their figures", async () => {
  const found = await report();
  expect(judgesIn(found).sort()).toEqual(Object.keys(reported).sort());
  for (const name of Object.keys(reported)) {
    expect(found.scores.perCriterion.Overall?.[name], name).toMatchObject({ n: 4, mean: meanOf(ownScores(name)) });
    expect(found.bias[name]?.perCriterion.Overall?.value, name).toBeCloseTo(meanOf(ownScores(name)) - meanOf(ann), 12);
  }
  expect(found.scores.perCriterion.Overall?.Ann).toMatchObject({ mean: meanOf(ann) });
  expect(found.counts.judges).toBe(3);
});

test("links, filters, frozen reports, runs, sample pages and exports mean the judge that the report calls so", async () => {
  const { judges } = await listFilterChoices(instanceAdmin, study);
  expect(judges.sort()).toEqual(Object.keys(reported).sort());
  for (const [name, own] of Object.entries(reported)) {
    const selection = unitSelection.parse(figureUnits.judged("Overall", name));
    const { items } = await listUnits(instanceAdmin, { taskId: study.taskId, limit: 10, selection });
    expect(
      items.map(({ judgeScore }) => judgeScore),
      name,
    ).toEqual(given[own]);
    const narrowed = await report(name);
    expect([judgesIn(narrowed), narrowed.scores.perCriterion.Overall?.[name]?.mean]).toEqual([[name], meanOf(ownScores(name))]);
    const order = { ...study, name: `Of ${name}`, excluded: "without", level: "interval", filter: { judge: name } } as const;
    const { id: frozenId } = await freezeReport(instanceAdmin, order);
    expect(judgesIn(JSON.parse(await readFrozenReport(instanceAdmin, { frozenId })).report)).toEqual([name]);
    expect((await listRuns(instanceAdmin, { taskId: study.taskId, judge: name })).items.map(({ judge }) => judge.name)).toEqual([own]);
  }
  const { units, siblings } = await getSample(instanceAdmin, { sampleId: samples[1] ?? "" });
  const here = Object.fromEntries(Object.keys(reported).map((name) => [name, ownScores(name)[1]]));
  expect(Object.fromEntries(units.flatMap((unit) => unit.drafts.map(({ judge, score }) => [judge, score])))).toEqual(here);
  expect(siblings[1]?.scores[0]?.judges).toEqual(here);
  const { body } = await exportProject(instanceAdmin, { ...study, format: "long-csv" });
  const rows = (await text(Readable.from(body))).split("\n").map((line) => line.split(","));
  for (const name of Object.keys(reported))
    expect(rows.filter(([, rater]) => rater === name).map(([, , score]) => Number(score))).toEqual(ownScores(name));
});

test("no judge is called like a person, whatever people and other judges are called", async () => {
  await study.addJudge("Ann (judge 3)");
  const names = async () => judgesIn(await report()).sort();
  expect(await names()).toEqual(Object.keys(reported).sort());
  // Another of the project's judges, though it has scored nothing here.
  await rename("judges", "Ann (judge 3)", "Ann (judge 2)");
  expect(await names()).toEqual(["Ann (judge 3)", "Ann (judge)", "Bob (judge 2)"]);
  await rename("judges", "Ann (judge 2)", "elsewhere");
  await rename("annotators", "Ann", "Ann (judge)");
  expect(await names()).toEqual(["Ann", "Ann (judge) (judge)", "Bob (judge 2)"]);
  const both = `insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
    select a.task_id, a.sample_id, n.id, a.criteria_set_id, a.arm, a.status, a.submitted_at
    from assignments a join annotators n on n.project_id = $1 and n.name = 'Ann' where a.task_id = $2`;
  await pool().query("insert into annotators (project_id, name) values ($1, 'Ann')", [study.projectId]);
  await pool().query(both, [study.projectId, study.taskId]);
  const found = await report();
  expect(judgesIn(found).sort()).toEqual(["Ann (judge 2)", "Ann (judge) (judge)", "Bob (judge 2)"]);
  expect(found.scores.perCriterion.Overall?.["Ann (judge)"]).toMatchObject({ mean: meanOf(ann) });
  expect(found.scores.perCriterion.Overall?.["Ann (judge 2)"]).toMatchObject({ mean: meanOf(given.Ann ?? []) });
});

test("a judge or a person called like all annotators together does not take the place of their figures", async () => {
  await rename("judges", "Bob (judge 2)", "annotators");
  await rename("annotators", "Ann", "annotators");
  await pool().query(
    `insert into evaluations (assignment_id, criterion_id, score, complete)
     select a.id, c.id, 1, true from assignments a join annotators n on n.id = a.annotator_id and n.name = 'annotators'
     join criteria c on c.criteria_set_id = a.criteria_set_id where a.task_id = $1`,
    [study.taskId],
  );
  const { scores } = await report();
  expect(scores.perCriterion.Overall?.annotators).toMatchObject({ n: 8, mean: meanOf([...ann, 1, 1, 1, 1]) });
  expect(scores.perCriterion.Overall?.["annotators (judge)"]).toMatchObject({ n: 4, mean: meanOf(given["Bob (judge 2)"] ?? []) });
  expect(scores.perCriterion.Overall?.["annotators (person)"]).toMatchObject({ n: 4, mean: 1 });
  const selection = unitSelection.parse(figureUnits.by("annotators (person)"));
  expect((await listUnits(instanceAdmin, { taskId: study.taskId, limit: 10, selection })).counts.ratings).toBe(4);
});
