import { expect, test } from "vitest";
import { armRows } from "@/lib/domain/arm-columns";
import { temporaryDatabase } from "@/lib/testing/database";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { pool } from "./client";
import { readReportData } from "./ratings";
import { listReportTasks } from "./report-tasks";

temporaryDatabase();

test("people's scores lie beside the drafts that they were shown, though discarded later or of no plain run; as a judge's ratings these do not count", async () => {
  const size = { samples: 40, criteria: 2, annotators: 4, ratersPerSample: 2 };
  const { projectId, taskId } = await insertGeneratedStudy("Shown", size, ["One.", "Two.", "Three."]);
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
  const [task] = await listReportTasks(projectId, taskId);
  const { arms, samples, criteria, ratings, raters } = await readReportData(task ?? expect.unreachable());
  const { runs, drafts } = armRows(arms ?? expect.unreachable());
  const unit = (sample: number, criterion: number) => [samples[sample]?.id, criteria[criterion]?.id];
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
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
