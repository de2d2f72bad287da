import { afterEach, expect, test, vi } from "vitest";
import { commandArgs } from "@/bin/lib/product.mjs";
import { findStoredReport } from "@/lib/db/stored-reports";
import { temporaryDatabase } from "@/lib/testing/database";
import { ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { computeReportApart } from "./report-process";

temporaryDatabase();
afterEach(() => {
  vi.unstubAllEnvs();
});

test("a report is computed by another process and found in the database; a task that is gone is refused, and the process goes on", async () => {
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(await commandArgs(false)));
  const { projectId, taskId } = await ratedStudy("pointwise", [3, 4]);
  const other = await ratedStudy("pointwise", [5]);
  const gone = { projectId, taskId: crypto.randomUUID(), view: "without" as const };
  const [, refused] = await Promise.all([
    computeReportApart({ projectId, taskId, view: "without" as const }),
    refusal(computeReportApart(gone)),
    computeReportApart({ projectId: other.projectId, taskId: other.taskId, view: "without" as const }),
  ]);
  expect(refused.code).toBe("unavailable");
  expect(JSON.parse((await findStoredReport({ taskId, view: "without" as const }))?.body ?? "").counts).toMatchObject({ ratings: 2 });
  expect(JSON.parse((await findStoredReport({ taskId: other.taskId, view: "without" as const }))?.body ?? "").counts).toMatchObject({
    ratings: 1,
  });
});

test("a process that does not start refuses the report and is tried again with the next one", async () => {
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(["--no-such-option"]));
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "redlineReports");
  const { projectId, taskId } = await ratedStudy("pointwise", [3]);
  expect((await refusal(computeReportApart({ projectId, taskId, view: "without" as const }))).message).toContain("could not be computed");
  vi.stubEnv("REDLINE_COMMAND", JSON.stringify(await commandArgs(false)));
  await computeReportApart({ projectId, taskId, view: "without" as const });
  expect(await findStoredReport({ taskId, view: "without" as const })).not.toBeNull();
});
