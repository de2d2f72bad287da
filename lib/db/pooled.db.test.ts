import { afterEach, expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { db, disconnect, longPool, pool } from "./client";
import { troubleOf } from "./trouble";

const database = temporaryDatabase();

afterEach(async () => {
  await disconnect();
  delete process.env.REDLINE_POOLED_URL;
});

const inZone = async (zone: string) => {
  const name = new URL(database.url).pathname.slice(1);
  await pool().query(`alter database ${name} set timezone to '${zone}'`);
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
  expect(await ask()).toBe(1);
  await inZone("UTC");
  expect(await ask()).toBe(0);
});

test("a pooler whose sessions are in another time zone is refused with the setting that it needs", async () => {
  await inZone("Europe/Paris");
  await expect(pool().query("select 1")).rejects.toThrow(/are in Europe\/Paris, not in UTC.*connect_query = 'set timezone = utc/);
});

test("while the pooler is away, short statements fail as those of a database that is away, and imports and exports go on", async () => {
  process.env.REDLINE_POOLED_URL = "postgresql://nobody@127.0.0.1:1/none";
  const failed = await pool()
    .query("select 1")
    .catch((error: unknown) => error);
  expect(troubleOf(failed)).toMatchObject({ kind: "unavailable", brief: "it is not answering" });
  expect((await longPool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
