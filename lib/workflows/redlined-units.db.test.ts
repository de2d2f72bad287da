import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { listRedlinedUnits } from "@/lib/db/judged-units";
import type { PlanContent } from "@/lib/domain/study-plan";
import { trainingOptions, trainingSplits } from "@/lib/domain/training";
import { temporaryDatabase } from "@/lib/testing/database";
import { type PlannedStudy, people, plannableStudy, rateAll, started } from "@/lib/testing/planned-study";
import { instanceAdmin } from "@/lib/testing/small-study";
import { exportTraining } from "./export-training";
import { readReport } from "./read-report";

temporaryDatabase();

const judge = "draft judge";

/** Two people who removed the first line of every draft for a reason, and how many samples each of them rated. */
async function redlined(arms: ("blind" | "drafted")[], plan: Partial<PlanContent>) {
  const one = await plannableStudy(6);
  const armOf = (arm: "blind" | "drafted") => ({ arm, runId: arm === "drafted" ? one.runId : null, share: 1 });
  await started(one, { people: 2, overlap: 2, arms: arms.map(armOf), ...plan });
  const done: number[] = [];
  for (const actor of await people(one.projectId, 2)) done.push((await rateAll(one, actor)).length);
  await pool().query(
    `begin; set local session_replication_role = replica;
     update actions x set kind = 'remove', reason_code = 'wrong-score' from evaluations e, assignments a
     where e.id = x.evaluation_id and a.id = e.assignment_id and a.task_id = '${one.taskId}' and x.item_id = '0'; commit`,
  );
  return { one, done };
}

/** How many lines a judge learns from, and how many reasons for overruling it the report counts. */
async function counted({ projectId, taskId }: PlannedStudy) {
  const { rows } = await pool().query(
    `with split as (insert into judge_splits (task_id, seed, held_out_share) values ($1, 1, 0.5) returning id),
     dealt as (insert into judge_split_samples (split_id, sample_id, held_out, input) select split.id, s.id, false, s.input from samples s, split where s.task_id = $1)
     select split.id as "splitId", r.judge_id as "judgeId", r.criteria_set_id as "setId" from split, runs r where r.task_id = $1`,
    [taskId],
  );
  const { splitId, judgeId, setId } = rows[0];
  const units = await listRedlinedUnits(judgeId, setId, { splitId, part: "develop" });
  const { tasks } = await readReport(instanceAdmin, { projectId });
  return {
    learned: units.flatMap(({ changes }) => changes.filter(({ reasonCode }) => reasonCode === "wrong-score")).length,
    reported: tasks[0]?.actions[judge]?.reasons["wrong-score"],
  };
}

test("a judge learns from what people did to its drafts after they had rated the same samples without one", async () => {
  const { one, done } = await redlined(["blind", "drafted"], { design: "within", washOutHours: 0 });
  expect(done).toEqual([12, 12]);
  expect(await counted(one)).toEqual({ learned: 24, reported: 24 });
});

test("a judge learns once from a draft that a person was given a second time, to see whether they repeat themselves", async () => {
  const { one, done } = await redlined(["drafted"], { repeatShare: 0.5 });
  expect(done).toEqual([9, 9]);
  expect(await counted(one)).toEqual({ learned: 24, reported: 24 });
});

test("a critique that a person corrected twice, to see whether they repeat themselves, is exported once for training", async () => {
  const { one } = await redlined(["drafted"], { repeatShare: 0.5 });
  await pool().query(
    `begin; set local session_replication_role = replica;
     update runs set protocol = 'critique' where task_id = '${one.taskId}';
     update actions x set kind = 'revise', text = 'As rewritten in ' || a.id, reason_code = null from evaluations e, assignments a
     where e.id = x.evaluation_id and a.id = e.assignment_id and a.task_id = '${one.taskId}' and x.item_id = '0';
     update criteria c set overall = c.position = 0 from criteria_sets s where s.id = c.criteria_set_id and s.task_id = '${one.taskId}'; commit`,
  );
  const options = trainingOptions.parse({ format: "sft", source: "annotators" });
  const { pieces } = await exportTraining(instanceAdmin, { ...one, options, files: trainingSplits });
  const ids: string[] = [];
  for await (const { text } of pieces) ids.push(...text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).id])));
  // Of six samples and two people.
  expect(ids).toHaveLength(12);
  expect(new Set(ids).size).toBe(12);
});
