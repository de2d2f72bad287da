import fc from "fast-check";
import { expect, test } from "vitest";
import { ownWords } from "@/lib/domain/own-words";
import { actionProblem } from "@/lib/review/action-problem";
import { applyActions } from "@/lib/review/apply-actions";
import type { ReviewAction, ReviewInput } from "@/lib/review/fold-actions";
import { temporaryDatabase } from "@/lib/testing/database";
import { blankAction } from "@/lib/testing/drafted-lines";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { pool } from "./client";
import { packedReasonCounts } from "./given-reasons";
import { intsOf } from "./packed";

temporaryDatabase();

const items = (["conclusion", "score", "evidence"] as const).map((kind, at) => ({ id: `${at}`, kind, text: `${kind} 4` }));
const rules = { reasonRequired: false, mayAcceptRest: true };

const step = fc.record({
  kind: fc.constantFrom("accept", "remove", "revise", "add", "set-score", "accept-rest", "undo", "undo" as const),
  id: fc.uuid(),
  target: fc.nat(30),
  score: fc.integer({ min: 2, max: 4 }),
  reasonCode: fc.constantFrom(null, "unclear", "made-up"),
  reason: fc.constantFrom(null, "in words", "1"),
});
const history = fc.record({ steps: fc.array(step, { minLength: 12, maxLength: 25 }), blindSteps: fc.nat(3) });

/** The steps as actions, without those that are not allowed at that point; the first are made before the draft is shown. */
function worked({ steps, blindSteps }: typeof history extends fc.Arbitrary<infer T> ? T : never): Required<ReviewInput> {
  const actions: ReviewAction[] = [];
  let madeBlind = 0;
  for (const [index, { kind, target, id, score, ...reason }] of steps.entries()) {
    const isBlind = index < blindSteps;
    const unit = { items: isBlind ? [] : items, draftScore: isBlind ? null : 4, scale: { min: 1, max: 5, step: 1 }, actions, madeBlind };
    const { lines } = applyActions(unit);
    const line = lines[target % Math.max(1, lines.length)];
    const fields: Partial<ReviewAction> = {
      ...(kind === "undo" && { undoesId: actions[target % Math.max(1, actions.length)]?.id ?? null }),
      ...(kind === "add" && { itemKind: "evidence", text: id }),
      ...(kind === "set-score" && { score }),
      ...((kind === "accept" || kind === "remove" || kind === "revise") && { itemId: line?.id ?? null }),
      ...(kind === "revise" && { text: id, score: line?.kind === "score" ? score : null }),
    };
    const action = { ...blankAction, ...reason, ...fields, kind, id, seq: actions.length };
    if (actionProblem({ ...unit, ...rules }, action) !== null) continue;
    actions.push(action);
    if (isBlind) madeBlind++;
  }
  return { items, draftScore: 4, scale: { min: 1, max: 5, step: 1 }, actions, madeBlind };
}

/** The reasons of the lines that the fold leaves overruled, without those that were there before the draft. */
function reasonsOf(unit: Required<ReviewInput>): string[] {
  const early = new Set(unit.actions.slice(0, unit.madeBlind).map(({ id }) => id));
  const overruled = applyActions(unit).lines.filter(({ id, outcome }) => !["open", "accept"].includes(outcome) && !early.has(id));
  return overruled.flatMap(({ reasonCode, reason }) => reasonCode ?? (reason === "in words" ? ownWords : []));
}

test("for every sequence of allowed actions, the reasons counted are those of the lines that the fold leaves overruled", async () => {
  const { projectId, taskId } = await loadSmallStudy(smallBundle(100));
  await pool().query(
    `with person as (insert into annotators (project_id, name) values ($1, 'Ann') returning id),
      work as (insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, status, purpose, submitted_at)
        select s.task_id, s.id, person.id, r.criteria_set_id, r.id, 'drafted', 'submitted', 'work', now()
        from person, samples s join runs r on r.task_id = s.task_id where s.task_id = $2 returning *)
    insert into evaluations (assignment_id, criterion_id, shown_draft_id, score, complete)
      select work.id, d.criterion_id, d.id, 4, true from work join drafts d on d.run_id = work.run_id and d.sample_id = work.sample_id`,
    [projectId, taskId],
  );
  const { rows: units } = await pool().query<{ id: string; of: string; set: string }>(
    "select e.id, a.sample_id || ' ' || e.criterion_id as of, a.criteria_set_id as set from evaluations e join assignments a on a.id = e.assignment_id",
  );
  const expected: string[] = [];
  for (const [index, given] of fc.sample(history, { seed: 7, numRuns: units.length }).entries()) {
    const { id = "", of = "" } = units[index] ?? {};
    const unit = worked(given);
    expected.push(...reasonsOf(unit).map((reason) => `${of} ${reason}`));
    await pool().query("update evaluations set blind_actions = $2 where id = $1", [id, unit.madeBlind]);
    await pool().query(
      `insert into actions (id, evaluation_id, seq, kind, item_id, item_kind, text, score, reason_code, reason, undoes_id, at)
        select r.id, $1, r.seq, r.kind, r."itemId", r."itemKind", r.text, r.score, r."reasonCode", r.reason, r."undoesId", now()
        from json_to_recordset($2) as r (id uuid, seq int, kind text, "itemId" text, "itemKind" text, text text, score float8, "reasonCode" text, reason text, "undoesId" uuid)`,
      [id, JSON.stringify(unit.actions)],
    );
  }
  expect(expected.length).toBeGreaterThan(100);
  const { rows: samples } = await pool().query<{ id: string }>("select id from samples where task_id = $1 order by position, id", [taskId]);
  const counted = await packedReasonCounts(taskId, units[0]?.set ?? "");
  const got = counted.flatMap(({ samples: places, criterionId, reason, count }) =>
    [...intsOf(places)].flatMap((place) => Array<string>(count).fill(`${samples[place]?.id} ${criterionId} ${reason}`)),
  );
  expect(new Set(counted.map(({ count }) => count)).size).toBeGreaterThan(1);
  expect(got.sort()).toEqual(expected.sort());
});
