import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";
import { db, inTransaction, inTrial, pool, prisma, queuePool, readingApart } from "./client";
import { prepared } from "./prepared";
import { refusalOfTrouble } from "./trouble";
import { unlessTaken, violatedUnique } from "./unless-taken";

temporaryDatabase();

const findByName = prepared<{ name: string }, { id: string; archivedAt: Date | null }>((given) =>
  db().selectFrom("projects").select(["id", "archivedAt"]).where("name", "=", given.name),
);
const createProject = async (name: string) => (await prisma().project.create({ data: { name } })).id;
const names = async () => (await db().selectFrom("projects").select("name").orderBy("name").execute()).map((row) => row.name);

test("a prepared statement answers with each call's own values", async () => {
  const [one, two] = [await createProject("one"), await createProject("two")];
  expect(await findByName({ name: "one" })).toEqual([{ id: one, archivedAt: null }]);
  expect(await findByName({ name: "two" })).toEqual([{ id: two, archivedAt: null }]);
  expect(await findByName({ name: "three" })).toEqual([]);
});

test("a statement with values is prepared on its connection once, by its text", async () => {
  await inTransaction(async (tx) => {
    for (const name of ["one", "two", "one"]) await findByName({ name }, tx);
    const { rows } = await tx.bare.query(
      'select name from pg_prepared_statements where statement like \'%from "projects" where "name" = %\'',
    );
    expect(rows).toHaveLength(1);
  });
});

test("a transaction that throws leaves nothing behind, and neither does a trial", async () => {
  const before = await names();
  const work = inTransaction(async (tx) => {
    await tx.insertInto("projects").values({ name: "half done" }).execute();
    throw new Error("and then it broke");
  });
  await expect(work).rejects.toThrow("and then it broke");
  const counted = await inTrial(async (tx) => {
    await tx.insertInto("projects").values({ name: "tried" }).execute();
    return (await tx.selectFrom("projects").select(tx.fn.countAll<number>().as("n")).executeTakeFirstOrThrow()).n;
  });
  expect(counted).toBe(before.length + 1);
  expect(await names()).toEqual(before);
});

test("a connection that breaks within a transaction fails it and nothing else", async () => {
  const work = inTransaction(async (tx) => {
    await tx.insertInto("projects").values({ name: "cut off" }).execute();
    const { rows } = await tx.bare.query("select pg_backend_pid() as pid");
    await pool().query("select pg_terminate_backend($1, 5000)", [rows[0].pid]);
    await tx.bare.query("select 1");
  });
  expect(refusalOfTrouble(await work.catch((error: unknown) => error))).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  expect(await names()).not.toContain("cut off");
});

test("a name that is taken is refused in our words, whether Prisma wrote it or a statement", async () => {
  await createProject("taken");
  const ways: (() => Promise<unknown>)[] = [
    () => createProject("taken"),
    () => db().insertInto("projects").values({ name: "taken" }).execute(),
  ];
  for (const way of ways) {
    expect(violatedUnique(await way().catch((error: unknown) => error))).not.toBeNull();
    expect(await refusal(unlessTaken("There is one already.", way))).toMatchObject({ code: "already_exists" });
  }
  expect(violatedUnique(new Error("something else"))).toBeNull();
});

test("sessions run in UTC", async () => {
  expect((await pool().query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
});

test("what reads a whole study is not stopped after a minute, as what people wait for is", async () => {
  const limit = async () => (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(db())).rows[0];
  expect(await limit()).toEqual({ statementTimeout: "1min" });
  expect(await readingApart(limit)).toEqual({ statementTimeout: "0" });
});

test("the queue reads that it cannot connect now, after which it tries again; once its connections have ended, it is told nothing", async () => {
  const connections = queuePool(1, 50);
  const held = await connections.connect();
  await expect(connections.connect()).rejects.toMatchObject({ code: "57P03", message: expect.stringContaining("timeout") });
  held.release();
  expect((await connections.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await connections.end();
  const told = vi.fn();
  connections.connect().then(told, told);
  await sleep(20);
  expect(told).not.toHaveBeenCalled();
});
