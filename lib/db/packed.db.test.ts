import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { temporaryDatabase } from "@/lib/testing/database";
import { copiedRows } from "./bulk-rows";
import { db, pool, readingApart } from "./client";
import { jsonOf } from "./json";
import { floatsOf, intsOf, listedRows, packedFloats, packedInts, packedRows } from "./packed";

temporaryDatabase();

const statement = (text: ReturnType<typeof sql>) => ({ compile: () => text.compile(db()) });

test("copied rows are the server's own bytes, nulls apart from what is empty", async () => {
  const said = "it's $1, a \\ and a \n";
  const rows = await copiedRows(
    statement(sql`select n, case when n > 1 then ${said} end, '\\x'::bytea from generate_series(1, 2) n order by n desc`),
  );
  expect(rows.map(([n, text, none]) => [n?.readInt32BE(0), text && String(text), none?.length])).toEqual([
    [2, said, 0],
    [1, null, 0],
  ]);
  expect(await copiedRows(statement(sql`select 1 where false`))).toEqual([]);
});

test("packed columns come with what they are of, in one order, many bytes as well as few", async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const [at, id] of ids.entries())
    await pool().query("insert into projects (id, name, created_at) values ($1, $2, now())", [id, `P${at}`]);
  const size = 300_000;
  const made = () =>
    packedRows(
      db()
        .selectFrom("projects as p")
        .innerJoin(sql<{ n: number }>`(select generate_series(1, ${size}) as n)`.as("m"), (join) => join.onTrue())
        .select((eb) => jsonOf(eb, ["p.id", "p.name"]).as("described"))
        .select(({ ref }) => [packedInts(ref("m.n")).as("ints"), packedFloats(sql`${ref("m.n")} / -8.0`).as("floats")])
        .groupBy(["p.id", "p.name"])
        .orderBy("p.name", "desc"),
      "ints",
      "floats",
    );
  for (const rows of [await made(), await readingApart(made)]) {
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      [ids[1], "P1"],
      [ids[0], "P0"],
    ]);
    for (const { ints, floats } of rows) {
      const [n, eighths] = [intsOf(ints), floatsOf(floats)];
      expect([n.length, eighths.length]).toEqual([size, size]);
      expect(n.every((one, at) => eighths[at] === one / -8)).toBe(true);
      expect(n.reduce((sum, one) => sum + one, 0)).toBe((size * (size + 1)) / 2);
    }
  }
});

test("listed rows are those of the statement, in its order, each with its own values under the names it gives them", async () => {
  const names = ["b's", 'a "quoted" \\ one\n\t', "é 漢 🙂", "[null, 1]"];
  for (const name of names)
    await pool().query("insert into projects (name, created_at, deleted_at) values ($1, now(), null)", [`listed ${name}`]);
  const listed = db()
    .selectFrom("projects as p")
    .select(["p.id", "p.name as calledSo"])
    .select(({ ref }) => [
      sql<number | null>`nullif(length(${ref("p.name")}), ${`listed ${names[0]}`.length})`.as("size"),
      sql<boolean>`${ref("p.name")} like '%null%'`.as("isLast"),
    ])
    .where("p.name", "like", "listed %")
    .orderBy("p.name", "desc");
  const expected = await listed.execute();
  expect(expected).toHaveLength(names.length);
  expect(expected.map(({ size }) => size)).toContain(null);
  const columns = ["id", "calledSo", "size", "isLast"] as const;
  expect(await listedRows(listed, columns)).toEqual(expected);
  expect(await listedRows(listed.where("p.name", "=", "none"), columns)).toEqual([]);
  // Of too many for lists, each row is read by itself.
  for (const most of [names.length, names.length - 1, 1]) expect(await listedRows(listed, columns, most)).toEqual(expected);
});

test("a copy that fails gives its connection up, and the next is well", async () => {
  await expect(copiedRows(statement(sql`select 1 / (3 - n) from generate_series(1, 200000) n`))).rejects.toThrow("division by zero");
  await expect(copiedRows(statement(sql`select pg_terminate_backend(pg_backend_pid()) from generate_series(1, 200000)`))).rejects.toThrow(
    "terminating connection",
  );
  expect(pool().idleCount).toBe(0);
  expect(await copiedRows(statement(sql`select 7`))).toEqual([[Buffer.from([0, 0, 0, 7])]]);
});

test("reports and exports sort and group in memory, in one process of the server, and no session compiles its statements", async () => {
  const setting = (name: string) => sql<string>`current_setting(${name})`;
  const asked = () =>
    db()
      .selectNoFrom([
        setting("work_mem").as("memory"),
        setting("max_parallel_workers_per_gather").as("others"),
        setting("jit").as("compiles"),
      ])
      .executeTakeFirst();
  expect(await readingApart(asked)).toEqual({ memory: "64MB", others: "0", compiles: "off" });
  expect(await asked()).toMatchObject({ memory: "16MB", compiles: "off" });
  const copied = () => copiedRows(statement(sql`select current_setting('work_mem')`));
  expect([await copied(), await readingApart(copied)].map(([row]) => String(row?.[0]))).toEqual(["16MB", "64MB"]);
});
