import "server-only";
import type { PoolClient } from "pg";
import { insertRows } from "./bulk";
import type { CriteriaTarget } from "./import-targets";
import { insertEvaluations } from "./insert-evaluations";
import { type ActionToStore, type AssignmentToStore, type EvaluationToStore, keyOf, type Place, type StoredStudy } from "./study";

type Queryable = Pick<PoolClient, "query">;

/** Stores one annotator's submitted work on samples and runs that are there already; what differs from stored work is added to the conflicts. */
export async function storeWork(
  client: Queryable,
  place: Place & { annotatorId: string; annotator: string },
  set: CriteriaTarget,
  known: { sampleIds: Map<string, string>; runs: Map<string, Map<string, string>> },
  assignments: AssignmentToStore[],
  stored: StoredStudy,
): Promise<void> {
  await insertRows(
    client,
    "assignments",
    {
      task_id: "uuid",
      sample_id: "uuid",
      annotator_id: "uuid",
      criteria_set_id: "uuid",
      run_id: "uuid",
      arm: "text",
      swapped: "boolean",
      status: "text",
      import_id: "uuid",
      submitted_at: "timestamptz",
    },
    assignments.map((assignment) => [
      place.taskId,
      known.sampleIds.get(assignment.sampleId) ?? "",
      place.annotatorId,
      set.id,
      assignment.judge === null ? null : (known.runs.get(assignment.judge)?.get(assignment.sampleId) ?? null),
      assignment.arm,
      assignment.swapped,
      "submitted",
      place.importId,
      assignment.submittedAt ?? new Date().toISOString(),
    ]),
    "on conflict (sample_id, annotator_id, criteria_set_id) do nothing",
  );
  const there = await client.query<{ id: string; external_id: string; imported: boolean }>(
    `select a.id, s.external_id, a.import_id is not null as imported from assignments a join samples s on s.id = a.sample_id
     where a.annotator_id = $1 and a.criteria_set_id = $2 and a.sample_id = any($3)`,
    [place.annotatorId, set.id, [...known.sampleIds.values()]],
  );
  const ids = new Map(there.rows.map((row) => [row.external_id, row]));
  const evaluations = assignments.flatMap((assignment) => {
    const held = ids.get(assignment.sampleId);
    if (held?.imported)
      return assignment.evaluations.map((evaluation) => ({
        evaluation,
        assignmentId: held.id,
        criterionId: set.byName.get(evaluation.criterion)?.id ?? "",
      }));
    stored.conflicts.push(
      `${place.taskName}: "${place.annotator}" has an assignment on sample "${assignment.sampleId}" here; imported work cannot overwrite it`,
    );
    return [];
  });
  await storeEvaluations(client, place, evaluations, stored);
}

async function storeEvaluations(
  client: Queryable,
  place: Place & { annotatorId: string; annotator: string },
  evaluations: { evaluation: EvaluationToStore; assignmentId: string; criterionId: string }[],
  stored: StoredStudy,
): Promise<void> {
  const fresh = await insertEvaluations(
    client,
    place.importId,
    evaluations.map(({ evaluation, assignmentId, criterionId }) => ({ ...evaluation, assignmentId, criterionId })),
  );
  const actions: unknown[][] = [];
  const repeated: typeof evaluations = [];
  for (const entry of evaluations) {
    const evaluationId = fresh.get(keyOf(entry.assignmentId, entry.criterionId));
    if (evaluationId === undefined) repeated.push(entry);
    else for (const [seq, action] of entry.evaluation.actions.entries()) actions.push([evaluationId, seq, ...valuesOf(action)]);
  }
  await insertRows(client, "actions", actionColumns, actions);
  stored.ratings += fresh.size;
  await compareRepeated(client, place, repeated, stored);
}

const actionColumns = {
  evaluation_id: "uuid",
  seq: "int",
  id: "uuid",
  parent_id: "uuid",
  kind: "text",
  item_id: "text",
  item_kind: "text",
  text: "text",
  score: "float8",
  reason_code: "text",
  reason: "text",
  at: "timestamptz",
  origin: "jsonb",
} as const;
const valuesOf = (action: ActionToStore) => [
  action.id,
  action.parentId,
  action.kind,
  action.itemId,
  action.itemKind,
  action.text,
  action.score,
  action.reasonCode,
  action.reason,
  action.at,
  action.origin === null ? null : JSON.stringify(action.origin),
];

async function compareRepeated(
  client: Queryable,
  place: Place & { annotator: string },
  repeated: { evaluation: EvaluationToStore; assignmentId: string; criterionId: string }[],
  stored: StoredStudy,
): Promise<void> {
  if (repeated.length === 0) return;
  const there = await client.query<{ assignment_id: string; criterion_id: string; fingerprint: string }>(
    `select e.assignment_id, e.criterion_id,
            md5(coalesce(string_agg(concat_ws(chr(31), a.kind, a.item_kind, a.text, a.score, a.reason), chr(30) order by a.seq), '')) as fingerprint
     from evaluations e left join actions a on a.evaluation_id = e.id where e.assignment_id = any($1) group by e.id`,
    [[...new Set(repeated.map((entry) => entry.assignmentId))]],
  );
  const fingerprints = new Map(there.rows.map((row) => [keyOf(row.assignment_id, row.criterion_id), row.fingerprint]));
  for (const { evaluation, assignmentId, criterionId } of repeated) {
    if (fingerprints.get(keyOf(assignmentId, criterionId)) === evaluation.fingerprint) stored.ratingsUnchanged += 1;
    else
      stored.conflicts.push(
        `${place.taskName}: "${place.annotator}" is stored with other work on one sample for "${evaluation.criterion}"`,
      );
  }
}

/** The text that `fingerprint` is the md5 of; must say what the SQL above says. */
export function fingerprintText(actions: ActionToStore[]): string {
  return actions
    .map((action) =>
      [action.kind, action.itemKind, action.text, action.score, action.reason].filter((part) => part !== null).join("\u001f"),
    )
    .join("\u001e");
}
