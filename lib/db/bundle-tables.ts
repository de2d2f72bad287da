import "server-only";
import type { StoredColumns, StoredTable, TablesWith } from "./stored-names";

/** How the rows of a table belong to a project: the column that refers to it, or to a table whose rows do. More than one: any of them. */
const homes: Readonly<Record<string, readonly (readonly [column: string, table: string])[]>> = {
  ...ofEach("project_id", "projects", [
    "annotators",
    "audit_events",
    "endpoints",
    "frozen_reports",
    "import_mappings",
    "imports",
    "judges",
    "memberships",
    "prompt_versions",
    "tasks",
  ]),
  ...ofEach("task_id", "tasks", [
    "assignments",
    "calibration_rounds",
    "comments",
    "criteria_rounds",
    "criteria_sets",
    "exam_tries",
    "exams",
    "gold_samples",
    "guideline_versions",
    "judge_splits",
    "qualifications",
    "runs",
    "samples",
    "study_plans",
  ]),
  ...ofEach("annotator_id", "annotators", ["exclusions"]),
  ...ofEach("guideline_id", "guideline_versions", ["guideline_readings"]),
  ...ofEach("round_id", "criteria_rounds", ["criteria_decisions", "criteria_redlines"]),
  ...ofEach("split_id", "judge_splits", ["judge_candidates", "judge_split_samples", "judge_trials"]),
  ...ofEach("run_id", "runs", ["budget_entries", "drafts", "exchanges", "run_units"]),
  ...ofEach("assignment_id", "assignments", ["evaluations", "reviews"]),
  ...ofEach("sample_id", "samples", ["adjudications", "gold_answers", "sample_updates"]),
  ...ofEach("plan_id", "study_plans", ["participants", "participation_links", "plan_seats", "plan_slots"]),
  ...ofEach("round_id", "calibration_rounds", ["calibration_samples"]),
  ...ofEach("criteria_set_id", "criteria_sets", ["criteria"]),
  ...ofEach("import_id", "imports", ["images"]),
  ...ofEach("comment_id", "comments", ["mentions"]),
  actions: [
    ["evaluation_id", "evaluations"],
    ["criteria_set_id", "criteria_sets"],
    ["redline_id", "criteria_redlines"],
  ] satisfies [StoredColumns["actions"], StoredTable][],
};

/** Tables of a backup that no bundle has, and why. Of `users`, a bundle has the people whom the project names, without their rights. */
export const notInBundles: Readonly<Record<string, string>> = {
  accounts: "passwords stay where they are",
  api_keys: "keys are their owner's, for one installation",
  backups: "what was backed up of this installation, and when",
  deleted_projects: "what is deleted is in no bundle",
  idempotent_replies: "replies to this installation's clients",
  import_chunks: "uploaded files that are not imported yet",
  judge_watches: "a watch asks models on a schedule, which an installation begins by itself",
  judge_watch_asks: "the same",
  model_prices: "prices are the installation's; runs have the price that they were made with",
  passkeys: "ways into accounts of this installation",
  rate_limits: "counts of sign-ins",
  retention_rules: "how long to keep what is the installation's to decide",
  sessions: "sign-ins of this installation",
  set_password_links: "links that open accounts of this installation",
  two_factors: "codes for signing in stay where they are",
  webhook_deliveries: "what this installation has sent",
  webhooks: "their secrets are this installation's",
  verifications: "links that open accounts of this installation",
} satisfies { [Table in StoredTable]?: string };

function ofEach<Column extends string>(column: Column, parent: StoredTable, tables: readonly TablesWith<Column>[]) {
  return Object.fromEntries(tables.map((table) => [table, [[column, parent] as const]]));
}

/** The tables of a bundle, besides `users`. */
export const bundledTables: readonly string[] = ["projects", ...Object.keys(homes)];

/** SQL over the alias `t`: the table's rows that belong to the project, whose id is given as an SQL literal. */
export function ofProject(table: string, project: string): string {
  if (table === "projects") return `t.id = ${project}`;
  const ways = (homes[table] ?? []).map(([column, parent]) =>
    parent === "projects"
      ? `t.${column} = ${project}`
      : `t.${column} in (select t.${idOf(parent)} from "${parent}" t where ${ofProject(parent, project)})`,
  );
  // A file that is not imported yet is no part of the project.
  return table === "imports" ? `${ways.join()} and t.status in ('done', 'failed', 'undone')` : `(${ways.join(" or ")})`;
}

const peopleColumns: StoredColumns["users"][] = ["id", "name", "email", "participant"];

/** SQL over the alias `t`: what a bundle has of a person. */
export const bundledOfUsers = `json_build_object(${peopleColumns.map((column) => `'${column}', t.${column}`).join(", ")})`;

/** SQL over the alias `t`: the row without one of its columns. */
export const without = <Table extends StoredTable>(_table: Table, column: StoredColumns[Table]) => `(to_jsonb(t) - '${column}')`;

/** The column that others refer to a table by. */
export const idOf = (table: string) => (table === "gold_samples" ? "sample_id" : "id") satisfies StoredColumns["gold_samples" | "tasks"];
