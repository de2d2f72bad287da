import { beforeAll, expect, test } from "vitest";
import { armRows } from "@/lib/domain/arm-columns";
import { temporaryDatabase } from "@/lib/testing/database";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { pool } from "./client";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();

let study: { projectId: string; taskId: string };
/** Drafts of three runs were shown: two plain ones, some of whose drafts were discarded later, and one with the outputs swapped. */
beforeAll(async () => {
  const size = { samples: 40, criteria: 2, annotators: 4, ratersPerSample: 2 };
  study = await insertGeneratedStudy("Shown", size, ["One.", "Two.", "Three."]);
  const addRun = (variant: string, ageHours: number, score: string) =>
    pool().query(
      `with added as (
         insert into runs select (r).* from (
           select jsonb_populate_record(runs, jsonb_build_object('id', gen_random_uuid(), 'variant', '${variant}', 'created_at', created_at - interval '${ageHours} hours')) as r
           from runs order by created_at limit 1
         ) as one returning id
       )
       insert into drafts (run_id, sample_id, criterion_id, score, items, raw)
       select added.id, d.sample_id, d.criterion_id, ${score}, d.items, d.raw from drafts d cross join added where d.run_id = (select draft_run_id from tasks)`,
    );
  await addRun("plain", -1, "case when ascii(right(d.sample_id::text, 1)) % 4 <> 0 then 6 - d.score end");
  await addRun("swapped", 1, "1 + d.score::int % 5");
  await pool().query(
    "insert into run_units (run_id, sample_id, criterion_id, status) select run_id, sample_id, criterion_id, 'dropped' from drafts where ascii(left(id::text, 1)) % 3 = 0",
  );
  await pool().query(
    `update assignments a set run_id = o.id from (select id, row_number() over (order by created_at) - 1 as n from runs) as o
     where a.arm = 'drafted' and ascii(right(a.id::text, 1)) % 3 = o.n`,
  );
});

async function read() {
  const [task] = await listReportTasks(study.projectId, study.taskId);
  const data = await readReportData(task ?? expect.unreachable());
  const arms = data.arms ?? expect.unreachable();
  const unit = (sample: number, criterion: number) => [data.samples[sample]?.id, data.criteria[criterion]?.id];
  return { ...data, arms, unit };
}
const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

test("people's scores lie beside the drafts that they were shown, though discarded later or of no plain run; as a judge's ratings these do not count", async () => {
  const { arms, ratings, raters, unit } = await read();
  const { runs, drafts } = armRows(arms);
  const stored = async (where: string) => {
    const { rows } = await pool().query<Record<string, unknown>>(
      `select d.run_id, d.sample_id, d.criterion_id, d.score, u.run_id is not null as dropped
       from drafts d left join run_units u using (run_id, sample_id, criterion_id) where d.score is not null ${where}`,
    );
    return rows;
  };
  const all = await stored("");
  expect(new Set(all.map(({ run_id, dropped }) => `${run_id} ${dropped}`)).size).toBe(6);
  expect(sorted(drafts.map(({ run, sample, criterion, score }) => [runs[run]?.id, ...unit(sample, criterion), score]))).toEqual(
    sorted(all.map(({ run_id, sample_id, criterion_id, score }) => [run_id, sample_id, criterion_id, score])),
  );
  const judge = raters.findIndex(({ kind }) => kind === "judge");
  const counted = [...ratings.score].flatMap((score, at) =>
    ratings.rater[at] === judge ? [[...unit(ratings.sample[at] as number, ratings.criterion[at] as number), score]] : [],
  );
  const expected = (await stored("and u.run_id is null and d.run_id = (select id from runs order by created_at desc limit 1)")).map(
    (row) => [...[row.sample_id, row.criterion_id, row.score]],
  );
  expect(expected.length).toBeLessThan(all.length / 4);
  expect(sorted(counted)).toEqual(sorted(expected));
});

test("each rating of an arm has its own person, unit, score, time and run; where all ratings are one of an arm and people come first, they are kept once", async () => {
  const { rows } = await pool().query<Record<string, unknown>>(
    `select a.annotator_id, a.sample_id, e.criterion_id, a.arm, e.score, e.duration_ms, floor(extract(epoch from a.submitted_at) / 86400)::int as day,
       case when a.arm = 'drafted' then a.run_id end as run
     from evaluations e join assignments a on a.id = e.assignment_id where a.status = 'submitted' and e.score is not null`,
  );
  const expected = sorted(rows.map((row) => Object.values(row)));
  const found = async () => {
    const { arms, ratings, raters, unit } = await read();
    const { runs, ratings: own } = armRows(arms);
    expect(
      sorted(
        own.map(({ rater, sample, criterion, arm, score, durationMs, day, run }) => [
          ...[raters[rater]?.id, ...unit(sample, criterion), arm, score, durationMs, day],
          run === null ? null : runs[run]?.id,
        ]),
      ),
    ).toEqual(expected);
    return arms.ratings.score.buffer === ratings.score.buffer;
  };
  expect(new Set(rows.map(({ run }) => run)).size).toBe(4);
  expect(await found()).toBe(true);
  // Who is excluded comes after the judges.
  await pool().query("insert into exclusions (annotator_id, reason) select id, 'speed' from annotators order by name limit 1");
  expect(await found()).toBe(false);
});
