import { expect, test } from "vitest";
import { db, inTransaction, pool } from "@/lib/db/client";
import { withItemIds } from "@/lib/domain/draft";
import type { Actor } from "@/lib/domain/policy";
import { applyActions } from "@/lib/review/apply-actions";
import { temporaryDatabase } from "@/lib/testing/database";
import { acceptAll, action, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { backupLines, restoreLines } from "./backup";

temporaryDatabase();

interface Acknowledged {
  actions: string[];
  submitted: string[];
}

/** An annotator, who stops after each save and submission, and notes it. */
async function* annotate(annotator: Actor, { taskId, criteria }: { taskId: string; criteria: string[] }, acknowledged: Acknowledged) {
  for (let turn = 0; ; turn++) {
    const assignmentId = (await nextAssignment(annotator, { taskId })).assignmentId ?? "";
    for (const criterionId of criteria) {
      const actions = acceptAll();
      actions.push(action({ kind: "set-score", score: 1 + (turn % 5), parentId: actions.at(-1)?.id ?? null }));
      for (const part of [actions.slice(0, 2), actions]) {
        await saveActions(annotator, { assignmentId, criterionId, actions: part });
        acknowledged.actions = [...new Set([...acknowledged.actions, ...part.map(({ id }) => id)])];
        yield;
      }
    }
    await submitAssignment(annotator, { assignmentId });
    acknowledged.submitted.push(assignmentId);
    yield;
  }
}

const countOf = async (sql: string, values: unknown[] = []) => Number((await pool().query<{ n: string }>(sql, values)).rows[0]?.n);

async function emptyAll() {
  const tables = await pool().query<{ names: string }>(
    "select string_agg(quote_ident(tablename), ', ') as names from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'",
  );
  await pool().query(`truncate ${tables.rows[0]?.names} cascade`);
}

/** What work is made of, by what belongs to what. */
const references = [
  ["assignments", "sample_id", "samples"],
  ["assignments", "annotator_id", "annotators"],
  ["assignments", "run_id", "runs"],
  ["evaluations", "assignment_id", "assignments"],
  ["evaluations", "shown_draft_id", "drafts"],
  ["actions", "evaluation_id", "evaluations"],
] as const;

/** Evaluations as they are stored, and as their actions leave them. */
async function readEvaluations() {
  const evaluations = await db()
    .selectFrom("evaluations as e")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .innerJoin("drafts as d", "d.id", "e.shownDraftId")
    .select(["e.id", "e.score", "e.complete", "e.tally", "c.scale", "d.score as draftScore", "d.items"])
    .orderBy("e.id")
    .execute();
  const actions = await db().selectFrom("actions").selectAll().orderBy("seq").execute();
  const left = evaluations.map(({ id, items, draftScore, scale }) => {
    const own = actions.filter(({ evaluationId }) => evaluationId === id).map(({ at, ...one }) => ({ ...one, at: at.toISOString() }));
    const { score, complete, tally } = applyActions({ items: withItemIds(items), draftScore, scale, actions: own as never });
    return { id, score, complete, tally };
  });
  return { stored: evaluations.map(({ id, score, complete, tally }) => ({ id, score, complete, tally })), left };
}

test("a backup made while people save and submit is restored as one moment of their work, with all that was acknowledged before it", async () => {
  const study = await loadSmallStudy(smallBundle(60));
  await pool().query("update tasks set draft_run_id = (select id from runs where task_id = tasks.id)");
  const acknowledged: Acknowledged = { actions: [], submitted: [] };
  const people = await Promise.all([1, 2, 3].map(() => member(study.projectId, "annotator")));
  const atWork = people.map((person) => annotate(person, study, acknowledged));
  const goOn = () => Promise.all(atWork.map((one) => one.next()));
  for (let step = 0; step < 8; step++) await goOn();
  const before = structuredClone(acknowledged);
  const lines: string[] = [];
  for await (const line of backupLines()) {
    lines.push(line);
    await goOn();
  }
  expect(acknowledged.submitted.length).toBeGreaterThan(before.submitted.length + 6);

  await emptyAll();
  await inTransaction(({ bare }) =>
    restoreLines(
      bare,
      (async function* () {
        yield* lines;
      })(),
    ),
  );
  const { stored, left } = await readEvaluations();
  expect(stored).toHaveLength(await countOf("select count(*) as n from evaluations"));
  expect(stored).toEqual(left);
  expect(new Set(stored.map(({ score }) => score)).size).toBeGreaterThan(1);
  expect(await countOf("select count(*) as n from actions where id = any($1::uuid[])", [before.actions])).toBe(before.actions.length);
  expect(
    await countOf("select count(*) as n from assignments where status = 'submitted' and id = any($1::uuid[])", [before.submitted]),
  ).toBe(before.submitted.length);
  expect(await countOf("select count(*) as n from actions")).toBeLessThan(acknowledged.actions.length);
  const unfinished = `select count(*) as n from assignments a where a.status = 'submitted'
    and (select count(*) from evaluations e where e.assignment_id = a.id and e.complete) <> $1`;
  expect(await countOf(unfinished, [study.criteria.length])).toBe(0);
  const miscounted = `select count(*) as n from samples s
    where s.filled_slots <> (select count(*) from assignments a where a.sample_id = s.id and a.slot is not null)`;
  expect(await countOf(miscounted)).toBe(0);
  for (const [from, column, to] of references) {
    const orphans = `select count(*) as n from ${from} t where t.${column} is not null and not exists (select from ${to} o where o.id = t.${column})`;
    expect(await countOf(orphans), `${from}.${column}`).toBe(0);
  }
});
