import { describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { removePerson } from "./remove-person";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryInstance();

async function begun() {
  const study = await loadSmallStudy(smallBundle(1));
  const annotator = await member(study.projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  const [criterionId = "", second = ""] = study.criteria;
  const save = (actions: NewAction[], activeMs?: number) =>
    saveActions(annotator, { assignmentId, criterionId, actions, ...(activeMs !== undefined && { activeMs }) });
  const stored = async () => (await openAssignment(annotator, { assignmentId })).units[0]?.actions ?? [];
  return { ...study, annotator, assignmentId, criterionId, second, save, stored };
}

const score = (value: number, parentId: string | null) => action({ kind: "set-score", score: value, parentId });
const codesOf = (attempts: PromiseSettledResult<unknown>[]) =>
  attempts.map((attempt) => (attempt.status === "fulfilled" ? "saved" : attempt.reason.code)).sort();

describe("saves at the same instant", () => {
  test("store one of twelve different first actions, and the other eleven get that version", async () => {
    const { save, stored } = await begun();
    const attempts = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => save([score((index % 5) + 1, null)])));
    expect(codesOf(attempts)).toEqual(["saved", ...Array(11).fill("stale_parent")]);
    expect(await stored()).toHaveLength(1);
  });

  test("store the same action once when it is sent twelve times, and all get the same reply", async () => {
    const { save, stored } = await begun();
    const made = score(3, null);
    const attempts = await Promise.all(Array.from({ length: 12 }, () => save([made], 4000)));
    expect(new Set(attempts.map((saved) => saved.lastActionId))).toEqual(new Set([made.id]));
    expect(attempts.every((saved) => saved.evaluation.score === 3)).toBe(true);
    expect(await stored()).toHaveLength(1);
  });

  test("leave one chain without a gap after forty pairs, each following the last winner", async () => {
    const { save, stored } = await begun();
    let parent: string | null = null;
    for (let round = 0; round < 40; round++) {
      const pair = [score(1 + (round % 5), parent), score(1 + ((round + 1) % 5), parent)];
      const attempts = await Promise.allSettled(pair.map((made) => save([made])));
      expect(codesOf(attempts)).toEqual(["saved", "stale_parent"]);
      parent = (await stored()).at(-1)?.id ?? null;
    }
    const chain = await stored();
    expect(chain.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, seq) => seq));
    expect(chain.map(({ parentId }) => parentId)).toEqual([null, ...chain.slice(0, -1).map(({ id }) => id)]);
  });

  test("that hold only time never restore an older score", async () => {
    const { save, criterionId, assignmentId } = await begun();
    let parent: string | null = null;
    for (let round = 1; round <= 10; round++) {
      const made = score(1 + (round % 5), parent);
      await Promise.all([save([made]), save([], round * 1000), save([], round * 1000)]);
      parent = made.id;
      const { rows } = await pool().query("select score, duration_ms from evaluations where assignment_id = $1 and criterion_id = $2", [
        assignmentId,
        criterionId,
      ]);
      expect(rows).toEqual([{ score: made.score, duration_ms: round * 1000 }]);
    }
  });

  test("and a submission leave everything saved before it, and nothing after it", async () => {
    const { annotator, assignmentId, second, save, stored } = await begun();
    await save(acceptAll());
    await saveActions(annotator, { assignmentId, criterionId: second, actions: acceptAll() });
    const last = (await stored()).at(-1)?.id ?? null;
    const [saved] = await Promise.allSettled([save([score(2, last)]), submitAssignment(annotator, { assignmentId })]);
    const actions = await stored();
    expect(codesOf([saved])[0]).toBe(actions.length === 4 ? "saved" : "conflict");
    expect((await openAssignment(annotator, { assignmentId })).status).toBe("submitted");
  });
});

test("an action whose id another unit has already used is refused, and nothing is stored", async () => {
  const { annotator, assignmentId, second, save } = await begun();
  const made = score(3, null);
  await save([made]);
  const refused = await refusal(saveActions(annotator, { assignmentId, criterionId: second, actions: [made] }));
  expect(refused.code).toBe("conflict");
  expect((await openAssignment(annotator, { assignmentId })).units[1]?.actions).toEqual([]);
});

test("a removed member's next save is refused, with the same key", async () => {
  const study = await loadSmallStudy(smallBundle(1));
  const account = await makeAccount({ roles: { [study.projectId]: "annotator" } });
  const headers = new Headers(await keyHeaders(account));
  const assignmentId = (await nextAssignment(account.actor, { taskId: study.taskId })).assignmentId ?? "";
  const [criterionId = ""] = study.criteria;
  const first = score(3, null);
  await saveActions(await actorBehind(headers), { assignmentId, criterionId, actions: [first] });
  await removePerson(instanceAdmin, { projectId: study.projectId, userId: account.userId });
  const next = { assignmentId, criterionId, actions: [score(4, first.id)] };
  expect((await refusal(saveActions(await actorBehind(headers), next))).code).toBe("not_found");
});
