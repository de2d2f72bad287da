import { beforeAll, expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { type JudgedStudy, judgedStudy } from "@/lib/testing/judged-study";
import { pool } from "./client";
import { listFailedUnitRows } from "./failed-units";
import { endDrainedRuns, listNextWork, type WorkPiece, type WorkPlaces } from "./run-queue";

temporaryDatabase();
/** With three criteria, more units than are sorted at once. */
const samples = 800;
let study: JudgedStudy;

beforeAll(async () => {
  study = await judgedStudy("http://127.0.0.1:1/v1", samples, ["Clarity", "Truth", "Overall"]);
  await pool().query("update criteria_sets set status = 'draft'");
  await pool().query("update criteria set overall = true where name = 'Overall'");
  await pool().query("update criteria_sets set status = 'published'");
});

/** Units as "sample criterion", to be readable in a failed test. */
async function named(pieces: WorkPiece[]): Promise<string[]> {
  const result = await pool().query<{ name: string }>(
    `select s.position || ' ' || coalesce(c.name, 'all') as name from unnest($1::uuid[], $2::uuid[]) with ordinality as given (sample_id, criterion_id, place)
     join samples s on s.id = given.sample_id left join criteria c on c.id = given.criterion_id order by place`,
    [pieces.map((piece) => piece.sampleId), pieces.map((piece) => piece.criterionId)],
  );
  return result.rows.map((row) => row.name);
}

const mark = (runId: string, status: string, ofSamples: string, ofCriteria = "true") =>
  pool().query(
    `update run_units set status = $2 where run_id = $1
     and sample_id in (select id from samples where ${ofSamples}) and criterion_id in (select id from criteria where ${ofCriteria})`,
    [runId, status],
  );

test("a long run is handed out in sample order, overall scores once the rest is done, and retried units are included", async () => {
  const judge = await study.addJudge("long");
  const run = await study.start(judge.id);
  const places: WorkPlaces = new Map();
  const next = async (limit: number) => named(await listNextWork(judge.id, limit, places));
  expect(await next(5)).toEqual(["0 Clarity", "0 Truth", "1 Clarity", "1 Truth", "2 Clarity"]);
  // Out of order, as replies arrive.
  await mark(run.id, "done", "position = 1", "not overall");
  expect(await next(4)).toEqual(["0 Clarity", "0 Truth", "1 Overall", "2 Clarity"]);
  await mark(run.id, "done", "position < 20");
  expect(await next(2)).toEqual(["20 Clarity", "20 Truth"]);
  await mark(run.id, "done", "position between 20 and 29");
  await mark(run.id, "pending", "position = 3", "name = 'Truth'");
  expect(await next(2)).toEqual(["30 Clarity", "30 Truth"]);
  await mark(run.id, "failed", "position >= 30");
  expect(await next(10)).toEqual(["3 Truth"]);
  await mark(run.id, "done", "position = 3");
  expect(await next(10)).toEqual([]);
  expect(await endDrainedRuns(judge.id)).toEqual([run.id]);
});

test("units before the place come once nothing is left after it, even if there are many", async () => {
  const judge = await study.addJudge("behind");
  const run = await study.start(judge.id);
  const places: WorkPlaces = new Map([[run.id, samples - 1]]);
  expect(await named(await listNextWork(judge.id, 3, places))).toEqual(["0 Clarity", "0 Truth", "1 Clarity"]);
  expect(places.get(run.id)).toBe(0);
});

test("a protocol that judges whole samples gets them in order, once each", async () => {
  const judge = await study.addJudge("rubric", { protocol: "rubric" });
  const run = await study.start(judge.id);
  const places: WorkPlaces = new Map();
  const next = async () => named(await listNextWork(judge.id, 3, places));
  expect(await next()).toEqual(["0 all", "1 all", "2 all"]);
  await mark(run.id, "done", "position < 10", "name <> 'Truth'");
  expect(await next()).toEqual(["0 all", "1 all", "2 all"]);
  await mark(run.id, "done", "position < 10 or position > 11");
  expect(await next()).toEqual(["10 all", "11 all"]);
});

test("an older run comes first, and a paused run is skipped", async () => {
  const judge = await study.addJudge("two runs");
  const [first, second] = [await study.start(judge.id, "evaluation", { sampleLimit: 1 }), await study.start(judge.id)];
  const runsOf = async () => (await listNextWork(judge.id, 4)).map((piece) => piece.runId);
  expect(await runsOf()).toEqual([first.id, first.id, second.id, second.id]);
  await pool().query("update runs set status = 'paused' where id = $1", [first.id]);
  expect(await runsOf()).toEqual([second.id, second.id, second.id, second.id]);
});

test.each([50, samples])("failures of %i samples are listed page by page in the order of samples", async (failed) => {
  const run = await study.start((await study.addJudge("failing")).id);
  await mark(run.id, "failed", `position < ${failed}`);
  const seen: string[] = [];
  let after: { sample: number; criterion: number } | null = null;
  for (;;) {
    const rows = await listFailedUnitRows(run.id, after, 400);
    const last = rows.at(-1);
    if (last === undefined) break;
    seen.push(...rows.map((row) => `${row.samplePosition} ${row.criterion.name}`));
    after = { sample: last.samplePosition, criterion: last.criterionPosition };
  }
  expect(seen).toEqual(Array.from({ length: failed }, (_, n) => ["Clarity", "Truth", "Overall"].map((name) => `${n} ${name}`)).flat());
});
