import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { type BundledPerson, type BundleHead, readBundledPerson, readBundleHead } from "@/lib/datasets/row-file";
import { AppError } from "@/lib/domain/errors";
import { commandLineId } from "@/lib/domain/policy";
import { bundledOfUsers, bundledTables, idOf, ofProject, without } from "./bundle-tables";
import { inSnapshot } from "./client";
import type { StoredColumns, StoredPlace, StoredRow, StoredTable } from "./stored-names";
import { appliedMigrations, listReferences, pauseRuns, rowLines, storeRows, tablesInOrder } from "./table-rows";

/** How every bundle begins, once unpacked. */
export const bundleStart = '{"redlineBundle":';

const isAnswered =
  "exists (select from exchanges e where e.run_id = t.run_id and e.sample_id = t.sample_id and e.latency_ms is not null and e.reply = t.raw_reply)";

/**
 * What is written of a row in place of all its columns: keys of model servers, the token of a participation link, and what a model's address sent that
 * is not a model's answer never leave, and ratings are packed where they arrive.
 */
const written: Readonly<Record<string, string>> = {
  assignments: without("assignments", "packed_ratings"),
  users: bundledOfUsers,
  exchanges: `case when t.latency_ms is null then to_jsonb(t) || '{"reply": ""}' else to_jsonb(t) end`,
  run_units: `case when t.raw_reply is null or ${isAnswered} then to_jsonb(t) else to_jsonb(t) || '{"raw_reply": null}' end`,
  judges: without("judges", "api_key_encrypted"),
  participation_links: without("participation_links", "token"),
};

/**
 * A consistent snapshot of one project as lines of JSON, with the people whom it names; `onProgress` is called with the share of its rows that is
 * read. Throws not_found.
 */
export async function* bundleLines(project: { id: string; name: string }, onProgress?: (share: number) => void): AsyncGenerator<string> {
  yield* inSnapshot(async function* ({ bare: client }) {
    const id = client.escapeLiteral(project.id);
    const head: BundleHead = { redlineBundle: 1, migrations: await appliedMigrations(client), at: new Date().toISOString(), project };
    yield `${JSON.stringify(head)}\n`;
    const people = (await columnsOfPeople(client)).map(
      ({ table, column }) => `select t."${column}" from "${table}" t where ${ofProject(table, id)}`,
    );
    const tables = (await tablesInOrder(client)).filter((table) => bundledTables.includes(table));
    const parts = [
      { table: "users", where: `t.id in (${people.join(" union ")})`, columns: written.users ?? "" },
      ...tables.map((table) => ({ table, where: ofProject(table, id), ...(written[table] && { columns: written[table] }) })),
    ];
    const all = onProgress === undefined ? 1 : await countRows(client, parts);
    let read = 0;
    yield* rowLines(client, parts, (count) => {
      read += count;
      onProgress?.(read / all);
    });
  });
}

async function countRows(client: PoolClient, parts: readonly { table: string; where: string }[]): Promise<number> {
  let all = 0;
  for (const { table, where } of parts) {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from "${table}" t where ${where}`);
    all += rows[0]?.n ?? 0;
  }
  return all;
}

/** Columns of a bundle's tables that hold the id of an account. */
async function columnsOfPeople(client: PoolClient) {
  const found = await client.query<{ table: string; column: string }>(
    `select table_name::text as "table", column_name::text as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and (column_name = 'user_id' or column_name like '%\\_by\\_id') and table_name = any($1) order by 1, 2`,
    [bundledTables],
  );
  return found.rows;
}

/**
 * Writes a bundle as a new project of this name, inside the caller's transaction; returns its id and how many rows each table got. Ids are
 * kept. People are matched by e-mail address; others become accounts that nobody can sign in to yet. Throws conflict if the project is here
 * already or the bundle is from a newer version, and invalid_input for a file that is not a bundle, is damaged, truncated or refers to
 * what is not in it.
 */
export async function storeBundle(client: PoolClient, name: string, lines: AsyncIterable<string>) {
  let projectId = "";
  const idHere = new Map<string, string>();
  const stored = await storeRows(client, lines, {
    name: "bundle",
    checkHead: async (line) => {
      projectId = await readHead(client, line);
    },
    holds: (table) => table === "users" || bundledTables.includes(table),
    store: async (table, row) => {
      if (table === "users") {
        const { id, created } = await accountOf(client, readBundledPerson(row));
        if (id !== row.id) idHere.set(String(row.id), id);
        return created;
      }
      const moved = idHere.size === 0 ? row : (withIds(row, idHere) as Record<string, unknown>);
      if (table === "projects") return { ...moved, name };
      if (table === "participation_links")
        return { ...moved, ...({ token: randomBytes(18).toString("base64url"), open: false } satisfies StoredRow<"participation_links">) };
      if (table === "judges") return { ...moved, ...({ api_key_encrypted: null } satisfies StoredRow<"judges">) };
      return moved;
    },
  });
  await demandClosed(client, projectId, stored);
  await packSubmitted(client, projectId);
  await pauseRuns(client, "the project was imported from a bundle", ofProject("runs", client.escapeLiteral(projectId)));
  return { projectId, stored };
}

/** Submitted work is packed by what its ratings say, whatever the bundle says. */
const packSubmitted = (client: PoolClient, projectId: string) =>
  client.query(
    `update assignments t set ${packed} = pack_ratings(id) where status = 'submitted' and ${ofProject("assignments", client.escapeLiteral(projectId))}`,
  );

const packed: StoredColumns["assignments"] = "packed_ratings";
const deletedAt: StoredColumns["projects"] = "deleted_at";

async function readHead(client: PoolClient, line: object): Promise<string> {
  const { projectId } = readBundleHead(line, await appliedMigrations(client));
  const already = await client.query<{ name: string; gone: boolean }>(
    `select name, ${deletedAt} is not null as gone from projects where id = $1`,
    [projectId],
  );
  if (already.rows[0]?.gone)
    throw new AppError("conflict", "This project was deleted here, and its rows are still being removed. Try again in some minutes.");
  if (already.rows[0])
    throw new AppError(
      "conflict",
      `This project is already here: "${already.rows[0].name}". Delete it first, or import into another installation.`,
    );
  return projectId;
}

/** The account here of one person of a bundle, and the row to create if there was none. Ids are kept where they are free. */
async function accountOf(client: PoolClient, { id, name, email, participant }: BundledPerson) {
  const found = await client.query<{ id: string; email: string; participant: boolean }>(
    "select id, email, participant from users where email = $1 or id = $2",
    [email, id],
  );
  const same = found.rows.find((user) => user.email === email);
  if (same && same.participant !== participant)
    throw new AppError("conflict", `${email} is a participant of a study in one place and a member in the other.`);
  if (same) return { id: same.id, created: null };
  const free = found.rows.length === 0 && id !== commandLineId;
  const created = {
    id: free ? id : randomUUID(),
    name,
    email,
    participant,
    role: "user",
    email_verified: false,
  } satisfies StoredRow<"users">;
  return { id: created.id, created };
}

/** The value with the ids of people exchanged wherever they occur, also in mentions. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string")
    return ids.get(value) ?? value.replace(/@\[([^\]\s]{1,64})\]/g, (whole, id: string) => (ids.has(id) ? `@[${ids.get(id)}]` : whole));
  if (Array.isArray(value)) return value.map((entry) => withIds(entry, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withIds(entry, ids)]));
}

/** Refuses rows that belong to, or refer to, another project of this installation. What this transaction wrote has its number. */
async function demandClosed(client: PoolClient, projectId: string, stored: Readonly<Record<string, number>>): Promise<void> {
  const refuse = (table: string) => new AppError("invalid_input", `the bundle has rows in ${table} that are not of its project.`);
  const id = client.escapeLiteral(projectId);
  const own = "xmin = pg_current_xact_id()::xid";
  for (const table of bundledTables) {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from "${table}" t where ${ofProject(table, id)} and t.${own}`);
    if (rows[0]?.n !== (stored[table] ?? 0)) throw refuse(table);
  }
  for (const { from, column, to } of [...(await listReferences(client)), ...unenforced]) {
    if (!bundledTables.includes(from) || !bundledTables.includes(to)) continue;
    const { rows } = await client.query(
      `select 1 from "${from}" t join "${to}" other on other."${idOf(to)}" = t."${column}" where t.${own} and other.xmin <> pg_current_xact_id()::xid limit 1`,
    );
    if (rows.length > 0) throw refuse(from);
  }
  // A judge of another project would be asked with that project's key.
  for (const [table, column] of namingJudges) {
    const { rows } = await client.query(
      `select 1 from "${table}" t join judges other on strpos(t."${column}"::text, other.id::text) > 0 where t.${own} and other.xmin <> pg_current_xact_id()::xid limit 1`,
    );
    if (rows.length > 0) throw refuse(table);
  }
}

/** References that the database does not enforce. */
const unenforced = (
  [
    ["evaluations", "shown_draft_id", "drafts"],
    ["evaluations", "import_id", "imports"],
    ["exchanges", "cached_from_id", "exchanges"],
    ["exchanges", "criterion_id", "criteria"],
    ["tasks", "created_by_import_id", "imports"],
    ["criteria_sets", "created_by_import_id", "imports"],
    ["criteria", "created_by_import_id", "imports"],
    ["frozen_reports", "task_id", "tasks"],
    ["judge_trials", "adopted_id", "judge_candidates"],
    ["judge_trials", "adopted_id", "judges"],
    ["comments", "target_id", "assignments"],
    ["comments", "target_id", "criteria"],
    ["comments", "target_id", "criteria_rounds"],
    ["comments", "target_id", "samples"],
  ] satisfies [...StoredPlace, StoredTable][]
).map(([from, column, to]) => ({ from, column, to }));

/** JSON columns that name judges by id. */
const namingJudges: StoredPlace[] = [
  ["judges", "roles"],
  ["judges", "options"],
  ["runs", "roles"],
  ["runs", "options"],
  ["judge_trials", "candidates"],
];
