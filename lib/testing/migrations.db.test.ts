import pg from "pg";
import { expect, inject, test } from "vitest";
import { ensureUtc, withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, readMigrations } from "../../bin/lib/migrate.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

/** Runs `work` on an own database with the committed migrations applied. */
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

test("a migration that fails leaves nothing behind and names its line", () =>
  onOwnDatabase(async (url) => {
    const more = withOneMore(
      "create table half (a int);\ncreate function f() returns text as $$ begin return ';'; end; $$ language plpgsql;\nselect wrong;",
    );
    await expect(applyMigrations(url, more)).rejects.toThrow(/99990101000000_more failed \(line 3\).*Nothing of it was kept/);
    expect(await ask(url, "select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect(await ask(url, "select 1 from _prisma_migrations where migration_name = '99990101000000_more'")).toEqual([]);
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
    const mended = await ensureUtc(url);
    expect(mended).not.toBe(url);
    const client = new pg.Client({ connectionString: mended });
    await client.connect();
    expect((await client.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
    await client.end();
  }));
