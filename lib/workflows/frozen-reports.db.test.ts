import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { drafts, ratedStudy } from "@/lib/testing/rated-study";
import { refusal } from "@/lib/testing/refusal";
import { instanceAdmin, member } from "@/lib/testing/small-study";
import { deleteFrozenReport } from "./delete-frozen-report";
import { deleteTask } from "./delete-task";
import { exportFrozenReport } from "./export-frozen-report";
import { freezeReport } from "./freeze-report";
import { listFrozenReports } from "./list-frozen-reports";
import { readFrozenReport } from "./read-frozen-report";
import { readReport } from "./read-report";

temporaryDatabase();

const freeze = async (scores: number[], name = "First submission") => {
  const study = await ratedStudy("pointwise", scores);
  const order = {
    projectId: study.projectId,
    taskId: study.taskId,
    name,
    excluded: "without" as const,
    level: "interval" as const,
    filter: {},
  };
  return { ...study, order, frozen: await freezeReport(instanceAdmin, order) };
};
const events = async (projectId: string) =>
  (
    await pool().query<{ verb: string; details: object }>(
      "select verb, details from audit_events where project_id = $1 and verb like 'report.%' order by at",
      [projectId],
    )
  ).rows;

test("a frozen report has the same bytes after later ratings, another name of its task, and the task's end", async () => {
  const { projectId, taskId, frozen } = await freeze([3, 4]);
  const frozenId = frozen.id;
  const body = await readFrozenReport(instanceAdmin, { frozenId });
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId });
  await pool().query("update evaluations set score = 1 where assignment_id in (select id from assignments where task_id = $1)", [taskId]);
  await pool().query("update tasks set name = 'Replies' where id = $1", [taskId]);
  const current = (await readReport(instanceAdmin, { projectId })).tasks[0];
  expect(current?.scores.perCriterion.Overall?.Ann?.mean).toBe(1);
  const read = async () => [
    await readFrozenReport(instanceAdmin, { frozenId }),
    (await exportFrozenReport(instanceAdmin, { frozenId })).bytes,
  ];
  expect(await read()).toEqual([body, bytes]);
  await deleteTask(instanceAdmin, { taskId, confirmName: "Replies" });
  expect(await read()).toEqual([body, bytes]);
  expect(JSON.parse(body).report.scores.perCriterion.Overall.annotators.mean).toBe(3.5);
});

test("it says what it is of: name, task, filter, level, intervals, versions and hash", async () => {
  const { frozen, name } = await freeze([2, 5, 3], "Camera ready");
  const { head, hash, report } = JSON.parse(await readFrozenReport(instanceAdmin, { frozenId: frozen.id }));
  expect(head).toMatchObject({
    ...{ id: frozen.id, name: "Camera ready", project: name, task: "Answers", frozenAt: frozen.frozenAt },
    settings: {
      excluded: "without",
      filter: {},
      level: "interval",
      intervals: expect.any(Array),
      resampled: [{ figure: "reaches", resamples: 2000, seed: expect.any(Number) }],
    },
    versions: { redline: expect.stringMatching(/^\d+\.\d+\.\d+/), statistics: expect.any(String) },
  });
  expect(hash).toBe(frozen.hash);
  expect(report.counts).toMatchObject({ ratings: 3, samples: 4 });
});

test("nobody is named in it but by code", async () => {
  const { frozen } = await freeze([3, 4]);
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId: frozen.id });
  const everything = gunzipSync(bytes).toString() + (await readFrozenReport(instanceAdmin, { frozenId: frozen.id }));
  expect(/"name":"P[0-9A-F]{8}"/.test(everything)).toBe(true);
  expect(everything.match(/\bAnn\b/)).toBeNull();
});

test("it keeps how its judges were set and no other of their settings, and a run or plan that changes later changes nothing in it", async () => {
  const study = await ratedStudy("pointwise", [3, 4]);
  const judge = await study.addJudge("model");
  await study.addRun({ judge, drafts: drafts([3, 4]) });
  await pool().query(
    `update runs set model = 'gpt-then', parameters = '{"temperature": 0.4, "user": "private-word"}' where task_id = $1 and judge_id = $2`,
    [study.taskId, judge],
  );
  const order = {
    projectId: study.projectId,
    taskId: study.taskId,
    name: "Kept",
    excluded: "without" as const,
    level: "ordinal" as const,
    filter: {},
  };
  const { id: frozenId } = await freezeReport(instanceAdmin, order);
  const before = await readFrozenReport(instanceAdmin, { frozenId });
  expect(JSON.parse(before).head.context).toMatchObject({
    runs: [{ judge: { name: "model" }, model: "gpt-then", parameters: { temperature: 0.4 }, kind: "evaluation", variant: "plain" }],
    ...{ plans: [], rounds: [] },
  });
  expect(before).not.toContain("private-word");
  await pool().query("update runs set model = 'gpt-now' where task_id = $1", [study.taskId]);
  expect(await readFrozenReport(instanceAdmin, { frozenId })).toBe(before);
  const { bytes } = await exportFrozenReport(instanceAdmin, { frozenId });
  expect(gunzipSync(bytes).toString().split("\n")[0]).toContain('"model":"gpt-then"');
});

test("the list says what each was narrowed to when it was frozen", async () => {
  const { projectId, taskId, order, frozen } = await freeze([3, 4], `"filter":{"arm":"blind"}`);
  const subset = `a "b": {"c":"}", \\} und ähnlich`;
  await pool().query("update samples set subset = $1 where task_id = $2", [subset, taskId]);
  const filter = { arm: "unstated", subset, from: "2026-01-02", finished: true } as const;
  const narrowed = await freezeReport(instanceAdmin, { ...order, name: "Narrowed", filter });
  expect([frozen.filter, narrowed.filter]).toEqual([{}, { arm: "unstated", subset, finished: "true", from: "2026-01-02" }]);
  expect((await listFrozenReports(instanceAdmin, { projectId })).items).toEqual([narrowed, frozen]);
});

test("the database refuses to change one", async () => {
  const { frozen } = await freeze([3]);
  const change = pool().query("update frozen_reports set name = 'x' where id = $1", [frozen.id]);
  await expect(change).rejects.toThrow("frozen_reports are never changed");
});

test("researchers freeze and list; only an admin deletes, and all of it is logged", async () => {
  const { projectId, order, frozen } = await freeze([3]);
  const researcher = await member(projectId, "researcher", "Rita");
  const second = await freezeReport(researcher, { ...order, name: "Second" });
  expect((await listFrozenReports(researcher, { projectId })).items).toEqual([
    { ...second, name: "Second", frozenBy: "Rita", task: "Answers" },
    { ...frozen, name: "First submission", frozenBy: null },
  ]);
  expect((await refusal(deleteFrozenReport(researcher, { frozenId: second.id }))).code).toBe("forbidden");
  await deleteFrozenReport(await member(projectId, "admin"), { frozenId: second.id });
  expect((await listFrozenReports(researcher, { projectId })).items.map(({ id }) => id)).toEqual([frozen.id]);
  expect(await events(projectId)).toEqual([
    { verb: "report.freeze", details: { name: "First submission", task: "Answers", hash: frozen.hash } },
    { verb: "report.freeze", details: { name: "Second", task: "Answers", hash: second.hash } },
    { verb: "report.delete", details: { name: "Second", task: "Answers", hash: second.hash } },
  ]);
});

test("annotators and strangers learn nothing of it", async () => {
  const { projectId, order, frozen } = await freeze([3]);
  const { projectId: elsewhere, taskId: foreign } = await ratedStudy("pointwise", [3]);
  const annotator = await member(projectId, "annotator");
  const stranger = await member(elsewhere, "admin");
  expect((await refusal(readFrozenReport(annotator, { frozenId: frozen.id }))).code).toBe("forbidden");
  expect((await refusal(freezeReport(annotator, order))).code).toBe("forbidden");
  expect((await refusal(exportFrozenReport(stranger, { frozenId: frozen.id }))).code).toBe("not_found");
  expect((await refusal(freezeReport(instanceAdmin, { ...order, taskId: foreign }))).code).toBe("not_found");
});
