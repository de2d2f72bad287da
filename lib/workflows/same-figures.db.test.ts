import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { readReportData } from "@/lib/db/ratings";
import { listReportTasks } from "@/lib/db/report-tasks";
import { reportOf } from "@/lib/report/build-report";
import { temporaryDatabase } from "@/lib/testing/database";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";

temporaryDatabase();

/** What the report of a generated study says, without ids. */
async function figuresOf(name: string): Promise<string> {
  const size = { samples: 400, criteria: 2, annotators: 6, ratersPerSample: 4 };
  const { projectId, taskId } = await insertGeneratedStudy(name, size, ["One.", "Two.", "Three."]);
  // Labels with decimals, whose sums depend on their order.
  await pool().query(
    `insert into adjudications (sample_id, criterion_id, first_score, final_score, judge_score, median, final_at, ratings, range)
     select s.id, c.id, 1 + s.position * 7 % 40 / 10.0, 1 + s.position * 11 % 40 / 10.0, 1 + s.position * 13 % 40 / 10.0, 1 + s.position * 3 % 40 / 10.0, now(), 2, 1
     from samples s join criteria_sets cs on cs.task_id = s.task_id join criteria c on c.criteria_set_id = cs.id where s.task_id = $1 and s.position < 200`,
    [taskId],
  );
  const [task] = await listReportTasks(projectId, taskId);
  const report = reportOf(await readReportData(task ?? expect.unreachable()))();
  return JSON.stringify(report, (_, value) => (/^[0-9a-f]{8}-/.test(String(value)) ? null : value));
}

test("the same study with other ids has the same figures to the last digit", async () => {
  const [first, ...others] = [await figuresOf("First"), await figuresOf("Second"), await figuresOf("Third")];
  expect(first).toContain('"influence"');
  expect(JSON.parse(first).adjudicated.units).toBe(400);
  for (const other of others) expect(other).toBe(first);
});
