import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { smallPairs } from "@/lib/testing/small-pairs";
import { action, loadSmallStudy, member } from "@/lib/testing/small-study";
import { flagAssignment } from "./flag-assignment";
import { listAssignments } from "./list-assignments";
import { listSamples } from "./list-samples";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

describe("an annotator of pairs", () => {
  /** A pair that this annotator sees in the order asked for. */
  async function opened(swapped: boolean) {
    const study = await loadSmallStudy(smallPairs(1));
    const annotator = await member(study.projectId, "annotator");
    const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
    const id = assignmentId ?? "";
    await pool().query("update assignments set swapped = $2 where id = $1", [id, swapped]);
    return { ...study, annotator, assignmentId: id, criterionId: study.criteria[0] ?? "" };
  }
  const open = (actor: Actor, assignmentId: string) => openAssignment(actor, { assignmentId });

  test("gets the outputs in a random order that then stays fixed", async () => {
    const study = await loadSmallStudy(smallPairs(40));
    const annotator = await member(study.projectId, "annotator");
    const orders: boolean[] = [];
    for (let turn = 0; turn < 40; turn++) {
      const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
      const [first, again] = [await open(annotator, assignmentId ?? ""), await open(annotator, assignmentId ?? "")];
      expect(again.sample).toEqual(first.sample);
      orders.push(first.sample.output.startsWith("Second"));
      await pool().query("update assignments set status = 'submitted' where id = $1", [assignmentId]);
    }
    // The chance of the same side coming up forty times is about one in 5e11.
    expect(new Set(orders)).toEqual(new Set([true, false]));
  });

  test("sees a swapped pair's draft swapped too, and their work is stored in the sample's own order", async () => {
    const { annotator, assignmentId, criterionId } = await opened(true);
    const shown = await open(annotator, assignmentId);
    expect(shown.sample).toMatchObject({ output: "Second answer 0.", outputB: "First answer 0." });
    expect(shown.units[0]?.draft).toMatchObject({
      score: -1,
      items: [{ text: "SECRET-DRAFT [B] says why, [A] does not." }, { text: "[B] is better." }, { text: '"First answer 0" in [B]' }],
    });
    const picks = action({ kind: "set-score", score: 1, reason: "[A] is right", parentId: null });
    const revises = action({ kind: "revise", itemId: "0", text: "[A] says why after all.", parentId: picks.id });
    const accepts = action({ kind: "accept", itemId: "2", parentId: revises.id });
    const saved = await saveActions(annotator, { assignmentId, criterionId, actions: [picks, revises, accepts] });
    expect(saved.evaluation).toEqual({ score: 1, complete: true });
    const stored = await pool().query(
      "select x.kind, x.score, x.text, x.reason, e.score as total from actions x join evaluations e on e.id = x.evaluation_id where e.assignment_id = $1 order by x.seq",
      [assignmentId],
    );
    expect(stored.rows).toMatchObject([
      { kind: "set-score", score: -1, reason: "[B] is right", total: -1 },
      { kind: "revise", text: "[B] says why after all." },
      { kind: "accept" },
    ]);
    const again = await open(annotator, assignmentId);
    expect(again.units[0]?.actions).toMatchObject([
      { score: 1, reason: "[A] is right" },
      { text: "[A] says why after all." },
      { kind: "accept" },
    ]);
    // A retry after a lost reply changes nothing.
    expect((await saveActions(annotator, { assignmentId, criterionId, actions: [picks, revises, accepts] })).evaluation.score).toBe(1);
    expect((await submitAssignment(annotator, { assignmentId })).status).toBe("submitted");
  });

  test("gets the other version in the order they see when a second tab is out of date", async () => {
    const { annotator, assignmentId, criterionId } = await opened(true);
    const first = action({ kind: "set-score", score: 1, parentId: null });
    await saveActions(annotator, { assignmentId, criterionId, actions: [first] });
    const stale = action({ kind: "set-score", score: 0, parentId: null });
    const refused = await refusal(saveActions(annotator, { assignmentId, criterionId, actions: [stale] }));
    expect(refused.details).toMatchObject({ actions: [{ id: first.id, score: 1 }] });
  });

  test("a researcher reads the work in the sample's own order, marked as seen swapped", async () => {
    const { projectId, annotator, assignmentId, criterionId } = await opened(true);
    await saveActions(annotator, { assignmentId, criterionId, actions: [action({ kind: "set-score", score: 1, parentId: null })] });
    await flagAssignment(annotator, { assignmentId, note: "[A] is empty" });
    const read = await open(await member(projectId, "researcher"), assignmentId);
    expect(read).toMatchObject({ seenSwapped: true, flag: "[B] is empty", sample: { output: "First answer 0." } });
    expect(read.units[0]).toMatchObject({ draft: { score: 1 }, actions: [{ score: -1 }] });
    expect(await open(annotator, assignmentId)).toMatchObject({ seenSwapped: false, flag: "[A] is empty" });
  });

  test("reads and writes everything as stored if the pair is not swapped", async () => {
    const { annotator, assignmentId, criterionId } = await opened(false);
    expect((await open(annotator, assignmentId)).units[0]?.draft).toMatchObject({ score: 1, items: [{}, { text: "[A] is better." }, {}] });
    await saveActions(annotator, { assignmentId, criterionId, actions: [action({ kind: "set-score", score: -1, parentId: null })] });
    expect((await pool().query("select score from evaluations where assignment_id = $1", [assignmentId])).rows).toEqual([{ score: -1 }]);
  });

  test("subset, known answer, systems and metadata never reach their browser, and in the blind arm no draft does", async () => {
    const { taskId, annotator, assignmentId } = await opened(true);
    const everything = [
      await open(annotator, assignmentId),
      await listAssignments(annotator, { taskId, mine: true, limit: 10 }),
      await nextAssignment(annotator, { taskId }),
    ].map((reply) => JSON.stringify(reply));
    for (const secret of ["SECRET-SUBSET", "SECRET-NOTE", "goldLabel", "alpha-system", "beta-system"])
      expect(everything.join("\n")).not.toContain(secret);
    expect((await open(annotator, assignmentId)).sample.externalId).toBe("1");
    expect((await refusal(listSamples(annotator, { taskId, limit: 10 }))).code).toBe("forbidden");

    const blind = await loadSmallStudy(smallPairs(1));
    await pool().query("update tasks set arm = 'blind' where id = $1", [blind.taskId]);
    const other = await member(blind.projectId, "annotator");
    const { assignmentId: blindId } = await nextAssignment(other, { taskId: blind.taskId });
    expect(JSON.stringify(await open(other, blindId ?? ""))).not.toContain("SECRET");
  });

  test("is shown the drafts of a plain run, however many swapped runs came after it", async () => {
    const study = await loadSmallStudy(smallPairs(1));
    await pool().query(
      `insert into runs (task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version, variant)
       select task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version, 'swapped' from runs where task_id = $1`,
      [study.taskId],
    );
    const annotator = await member(study.projectId, "annotator");
    const { assignmentId } = await nextAssignment(annotator, { taskId: study.taskId });
    expect((await open(annotator, assignmentId ?? "")).units[0]?.draft).not.toBeNull();
  });
});
