import pg from "pg";
import { expect, inject, test } from "vitest";
import { ensureUtc, withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, isPrepared, readMigrations } from "../../bin/lib/migrate.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

/** Runs `work` on a separate database with the committed migrations applied. */
async function onOwnDatabase(work: (url: string) => Promise<void>) {
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  try {
    await work(database.url);
  } finally {
    await database.drop();
  }
}

const ask = (url: string, sql: string) => withClient(url, async (client: pg.Client) => (await client.query(sql)).rows);
const withOneMore = (sql: string) => [...readMigrations(), { name: "99990101000000_more", sql, checksum: "c" }];

test("committed migrations are applied once, however often and by however many they are applied", () =>
  onOwnDatabase(async (url) => {
    const more = withOneMore("create table more (a int)");
    const done = await Promise.all([applyMigrations(url, more), applyMigrations(url, more), applyMigrations(url, more)]);
    expect(done.flat()).toEqual(["99990101000000_more"]);
  }));

test("requests kept as jsonb become text without loss, and say that they are not the bytes that were sent", () =>
  onOwnDatabase(async (url) => {
    const name = "20261122062857_exact_requests";
    const sql = readMigrations().find((migration) => migration.name === name)?.sql ?? "";
    const old = { model: "m", temperature: 0.1, messages: [{ role: "user", content: 'caf\u00e9 \u{1F426} "quoted"\n' }] };
    await ask(url, "alter table exchanges drop column request_exact, alter column request type jsonb using request::jsonb");
    await ask(url, "alter table exchanges drop constraint exchanges_run_id_fkey");
    const keep = (request: string) =>
      ask(
        url,
        `insert into exchanges (run_id, step, role, request_hash, request, reply) values (gen_random_uuid(), 's', 'judge', 'h', $$${request}$$, '')`,
      );
    await keep(JSON.stringify(old));
    await ask(url, sql);
    const [kept] = await ask(url, "select request, request_exact from exchanges");
    expect(JSON.parse(kept.request)).toEqual(old);
    expect(kept.request_exact).toBe(false);
    await keep("{}");
    expect(await ask(url, "select request_exact from exchanges where request = '{}'")).toEqual([{ request_exact: true }]);
  }));

test("a migration that fails leaves nothing behind and names its line", () =>
  onOwnDatabase(async (url) => {
    const more = withOneMore(
      "create table half (a int);\ncreate function f() returns text as $$ begin return ';'; end; $$ language plpgsql;\nselect wrong;",
    );
    await expect(applyMigrations(url, more)).rejects.toThrow(/99990101000000_more failed \(line 3\).*The database is as it was/);
    expect(await ask(url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect(await ask(url, "select 1 from _prisma_migrations where migration_name = '99990101000000_more'")).toEqual([]);
  }));

test("when the second of two new migrations fails, the first is taken back too, and the version that ran before still runs", () =>
  onOwnDatabase(async (url) => {
    await ask(url, "insert into projects (name) values ('Kept')");
    const two = [
      { name: "99990101000000_good", sql: "alter table projects rename column name to title; create table more (a int)", checksum: "g" },
      { name: "99990102000000_bad", sql: "alter table projects add column more int not null", checksum: "b" },
    ];
    await expect(applyMigrations(url, [...readMigrations(), ...two])).rejects.toThrow(
      /99990102000000_bad failed.*The database is as it was/,
    );
    expect(await ask(url, "select name from projects")).toEqual([{ name: "Kept" }]);
    expect(await ask(url, "select to_regclass('more') as more")).toEqual([{ more: null }]);
    expect(await isPrepared(url)).toBe(true);
    expect(await applyMigrations(url)).toEqual([]);
  }));

test("a migration that alters a table may follow one whose rows are still to be checked", () =>
  onOwnDatabase(async (url) => {
    await ask(url, "create table whole (id int primary key)");
    await ask(url, "create table part (whole_id int references whole deferrable initially deferred)");
    const two = [
      { name: "99990101000000_rows", sql: "insert into part values (1); insert into whole values (1)", checksum: "a" },
      { name: "99990102000000_alter", sql: "alter table part add column more int", checksum: "b" },
    ];
    expect(await applyMigrations(url, [...readMigrations(), ...two])).toHaveLength(2);
  }));

test("a migration that was edited after it was applied is refused", () =>
  onOwnDatabase(async (url) => {
    await applyMigrations(url, withOneMore("select 1"));
    const edited = withOneMore("select 2").map((one) => (one.checksum === "c" ? { ...one, checksum: "d" } : one));
    await expect(applyMigrations(url, edited)).rejects.toThrow("99990101000000_more was edited after it was applied");
  }));

test("a database of a newer version is refused", () =>
  onOwnDatabase(async (url) => {
    await applyMigrations(url, withOneMore("select 1"));
    await expect(applyMigrations(url, readMigrations())).rejects.toThrow("newer version of Redline");
  }));

test("a database in another time zone is set to UTC, or its sessions are where the role's own zone wins", () =>
  onOwnDatabase(async (url) => {
    const name = new URL(url).pathname.slice(1);
    await ask(url, `alter database ${name} set timezone = 'America/New_York'`);
    expect(await ensureUtc(url)).toBe(url);
    expect(await ask(url, "show timezone")).toEqual([{ TimeZone: "UTC" }]);
    await ask(url, `alter role redline in database ${name} set timezone = 'America/New_York'`);
    const fixed = await ensureUtc(url);
    expect(fixed).not.toBe(url);
    const client = new pg.Client({ connectionString: fixed });
    await client.connect();
    expect((await client.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
    await client.end();
  }));
