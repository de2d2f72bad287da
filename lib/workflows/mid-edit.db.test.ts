import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { saveActionsBody } from "@/lib/domain/assignment";
import { actorBehind, keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { plannableStudy, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { closePlan } from "./close-plan";
import { createCriteriaSet } from "./create-criteria-set";
import { listCriteriaSets } from "./list-criteria-sets";
import { nextAssignment } from "./next-assignment";
import { openAssignment } from "./open-assignment";
import { publishCriteriaSet } from "./publish-criteria-set";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";
import { undoImport } from "./undo-import";
import { updatePerson } from "./update-person";
import { updateTask } from "./update-task";

temporaryInstance();

/** An annotator with one unit done and the second still to do. */
async function begun(samples = 1) {
  const study = await loadSmallStudy(smallBundle(samples));
  const annotator = await member(study.projectId, "annotator");
  const assignmentId = (await nextAssignment(annotator, { taskId: study.taskId })).assignmentId ?? "";
  const [criterionId = "", second = ""] = study.criteria;
  await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
  return { ...study, annotator, assignmentId, criterionId, second };
}

test("an annotator whose role is taken away cannot save; with the role back, the same save is stored", async () => {
  const { projectId, taskId, criteria } = await loadSmallStudy(smallBundle(1));
  const account = await makeAccount({ roles: { [projectId]: "annotator" } });
  const headers = new Headers(await keyHeaders(account));
  const assignmentId = (await nextAssignment(account.actor, { taskId })).assignmentId ?? "";
  const waiting = { assignmentId, criterionId: criteria[0] ?? "", actions: acceptAll() };
  await updatePerson(instanceAdmin, { projectId, userId: account.userId, role: "expert" });
  const refused = await refusal(saveActions(await actorBehind(headers), waiting));
  expect(refused).toMatchObject({ code: "forbidden", message: expect.stringMatching(/^Your role in this project/) });
  await updatePerson(instanceAdmin, { projectId, userId: account.userId, role: "annotator" });
  expect((await saveActions(await actorBehind(headers), waiting)).saved).toHaveLength(3);
});

test("work goes on under the criteria it was begun with when others are published, and the next sample has the new ones", async () => {
  const { taskId, annotator, assignmentId, second } = await begun(2);
  const [old] = (await listCriteriaSets(instanceAdmin, { taskId })).items;
  const draft = await createCriteriaSet(instanceAdmin, { taskId, copyOf: old?.id });
  await publishCriteriaSet(instanceAdmin, { criteriaSetId: draft.id });
  await saveActions(annotator, { assignmentId, criterionId: second, actions: acceptAll() });
  expect((await openAssignment(annotator, { assignmentId })).criteria.map(({ id }) => id)).toEqual(old?.criteria.map(({ id }) => id));
  await submitAssignment(annotator, { assignmentId });
  // The new criteria have no drafts yet.
  await updateTask(instanceAdmin, { taskId, arm: "blind" });
  const next = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
  expect((await openAssignment(annotator, { assignmentId: next })).criteria.map(({ id }) => id)).not.toContain(second);
});

test("samples that somebody is working on cannot be withdrawn, and the work goes on", async () => {
  const { projectId, annotator, assignmentId, second } = await begun();
  const { rows } = await pool().query<{ id: string }>("select id from imports where project_id = $1", [projectId]);
  const refused = await refusal(undoImport(instanceAdmin, { importId: rows[0]?.id ?? "" }));
  expect(refused).toMatchObject({ code: "conflict", message: expect.stringMatching(/1 assignment that annotators/) });
  await saveActions(annotator, { assignmentId, criterionId: second, actions: acceptAll() });
  await submitAssignment(annotator, { assignmentId });
});

test("samples that a running study asks for cannot be withdrawn, though nobody has begun; once it is closed they can", async () => {
  const study = await plannableStudy(4);
  await started(study, { people: 2, overlap: 2 });
  const { rows } = await pool().query<{ id: string }>("select id from imports where project_id = $1", [study.projectId]);
  const importId = rows[0]?.id ?? "";
  expect((await refusal(undoImport(instanceAdmin, { importId }))).message).toBe(
    "This import cannot be undone. Since then it has got 8 ratings that the running study asks of its samples.",
  );
  await closePlan(study.researcher, study);
  expect((await undoImport(instanceAdmin, { importId })).status).toBe("undone");
});

test("a browser whose clock shows a year that no calendar of the database has is told so, and nothing is stored", async () => {
  const { annotator, assignmentId, second } = await begun();
  const [first] = acceptAll();
  expect(saveActionsBody.safeParse({ criterionId: second, actions: [{ ...first, at: "0000-01-01T00:00:00.000Z" }] }).error?.issues).toEqual(
    [expect.objectContaining({ path: ["actions", 0, "at"], message: "must be in the year 1 or later" })],
  );
  const at = "0001-01-01T00:00:00.000Z";
  await saveActions(annotator, { assignmentId, criterionId: second, actions: [{ ...acceptAll()[0], at } as NewAction] });
  expect((await openAssignment(annotator, { assignmentId })).units[1]?.actions.map((stored) => stored.at)).toEqual([at]);
});

test("a browser whose clock is a day off keeps its order of work, and neither its lease nor its time depends on that clock", async () => {
  const { annotator, assignmentId, second } = await begun();
  const dayMs = 86_400_000;
  const at = (offMs: number) => new Date(Date.now() + offMs).toISOString();
  const [first, then, last] = acceptAll();
  if (!first || !then || !last) throw new Error("A unit of the small study has three lines.");
  const actions = [
    { ...first, at: at(dayMs) },
    { ...then, at: at(-dayMs) },
    { ...last, at: at(dayMs) },
  ];
  const saved = await saveActions(annotator, { assignmentId, criterionId: second, actions, activeMs: 7000 });
  expect(Date.parse(saved.leasedUntil ?? "") - Date.now()).toBeLessThan(dayMs);
  const unit = (await openAssignment(annotator, { assignmentId })).units[1];
  expect(unit?.actions.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
  expect(unit?.activeMs).toBe(7000);
  const { rows } = await pool().query<{ seconds: number }>(
    "select extract(epoch from now() - started_at)::float8 as seconds from evaluations where assignment_id = $1 and criterion_id = $2",
    [assignmentId, second],
  );
  expect(rows[0]?.seconds).toBeGreaterThan(6.9);
  expect(rows[0]?.seconds).toBeLessThan(600);
});

describe("a unit with 10,000 actions", () => {
  let unit: Awaited<ReturnType<typeof begun>>;
  let lastId = "";
  beforeAll(async () => {
    unit = await begun();
    const { rows } = await pool().query<{ id: string; evaluation_id: string }>(
      "select a.id, a.evaluation_id from actions a join evaluations e on e.id = a.evaluation_id where e.assignment_id = $1 order by seq desc limit 1",
      [unit.assignmentId],
    );
    const ids = Array.from({ length: 9997 }, () => randomUUID());
    await pool().query(
      `insert into actions (id, evaluation_id, user_id, seq, parent_id, kind, score, at)
       select id::uuid, $2::uuid, $3, 2 + n, coalesce(lag(id) over (order by n), $4)::uuid, 'set-score', 1 + n % 5, now()
         from unnest($1::text[]) with ordinality as made(id, n)`,
      [ids, rows[0]?.evaluation_id, unit.annotator.userId, rows[0]?.id],
    );
    lastId = ids.at(-1) ?? "";
  });

  test("is opened, and the next action is saved after the last, without a wait", async () => {
    const { annotator, assignmentId, criterionId } = unit;
    const begin = performance.now();
    const opened = await openAssignment(annotator, { assignmentId });
    const openedMs = performance.now() - begin;
    expect(opened.units[0]?.actions).toHaveLength(10_000);
    const next = action({ kind: "set-score", score: 2, parentId: lastId });
    const saved = await saveActions(annotator, { assignmentId, criterionId, actions: [next] });
    const savedMs = performance.now() - begin - openedMs;
    expect(saved).toMatchObject({ lastActionId: next.id, evaluation: { score: 2, complete: true } });
    // Well under a second each on an idle machine; a cost that grows with the square of the actions would take minutes.
    expect(Math.max(openedMs, savedMs)).toBeLessThan(5000);
  });

  test("takes five hundred more in one request, as after work without a connection", async () => {
    const { annotator, assignmentId, criterionId } = unit;
    let parentId = (await openAssignment(annotator, { assignmentId })).units[0]?.actions.at(-1)?.id ?? null;
    const actions = Array.from({ length: 500 }, (_, index) => {
      const made = action({ kind: "set-score", score: 1 + (index % 5), parentId });
      parentId = made.id;
      return made;
    });
    const begin = performance.now();
    expect((await saveActions(annotator, { assignmentId, criterionId, actions })).saved).toHaveLength(500);
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});
