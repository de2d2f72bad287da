import "server-only";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Criterion, Scale } from "@/lib/domain/criterion";
import type { RatingRecord } from "@/lib/domain/import";
import { isOnScale } from "@/lib/domain/scale-points";
import { insertRows } from "./bulk";
import { findSampleIds } from "./import-samples";
import { addCriterion, type CriteriaTarget, getOrCreateAnnotators, getOrCreateImportedRun, getOrCreateJudge } from "./import-targets";

type Queryable = Pick<PoolClient, "query">;

/** Where an import's ratings go; filled as the file is read. */
export interface RatingTarget {
  projectId: string;
  taskId: string;
  importId: string;
  set: CriteriaTarget;
  /** Scale declared with the import: then unknown criteria are added to the set this import made. Null: they are problems. */
  newCriterionScale: Scale | null;
  /** Runs made by this import, by judge name. */
  runs: Map<string, { runId: string; judgeId: string }>;
}

export interface RowProblem {
  row: number;
  field: string | null;
  message: string;
}

export interface StoredRatings {
  stored: number;
  unchanged: number;
  newAnnotators: number;
  newJudges: number;
  newCriteria: number;
  problems: RowProblem[];
}

interface Resolved {
  rating: RatingRecord;
  score: number;
  sampleId: string;
  criterion: Criterion;
}

/** Stores a batch of ratings made elsewhere: people's as submitted assignments with a set-score action, judges' as drafts of a finished run. */
export async function storeRatings(client: Queryable, target: RatingTarget, ratings: RatingRecord[]): Promise<StoredRatings> {
  const report: StoredRatings = { stored: 0, unchanged: 0, newAnnotators: 0, newJudges: 0, newCriteria: 0, problems: [] };
  const resolved = await resolve(client, target, ratings, report);
  await storeAnnotatorRatings(
    client,
    target,
    resolved.filter((entry) => entry.rating.raterKind === "annotator"),
    report,
  );
  const byJudge = new Map<string, Resolved[]>();
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

async function resolve(client: Queryable, target: RatingTarget, ratings: RatingRecord[], report: StoredRatings): Promise<Resolved[]> {
  const samples = await findSampleIds(client, target.taskId, [...new Set(ratings.map((rating) => rating.sampleId))]);
  const resolved: Resolved[] = [];
  for (const rating of ratings) {
    const problem = (field: string, message: string) => report.problems.push({ row: rating.row, field, message });
    const sampleId = samples.get(rating.sampleId);
    let criterion = target.set.byName.get(rating.criterion);
    if (!criterion && target.newCriterionScale) {
      criterion = await addCriterion(client, target.set, rating.criterion, target.newCriterionScale);
      report.newCriteria += 1;
    }
    if (!sampleId) problem("sample_id", `there is no sample "${shorten(rating.sampleId)}" in this task`);
    else if (!criterion) {
      problem(
        "criterion",
        `unknown criterion "${shorten(rating.criterion)}"; this task has ${[...target.set.byName.keys()].map((name) => `"${name}"`).join(", ")}`,
      );
    } else if (rating.score === null) problem("score", "the score is missing");
    else if (!isOnScale(criterion.scale, rating.score)) {
      problem(
        "score",
        `${rating.score} is not on the scale ${criterion.scale.min} to ${criterion.scale.max}${criterion.scale.step === null ? "" : ` in steps of ${criterion.scale.step}`}`,
      );
    } else resolved.push({ rating, score: rating.score, sampleId, criterion });
  }
  return resolved;
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
const keyOf = (...parts: string[]) => parts.join("\u0000");

async function storeAnnotatorRatings(client: Queryable, target: RatingTarget, entries: Resolved[], report: StoredRatings): Promise<void> {
  if (entries.length === 0) return;
  const annotators = await getOrCreateAnnotators(client, target.projectId, [...new Set(entries.map((entry) => entry.rating.rater))]);
  report.newAnnotators += annotators.made;
  const annotatorOf = (entry: Resolved) => annotators.ids.get(entry.rating.rater) ?? "";
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
    `select id, sample_id, annotator_id, import_id is not null as imported from assignments
     where criteria_set_id = $1 and sample_id = any($2) and annotator_id = any($3)`,
    [target.set.id, [...new Set(entries.map((entry) => entry.sampleId))], [...annotators.ids.values()]],
  );
  const assignments = new Map(there.rows.map((row) => [keyOf(row.sample_id, row.annotator_id), row]));

  const rows: { entry: Resolved; assignmentId: string }[] = [];
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
  rows: { entry: Resolved; assignmentId: string }[],
  report: StoredRatings,
): Promise<void> {
  const inserted = await insertRows<{ id: string; assignment_id: string; criterion_id: string }>(
    client,
    "evaluations",
    {
      assignment_id: "uuid",
      criterion_id: "uuid",
      score: "float8",
      complete: "boolean",
      started_at: "timestamptz",
      ended_at: "timestamptz",
      duration_ms: "int",
      import_id: "uuid",
    },
    rows.map(({ entry, assignmentId }) => [
      assignmentId,
      entry.criterion.id,
      entry.score,
      true,
      entry.rating.startedAt,
      entry.rating.endedAt,
      durationMs(entry.rating),
      target.importId,
    ]),
    "on conflict (assignment_id, criterion_id) do nothing returning id, assignment_id, criterion_id",
  );
  const fresh = new Map(inserted.map((row) => [keyOf(row.assignment_id, row.criterion_id), row.id]));
  const actions: unknown[][] = [];
  const others: { entry: Resolved; assignmentId: string }[] = [];
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

function compare(entry: Resolved, stored: number | null | undefined, report: StoredRatings): void {
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
  entries: Resolved[],
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
    const items = [...(reason ? [{ kind: "explanation", text: reason }] : []), { kind: "score", text: `Score: ${entry.score}` }];
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
