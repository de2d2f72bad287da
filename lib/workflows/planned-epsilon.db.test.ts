import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { readReportBundle } from "@/lib/datasets/report-bundle";
import { listReportTasks, readStatedEpsilon } from "@/lib/db/report-tasks";
import type { SizeTargets } from "@/lib/domain/size-question";
import { buildReport } from "@/lib/report/build-report";
import { temporaryDatabase } from "@/lib/testing/database";
import { choices, type PlannedStudy, people, plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { computeReport } from "./compute-report";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { readReport } from "./read-report";
import { savePlan } from "./save-plan";
import { serveReport } from "./serve-report";

temporaryDatabase();

let one: PlannedStudy;
beforeAll(async () => {
  one = await plannableStudy();
});

const sized = (targets: Partial<SizeTargets>) => ({ sizing: { assumptions: {}, targets } });
const epsilonsOf = ({ chapters }: { chapters: Awaited<ReturnType<typeof readReport>>["tasks"][number]["chapters"] }) => [
  ...new Set(Object.values(chapters.verdict).flatMap(({ altTest }) => Object.values(altTest).map(({ epsilon }) => epsilon))),
];
/** What the command line prints, and what the page is sent. */
async function shown() {
  const { projectId, taskId } = one;
  const { tasks } = await readReport(instanceAdmin, { projectId });
  const served = await serveReport(instanceAdmin, { projectId, taskId, excluded: "without", filter: {}, stale: false }, computeReport);
  return [tasks[0], JSON.parse(served).tasks[0]].map((report) => epsilonsOf(report));
}

test("the verdict's test uses the epsilon of the newest plan that has started and states one, in every report, frozen ones too", async () => {
  const { projectId, taskId, researcher } = one;
  expect(await shown()).toEqual([[0.2], [0.2]]);
  await savePlan(researcher, { taskId, ...choices(one, sized({ epsilon: 0.3 })) });
  expect(await shown(), "not yet started").toEqual([[0.2], [0.2]]);
  await started(one, sized({ epsilon: 0.125 }));
  expect(await shown(), "the stored report is not that of before").toEqual([[0.125], [0.125]]);
  for (const person of await people(projectId, 4)) await rateAll(one, person);
  await closePlan(researcher, { taskId });
  expect(await shown(), "closed").toEqual([[0.125], [0.125]]);
  const setId = (await listReportTasks(projectId, taskId))[0]?.criteriaSetId ?? "";
  expect([await readStatedEpsilon(taskId, setId), await readStatedEpsilon(taskId, crypto.randomUUID())]).toEqual([0.125, null]);
  const { id } = await freezeReport(instanceAdmin, { projectId, taskId, name: "n", excluded: "without", level: "ordinal", filter: {} });
  await started(one, sized({ epsilon: 0.1 }));
  expect(await shown()).toEqual([[0.1], [0.1]]);
  await closePlan(researcher, { taskId });
  await started(one, sized({ power: 0.9 }));
  expect(await shown(), "a plan that states none changes nothing").toEqual([[0.1], [0.1]]);
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId: id });
  const lines = (await text(Readable.from([bytes]).pipe(createGunzip()))).trimEnd().split("\n");
  const { data, report } = await readReportBundle(Readable.from(lines));
  expect([epsilonsOf(report), epsilonsOf(buildReport(data))]).toEqual([[0.125], [0.125]]);
});
