import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryInstance } from "@/lib/testing/accounts";
import { type Begun, begun, score } from "@/lib/testing/begun-unit";
import { refusal } from "@/lib/testing/refusal";
import { action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { releaseAssignment } from "./release-assignment";
import { removePerson } from "./remove-person";
import { saveActions, saveBySession } from "./save-actions";
import { skipAssignment } from "./skip-assignment";
import { submitAssignment } from "./submit-assignment";
import { updateTask } from "./update-task";

temporaryInstance();

const lease = async (id: string) =>
  (
    await pool().query<{ seconds: number; row: string }>(
      "select extract(epoch from leased_until - now())::float8 as seconds, xmin::text as row from assignments where id = $1",
      [id],
    )
  ).rows[0];

describe("the next save on a unit, by the holder of a session", () => {
  test("is stored without reading the unit, with the score, the lines counted and the time", async () => {
    const { annotator, token, body, first, stored, assignmentId, criterionId, second } = await begun();
    await saveActions(annotator, { assignmentId, criterionId: second, actions: [score(1, null)] });
    const [accept, next] = [action({ kind: "accept", itemId: "0", parentId: first.id }), score(5, null)];
    expect(await saveBySession(token, body([accept], 4000))).toMatchObject({
      saved: [accept.id],
      evaluation: { score: 1, complete: false },
    });
    const reply = await saveBySession(token, body([{ ...next, parentId: accept.id }], 3000));
    expect(reply).toMatchObject({ lastActionId: next.id, evaluation: { score: 5 }, leasedUntil: expect.stringMatching(/Z$/) });
    expect(await stored()).toEqual([first.id, accept.id, next.id]);
    const { rows } = await pool().query(
      "select score, tally, duration_ms from evaluations where assignment_id = $1 and criterion_id = $2",
      [assignmentId, criterionId],
    );
    const once = { accept: 1, add: 0, remove: 0, revise: 0 };
    expect(rows).toEqual([{ score: 5, duration_ms: 4000, tally: { conclusion: once, score: { ...once, accept: 0, revise: 1 } } }]);
  });

  test("leaves the hold on the sample as it is for a minute, then renews it", async () => {
    const { annotator, token, body, first, assignmentId } = await begun();
    const before = await lease(assignmentId);
    const [second, third] = [score(2, first.id), score(3, null)];
    expect(await saveBySession(token, body([second]))).not.toBeNull();
    expect((await lease(assignmentId))?.row).toBe(before?.row);
    await pool().query("update assignments set leased_until = now() + interval '118 minutes 59 seconds' where id = $1", [assignmentId]);
    const later = body([{ ...third, parentId: second.id }]);
    expect(await saveBySession(token, later)).toBeNull();
    expect((await saveActions(annotator, later)).lastActionId).toBe(third.id);
    expect((await lease(assignmentId))?.seconds).toBeGreaterThan(119.5 * 60);
  });

  test("is stored once when twelve different ones arrive at once, and eleven get the other version", async () => {
    const { annotator, token, body, first, stored } = await begun();
    const codes = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const next = body([score((index % 5) + 1, first.id)]);
        if ((await saveBySession(token, next)) !== null) return "saved";
        return saveActions(annotator, next).then(
          () => "saved",
          (error) => error.code,
        );
      }),
    );
    expect(codes.sort()).toEqual(["saved", ...Array(11).fill("stale_parent")]);
    expect(await stored()).toHaveLength(2);
  });

  test("and a submission at the same moment leave everything saved before it, and nothing after it", async () => {
    for (let round = 0; round < 5; round++) {
      const { annotator, token, body, first, stored, assignmentId, second } = await begun();
      const lines = ["0", "1", "2"].map((itemId) => action({ kind: "accept", itemId, parentId: null }));
      const chain = (from: string | null) => lines.map((line, n) => ({ ...line, id: randomUUID(), parentId: from, n }));
      let parentId: string | null = first.id;
      for (const { n: _, ...line } of chain(null)) {
        await saveBySession(token, body([{ ...line, parentId }]));
        parentId = line.id;
      }
      let other: string | null = null;
      for (const { n: _, ...line } of chain(null)) {
        await saveActions(annotator, { assignmentId, criterionId: second, actions: [{ ...line, parentId: other }] });
        other = line.id;
      }
      const late = body([score(2, parentId)]);
      const [saved] = await Promise.all([saveBySession(token, late), submitAssignment(annotator, { assignmentId })]);
      expect(await stored()).toHaveLength(saved === null ? 4 : 5);
      expect((await refusal(saveActions(annotator, body([score(3, late.actions[0]?.id ?? null)])))).code).toBe("conflict");
    }
  });

  test("waits for a submission that is under way, and is then not stored", async () => {
    const { token, body, first, stored, assignmentId } = await begun();
    const submitting = await pool().connect();
    try {
      await submitting.query("begin");
      await submitting.query("update assignments set status = 'submitted' where id = $1", [assignmentId]);
      let settled = false;
      const saving = saveBySession(token, body([score(2, first.id)])).finally(() => {
        settled = true;
      });
      await expect
        .poll(
          async () => settled || (await submitting.query("select 1 from pg_locks where not granted and pid <> pg_backend_pid()")).rowCount,
        )
        .toBeTruthy();
      await submitting.query("commit");
      expect(await saving).toBeNull();
    } finally {
      submitting.release(true);
    }
    expect(await stored()).toEqual([first.id]);
  });
});

const sql = (text: string, values: (study: Begun) => unknown[]) => (study: Begun) => pool().query(text, values(study));
type Changes = Record<string, (study: Begun) => Promise<unknown>>;
/** After these the session's holder may not save on the unit. */
const otherHolders: Changes = {
  "the session has ended": sql("delete from sessions where token = $1", ({ token }) => [token]),
  "the session has expired": sql("update sessions set expires_at = now() - interval '1 s' where token = $1", ({ token }) => [token]),
  "the session is to be renewed": sql("update sessions set updated_at = now() - interval '25 hours' where token = $1", ({ token }) => [
    token,
  ]),
  "the session is somebody else's": async ({ token, projectId }) => {
    const other = await member(projectId, "annotator");
    await pool().query("update sessions set user_id = $2 where token = $1", [token, other.userId]);
  },
  "the session is an admin's": async ({ token, projectId }) => {
    const admin = await member(projectId, "admin");
    await pool().query("update sessions set user_id = $2 where token = $1", [token, admin.userId]);
  },
  "the account is disabled": sql("update users set banned = true where id = $1", ({ annotator }) => [annotator.userId]),
  "the person was removed": ({ projectId, annotator }) => removePerson(instanceAdmin, { projectId, userId: annotator.userId }),
  "the person now works in another project": async ({ annotator }) => {
    const { projectId } = await loadSmallStudy(smallBundle(1));
    await pool().query("update memberships set project_id = $2 where user_id = $1", [annotator.userId, projectId]);
  },
  "the role no longer annotates": sql("update memberships set role = 'expert' where user_id = $1", ({ annotator }) => [annotator.userId]),
  "the work became somebody else's": sql("update annotators set user_id = null where user_id = $1", ({ annotator }) => [annotator.userId]),
};
const otherStates: Changes = {
  "the task now asks for reasons": ({ taskId }) => updateTask(instanceAdmin, { taskId, reasonRequired: true }),
  "the project's reasons changed": sql("update projects set reason_codes = '{\"items\": []}' where id = $1", ({ projectId }) => [
    projectId,
  ]),
  "the hold has ended": sql("update assignments set leased_until = now() - interval '1 s' where id = $1", ({ assignmentId }) => [
    assignmentId,
  ]),
  "a researcher released it": async ({ projectId, assignmentId }) =>
    releaseAssignment(await member(projectId, "researcher"), { assignmentId }),
  "it was skipped": ({ annotator, assignmentId }) => skipAssignment(annotator, { assignmentId, reason: "cut off" }),
  "it was submitted": sql("update assignments set status = 'submitted' where id = $1", ({ assignmentId }) => [assignmentId]),
  "it has another arm": sql("update assignments set arm = 'blind' where id = $1", ({ assignmentId }) => [assignmentId]),
  "it shows its drafts since": sql("update assignments set revealed_at = now() where id = $1", ({ assignmentId }) => [assignmentId]),
  "its outputs change places": sql("update assignments set swapped = true where id = $1", ({ assignmentId }) => [assignmentId]),
  "its run is gone": sql("update assignments set run_id = null where id = $1", ({ assignmentId }) => [assignmentId]),
  "another tab saved": async ({ assignmentId, criterionId, annotator, first }) => {
    // As another process does: what this one has kept is not told.
    await pool().query(
      `insert into actions (id, evaluation_id, user_id, seq, parent_id, kind, score, at)
       select gen_random_uuid(), e.id, $3, 1, $4, 'set-score', 4, now() from evaluations e where e.assignment_id = $1 and e.criterion_id = $2`,
      [assignmentId, criterionId, annotator.userId, first.id],
    );
  },
  "the unit's work is gone": sql("delete from evaluations where assignment_id = $1", ({ assignmentId }) => [assignmentId]),
};

describe("the next save is left to the usual way, and nothing is written, if", () => {
  test.each(Object.entries({ ...otherHolders, ...otherStates }))("%s", async (_, change) => {
    const study = await begun();
    await change(study);
    const before = await study.stored();
    expect(await saveBySession(study.token, study.body([score(5, study.first.id)]))).toBeNull();
    expect(await study.stored()).toEqual(before);
  });

  test("work that is no longer the annotator's own is refused and stays as it was", async () => {
    const { annotator, body, first, stored } = await begun();
    await pool().query("update annotators set user_id = null where user_id = $1", [annotator.userId]);
    expect((await refusal(saveActions(annotator, body([score(5, first.id)])))).code).toBe("not_found");
    expect(await stored()).toEqual([first.id]);
  });

  test("what is sent is old, out of order or not allowed", async () => {
    const { token, body, first, stored, assignmentId } = await begun();
    const after = score(2, first.id);
    for (const actions of [[], [first], [score(2, null)], [score(9, first.id)], [{ ...after, id: first.id }]]) {
      expect(await saveBySession(token, body(actions))).toBeNull();
      await saveActions(await annotatorOf(assignmentId), body([])); // known again, as it is
    }
    expect(await stored()).toEqual([first.id]);
    expect(await saveBySession(token, body([after]))).not.toBeNull();
  });
});

describe("the first save on a unit, by the holder of a session", () => {
  const onSecond = ({ assignmentId, second }: Begun) => ({ assignmentId, criterionId: second, actions: [score(2, null)] });
  const storedOnSecond = async ({ assignmentId, second }: Begun) =>
    (await pool().query("select id from evaluations where assignment_id = $1 and criterion_id = $2", [assignmentId, second])).rowCount;

  test("is stored", async () => {
    const study = await begun();
    const save = onSecond(study);
    expect(await saveBySession(study.token, save)).toMatchObject({ saved: [save.actions[0]?.id], evaluation: { score: 2 } });
    expect(await storedOnSecond(study)).toBe(1);
  });

  test.each(Object.entries(otherHolders))("is left to the usual way if %s", async (_, change) => {
    const study = await begun();
    await change(study);
    expect(await saveBySession(study.token, onSecond(study))).toBeNull();
    expect(await storedOnSecond(study)).toBe(0);
  });

  test.each(["a researcher released it", "it was skipped", "it was submitted"])("is refused if %s", async (name) => {
    const study = await begun();
    await otherStates[name]?.(study);
    expect(["conflict", "lease_lost"]).toContain((await refusal(saveBySession(study.token, onSecond(study)))).code);
    expect(await storedOnSecond(study)).toBe(0);
  });

  test("is left to the usual way if the work was imported", async () => {
    const study = await begun();
    await pool().query(
      "with one as (insert into imports (project_id, format, file_name, status) select t.project_id, 'csv', 'a', 'done' from assignments a join tasks t on t.id = a.task_id where a.id = $1 returning id) update assignments set import_id = one.id from one where assignments.id = $1",
      [study.assignmentId],
    );
    expect(await saveBySession(study.token, onSecond(study))).toBeNull();
    expect(await storedOnSecond(study)).toBe(0);
  });
});

async function annotatorOf(assignmentId: string): Promise<Actor> {
  const { rows } = await pool().query<{ user_id: string; project_id: string }>(
    "select n.user_id, n.project_id from assignments a join annotators n on n.id = a.annotator_id where a.id = $1",
    [assignmentId],
  );
  const memberships = new Map([[rows[0]?.project_id ?? "", "annotator" as const]]);
  return { userId: rows[0]?.user_id ?? "", name: "", email: "", instanceAdmin: false, memberships };
}
