import { expect, test } from "vitest";
import { arm } from "@/lib/domain/assignment";
import { showsDrafts } from "@/lib/domain/shown-draft";
import { batchStudy } from "@/lib/testing/batch-study";
import { temporaryDatabase } from "@/lib/testing/database";
import { db, pool } from "./client";
import { listCriteriaOfWork } from "./criteria";
import { addDerivedCriteria, createDerivedSet } from "./derived-sets";

temporaryDatabase();

const scale = { min: 1, max: 5, step: 1, levels: [] };

test("what a judge made for a sample is part of the work exactly where drafts are shown, in every arm, before and after a reveal", async () => {
  const study = await batchStudy("Study", "pointwise", scale, ["Clear", "Overall"]);
  const [sampleId, otherSampleId] = [await study.addSample("rain", null, null), await study.addSample("sun", null, null)];
  const runId = await study.addRun(await study.addJudge("judge", "endpoint", {}));
  await createDerivedSet(db(), { id: runId, taskId: study.taskId });
  const dimension = (name: string) => [{ name, definition: "", scale, overall: false }];
  await addDerivedCriteria(db(), runId, sampleId, dimension("Made for it"));
  await addDerivedCriteria(db(), runId, otherSampleId, dimension("Made for another"));
  const { rows } = await pool().query<{ id: string }>(
    `with person as (insert into annotators (project_id, name) values ($1, 'Ann') returning id)
     insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm)
     select $2, $3, id, $4, $5, 'drafted' from person returning id`,
    [study.projectId, study.taskId, sampleId, study.setId, runId],
  );
  const assignmentId = rows[0]?.id ?? "";
  const seen: string[] = [];
  for (const one of arm.options)
    for (const revealed of [false, true]) {
      const at = revealed ? new Date() : null;
      await pool().query("update assignments set arm = $2, revealed_at = $3 where id = $1", [assignmentId, one, at]);
      const names = (await listCriteriaOfWork(assignmentId)).map(({ name }) => name);
      const made = showsDrafts({ arm: one, revealed }) ? ["Made for it"] : [];
      expect(names, `${one}, ${revealed ? "revealed" : "not revealed"}`).toEqual(["Clear", ...made, "Overall"]);
      if (made.length > 0) seen.push(`${one} ${revealed}`);
    }
  expect(seen).toEqual(["drafted false", "drafted true", "blind-then-drafted true"]);
});
