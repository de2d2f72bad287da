import type pg from "pg";

interface ForeignKey {
  name: string;
  child: string;
  columns: string[];
  parent: string;
  parentColumns: string[];
  /** As in pg_constraint: `c` cascade, `n` set null, `a` no action, `r` restrict. */
  onDelete: string;
}

/** The tables and keys of a database whose keys `layProjectKeys` has laid. */
export interface ProjectKeys {
  /** The tables whose rows each belong to one project, sorted. */
  tables: string[];
  /** The other tables, sorted: those of the installation, and `projects` and `users`, to which rows of any project refer. */
  others: string[];
  /** Foreign keys of `tables`, by name. */
  foreignKeys: string[];
}

/** Its events may belong to no project, and outlive the projects that they are about. */
const ofInstallation: readonly string[] = ["audit_events"];

const quoted = (name: string) => `"${name}"`;
const listed = (names: readonly string[]) => `(${names.map(quoted).join(", ")})`;

/**
 * Gives the tables of a migrated database the keys by which `project_id` could distribute them: each row names its project, and each primary, unique and
 * foreign key between these tables includes it. Reads what there is from the catalog, so that it holds for the schema of the day; rows are kept, each with the
 * project of what it refers to. Triggers are dropped. A row that refers to nothing of a project, or to two projects, ends it with the database's error, which
 * names the table or the key. To be called within a transaction.
 */
export async function layProjectKeys(client: pg.ClientBase): Promise<ProjectKeys> {
  const run = (sql: string) => client.query(sql);
  const all = await namesOf(client, "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'");
  const keys = await foreignKeysOf(client);
  const ofProjects = reachable(keys);
  const tables = all.filter((table) => ofProjects.has(table) && !ofInstallation.includes(table));
  const inside = keys.filter(({ child, parent }) => tables.includes(child) && tables.includes(parent));
  const toProjects = keys.filter(({ child, parent }) => tables.includes(child) && parent === "projects");
  await dropTriggers(client, tables);
  for (const table of tables) await run(`alter table ${quoted(table)} add column if not exists project_id uuid`);
  await nameProjects(client, inside);
  for (const { child, name } of [...inside, ...toProjects]) await run(`alter table ${quoted(child)} drop constraint ${quoted(name)}`);
  for (const table of tables) {
    await run(`alter table ${quoted(table)} alter column project_id set not null`);
    await widenUniqueKeys(client, table);
  }
  for (const key of inside)
    await run(laid({ ...key, columns: [...key.columns, "project_id"], parentColumns: [...key.parentColumns, "project_id"] }));
  for (const key of toProjects) await run(laid(key));
  const foreignKeys = keys.filter(({ child }) => tables.includes(child)).map(({ name }) => name);
  return { tables, others: all.filter((table) => !tables.includes(table)), foreignKeys };
}

const namesOf = async (client: pg.ClientBase, sql: string) =>
  (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name).toSorted();

/** Columns of a key, in its order. */
const columnsOf = (numbers: string, table: string) =>
  `array(select attname::text from unnest(${numbers}) with ordinality u(n, o) join pg_attribute on attrelid = ${table} and attnum = u.n order by o)`;

async function foreignKeysOf(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, child.relname as child, ${columnsOf("conkey", "conrelid")} as columns, parent.relname as parent,
       ${columnsOf("confkey", "confrelid")} as "parentColumns", confdeltype::text as "onDelete"
     from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = 'public'::regnamespace order by child.relname, conname`,
  );
  return rows;
}

/** Tables that refer to projects, by themselves or through others. */
function reachable(keys: readonly ForeignKey[]): ReadonlySet<string> {
  const found = new Set(["projects"]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { child, parent } of keys) if (found.has(parent)) found.add(child);
  }
  found.delete("projects");
  return found;
}

/** They count and pack by ids alone, and would have to be written anew; some refuse every change. */
async function dropTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; on: string }>(
    `select tgname as name, relname as on from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and relname = any($1)`,
    [tables],
  );
  for (const { name, on } of rows) await client.query(`drop trigger ${quoted(name)} on ${quoted(on)}`);
}

/** Gives each row the project of a row that it refers to, until no row is given one any more. */
async function nameProjects(client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (let named = 1; named > 0; ) {
    named = 0;
    for (const { child, columns, parent, parentColumns } of keys) {
      const same = columns.map((column, at) => `c.${quoted(column)} = p.${quoted(parentColumns[at] ?? "")}`).join(" and ");
      const { rowCount } = await client.query(
        `update ${quoted(child)} c set project_id = p.project_id from ${quoted(parent)} p where c.project_id is null and p.project_id is not null and ${same}`,
      );
      named += rowCount ?? 0;
    }
  }
}

/** The project comes last, so that the indexes serve what they serve now. */
async function widenUniqueKeys(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string; primary: boolean; columns: string[] }>(
    `select x.relname as name, pg_get_indexdef(indexrelid) as definition, indisprimary as primary, ${columnsOf("indkey", "indrelid")} as columns
     from pg_index join pg_class x on x.oid = indexrelid where indrelid = $1::regclass and indisunique`,
    [quoted(table)],
  );
  for (const { name, definition, primary, columns } of rows) {
    if (columns.includes("project_id")) continue;
    if (primary) {
      const key = `constraint ${quoted(name)} primary key ${listed([...columns, "project_id"])}`;
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}, add ${key}`);
      continue;
    }
    const wider = definition.replace(/\)(?= WHERE | NULLS NOT DISTINCT|$)/, ", project_id)");
    await client.query(`drop index ${quoted(name)}`);
    await client.query(wider);
  }
}

const actions: Readonly<Record<string, string>> = {
  a: "no action",
  r: "restrict",
  c: "cascade",
  n: "no action deferrable initially deferred",
};

/** `set null` becomes `no action`, asked when a transaction ends: it would have to empty the project too, or only some of a key's columns, which Citus refuses, as it does `on update cascade`. */
const laid = ({ name, child, columns, parent, parentColumns, onDelete }: ForeignKey) =>
  `alter table ${quoted(child)} add constraint ${quoted(name)} foreign key ${listed(columns)} references ${quoted(parent)} ${listed(parentColumns)} on delete ${actions[onDelete]}`;

/** Keys of these tables that do not include the project: unique ones, and foreign ones between them. */
export async function keysWithoutProject(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select x.relname as name, ${columnsOf("indkey", "indrelid")} as columns
     from pg_index join pg_class x on x.oid = indexrelid join pg_class t on t.oid = indrelid where indisunique and t.relname = any($1)`,
    [tables],
  );
  const foreign = (await foreignKeysOf(client)).filter(({ child, parent }) => tables.includes(child) && tables.includes(parent));
  const bare = foreign.filter(({ columns, parentColumns }) => columns.at(-1) !== "project_id" || parentColumns.at(-1) !== "project_id");
  return [...rows.filter(({ columns }) => !columns.includes("project_id")), ...bare].map(({ name }) => name).toSorted();
}
