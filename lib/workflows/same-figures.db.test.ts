import { expect, test } from "vitest";
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
  const [task] = await listReportTasks(projectId, taskId);
  const report = reportOf(await readReportData(task ?? expect.unreachable()))();
  return JSON.stringify(report, (_, value) => (/^[0-9a-f]{8}-/.test(String(value)) ? null : value));
}

test("the same study with other ids has the same figures to the last digit", async () => {
  const [first, ...others] = [await figuresOf("First"), await figuresOf("Second"), await figuresOf("Third")];
  expect(first).toContain('"influence"');
  for (const other of others) expect(other).toBe(first);
});
