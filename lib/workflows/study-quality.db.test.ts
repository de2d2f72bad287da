import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { Actor } from "@/lib/domain/policy";
import { temporaryDatabase } from "@/lib/testing/database";
import { next, type PlannedStudy, people, plannableStudy, started } from "@/lib/testing/planned-study";
import { refusal } from "@/lib/testing/refusal";
import { acceptAll, action } from "@/lib/testing/small-study";
import { giveConsent } from "./give-consent";
import { openAssignment } from "./open-assignment";
import { readReport } from "./read-report";
import { readStudyQuality } from "./read-study-quality";
import { saveActions } from "./save-actions";
import { submitAssignment } from "./submit-assignment";

temporaryDatabase();

/** Rates everything: keeps drafts, except the first `caught` planted ones; scores hidden samples and checks as told. */
async function rate(one: PlannedStudy, actor: Actor, { caught, gold, checks }: { caught: number; gold: number[]; checks: number[] }) {
  const left = { caught, gold: [...gold], checks: [...checks] };
  for (let id = await next(one, actor); id !== null; id = await next(one, actor)) {
    const opened = await openAssignment(actor, { assignmentId: id });
    const { rows } = await pool().query<{ purpose: string; use: string | null; round: number }>(
      "select a.purpose, g.use, a.round from assignments a left join gold_samples g on g.sample_id = a.sample_id where a.id = $1",
      [id],
    );
    const [row] = rows;
    const own =
      row?.use === "attention" ? left.checks.shift() : row?.use === "hidden" ? left.gold.shift() : row?.round === 1 ? 5 : undefined;
    const corrects = row?.purpose === "planted" && left.caught-- > 0;
    for (const { criterionId } of opened.units) {
      const accepted = acceptAll();
      const score = own ?? (corrects ? 4 : null);
      const scored = score === null ? [] : [action({ kind: "set-score", score, parentId: accepted.at(-1)?.id ?? null })];
      await saveActions(actor, { assignmentId: id, criterionId, actions: [...accepted, ...scored] });
    }
    await submitAssignment(actor, { assignmentId: id });
  }
}

test("the quality of a study has each person's known answers, checks, planted drafts and repeats, under their codes, for researchers", async () => {
  const one = await plannableStudy(20);
  expect(await readStudyQuality(one.researcher, one)).toBeNull();
  for (const [use, from, to, score] of [
    ["hidden", 17, 20, 4],
    ["attention", 15, 17, 5],
  ] as const) {
    await pool().query(
      "insert into gold_samples (sample_id, task_id, use) select id, task_id, $2 from samples where task_id = $1 and position >= $3 and position < $4",
      [one.taskId, use, from, to],
    );
    await pool().query(
      "insert into gold_answers (sample_id, criterion_id, score, tolerance) select g.sample_id, c.id, $2, 0 from gold_samples g cross join unnest($1::uuid[]) c(id) where g.use = $3",
      [one.criteria, score, use],
    );
  }
  await started(one, {
    ...{ people: 2, overlap: 1, arms: [{ arm: "drafted", runId: one.runId, share: 1 }], consent: "Some are wrong.", repeatShare: 0.2 },
    ...{ planted: { share: 0.5, sourceRunId: null, disclosed: true }, goldShare: 0.2, attentionShare: 0.1 },
  });
  const [first, second] = (await people(one.projectId, 2)) as [Actor, Actor];
  for (const actor of [first, second]) await giveConsent(actor, one);
  await rate(one, first, { caught: 2, gold: [4, 4, 1], checks: [5, 5] });
  await rate(one, second, { caught: 5, gold: [1, 1, 4], checks: [5, 2] });
  const quality = await readStudyQuality(one.researcher, one);
  const { rows } = await pool().query<{ user_id: string; code: string }>("select user_id, code from annotators where project_id = $1", [
    one.projectId,
  ]);
  const of = (actor: Actor) => quality?.people.find(({ label }) => label === rows.find((row) => row.user_id === actor.userId)?.code);
  expect([of(first)?.gold.value, of(first)?.gold.n, of(second)?.gold.value]).toEqual([2 / 3, 6, 1 / 3]);
  expect([of(first)?.checks, of(first)?.checksFailed, of(second)?.checksFailed]).toEqual([2, 0, 1]);
  // 15 samples with two criteria: each person sees a wrong draft of those that the other rates.
  const [wrong, others] = [of(first)?.caught.n ?? 0, of(second)?.caught.n ?? 0];
  expect([wrong, others].sort()).toEqual([14, 16]);
  expect([of(first)?.caught.value, of(second)?.caught.value]).toEqual([4 / wrong, 10 / others]);
  expect(quality?.pooled.caught).toMatchObject({ value: 14 / 30, n: 30 });
  const repeats = await pool().query<{ n: number }>(
    "select count(*)::int n from assignments where task_id = $1 and round = 1 and purpose = 'work'",
    [one.taskId],
  );
  expect(quality?.pooled.retest).toMatchObject({ n: (repeats.rows[0]?.n ?? 0) * 2, exact: { value: 0 }, difference: { value: 0.25 } });
  const [task] = (await readReport(one.researcher, { projectId: one.projectId, taskId: one.taskId })).tasks;
  const again = Object.values(task?.chapters.people.raters ?? {}).map(({ retest }) => retest);
  expect(again.reduce((sum, { n }) => sum + n, 0)).toBe(quality?.pooled.retest.n);
  expect(again.find(({ n }) => n > 0)).toMatchObject({ value: 0 });
  expect((await refusal(readStudyQuality(first, one))).code).toBe("forbidden");
});
