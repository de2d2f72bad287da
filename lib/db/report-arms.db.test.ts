import { beforeAll, expect, test } from "vitest";
import { actionRows } from "@/lib/domain/action-groups";
import { armRows } from "@/lib/domain/arm-columns";
import type { ReportColumns } from "@/lib/domain/report-data";
import { temporaryDatabase } from "@/lib/testing/database";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { pool } from "./client";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();
let data: ReportColumns;

/** A generated study in which some days, times and first scores are missing: what is packed must stay with its own rating. */
beforeAll(async () => {
  const size = { samples: 60, criteria: 2, annotators: 6, ratersPerSample: 3 };
  const { projectId, taskId } = await insertGeneratedStudy("Generated", size, ["One.", "Two.", "Three."]);
  const third = (rest: number) =>
    `select id from (select id, row_number() over (order by id) as n from assignments) as a where n % 3 = ${rest}`;
  await pool().query(`update assignments set submitted_at = null where id in (${third(0)}) and arm = 'drafted'`);
  await pool().query(`update evaluations set duration_ms = null where assignment_id in (${third(1)})`);
  await pool().query(`update assignments set arm = 'blind-then-drafted' where id in (${third(2)}) and arm = 'drafted'`);
  await pool().query(
    "update evaluations e set blind_actions = 0, blind_score = 1 + (length(a.id::text) + a.slot) % 5 from assignments a where a.id = e.assignment_id and a.arm = 'blind-then-drafted' and a.slot <> 1",
  );
  await pool().query(
    `update evaluations set tally = '{"score": {"accept": 2, "together": 3, "revise": 5, "remove": 7, "add": 11}, "evidence": {"accept": 13}}'
     where tally <> '{}' and assignment_id in (${third(1)})`,
  );
  // Without a time, without a score, without a draft in a drafted arm; imported work with times of zero, and a criterion of one sample.
  const some = (of: number, rest: number) =>
    `select id from (select id, row_number() over (order by id desc) as n from evaluations) as e where n % ${of} = ${rest}`;
  await pool().query(`update evaluations set duration_ms = 0 where id in (${some(7, 3)})`);
  await pool().query(`update evaluations set score = null where id in (${some(11, 5)})`);
  await pool().query(`update evaluations set shown_draft_id = null where id in (${some(5, 2)})`);
  const { rows: imports } = await pool().query(
    "insert into imports (project_id, format, file_name, status, created_by_id) values ($1, 'csv', 'work.csv', 'done', 'nobody') returning id",
    [projectId],
  );
  await pool().query(`update assignments set import_id = $1 where id in (${third(0)}) and slot = 2`, [imports[0].id]);
  await pool().query(
    `with own as (insert into criteria (criteria_set_id, position, name, scale, sample_id)
       select s.id, 70000, 'Its own', '{"min":1,"max":5,"step":1,"levels":[]}', x.id from criteria_sets s, (select sample_id as id from assignments limit 1) x returning id, sample_id)
     insert into evaluations (assignment_id, criterion_id, score, complete) select a.id, own.id, 4, true from own join assignments a on a.sample_id = own.sample_id`,
  );
  // Half of the work packed, the other read rating by rating.
  await pool().query("update assignments set packed_ratings = case when slot = 0 or import_id is not null then pack_ratings(id) end");
  const [task] = await listReportTasks(projectId, taskId);
  data = await readReportData(task ?? expect.unreachable());
});

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
const idOf = (list: readonly { id: string }[], place: number) => list[place]?.id;

test("each rating of an arm has its own sample, score, time and day, whatever is missing beside it", async () => {
  const { rows } = await pool().query<Record<string, string | number | null>>(
    `select a.annotator_id, a.sample_id, e.criterion_id, case when a.arm = 'drafted' and e.shown_draft_id is null and a.import_id is null then 'blind' else a.arm::text end as arm,
       e.score, e.blind_score, nullif(e.duration_ms, case when a.import_id is null then 0 end) as ms, floor(extract(epoch from a.submitted_at) / 86400)::int as day,
       case when e.shown_draft_id is not null or a.import_id is not null and a.arm = 'drafted' then a.run_id end as run
     from evaluations e join assignments a on a.id = e.assignment_id join criteria c on c.id = e.criterion_id and c.sample_id is null
     where a.status = 'submitted' and e.score is not null`,
  );
  const expected = rows.flatMap(({ annotator_id, sample_id, criterion_id, arm, score, blind_score, ms, day, run }) => {
    const of = [annotator_id, sample_id, criterion_id];
    if (arm !== "blind-then-drafted") return [[...of, arm, score, ms, day, run]];
    return blind_score === null
      ? []
      : [
          [...of, "first", blind_score, null, day, run],
          [...of, "final", score, ms, day, run],
        ];
  });
  const arms = armRows(data.arms ?? expect.unreachable());
  const found = arms.ratings.map(({ rater, sample, criterion, arm, score, durationMs, day, run }) => [
    ...[idOf(data.raters, rater), idOf(data.samples, sample), idOf(data.criteria, criterion), arm, score, durationMs, day],
    idOf(arms.runs, run ?? -1) ?? null,
  ]);
  expect(sorted(found)).toEqual(sorted(expected));
  for (const kind of ["blind", "drafted", "first", "final"])
    expect(
      arms.ratings.some(({ arm }) => arm === kind),
      kind,
    ).toBe(true);
  expect(found.some((row) => row[5] === null) && found.some((row) => row[6] === null)).toBe(true);
});

test("counts of actions stay with their unit", async () => {
  const { rows } = await pool().query<Record<string, string | number>>(
    `select a.annotator_id, a.sample_id, e.criterion_id, t.key, t.value->>'accept' as accept, t.value->>'together' as together, t.value->>'revise' as revise,
       t.value->>'remove' as remove, t.value->>'add' as add
     from evaluations e join assignments a on a.id = e.assignment_id cross join lateral jsonb_each(e.tally) t
     where a.status = 'submitted' and (e.shown_draft_id is not null or a.import_id is not null and a.arm = 'drafted')`,
  );
  const number = (of: string | number | null | undefined) => Number(of ?? 0);
  const expected = rows.map((row) => [
    ...[row.annotator_id, row.sample_id, row.criterion_id, row.key],
    ...[row.accept, row.together, row.revise, row.remove, row.add].map(number),
  ]);
  const counted = actionRows(data.draftWork().actionCounts);
  const found = counted.map(({ annotator, sample = -1, criterion, itemKind, accept, together, revise, remove, add }) => [
    ...[idOf(data.raters, annotator), idOf(data.samples, sample), idOf(data.criteria, criterion), itemKind],
    ...[accept, together, revise, remove, add],
  ]);
  expect(sorted(found)).toEqual(sorted(expected));
  expect(new Set(found.map((row) => JSON.stringify(row.slice(3)))).size).toBeGreaterThan(2);
  for (const { sample = -1, input } of counted)
    expect(input).toBe(data.samples.findIndex(({ inputKey }) => inputKey === data.samples[sample]?.inputKey));
});
