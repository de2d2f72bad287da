import { afterEach, expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { db, disconnect, longPool, pool } from "./client";
import { troubleOf } from "./trouble";

const database = temporaryDatabase();

afterEach(async () => {
  await disconnect();
  delete process.env.REDLINE_POOLED_URL;
});

const wanted = { timezone: "UTC", lock_timeout: "3s", statement_timeout: "60s" };
/** Goes through a pooler whose sessions have these settings. */
const throughPooler = async (settings: typeof wanted) => {
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings)) await pool().query(`alter database ${name} set ${setting} to '${value}'`);
  await disconnect();
  process.env.REDLINE_POOLED_URL = database.url;
};
const prepared = async () => (await pool().query("select name from pg_prepared_statements")).rows.length;

test("statements are prepared by name on a session of our own, and never through a pooler that shares sessions", async () => {
  const ask = async () => {
    const connection = await pool().connect();
    connection.release();
    await db().selectFrom("projects").select("id").where("name", "=", "none").execute();
    return prepared();
  };
  // What is asked for twice may never be again.
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([0, 0, 1, 1]);
  await throughPooler(wanted);
  expect([await ask(), await ask(), await ask()]).toEqual([0, 0, 0]);
});

test("options in the database's address are kept beside ours, and ours count", async () => {
  const address = database.url;
  process.env.DATABASE_URL = `${address}?options=${encodeURIComponent("-c search_path=public,pg_temp -c TimeZone=Europe/Paris -c jit=on")}`;
  try {
    const settings = ["search_path", "timezone", "jit", "work_mem"].map((name) => `current_setting('${name}')`);
    const asked = `select concat_ws(' ', ${settings.join()}) as found`;
    expect((await pool().query(asked)).rows).toEqual([{ found: "public,pg_temp UTC off 16MB" }]);
    expect((await longPool().query(asked)).rows).toEqual([{ found: "public,pg_temp UTC off 64MB" }]);
  } finally {
    process.env.DATABASE_URL = address;
  }
});

test.each([
  [{ ...wanted, timezone: "Europe/Paris" }, "are in Europe/Paris, not in UTC"],
  [{ ...wanted, lock_timeout: "0" }, "have no lock_timeout"],
  [{ ...wanted, statement_timeout: "0" }, "have no statement_timeout"],
  [{ timezone: "UTC", lock_timeout: "0", statement_timeout: "0" }, "have no lock_timeout and have no statement_timeout"],
])("a pooler with sessions like %j is refused with the setting that it needs", async (settings, problem) => {
  await throughPooler(settings);
  const needs = "connect_query = 'set timezone = utc; set jit = off; set lock_timeout = 3000; set statement_timeout = 60000'";
  await expect(pool().query("select 1")).rejects.toThrow(
    `Sessions of REDLINE_POOLED_URL ${problem}. Set for this database in PgBouncer: ${needs}`,
  );
});

test("while the pooler is away, short statements fail as those of a database that is away, and imports and exports go on", async () => {
  process.env.REDLINE_POOLED_URL = "postgresql://nobody@127.0.0.1:1/none";
  const failed = await pool()
    .query("select 1")
    .catch((error: unknown) => error);
  expect(troubleOf(failed)).toMatchObject({ kind: "unavailable", brief: "it is not answering" });
  expect((await longPool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
