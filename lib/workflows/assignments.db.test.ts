import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { getTask } from "./get-task";
import { listAssignments } from "./list-assignments";
import { listTasks } from "./list-tasks";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { readReport } from "./read-report";
import { reopenAssignment } from "./reopen-assignment";
import { saveActions } from "./save-actions";
import { skipAssignment } from "./skip-assignment";
import { submitAssignment } from "./submit-assignment";
import { updateTask } from "./update-task";

temporaryDatabase();

/** A study with this many samples and one annotator who holds the first. */
async function begun(samples = 3) {
  const study = await loadSmallStudy(smallBundle(samples));
  const annotator = await member(study.projectId, "annotator");
  const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
  const [clear = "", truth = ""] = study.criteria;
  return { ...study, annotator, assignmentId: assignmentId ?? "", clear, truth };
}

describe("handing out samples", () => {
  test("one person whose tabs ask at once is given one sample, whatever is left; a reopened one is worked on beside it", async () => {
    const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(10));
    const annotator = await member(projectId, "annotator");
    for (let round = 1; round <= 3; round++) {
      const tabs = await Promise.all(Array.from({ length: 8 }, () => nextAssignment(annotator, { taskId })));
      const [given, ...others] = [...new Set(tabs.map(({ assignmentId }) => assignmentId))];
      expect(others).toEqual([]);
      const { rows } = await pool().query("select 1 from assignments where task_id = $1", [taskId]);
      expect(rows).toHaveLength(round);
      const assignmentId = given ?? "";
      for (const criterionId of criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
      await submitAssignment(annotator, { assignmentId });
    }
    const { assignmentId } = await nextAssignment(annotator, { taskId });
    const { rows } = await pool().query<{ id: string }>("select id from assignments where task_id = $1 and status = 'submitted'", [taskId]);
    for (const { id } of rows) expect((await reopenAssignment(annotator, { assignmentId: id })).status).toBe("open");
    expect(rows).toHaveLength(3);
    expect(assignmentId).not.toBeNull();
  });

  test("twelve annotators at once leave every sample with exactly the required number", async () => {
    const { projectId, taskId } = await loadSmallStudy(smallBundle(10));
    await pool().query("update tasks set annotators_per_sample = 3 where id = $1", [taskId]);
    const annotators = await Promise.all(Array.from({ length: 12 }, () => member(projectId, "annotator")));
    const [clear, truth] = (
      await pool().query<{ id: string }>(
        "select c.id from criteria c join criteria_sets s on s.id = c.criteria_set_id where s.task_id = $1 order by c.position",
        [taskId],
      )
    ).rows;
    await Promise.all(
      annotators.map(async (annotator) => {
        for (;;) {
          const { assignmentId } = await nextAssignment(annotator, { taskId });
          if (assignmentId === null) return;
          for (const criterion of [clear, truth])
            await saveActions(annotator, { assignmentId, criterionId: criterion?.id ?? "", actions: acceptAll() });
          await submitAssignment(annotator, { assignmentId });
        }
      }),
    );
    const counts = await pool().query<{ n: number; slots: number[] }>(
      "select count(*)::int as n, array_agg(slot order by slot) as slots from assignments where task_id = $1 group by sample_id",
      [taskId],
    );
    expect(counts.rows).toHaveLength(10);
    for (const row of counts.rows) expect(row).toEqual({ n: 3, slots: [0, 1, 2] });
  });

  test("asking again returns the same open assignment", async () => {
    const { annotator, taskId, assignmentId } = await begun();
    expect(await nextAssignment(annotator, { taskId })).toMatchObject({ assignmentId });
  });

  test("a skipped sample is offered to others but not again to the annotator who skipped it", async () => {
    const { annotator, projectId, taskId, assignmentId } = await begun(1);
    await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [taskId]);
    await skipAssignment(annotator, { assignmentId, reason: "The text is cut off." });
    expect((await nextAssignment(annotator, { taskId })).assignmentId).toBeNull();
    const other = await member(projectId, "annotator");
    expect((await nextAssignment(other, { taskId })).assignmentId).not.toBeNull();
    expect((await refusal(reopenAssignment(annotator, { assignmentId }))).code).toBe("lease_lost");
  });

  test("the counted slots of a sample always equal its held assignments", async () => {
    const { annotator, taskId, assignmentId, clear, truth } = await begun();
    for (const criterionId of [clear, truth]) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
    await submitAssignment(annotator, { assignmentId });
    await reopenAssignment(annotator, { assignmentId });
    await skipAssignment(annotator, { assignmentId, reason: "changed my mind" });
    await reopenAssignment(annotator, { assignmentId });
    const wrong = await pool().query(
      `select 1 from samples s where s.task_id = $1 and s.filled_slots <> (select count(*) from assignments a where a.sample_id = s.id and a.slot is not null)`,
      [taskId],
    );
    expect(wrong.rows).toEqual([]);
  });
});

test("no reply to an annotator holds a sample's id, system, subset or place in the file, only its number in their own work", async () => {
  const bundle = smallBundle(4);
  bundle.samples = bundle.samples.map((sample, index) => ({
    ...sample,
    externalId: `SECRET-gpt4-${index}`,
    subset: "SECRET-part",
    inputId: "SECRET-in",
  }));
  bundle.judges = bundle.judges.map((judge) => ({
    ...judge,
    drafts: judge.drafts.map((draft) => ({ ...draft, sampleId: `SECRET-gpt4-${Number(draft.sampleId.slice(1)) - 1}` })),
  }));
  const { projectId, taskId } = await loadSmallStudy(bundle);
  await pool().query("update samples set position = position + 7000 where task_id = $1", [taskId]);
  const annotator = await member(projectId, "annotator");
  const first = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  await skipAssignment(annotator, { assignmentId: first, reason: "cut off" });
  const second = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  const opened = await Promise.all([first, second].map((assignmentId) => openAssignment(annotator, { assignmentId })));
  expect(opened.map(({ sample }) => sample.externalId)).toEqual(["1", "2"]);
  const list = await listAssignments(annotator, { taskId, mine: true, limit: 10 });
  expect(list.items.map(({ id, sample }) => [id, sample.externalId])).toEqual([
    [second, "2"],
    [first, "1"],
  ]);
  const replies = [...opened, list, await listTasks(annotator, { projectId }), await getTask(annotator, { taskId })];
  // Drafts are what this arm shows; their text is secret in the blind arm only. Random ids and times may hold any digits.
  const text = JSON.stringify(replies)
    .replaceAll("SECRET-DRAFT", "")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "");
  for (const secret of ["SECRET", "alpha-system", "beta-system", "draft judge", "some-model", "700"]) expect(text).not.toContain(secret);
  expect((await openAssignment(instanceAdmin, { assignmentId: first })).sample.externalId).toMatch(/^SECRET-gpt4-/);
});

describe("saving", () => {
  let study: Awaited<ReturnType<typeof begun>>;
  beforeAll(async () => {
    study = await begun();
  });

  test("a repeated save stores nothing twice and gets the same reply", async () => {
    const { annotator, assignmentId, clear } = await begun();
    const actions = acceptAll();
    const first = await saveActions(annotator, { assignmentId, criterionId: clear, actions, activeMs: 9000, idleAfterMs: 60_000 });
    const again = await saveActions(annotator, { assignmentId, criterionId: clear, actions, activeMs: 9000 });
    expect(again).toMatchObject({ saved: first.saved, lastActionId: first.lastActionId, evaluation: { score: 4, complete: true } });
    const unit = (await openAssignment(annotator, { assignmentId })).units[0];
    expect(unit?.actions.map((stored) => stored.id)).toEqual(actions.map((made) => made.id));
    expect(unit?.activeMs).toBe(9000);
    const timed = await pool().query("select duration_ms, idle_after_ms from evaluations where assignment_id = $1", [assignmentId]);
    expect(timed.rows).toEqual([{ duration_ms: 9000, idle_after_ms: 60_000 }]);
  });

  test("a save from a second tab that has not seen the first gets both versions and changes nothing", async () => {
    const { annotator, assignmentId, clear } = study;
    const mine = action({ kind: "accept", itemId: "0", parentId: null });
    await saveActions(annotator, { assignmentId, criterionId: clear, actions: [mine] });
    const stale = action({ kind: "remove", itemId: "0", parentId: null, reason: "made up" });
    const refused = await refusal(saveActions(annotator, { assignmentId, criterionId: clear, actions: [stale] }));
    expect(refused.code).toBe("stale_parent");
    expect(refused.details).toMatchObject({ criterionId: clear, lastActionId: mine.id, actions: [{ id: mine.id }] });
    expect((await openAssignment(annotator, { assignmentId })).units[0]?.actions).toHaveLength(1);
  });

  test("revising the score item is setting the score", async () => {
    const { annotator, assignmentId, truth } = study;
    const saved = await saveActions(annotator, {
      assignmentId,
      criterionId: truth,
      actions: [action({ kind: "set-score", score: 2, parentId: null })],
    });
    expect(saved.evaluation).toEqual({ score: 2, complete: false });
    const stored = await pool().query("select tally from evaluations where assignment_id = $1 and criterion_id = $2", [
      assignmentId,
      truth,
    ]);
    expect(stored.rows[0]).toEqual({ tally: { score: { accept: 0, revise: 1, remove: 0, add: 0 } } });
  });

  test("the rest of a draft is accepted by one action only where the task allows it, and the report counts it separately", async () => {
    const { annotator, projectId, taskId, assignmentId, clear, truth } = await begun();
    const rest = () => [action({ kind: "accept-rest", parentId: null })];
    const refused = await refusal(saveActions(annotator, { assignmentId, criterionId: clear, actions: rest() }));
    expect(refused).toMatchObject({ code: "invalid_input", message: expect.stringContaining("one by one") });
    await updateTask(instanceAdmin, { taskId, mayAcceptRest: true });
    const saved = await saveActions(annotator, { assignmentId, criterionId: clear, actions: rest() });
    expect(saved.evaluation).toEqual({ score: 4, complete: true });
    await saveActions(annotator, { assignmentId, criterionId: truth, actions: acceptAll() });
    await submitAssignment(annotator, { assignmentId });
    const { tasks } = await readReport(instanceAdmin, { projectId });
    expect(tasks[0]?.actions["draft judge"]).toMatchObject({
      overall: { accept: { count: 6 } },
      acceptedTogether: { count: 3, share: 0.5 },
    });
  });

  test("a score off the scale, an unknown item and a revision without text are refused and nothing of the batch is kept", async () => {
    const { annotator, assignmentId, clear, truth } = await begun();
    const good = action({ kind: "accept", itemId: "0", parentId: null });
    for (const bad of [
      action({ kind: "set-score", score: 6, parentId: good.id }),
      action({ kind: "accept", itemId: "17", parentId: good.id }),
      action({ kind: "revise", itemId: "2", parentId: good.id }),
    ]) {
      const refused = await refusal(saveActions(annotator, { assignmentId, criterionId: clear, actions: [good, bad] }));
      expect(refused.code).toBe("invalid_input");
      expect(refused.details).toMatchObject({ actionId: bad.id });
    }
    expect((await openAssignment(annotator, { assignmentId })).units.flatMap((unit) => unit.actions)).toEqual([]);
    expect((await refusal(saveActions(annotator, { assignmentId, criterionId: randomUUID(), actions: [] }))).code).toBe("not_found");
    expect((await refusal(submitAssignment(annotator, { assignmentId }))).details).toMatchObject({
      criteria: [{ id: clear }, { id: truth }],
    });
  });

  test("nobody else can save, open or even find an annotator's assignment", async () => {
    const { projectId, assignmentId, clear } = study;
    const other = await member(projectId, "annotator");
    const outsider = await member((await loadSmallStudy(smallBundle(1))).projectId, "admin");
    for (const stranger of [other, outsider]) {
      expect((await refusal(saveActions(stranger, { assignmentId, criterionId: clear, actions: acceptAll() }))).code).toBe("not_found");
      expect((await refusal(openAssignment(stranger, { assignmentId }))).code).toBe("not_found");
    }
  });
});

test("in the blind arm nothing of a draft leaves the server, and only a score and own lines can be saved", async () => {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(1));
  await pool().query("update tasks set arm = 'blind' where id = $1", [taskId]);
  const annotator = await member(projectId, "annotator");
  const { assignmentId } = await nextAssignment(annotator, { taskId });
  const opened = await openAssignment(annotator, { assignmentId: assignmentId ?? "" });
  expect(JSON.stringify(opened)).not.toContain("SECRET-DRAFT");
  expect(JSON.stringify(opened)).not.toContain("alpha-system");
  expect(opened.units.every((unit) => unit.draft === null)).toBe(true);
  const blind = { assignmentId: assignmentId ?? "", criterionId: criteria[0] ?? "" };
  expect((await refusal(saveActions(annotator, { ...blind, actions: acceptAll() }))).code).toBe("invalid_input");
  const score = action({ kind: "set-score", score: 3, parentId: null });
  const line = action({ kind: "add", itemKind: "explanation", text: "It stops before the reason.", parentId: score.id });
  expect((await saveActions(annotator, { ...blind, actions: [score, line] })).evaluation).toEqual({ score: 3, complete: true });
});
