/**
 * Whether Citus takes the schema of the day with the keys that would distribute it by project, and what then holds. `REDLINE_CITUS_URL` names an empty database of
 * a coordinator with its nodes, in which `create extension citus` was said. Projects in which people have worked are made first, then keys are laid and all tables
 * of projects distributed with their rows. Triggers are left out, and Redline's own statements are not sent: nearly half of them would be refused.
 */
import { disconnect, longPool } from "@/lib/db/client";
import { fillEveryTable } from "@/lib/testing/every-table";
import { growingTables } from "@/lib/testing/plans";
import { layProjectKeys } from "@/lib/testing/project-keys";
import { acceptAll, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { saveActions } from "@/lib/workflows/save-actions";
import { submitAssignment } from "@/lib/workflows/submit-assignment";
import { applyMigrations } from "../bin/lib/migrate.mjs";
import { conclude } from "./support/conclude";

const projects = 8;
const samples = 200;
const finished = 20;
const shards = 8;
/** To which rows of any project refer: each node has them whole. */
const onEveryNode = ["projects", "users"];

const url = process.env.REDLINE_CITUS_URL;
if (url === undefined) throw new Error("Set REDLINE_CITUS_URL to an empty database of a Citus coordinator.");
process.env.DATABASE_URL = url;

/** A project in which somebody has finished samples. */
async function makeProject() {
  const study = await loadSmallStudy(smallBundle(samples));
  const annotator = await member(study.projectId, "annotator");
  for (let n = 0; n < finished; n++) {
    const assignmentId = (await nextAssignment(annotator, study)).assignmentId ?? "";
    for (const criterionId of study.criteria) await saveActions(annotator, { assignmentId, criterionId, actions: acceptAll() });
    await submitAssignment(annotator, { assignmentId });
  }
  return study.projectId;
}

const shortfalls: string[] = [];
await applyMigrations(url);
const client = await longPool().connect();
try {
  const ask = async <Row extends object>(sql: string, values: unknown[] = []) => (await client.query<Row>(sql, values)).rows;
  const attempt = async (what: string, sql: string) => {
    try {
      await client.query(sql);
      return true;
    } catch (error) {
      const { message, detail = "" } = error as Error & { detail?: string };
      shortfalls.push(`${what}: ${message} ${detail}`);
      return false;
    }
  };
  const counts = async (tables: readonly string[], where = "true") => {
    const counted: Record<string, number> = {};
    for (const table of tables)
      counted[table] = (await ask<{ n: number }>(`select count(*)::int as n from "${table}" where ${where}`))[0]?.n ?? -1;
    return counted;
  };
  const compare = (what: string, found: Record<string, number>, expected: Record<string, number>) => {
    for (const [table, rows] of Object.entries(expected))
      if (found[table] !== rows) shortfalls.push(`${what}: ${table} has ${found[table]} rows, not ${rows}`);
  };

  const ids = [await makeProject()];
  await fillEveryTable();
  for (let n = 1; n < projects; n++) ids.push(await makeProject());
  await client.query("begin");
  const { tables } = await layProjectKeys(client);
  await client.query("commit");
  const before = await counts(tables);

  const keys = await ask<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($1)`,
    [tables],
  );
  // They form circles (a task names a run of its own), so they are laid again when all tables are distributed.
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`);
  await client.query(`set citus.shard_count = ${shards}`);
  for (const table of onEveryNode) await attempt(table, `select create_reference_table('${table}')`);
  let distributed = 0;
  for (const table of tables) {
    const beside = table === tables[0] ? "none" : tables[0];
    if (await attempt(table, `select create_distributed_table('${table}', 'project_id', colocate_with => '${beside}')`)) distributed++;
  }
  let laid = 0;
  for (const { table, name, definition } of keys)
    if (await attempt(name, `alter table ${table} add constraint "${name}" ${definition}`)) laid++;
  console.log(`  ${distributed} of ${tables.length} tables distributed, ${laid} of ${keys.length} foreign keys of theirs laid`);
  compare("after it", await counts(tables), before);

  const places = await ask<{ node: string; projects: number }>(
    `select nodename || ':' || nodeport as node, count(*)::int as projects
     from unnest($1::uuid[]) project join pg_dist_placement placement on placement.shardid = get_shard_id_for_distribution_column('samples', project)
       join pg_dist_node using (groupid) group by 1 order by 1`,
    [ids],
  );
  console.log(
    `  ${projects} projects on ${places.length} nodes: ${places.map(({ node, projects: some }) => `${some} on ${node}`).join(", ")}`,
  );
  if (places.length < 2) shortfalls.push("all projects are on one node");

  const [one = ""] = ids;
  const joined = `assignments join samples on samples.id = sample_id and samples.project_id = assignments.project_id
    join evaluations on assignment_id = assignments.id and evaluations.project_id = assignments.project_id`;
  for (const from of [...growingTables, joined]) {
    const of = from === joined ? "assignments." : "";
    const plan = await ask<{ "QUERY PLAN": string }>(`explain select count(*) from ${from} where ${of}project_id = '${one}'`);
    const tasks = plan.map((row) => /Task Count: (\d+)/.exec(row["QUERY PLAN"])?.[1]).find((count) => count !== undefined);
    if (tasks !== "1") shortfalls.push(`a project's rows of ${from} are asked of ${tasks ?? "no"} shards`);
  }
  console.log(`  rows of one project are asked of one shard: ${growingTables.join(", ")}, and three of these joined`);

  const others = await counts(tables, `project_id <> '${one}'`);
  await client.query("delete from projects where id = $1", [one]);
  compare("after deleting a project", await counts(tables), others);
  console.log(
    `  a project deleted with its ${Object.values(before).reduce((sum, rows) => sum + rows, 0) - Object.values(others).reduce((sum, rows) => sum + rows, 0)} rows`,
  );
  conclude(shortfalls);
} finally {
  client.release(true);
  await disconnect();
}
