import "server-only";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { RatingRecord } from "@/lib/domain/import";
import { verdictText } from "@/lib/domain/preference";
import { insertRows } from "./bulk";
import { getOrCreateAnnotators, getOrCreateImportedRun, getOrCreateJudge } from "./import-targets";
import { insertEvaluations } from "./insert-evaluations";
import { type RatingTarget, type ResolvedRating, resolveRatings, type StoredRatings, shorten } from "./resolve-ratings";

type Queryable = Pick<PoolClient, "query">;

/** Stores a batch of ratings made elsewhere: people's as submitted assignments with a set-score action, judges' as drafts of a finished run. */
export async function storeRatings(client: Queryable, target: RatingTarget, ratings: RatingRecord[]): Promise<StoredRatings> {
  const report: StoredRatings = { stored: 0, unchanged: 0, newAnnotators: 0, newJudges: 0, newCriteria: 0, problems: [] };
  const resolved = await resolveRatings(client, target, ratings, report);
  await storeAnnotatorRatings(
    client,
    target,
    resolved.filter((entry) => entry.rating.raterKind === "annotator"),
    report,
  );
  const byJudge = new Map<string, ResolvedRating[]>();
  for (const entry of resolved) {
    if (entry.rating.raterKind === "judge") {
      const entries = byJudge.get(entry.rating.rater) ?? [];
      entries.push(entry);
      byJudge.set(entry.rating.rater, entries);
    }
  }
  for (const [name, entries] of byJudge) await storeJudgeRatings(client, target, name, entries, report);
  return report;
}

const keyOf = (...parts: string[]) => parts.join("\u0000");

async function storeAnnotatorRatings(
  client: Queryable,
  target: RatingTarget,
  entries: ResolvedRating[],
  report: StoredRatings,
): Promise<void> {
  if (entries.length === 0) return;
  const annotators = await getOrCreateAnnotators(client, target.projectId, [...new Set(entries.map((entry) => entry.rating.rater))]);
  report.newAnnotators += annotators.made;
  const annotatorOf = (entry: ResolvedRating) => annotators.ids.get(entry.rating.rater) ?? "";
  const pairs = new Map(entries.map((entry) => [keyOf(entry.sampleId, annotatorOf(entry)), entry]));
  await insertRows(
    client,
    "assignments",
    {
      task_id: "uuid",
      sample_id: "uuid",
      annotator_id: "uuid",
      criteria_set_id: "uuid",
      arm: "text",
      status: "text",
      import_id: "uuid",
      submitted_at: "timestamptz",
    },
    [...pairs.values()].map((entry) => [
      target.taskId,
      entry.sampleId,
      annotatorOf(entry),
      target.set.id,
      entry.rating.arm,
      "submitted",
      target.importId,
      entry.rating.endedAt ?? new Date().toISOString(),
    ]),
    "on conflict (sample_id, annotator_id, criteria_set_id) do nothing",
  );
  const there = await client.query<{ id: string; sample_id: string; annotator_id: string; imported: boolean }>(
    // Pair by pair: with two lists the planner reads all assignments of the set for every batch.
    `select id, sample_id, annotator_id, import_id is not null as imported
     from unnest($2::uuid[], $3::uuid[]) pair(sample_id, annotator_id) join assignments using (sample_id, annotator_id) where criteria_set_id = $1`,
    [target.set.id, [...pairs.values()].map((entry) => entry.sampleId), [...pairs.values()].map(annotatorOf)],
  );
  const assignments = new Map(there.rows.map((row) => [keyOf(row.sample_id, row.annotator_id), row]));

  const rows: { entry: ResolvedRating; assignmentId: string }[] = [];
  for (const entry of entries) {
    const assignment = assignments.get(keyOf(entry.sampleId, annotatorOf(entry)));
    if (!assignment?.imported) {
      report.problems.push({
        row: entry.rating.row,
        field: "rater",
        message: `"${shorten(entry.rating.rater)}" has an assignment on this sample here; imported ratings cannot overwrite it`,
      });
    } else rows.push({ entry, assignmentId: assignment.id });
  }
  await storeEvaluations(client, target, rows, report);
}

async function storeEvaluations(
  client: Queryable,
  target: RatingTarget,
  rows: { entry: ResolvedRating; assignmentId: string }[],
  report: StoredRatings,
): Promise<void> {
  const fresh = await insertEvaluations(
    client,
    target.importId,
    rows.map(({ entry: { criterion, score, rating }, assignmentId }) => ({
      assignmentId,
      criterionId: criterion.id,
      score,
      complete: true,
      tally: {},
      startedAt: rating.startedAt,
      endedAt: rating.endedAt,
      durationMs: durationMs(rating),
    })),
  );
  const actions: unknown[][] = [];
  const others: { entry: ResolvedRating; assignmentId: string }[] = [];
  for (const row of rows) {
    const key = keyOf(row.assignmentId, row.entry.criterion.id);
    const evaluationId = fresh.get(key);
    // Taken out at first use: a second row of the file for the same unit and rater must be compared, not stored again.
    fresh.delete(key);
    if (evaluationId === undefined) others.push(row);
    else {
      const { rating } = row.entry;
      actions.push([
        randomUUID(),
        evaluationId,
        0,
        "set-score",
        row.entry.score,
        rating.label,
        rating.reason,
        rating.endedAt ?? rating.startedAt ?? new Date().toISOString(),
      ]);
    }
  }
  await insertRows(
    client,
    "actions",
    { id: "uuid", evaluation_id: "uuid", seq: "int", kind: "text", score: "float8", text: "text", reason: "text", at: "timestamptz" },
    actions,
  );
  report.stored += actions.length;
  if (others.length === 0) return;
  const there = await client.query<{ assignment_id: string; criterion_id: string; score: number }>(
    "select assignment_id, criterion_id, score from evaluations where assignment_id = any($1)",
    [[...new Set(others.map((row) => row.assignmentId))]],
  );
  const scores = new Map(there.rows.map((row) => [keyOf(row.assignment_id, row.criterion_id), row.score]));
  for (const { entry, assignmentId } of others) compare(entry, scores.get(keyOf(assignmentId, entry.criterion.id)), report);
}

function compare(entry: ResolvedRating, stored: number | null | undefined, report: StoredRatings): void {
  if (stored === entry.score) report.unchanged += 1;
  else {
    report.problems.push({
      row: entry.rating.row,
      field: "score",
      message: `"${shorten(entry.rating.rater)}" already has the score ${stored} for this sample and criterion; this row says ${entry.score}`,
    });
  }
}

function durationMs(rating: RatingRecord): number | null {
  if (rating.startedAt === null || rating.endedAt === null) return null;
  const duration = Date.parse(rating.endedAt) - Date.parse(rating.startedAt);
  return duration >= 0 && duration < 2 ** 31 ? duration : null;
}

async function storeJudgeRatings(
  client: Queryable,
  target: RatingTarget,
  name: string,
  entries: ResolvedRating[],
  report: StoredRatings,
): Promise<void> {
  const judge = await getOrCreateJudge(client, target.projectId, name, null);
  if (judge.made) report.newJudges += 1;
  const there = await client.query<{ sample_id: string; criterion_id: string; score: number | null }>(
    `select d.sample_id, d.criterion_id, d.score from drafts d join runs r on r.id = d.run_id
     where r.judge_id = $1 and r.criteria_set_id = $2 and r.import_id is not null and d.sample_id = any($3)`,
    [judge.id, target.set.id, [...new Set(entries.map((entry) => entry.sampleId))]],
  );
  const scores = new Map(there.rows.map((row) => [keyOf(row.sample_id, row.criterion_id), row.score]));
  const rows: unknown[][] = [];
  for (const entry of entries) {
    const key = keyOf(entry.sampleId, entry.criterion.id);
    if (scores.has(key)) {
      compare(entry, scores.get(key), report);
      continue;
    }
    scores.set(key, entry.score);
    const run = await runOf(client, target, name, judge.id);
    const { reason, label } = entry.rating;
    const items = [
      ...(reason ? [{ kind: "explanation", text: reason }] : []),
      { kind: "score", text: target.pairwise ? verdictText(entry.score) : `Score: ${entry.score}` },
    ];
    rows.push([run, entry.sampleId, entry.criterion.id, entry.score, JSON.stringify(items), reason ?? label ?? String(entry.score)]);
  }
  await insertRows(
    client,
    "drafts",
    { run_id: "uuid", sample_id: "uuid", criterion_id: "uuid", score: "float8", items: "jsonb", raw: "text" },
    rows,
  );
  report.stored += rows.length;
}

async function runOf(client: Queryable, target: RatingTarget, name: string, judgeId: string): Promise<string> {
  const made = target.runs.get(name);
  if (made) return made.runId;
  const runId = await getOrCreateImportedRun(client, {
    taskId: target.taskId,
    judgeId,
    criteriaSetId: target.set.id,
    importId: target.importId,
    model: null,
    protocol: "imported",
    promptVersion: "imported",
  });
  target.runs.set(name, { runId, judgeId });
  return runId;
}
