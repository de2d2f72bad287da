import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/tasks/[taskId]/progress/route";
import { pool } from "@/lib/db/client";
import type { ProgressFilter } from "@/lib/domain/project";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { acceptAll, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { flagAssignment } from "./flag-assignment";
import { listAssignments } from "./list-assignments";
import { listReviews } from "./list-reviews";
import { listSamples } from "./list-samples";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readProgress } from "./read-progress";
import { saveActions } from "./save-actions";
import { skipAssignment } from "./skip-assignment";
import { submitAssignment } from "./submit-assignment";

temporaryInstance();

/** Anna submits two samples (6 and 10 seconds), skips one and has one open with a note; Bert has one open. */
async function atWork() {
  const study = await loadSmallStudy(smallBundle(5));
  const anna = await member(study.projectId, "annotator", "Anna");
  const bert = await member(study.projectId, "annotator", "Bert");
  const next = async () => (await nextAssignment(anna, study)).assignmentId ?? "";
  for (const seconds of [3, 5]) {
    const assignmentId = await next();
    for (const criterionId of study.criteria)
      await saveActions(anna, { assignmentId, criterionId, actions: acceptAll(), activeMs: seconds * 1000 });
    await submitAssignment(anna, { assignmentId });
  }
  await skipAssignment(anna, { assignmentId: await next(), reason: "cut off" });
  const open = await next();
  await flagAssignment(anna, { assignmentId: open, note: "odd" });
  await nextAssignment(bert, study);
  return { ...study, anna, bert, open, researcher: await member(study.projectId, "researcher") };
}

test("a researcher sees each annotator's progress and median time per submitted sample", async () => {
  const { taskId, researcher } = await atWork();
  const { items } = await readProgress(researcher, { taskId });
  expect(items).toMatchObject([
    { name: "Anna", hasAccount: true, open: 1, submitted: 2, skipped: 1, flagged: 1, medianSampleSeconds: 8 },
    { name: "Bert", open: 1, submitted: 0, skipped: 0, flagged: 0, medianSampleSeconds: null },
  ]);
});

test("progress is narrowed to a person, an arm, a system or a subset, with its median time", async () => {
  const { taskId, researcher } = await atWork();
  await pool().query(
    "update samples set subset = 'hard', system = 'model-x' where id = (select sample_id from assignments where task_id = $1 and status = 'submitted' order by submitted_at limit 1)",
    [taskId],
  );
  const { items } = await readProgress(researcher, { taskId });
  const annotator = items.find(({ name }) => name === "Anna")?.annotatorId ?? "";
  const narrowed = async (filter: ProgressFilter) =>
    (await readProgress(researcher, { taskId, ...filter })).items.map(({ name, open, submitted, skipped, medianSampleSeconds }) => [
      name,
      ...[open, submitted, skipped],
      medianSampleSeconds,
    ]);
  // The first two samples were given out together, so Bert works on one of them.
  const hard = [["Anna", 0, 1, 0, 6]];
  expect((await narrowed({ subset: "hard" })).filter(([name]) => name === "Anna")).toEqual(hard);
  expect((await narrowed({ system: "model-x" })).filter(([name]) => name === "Anna")).toEqual(hard);
  expect(await narrowed({ annotator })).toEqual([["Anna", 1, 2, 1, 8]]);
  expect(await narrowed({ arm: "blind" })).toEqual([]);
});

test("each filter in the address narrows the progress that is sent", async () => {
  const { projectId, taskId, researcher } = await atWork();
  const [submitted, skipped] = ["submitted", "skipped"].map(
    (status) => `select sample_id from assignments where task_id = $1 and status = '${status}'`,
  );
  await pool().query(`update samples set subset = 'hard' where id in (${submitted})`, [taskId]);
  await pool().query(`update samples set system = 'model-x' where id in (${skipped})`, [taskId]);
  const bert = (await readProgress(researcher, { taskId })).items.find(({ name }) => name === "Bert")?.annotatorId ?? "";
  const headers = await keyHeaders(await makeAccount({ roles: { [projectId]: "researcher" } }));
  const sent = async (query: string) => {
    const request = new Request(`http://127.0.0.1:3000/api/v1/tasks/${taskId}/progress?${query}`, { headers });
    const { items } = await (await GET(request, { params: Promise.resolve({ taskId }) })).json();
    return items.map(({ name, submitted: done, skipped: left }: { name: string; submitted: number; skipped: number }) => [
      name,
      done,
      left,
    ]);
  };
  const anna = (rows: unknown[][]) => rows.filter(([name]) => name === "Anna");
  expect(anna(await sent(""))).toEqual([["Anna", 2, 1]]);
  expect(anna(await sent("subset=hard"))).toEqual([["Anna", 2, 0]]);
  expect(anna(await sent("system=model-x"))).toEqual([["Anna", 0, 1]]);
  expect(await sent(`annotator=${bert}`)).toEqual([["Bert", 0, 0]]);
  expect(await sent("arm=blind")).toEqual([]);
});

test("assignments are paged newest first without repeats, and filtered by status and annotator", async () => {
  const { taskId, researcher, bert } = await atWork();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listAssignments(researcher, { taskId, mine: false, limit: 2, cursor });
    seen.push(...page.items.map((item) => `${item.annotator} ${item.status} ${item.complete}/${item.criteria}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(["Bert open 0/2", "Anna open 0/2", "Anna skipped 0/2", "Anna submitted 2/2", "Anna submitted 2/2"]);
  const skipped = await listAssignments(researcher, { taskId, mine: false, status: "skipped", limit: 10 });
  expect(skipped.items.map((item) => item.skipReason)).toEqual(["cut off"]);
  expect((await listAssignments(bert, { taskId, mine: true, limit: 10 })).items).toHaveLength(1);
});

test("an annotator sees a sample's place among their own, with the ones before and after it", async () => {
  const { anna, open, taskId } = await atWork();
  const opened = await openAssignment(anna, { assignmentId: open });
  expect(opened.progress).toEqual({ submitted: 2, skipped: 1, total: 5 });
  expect(opened.nextId).toBeNull();
  const { rows } = await pool().query("select id from assignments where task_id = $1 and status = 'skipped'", [taskId]);
  expect(opened.previousId).toBe(rows[0]?.id);
});

test("samples are paged in import order and found by any of their texts", async () => {
  const { taskId, researcher } = await atWork();
  const first = await listSamples(researcher, { taskId, limit: 3 });
  expect([first.items.map((item) => item.externalId), first.total]).toEqual([["s1", "s2", "s3"], 5]);
  expect(first.items[0]).toMatchObject({ drafts: 2, submitted: 1 });
  const second = await listSamples(researcher, { taskId, limit: 3, cursor: first.nextCursor ?? "" });
  expect([second.items.map((item) => item.externalId), second.nextCursor]).toEqual([["s4", "s5"], null]);
  const searched = await listSamples(researcher, { taskId, limit: 10, search: "ANSWER 3" });
  expect(searched.items.map((item) => item.externalId)).toEqual(["s4"]);
  expect((await listSamples(researcher, { taskId, limit: 10, search: "100%" })).items).toEqual([]);
});

test("where a study of the task has promised codes, progress, lists, reviews and opened work name people by code", async () => {
  const { taskId, researcher, anna, open } = await atWork();
  const { rows } = await pool().query<{ name: string; code: string }>(
    "select n.name, n.code from annotators n join tasks t on t.project_id = n.project_id where t.id = $1 order by n.code",
    [taskId],
  );
  const codes = rows.map(({ code }) => code);
  const called = async () => [
    (await readProgress(researcher, { taskId })).items.map(({ name }) => name),
    [...new Set((await listAssignments(researcher, { taskId, mine: false, limit: 9 })).items.map(({ annotator }) => annotator))].sort(),
    [...new Set((await listReviews(researcher, { taskId, limit: 9 })).items.map(({ annotator }) => annotator))],
    (await openAssignment(researcher, { assignmentId: open })).annotator,
  ];
  expect(await called()).toEqual([["Anna", "Bert"], ["Anna", "Bert"], ["Anna"], "Anna"]);
  await pool().query(
    "insert into study_plans (task_id, version, status, content, criteria_set_id, started_at, closed_at) select $1, 1, 'closed', $2, id, now(), now() from criteria_sets where task_id = $1",
    [taskId, JSON.stringify({ anonymous: true })],
  );
  const annas = rows.find(({ name }) => name === "Anna")?.code;
  expect(await called()).toEqual([codes, codes, [annas], annas]);
  expect((await openAssignment(anna, { assignmentId: open })).annotator).toBe("Anna");
});
