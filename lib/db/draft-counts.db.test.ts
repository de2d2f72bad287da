import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { endDrainedRuns } from "@/lib/db/run-queue";
import { getTaskRow } from "@/lib/db/task-summaries";
import { batchStudy } from "@/lib/testing/batch-study";
import { temporaryDatabase } from "@/lib/testing/database";
import { instanceAdmin } from "@/lib/testing/small-study";
import { controlRun } from "@/lib/workflows/control-run";

temporaryDatabase();

test("a task's count of drafts includes those that retrying a finished run's failed units added", async () => {
  const study = await batchStudy("Study", "pointwise", { min: 1, max: 5, step: 1, levels: [] }, ["Clear"]);
  const samples = [await study.addSample("rain", null, null), await study.addSample("sun", null, null)];
  const judgeId = await study.addJudge("judge", "endpoint", {});
  const runId = await study.addRun(judgeId);
  const draft = async (sample: string | undefined) => {
    await study.addDraft(runId, sample ?? "", study.criterionIds[0] ?? "", 4);
    await pool().query("update run_units set status = 'done' where run_id = $1 and sample_id = $2", [runId, sample]);
  };
  const countOfTask = async () => (await getTaskRow(study.taskId, instanceAdmin.userId)).counts.drafts;
  await draft(samples[0]);
  await pool().query("update run_units set status = 'failed' where run_id = $1 and sample_id = $2", [runId, samples[1]]);
  expect(await endDrainedRuns(judgeId)).toEqual([runId]);
  expect(await countOfTask()).toBe(1);

  await controlRun(instanceAdmin, { runId, verb: "retry-failed" });
  await draft(samples[1]);
  expect(await countOfTask()).toBe(2);
  expect(await endDrainedRuns(judgeId)).toEqual([runId]);
  expect(await countOfTask()).toBe(2);
});
