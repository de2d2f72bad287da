import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Report } from "@/lib/domain/report";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin, loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { computeReport } from "./compute-report";
import { freezeReport } from "./freeze-report";
import { getSample } from "./get-sample";
import { listFilterChoices } from "./list-filter-choices";
import { listUnits } from "./list-units";
import { readFrozenReport } from "./read-frozen-report";
import { readReport } from "./read-report";
import { readReportVersion } from "./read-report-version";
import { serveReport } from "./serve-report";

temporaryDatabase();

let projectId: string;
let taskId: string;

/** Scores of Ann and Bob on the two samples under a version of the criteria, the same on each of its criteria. */
async function rateUnder(version: number, scores: [ann: number, bob: number][]): Promise<void> {
  for (const [place, both] of scores.entries()) {
    for (const [at, score] of both.entries()) {
      await pool().query(
        `with work as (
           insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
           select t.id, s.id, n.id, c.id, 'blind', 'submitted', now()
           from tasks t, samples s, annotators n, criteria_sets c
           where t.id = $1 and s.task_id = t.id and s.position = $2 and n.project_id = t.project_id and n.name = $3
             and c.task_id = t.id and c.version = $4
           returning id, criteria_set_id
         )
         insert into evaluations (assignment_id, criterion_id, score, complete)
         select work.id, c.id, $5, true from work join criteria c on c.criteria_set_id = work.criteria_set_id`,
        [taskId, place, at === 0 ? "Ann" : "Bob", version, score],
      );
    }
  }
}

beforeAll(async () => {
  ({ projectId, taskId } = await loadSmallStudy(smallBundle(2)));
  await pool().query("insert into annotators (project_id, name) values ($1, 'Ann'), ($1, 'Bob')", [projectId]);
  await pool().query(
    `with newer as (insert into criteria_sets (task_id, version, status, published_at) values ($1, 2, 'published', now()) returning id)
     insert into criteria (criteria_set_id, position, name, scale)
     select newer.id, place, name, '{"min":1,"max":5,"step":1,"levels":[]}' from newer, (values (0, 'Clear'), (1, 'Short')) as v (place, name)`,
    [taskId],
  );
  await rateUnder(1, [
    [1, 2],
    [4, 5],
  ]);
  await rateUnder(2, [
    [3, 3],
    [5, 5],
  ]);
});

const only = async (criteriaSet?: number) => {
  const { tasks } = await readReport(instanceAdmin, { projectId, filter: criteriaSet === undefined ? {} : { criteriaSet } });
  return tasks[0] ?? expect.unreachable();
};
/** The names of the criteria, and the mean of people's scores on the first. */
const said = ({ criteria, scores, filter }: Report["tasks"][number]) => ({
  criteria: criteria.map(({ name }) => name),
  mean: scores.perCriterion.Clear?.annotators?.mean,
  filter,
});

test("a report covers the newest criteria with work, or the version that is asked for", async () => {
  expect(said(await only())).toEqual({ criteria: ["Clear", "Short"], mean: 4, filter: {} });
  expect(said(await only(1))).toEqual({ criteria: ["Clear", "True"], mean: 3, filter: { criteriaSet: "1" } });
  const [{ computed: _, filter, ...named }, { computed: __, filter: ___, ...newest }] = [await only(2), await only()];
  expect(filter).toEqual({ criteriaSet: "2" });
  expect(named).toEqual(newest);
});

test("the drafts of a version's judges are in its report alone", async () => {
  expect((await only(1)).raters.map(({ name }) => name)).toContain("draft judge");
  expect((await only()).raters.map(({ name }) => name)).not.toContain("draft judge");
});

test("a version that no task has is refused by its name", async () => {
  await expect(only(3)).rejects.toMatchObject({ code: "invalid_input", details: { field: "criteriaSet", value: "3" } });
});

test("stored reports of two versions are kept apart, and an open page follows the version it shows", async () => {
  let computed = 0;
  const compute: typeof computeReport = (...job) => {
    computed++;
    return computeReport(...job);
  };
  const serve = async (criteriaSet: number) => {
    const filter = { criteriaSet };
    const text = await serveReport(instanceAdmin, { projectId, taskId, excluded: "without", filter, stale: false }, compute);
    const { tasks, dataVersion } = JSON.parse(text) as Report;
    const asked = await readReportVersion(instanceAdmin, { projectId, taskId, criteriaSet });
    expect(asked.dataVersion).toBe(dataVersion);
    return { mean: tasks[0] && said(tasks[0]).mean, dataVersion };
  };
  const [older, newer, again] = [await serve(1), await serve(2), await serve(1)];
  expect([older.mean, newer.mean, again.mean]).toEqual([3, 4, 3]);
  // The third was stored.
  expect(computed).toBe(2);
  expect(older.dataVersion).not.toBe(newer.dataVersion);
  expect((await readReportVersion(instanceAdmin, { projectId, taskId })).dataVersion).toBe(newer.dataVersion);
});

test("a figure of an older version opens its own units, and these their own criteria and scores", async () => {
  const units = async (criterion: string, criteriaSet?: number) => {
    const selection = { criterion, criteriaSet, people: "each", excluded: "without", of: "ratings", sort: "import" } as const;
    const { items, counts } = await listUnits(instanceAdmin, { taskId, limit: 10, selection });
    return { counts: counts.ratings, scores: items.map(({ scores }) => scores) };
  };
  const ofSet = (scores: number[][]) => ({ counts: 4, scores });
  expect(await units("Clear", 1)).toEqual(
    ofSet([
      [1, 2],
      [4, 5],
    ]),
  );
  expect(await units("Clear")).toEqual(
    ofSet([
      [3, 3],
      [5, 5],
    ]),
  );
  await expect(units("True")).rejects.toThrow('The report has no criterion called "True".');
  const { items } = await listUnits(instanceAdmin, {
    taskId,
    limit: 1,
    selection: { people: "each", excluded: "without", of: "units", sort: "import" },
  });
  const sampleId = items[0]?.sampleId ?? "";
  const criteria = async (criteriaSet?: number) =>
    (await getSample(instanceAdmin, { sampleId, criteriaSet })).units.map(({ criterion, evaluations }) => [
      criterion.name,
      evaluations.map(({ score }) => score),
    ]);
  expect(await criteria(1)).toEqual([
    ["Clear", [1, 2]],
    ["True", [1, 2]],
  ]);
  expect(await criteria()).toEqual([
    ["Clear", [3, 3]],
    ["Short", [3, 3]],
  ]);
});

test("the choices name the versions with work, and which of them a report covers", async () => {
  expect((await listFilterChoices(instanceAdmin, { taskId })).criteriaSets).toEqual([
    { version: 1, isReported: false },
    { version: 2, isReported: true },
  ]);
});

test("a frozen report keeps the version it is of", async () => {
  const order = { taskId, name: "First criteria", excluded: "without", level: "ordinal", filter: { criteriaSet: 1 } } as const;
  const { id } = await freezeReport(instanceAdmin, { projectId, ...order });
  const { head, report } = JSON.parse(await readFrozenReport(instanceAdmin, { frozenId: id }));
  expect(head.settings.filter).toEqual({ criteriaSet: "1" });
  expect(said(report)).toMatchObject({ criteria: ["Clear", "True"], mean: 3 });
});
