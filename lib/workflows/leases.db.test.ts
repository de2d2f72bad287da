import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { getTask } from "./get-task";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { releaseAssignment } from "./release-assignment";
import { reopenAssignment } from "./reopen-assignment";
import { saveActions } from "./save-actions";
import { skipAssignment } from "./skip-assignment";

temporaryDatabase();

/** One annotator per sample, and one of them at work on the first. */
async function begun(samples: number) {
  const study = await loadSmallStudy(smallBundle(samples));
  await pool().query("update tasks set annotators_per_sample = 1 where id = $1", [study.taskId]);
  const annotator = await member(study.projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  const [criterionId = ""] = study.criteria;
  const other = await member(study.projectId, "annotator");
  const save = () => saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  const next = async () => (await nextAssignment(other, { taskId: study.taskId })).assignmentId ?? "";
  return { ...study, annotator, other, assignmentId, criterionId, save, next };
}

const lapse = (id: string) => pool().query("update assignments set leased_until = now() - interval '1 minute' where id = $1", [id]);
const statusOf = async (id: string) => (await pool().query("select status from assignments where id = $1", [id])).rows[0]?.status;
const sampleOf = async (id: string) => (await pool().query("select sample_id from assignments where id = $1", [id])).rows[0]?.sample_id;

describe("an expired lease", () => {
  test("frees its sample even if other samples are left; its annotator's next save is refused and the work is kept", async () => {
    const { annotator, assignmentId, criterionId, save, next } = await begun(3);
    await save();
    await lapse(assignmentId);
    expect(await sampleOf(await next())).toBe(await sampleOf(assignmentId));
    expect(await statusOf(assignmentId)).toBe("released");
    const refused = await refusal(saveActions(annotator, { assignmentId, criterionId, actions: [] }));
    expect(refused).toMatchObject({ code: "lease_lost", message: expect.stringMatching(/is kept/) });
    expect((await openAssignment(annotator, { assignmentId })).units[0]?.actions).toHaveLength(3);
    expect((await refusal(reopenAssignment(annotator, { assignmentId }))).code).toBe("lease_lost");
  });

  test("is renewed by its annotator's next save if nobody has taken the sample", async () => {
    const { assignmentId, save, next } = await begun(2);
    await lapse(assignmentId);
    const { leasedUntil } = await save();
    expect(Date.parse(leasedUntil ?? "")).toBeGreaterThan(Date.now());
    expect(await sampleOf(await next())).not.toBe(await sampleOf(assignmentId));
    expect(await statusOf(assignmentId)).toBe("open");
  });

  test("counts as something to do for the others", async () => {
    const { taskId, other, assignmentId } = await begun(1);
    const available = async () => (await getTask(other, { taskId })).mine.available;
    expect(await available()).toBe(0);
    await lapse(assignmentId);
    expect(await available()).toBe(1);
  });

  test("frees the sample for one of eight who ask at once, unless a save comes first", async () => {
    for (let round = 0; round < 6; round++) {
      const { taskId, projectId, assignmentId, save } = await begun(1);
      const others = await Promise.all(Array.from({ length: 8 }, () => member(projectId, "annotator")));
      await lapse(assignmentId);
      const ask = () => others.map((other) => nextAssignment(other, { taskId }));
      const [saved, ...asked] = await Promise.all([
        save().then(
          () => true,
          (error) => error.code,
        ),
        ...ask(),
      ]);
      const taken = asked.filter(({ assignmentId: id }) => id !== null).length;
      expect([saved, taken, await statusOf(assignmentId)]).toEqual(saved === true ? [true, 0, "open"] : ["lease_lost", 1, "released"]);
      const counted = await pool().query("select filled_slots from samples where task_id = $1", [taskId]);
      expect(counted.rows).toEqual([{ filled_slots: 1 }]);
    }
  });
});

describe("an assignment that a researcher released", () => {
  test("no longer belongs to its annotator: the next save is refused although a slot is free, and no saved work is lost", async () => {
    const { annotator, projectId, assignmentId, criterionId, save } = await begun(2);
    await save();
    await releaseAssignment(await member(projectId, "researcher"), { assignmentId });
    for (const actions of [[], [action({ kind: "set-score", score: 2, parentId: null })]]) {
      const refused = await refusal(saveActions(annotator, { assignmentId, criterionId, actions, activeMs: 9000 }));
      expect(refused.code).toBe("lease_lost");
    }
    expect(await openAssignment(annotator, { assignmentId })).toMatchObject({ status: "released", units: [{ actions: [{}, {}, {}] }, {}] });
  });

  test("is reopened only at its annotator's explicit request, while a slot is free", async () => {
    const { annotator, projectId, assignmentId, save, next } = await begun(1);
    const researcher = await member(projectId, "researcher");
    await releaseAssignment(researcher, { assignmentId });
    await reopenAssignment(annotator, { assignmentId });
    await save();
    await releaseAssignment(researcher, { assignmentId });
    await next();
    expect((await refusal(reopenAssignment(annotator, { assignmentId }))).code).toBe("lease_lost");
    expect((await refusal(releaseAssignment(annotator, { assignmentId }))).code).toBe("forbidden");
  });
});

describe("a sample that its annotator skipped", () => {
  test("stays skipped if its time arrives later, and is reopened on request", async () => {
    const { annotator, assignmentId, criterionId, save } = await begun(1);
    await skipAssignment(annotator, { assignmentId, reason: "cut off" });
    const late = await refusal(saveActions(annotator, { assignmentId, criterionId, actions: [], activeMs: 5000 }));
    expect(late.code).toBe("conflict");
    expect(await statusOf(assignmentId)).toBe("skipped");
    await reopenAssignment(annotator, { assignmentId });
    await save();
    expect(await statusOf(assignmentId)).toBe("open");
  });
});
