import pg from "pg";
import { expect, test } from "vitest";
import { temporaryDatabase } from "./database";

const database = temporaryDatabase();

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test("a test file has a database of its own, with every committed migration applied", async () => {
  const applied = await ask("select count(*)::int as n from _prisma_migrations where finished_at is not null");
  expect(Number(applied[0]?.n)).toBeGreaterThanOrEqual(1);
  expect(new URL(database.url).pathname).toMatch(/^\/t_[0-9a-f]{12}$/);
  expect(process.env.DATABASE_URL).toBe(database.url);
});

test("times that the database fills in are UTC", async () => {
  expect(await ask("show timezone")).toEqual([{ TimeZone: "UTC" }]);
});
