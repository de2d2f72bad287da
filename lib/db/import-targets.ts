import "server-only";
import type { PoolClient } from "pg";
import type { Criterion, CriterionContent, Scale } from "@/lib/domain/criterion";
import { insertRows } from "./bulk";

type Queryable = Pick<PoolClient, "query">;

export interface TaskTarget {
  id: string;
  kind: "pointwise" | "pairwise";
  /** False where the project had a task of that name. */
  created: boolean;
  /** The published criteria set, with its criteria by name; null while there is none. */
  set: CriteriaTarget | null;
}
export interface CriteriaTarget {
  id: string;
  byName: Map<string, Criterion>;
}

const taskFields = ["description", "inputName", "outputName", "guidelines"] as const;
export type TaskFields = Partial<Record<(typeof taskFields)[number], string>> & { kind?: "pointwise" | "pairwise" };

/** The task of that name in the project, made if it is not there; an existing one is not changed by an import. */
export async function getOrCreateTask(
  client: Queryable,
  target: { projectId: string; importId: string },
  name: string,
  fields: TaskFields = {},
): Promise<TaskTarget> {
  const made = await client.query(
    // clock_timestamp: tasks of one import keep their order, though they share a transaction.
    `insert into tasks (project_id, name, description, input_name, output_name, guidelines, kind, created_by_import_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp()) on conflict (project_id, name) do nothing`,
    [
      target.projectId,
      name,
      fields.description ?? "",
      fields.inputName ?? "input",
      fields.outputName ?? "output",
      fields.guidelines ?? "",
      fields.kind ?? "pointwise",
      target.importId,
    ],
  );
  const task = await client.query<{ id: string; kind: TaskTarget["kind"] }>(
    "select id, kind from tasks where project_id = $1 and name = $2",
    [target.projectId, name],
  );
  const row = task.rows[0];
  if (!row) throw new Error("a task vanished between two statements of one transaction");
  return { ...row, created: made.rowCount === 1, set: await findPublishedSet(client, row.id) };
}

/** The newest published criteria set of a task, or null. */
async function findPublishedSet(client: Queryable, taskId: string): Promise<CriteriaTarget | null> {
  const result = await client.query<Criterion & { setId: string }>(
    `select cs.id as "setId", c.id, c.position, c.name, c.definition, c.scale, c.overall, c.sample_id as "sampleId"
     from criteria_sets cs join criteria c on c.criteria_set_id = cs.id
     where cs.id = (select id from criteria_sets where task_id = $1 and status = 'published' order by version desc limit 1)
     order by c.position`,
    [taskId],
  );
  const first = result.rows[0];
  if (!first) return null;
  return { id: first.setId, byName: new Map(result.rows.map(({ setId: _, ...criterion }) => [criterion.name, criterion])) };
}

/** Publishes a criteria set that came with an import. */
export async function createPublishedSet(
  client: Queryable,
  target: { taskId: string; importId: string },
  criteria: CriterionContent[],
): Promise<CriteriaTarget> {
  const set = await client.query<{ id: string }>(
    `insert into criteria_sets (task_id, version, status, published_at, created_by_import_id)
     values ($1, (select greatest(max(version), 0) + 1 from criteria_sets where task_id = $1), 'published', now(), $2) returning id`,
    [target.taskId, target.importId],
  );
  const setId = set.rows[0]?.id;
  if (!setId) throw new Error("a criteria set was not returned by its own insert");
  await insertRows(
    client,
    "criteria",
    { criteria_set_id: "uuid", position: "int", name: "text", definition: "text", scale: "jsonb", overall: "boolean" },
    criteria.map((criterion, index) => [
      setId,
      index,
      criterion.name,
      criterion.definition,
      JSON.stringify(criterion.scale),
      criterion.overall,
    ]),
  );
  if (criteria.length === 0) return { id: setId, byName: new Map() };
  const made = await findPublishedSet(client, target.taskId);
  if (!made) throw new Error("a published criteria set cannot be found again");
  return made;
}

/** Adds one criterion to a set that this very import made (ratings with a declared scale, read row by row). */
export async function addCriterion(client: Queryable, set: CriteriaTarget, name: string, scale: Scale): Promise<Criterion> {
  const made = await client.query<Criterion>(
    `insert into criteria (criteria_set_id, position, name, scale) values ($1, $2, $3, $4)
     returning id, position, name, definition, scale, overall, sample_id as "sampleId"`,
    [set.id, set.byName.size, name, JSON.stringify(scale)],
  );
  const criterion = made.rows[0];
  if (!criterion) throw new Error("a criterion was not returned by its own insert");
  set.byName.set(name, criterion);
  return criterion;
}

/** Annotators by name, made where absent. Returns name -> id, and how many were made. */
export async function getOrCreateAnnotators(
  client: Queryable,
  projectId: string,
  names: string[],
): Promise<{ ids: Map<string, string>; made: number }> {
  const made = await insertRows<{ id: string }>(
    client,
    "annotators",
    { project_id: "uuid", name: "text" },
    names.map((name) => [projectId, name]),
    "on conflict (project_id, name) do nothing returning id",
  );
  const all = await client.query<{ id: string; name: string }>("select id, name from annotators where project_id = $1 and name = any($2)", [
    projectId,
    names,
  ]);
  return { ids: new Map(all.rows.map((row) => [row.name, row.id])), made: made.length };
}

/** A judge by name, made as an imported one where absent. */
export async function getOrCreateJudge(
  client: Queryable,
  projectId: string,
  name: string,
  model: string | null,
): Promise<{ id: string; made: boolean }> {
  const made = await client.query<{ id: string }>(
    `insert into judges (project_id, name, kind, model, protocol) values ($1, $2, 'imported', $3, 'imported') on conflict (project_id, name) do nothing returning id`,
    [projectId, name, model],
  );
  if (made.rows[0]) return { id: made.rows[0].id, made: true };
  const there = await client.query<{ id: string }>("select id from judges where project_id = $1 and name = $2", [projectId, name]);
  const row = there.rows[0];
  if (!row) throw new Error("a judge vanished between two statements of one transaction");
  return { id: row.id, made: false };
}

/** The finished run that holds the drafts one import brought of one judge; made at its first draft. */
export async function getOrCreateImportedRun(
  client: Queryable,
  run: {
    taskId: string;
    judgeId: string;
    criteriaSetId: string;
    importId: string;
    model: string | null;
    protocol: string;
    promptVersion: string;
  },
): Promise<string> {
  const there = await client.query<{ id: string }>("select id from runs where judge_id = $1 and criteria_set_id = $2 and import_id = $3", [
    run.judgeId,
    run.criteriaSetId,
    run.importId,
  ]);
  if (there.rows[0]) return there.rows[0].id;
  const made = await client.query<{ id: string }>(
    `insert into runs (task_id, judge_id, criteria_set_id, import_id, kind, status, model, protocol, prompt_version, started_at, ended_at)
     values ($1, $2, $3, $4, 'evaluation', 'done', $5, $6, $7, now(), now()) returning id`,
    [run.taskId, run.judgeId, run.criteriaSetId, run.importId, run.model, run.protocol, run.promptVersion],
  );
  const row = made.rows[0];
  if (!row) throw new Error("a run was not returned by its own insert");
  return row.id;
}
