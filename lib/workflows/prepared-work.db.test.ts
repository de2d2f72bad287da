import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { plannableStudy, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { changePlan } from "./change-plan";
import { closePlan } from "./close-plan";
import { excludeAnnotator } from "./exclude-annotator";
import { getTask } from "./get-task";
import { listAssignments } from "./list-assignments";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readGuidelines } from "./read-guidelines";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";
import { updateTask } from "./update-task";

temporaryDatabase();

/** An annotator at work on one sample, who may prepare another. `overlap` annotators for each. */
async function atWork({ samples = 4, overlap = 1 }: { samples?: number; overlap?: number } = {}) {
  const study = await loadSmallStudy(smallBundle(samples));
  await updateTask(instanceAdmin, { taskId: study.taskId, annotatorsPerSample: overlap });
  return { ...study, ...(await begin(study)) };
}

async function begin({ projectId, taskId }: { projectId: string; taskId: string }) {
  const annotator = await member(projectId, "annotator");
  const next = async () => (await nextAssignment(annotator, { taskId })).assignmentId;
  const first = (await next()) ?? "";
  const prepare = async () => (await nextAssignment(annotator, { taskId, after: first })).assignmentId ?? "";
  const submit = async () => {
    const { units } = await openAssignment(annotator, { assignmentId: first });
    for (const { criterionId, draft } of units) {
      const actions = draft ? acceptAll() : [action({ kind: "set-score", score: 3, parentId: null })];
      await saveActions(annotator, { assignmentId: first, criterionId, actions });
    }
    await submitAssignment(annotator, { assignmentId: first });
  };
  return { annotator, first, next, prepare, submit };
}

const rowOf = async (id: string) =>
  (
    await pool().query<{ status: string; sample_id: string; minutes: number }>(
      "select status, sample_id, extract(epoch from leased_until - now()) / 60 as minutes from assignments where id = $1",
      [id],
    )
  ).rows[0];
const slots = async (taskId: string) =>
  (
    await pool().query<{ filled_slots: number }>("select filled_slots from samples where task_id = $1 order by position", [taskId])
  ).rows.map((row) => row.filled_slots);

describe("a prepared sample", () => {
  test("is held for five minutes beside the open one, counts towards the overlap, and is begun by what comes after submitting", async () => {
    const { taskId, annotator, first, next, prepare, submit } = await atWork();
    const prepared = await prepare();
    expect(prepared).not.toBe(first);
    expect(await rowOf(prepared)).toMatchObject({ status: "prepared" });
    expect(Math.round(Number((await rowOf(prepared))?.minutes))).toBe(5);
    expect(await slots(taskId)).toEqual([1, 1, 0, 0]);
    // Asked again, or in another tab, it is the same.
    expect(await prepare()).toBe(prepared);
    // The open one is still what they continue with.
    expect(await next()).toBe(first);
    await submit();
    expect(await next()).toBe(prepared);
    expect(await rowOf(prepared)).toMatchObject({ status: "open" });
    expect(Math.round(Number((await rowOf(prepared))?.minutes))).toBe(120);
    expect(await slots(taskId)).toEqual([1, 1, 0, 0]);
    expect((await openAssignment(annotator, { assignmentId: prepared })).sample.externalId).toBe("2");
  });

  test("can be read by its annotator and nobody else, cannot be worked on, and is in no list", async () => {
    const { projectId, taskId, annotator, first, prepare, criteria } = await atWork();
    const prepared = await prepare();
    expect(await openAssignment(annotator, { assignmentId: prepared })).toMatchObject({ status: "prepared", sample: { externalId: "2" } });
    expect((await openAssignment(annotator, { assignmentId: first })).nextId).toBeNull();
    const [criterionId = ""] = criteria;
    const saved = saveActions(annotator, { assignmentId: prepared, criterionId, actions: acceptAll() });
    expect(await refusal(saved)).toMatchObject({ code: "conflict", message: "Submit the sample before this one first." });
    expect((await refusal(openAssignment(await member(projectId, "annotator"), { assignmentId: prepared }))).code).toBe("not_found");
    const page = { taskId, limit: 50, mine: true };
    expect((await listAssignments(annotator, page)).items.map(({ id }) => id)).toEqual([first]);
    expect((await getTask(annotator, { taskId })).mine).toMatchObject({ open: 1, available: 3 });
  });

  test("goes to another annotator after its lease, or as soon as nothing else is left; then the first gets another, or nothing", async () => {
    const study = await atWork({ samples: 3 });
    const prepared = await study.prepare();
    const { sample_id: held } = (await rowOf(prepared)) ?? {};
    // Another sample is free, so the prepared one stays where it is.
    const other = await begin(study);
    expect((await rowOf(other.first))?.sample_id).not.toBe(held);
    const late = await begin(study);
    expect((await rowOf(late.first))?.sample_id).toBe(held);
    expect(await rowOf(prepared)).toBeUndefined();
    expect(await slots(study.taskId)).toEqual([1, 1, 1]);
    await study.submit();
    expect(await study.next()).toBeNull();
  });

  test("is free for others once its lease has expired, and its annotator can still get the sample", async () => {
    const study = await atWork({ samples: 4, overlap: 2 });
    const prepared = await study.prepare();
    await pool().query("update assignments set leased_until = now() - interval '1 second' where id = $1", [prepared]);
    const { sample_id: held } = (await rowOf(prepared)) ?? {};
    const other = await begin(study);
    expect((await rowOf(other.first))?.sample_id).toBe(held);
    expect((await slots(study.taskId)).reduce((sum, n) => sum + n)).toBe(2);
    await study.submit();
    const next = (await study.next()) ?? "";
    expect((await rowOf(next))?.sample_id).toBe(held);
  });

  test("goes back when other drafts are shown, when guidelines must be read first, and when its annotator is excluded", async () => {
    const { projectId, taskId, annotator, prepare, submit, next } = await atWork();
    const asDrafted = await prepare();
    await updateTask(instanceAdmin, { taskId, arm: "blind", guidelines: "Read me." });
    await submit();
    expect(await nextAssignment(annotator, { taskId })).toMatchObject({ assignmentId: null, gate: { kind: "guidelines" } });
    await readGuidelines(annotator, { taskId, version: 1 });
    const begun = (await next()) ?? "";
    expect(begun).not.toBe(asDrafted);
    expect(await rowOf(asDrafted)).toBeUndefined();
    expect(await openAssignment(annotator, { assignmentId: begun })).toMatchObject({ arm: "blind" });
    await nextAssignment(annotator, { taskId, after: begun });
    expect(await slots(taskId)).toEqual([1, 1, 1, 0]);
    const { rows } = await pool().query<{ id: string }>("select id from annotators where project_id = $1 and user_id = $2", [
      projectId,
      annotator.userId,
    ]);
    await excludeAnnotator(instanceAdmin, { projectId, annotatorId: rows[0]?.id ?? "", taskId, reason: "Too fast." });
    expect(await slots(taskId)).toEqual([1, 0, 0, 0]);
  });

  test("stays within the overlap when twelve prepare and begin at once", async () => {
    const study = await loadSmallStudy(smallBundle(10));
    await updateTask(instanceAdmin, { taskId: study.taskId, annotatorsPerSample: 2 });
    const people: Actor[] = [];
    for (let n = 0; n < 12; n++) people.push(await member(study.projectId, "annotator"));
    const everybody = <T>(ask: (person: Actor) => Promise<T>) => Promise.all(people.map(ask));
    const open = await everybody(async (person) => (await nextAssignment(person, study)).assignmentId ?? "");
    // Each twice: two tabs.
    await Promise.all(
      people.flatMap((person, index) => [1, 2].map(() => nextAssignment(person, { taskId: study.taskId, after: open[index] ?? "" }))),
    );
    const counted = async () =>
      (
        await pool().query<{ held: number; filled: number; mine: number }>(
          `select max(held)::int as held, (select max(filled_slots) from samples where task_id = $1) as filled,
             (select max(n)::int from (select count(*) as n from assignments where task_id = $1 and status = 'prepared' group by annotator_id) p) as mine
           from (select count(*) as held from assignments where task_id = $1 and slot is not null group by sample_id) s`,
          [study.taskId],
        )
      ).rows[0];
    expect(await counted()).toEqual({ held: 2, filled: 2, mine: 1 });
    await pool().query("update assignments set status = 'submitted', submitted_at = now() where task_id = $1 and status = 'open'", [
      study.taskId,
    ]);
    await everybody((person) => nextAssignment(person, study));
    expect(await counted()).toEqual({ held: 2, filled: 2, mine: null });
    expect((await slots(study.taskId)).reduce((sum, n) => sum + n)).toBe(20);
  });
});

describe("in a study, a prepared sample", () => {
  async function inStudy() {
    const study = await plannableStudy(6);
    await started(study, { arms: [{ arm: "blind", runId: null, share: 1 }], people: 2, overlap: 2, maxPerDay: 3 });
    return { ...study, ...(await begin(study)) };
  }
  const planned = async (taskId: string) =>
    (
      await pool().query<{ n: number }>(
        "select count(*)::int as n from plan_slots s join study_plans p on p.id = s.plan_id where p.task_id = $1 and s.assignment_id is not null",
        [taskId],
      )
    ).rows[0]?.n;

  test("is the next of the annotator's own seat, counts towards the day's limit, and goes back when the plan is changed or closed", async () => {
    const study = await inStudy();
    const prepared = await study.prepare();
    expect(await rowOf(prepared)).toMatchObject({ status: "prepared" });
    expect(await planned(study.taskId)).toBe(2);
    await changePlan(instanceAdmin, { taskId: study.taskId, maxPerDay: 1 });
    expect(await planned(study.taskId)).toBe(1);
    expect(await study.prepare()).toBe("");
    await changePlan(instanceAdmin, { taskId: study.taskId, maxPerDay: 2 });
    const again = await study.prepare();
    await study.submit();
    expect(await study.next()).toBe(again);
    expect(await rowOf(again)).toMatchObject({ status: "open" });
    expect((await nextAssignment(study.annotator, { taskId: study.taskId, after: again })).assignmentId).toBeNull();
    await changePlan(instanceAdmin, { taskId: study.taskId, maxPerDay: null });
    await nextAssignment(study.annotator, { taskId: study.taskId, after: again });
    expect(await planned(study.taskId)).toBe(3);
    expect(await closePlan(instanceAdmin, study)).toEqual({ notBegun: 10, open: 1 });
    expect(await planned(study.taskId)).toBe(2);
  });
});
