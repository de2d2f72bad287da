import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { expect, test } from "vitest";
import { readReportBundle } from "@/lib/datasets/report-bundle";
import { pool } from "@/lib/db/client";
import { findStoredReport } from "@/lib/db/stored-reports";
import type { TaskReport } from "@/lib/domain/report";
import type { ReportFilter } from "@/lib/domain/report-filter";
import { buildReport } from "@/lib/report/build-report";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin } from "@/lib/testing/small-study";
import { insertGeneratedStudy } from "@/prisma/seed/insert-generated-study";
import { computeReport } from "./compute-report";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { readReport } from "./read-report";

temporaryDatabase();

/** 126 samples, of whose outputs 42 have lists; half of them are even. */
async function study(name: string) {
  const size = { samples: 126, criteria: 1, annotators: 4, ratersPerSample: 2 };
  const made = await insertGeneratedStudy(name, size, ["One.", "Two.", "Three."]);
  await pool().query(
    `update samples set output = case when position % 3 = 0 then E'So:\\n- one\\n- two' else 'Plain' end, subset = case when position % 2 = 0 then 'even' else 'odd' end
     where task_id = $1`,
    [made.taskId],
  );
  const job = { ...made, view: "without" as const };
  const compute = (more: Partial<Parameters<typeof computeReport>[0]> = {}, least = 3) => computeReport({ ...job, ...more }, least);
  const stored = async (filter: ReportFilter = {}) => {
    const found = await findStoredReport({ taskId: made.taskId, view: "without", filter });
    return found && { version: found.dataVersion, report: JSON.parse(found.body) as TaskReport };
  };
  return { ...made, compute, stored };
}

const formsIn = (report: TaskReport | undefined) =>
  Object.values(report?.chapters.bias["Generated judge"]?.perCriterion ?? {}).flatMap(({ formats }) =>
    (formats ?? []).map(({ format, difference }) => ({ format, difference })),
  );

/** Any reading of a text fails now. */
const withoutTexts = async (work: () => Promise<void>) => {
  await pool().query("alter table samples rename column output to hidden");
  await work().finally(() => pool().query("alter table samples rename column hidden to output"));
};
const unreadable = /column "?output"? does not exist/u;

test("texts are read neither for values nor before the first chapter of a large report, once for all its filters, and again after a failure", async () => {
  const { compute, stored } = await study("Large");
  await compute({ valuesFor: "people" });
  await withoutTexts(async () => {
    await compute({ valuesFor: "bias" });
    expect((await stored())?.version).toMatch(/^values for bias of /u);
    await expect(compute({ first: "people" })).rejects.toThrow(unreadable);
    expect((await stored())?.version).toMatch(/^chapter people of /u);
    await expect(compute({ first: "bias" })).rejects.toThrow(unreadable);
    expect((await stored())?.version).toMatch(/^chapter people of /u);
  });
  expect(formsIn((await stored())?.report)).toEqual([]);
  await compute({ first: "bias" });
  const whole = formsIn((await stored())?.report);
  expect(whole).toMatchObject([{ format: "list", difference: { n: 42, value: expect.any(Number), interval: expect.any(Object) } }]);
  const filter = { subset: "even" };
  await withoutTexts(() => compute({ filter }));
  expect(formsIn((await stored(filter))?.report)).toMatchObject([{ format: "list", difference: { n: 21 } }]);
});

test("a small report, one computed for a command and a frozen one have the same forms, and a frozen one's file is enough to compute them again", async () => {
  const { projectId, taskId, compute, stored } = await study("Small");
  await compute({}, 1_000_000);
  const forms = formsIn((await stored())?.report);
  expect(forms.map(({ format }) => format)).toEqual(["list"]);
  expect(formsIn((await readReport(instanceAdmin, { projectId })).tasks[0])).toEqual(forms);
  const order = { projectId, taskId, name: "Frozen", excluded: "without" as const, level: "ordinal" as const, filter: {} };
  const { id: frozenId } = await freezeReport(instanceAdmin, order);
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId });
  const { data, report } = await readReportBundle(createInterface({ input: Readable.from(bytes).pipe(createGunzip()) }));
  expect([formsIn(report), formsIn(buildReport(data))]).toEqual([forms, forms]);
});
