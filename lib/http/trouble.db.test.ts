import pg from "pg";
import { afterEach, beforeAll, expect, test } from "vitest";
import { GET as health } from "@/app/api/health/route";
import { GET as listModelPrices } from "@/app/api/v1/model-prices/route";
import { POST as createProject, GET as listProjects } from "@/app/api/v1/projects/route";
import { inTransaction, pool, prisma } from "@/lib/db/client";
import { keyHeaders, makeAccount, temporaryInstance } from "@/lib/testing/accounts";
import { POST as saveActions } from "@/pages/api/v1/assignments/[assignmentId]/actions";
import { answer } from "./answer";

temporaryInstance();

const url = "http://127.0.0.1:3000/api/v1/projects";
const context = { params: Promise.resolve({}) };
let headers: Record<string, string> = {};
beforeAll(async () => {
  headers = { ...(await keyHeaders(await makeAccount({ instanceAdmin: true }))), "content-type": "application/json" };
});

const get = (handler: typeof listProjects) => handler(new Request(url, { headers }), context);
let names = 0;
const create = () =>
  createProject(new Request(url, { method: "POST", headers, body: JSON.stringify({ name: `Project ${++names}` }) }), context);

/** A connection of a database administrator, separate from the product's. */
async function beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a request got that failed for the database's reasons. */
async function refusal(response: Response) {
  const { error } = await response.json();
  return { status: response.status, code: error.code, message: error.message, retryAfter: Number(response.headers.get("retry-after")) };
}

afterEach(() =>
  beside((client) => client.query("drop trigger if exists full_disk on projects; drop trigger if exists full_disk on worker_heartbeats")),
);

/** Makes writes to a table fail as they do when the disk is full. */
const fillDisk = (table: string) =>
  beside((client) =>
    client.query(`create or replace function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert or update on ${table} execute function full_disk()`),
  );

test("a full disk is said, with when to try again, whichever way the write took", async () => {
  await fillDisk("projects");
  const full = { status: 503, code: "unavailable", message: expect.stringContaining("database's disk is full"), retryAfter: 60 };
  expect(await refusal(await create())).toEqual(full);
  const byPrisma = answer(new Request(url), async () => Response.json(await prisma().project.create({ data: { name: "x" } })));
  expect(await refusal(await byPrisma)).toEqual(full);
  expect((await get(listProjects)).status).toBe(200);
});

test("health says that the database cannot be written to", async () => {
  await fillDisk("worker_heartbeats");
  const response = await health(new Request("http://127.0.0.1:3000/api/health"));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: "error",
    database: "cannot be written to: its disk is full",
  });
});

test("one lock does not stall unrelated reads: requests waiting for it fail with a reason within seconds", async () => {
  await beside(async (locker) => {
    await locker.query("begin; lock table projects in access exclusive mode");
    const waiting = Array.from({ length: 15 }, () => get(listProjects));
    const begun = performance.now();
    expect((await get(listModelPrices)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(10_000);
    const refused = await Promise.all(waiting.map(async (response) => refusal(await response)));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const said = "Another request is changing the same data. Try again shortly.";
    expect(refused).toContainEqual({ status: 503, code: "unavailable", message: said, retryAfter: 3 });
    await locker.query("rollback");
  });
  expect((await get(listProjects)).status).toBe(200);
});

test("a statement that takes too long is stopped, and is not blamed on other requests", async () => {
  const limit = await pool().query("select current_setting('statement_timeout') as limit");
  expect(limit.rows).toEqual([{ limit: "1min" }]);
  const asked = answer(new Request(url), () =>
    inTransaction(async (tx) => {
      await tx.bare.query("set local statement_timeout = 20");
      return Response.json((await tx.bare.query("select pg_sleep(60)")).rows);
    }),
  );
  const message = expect.stringMatching(/^The database took too long and was stopped\./);
  expect(await refusal(await asked)).toEqual({ status: 503, code: "unavailable", message, retryAfter: 10 });
});

test("a request that gets no connection in time says so", async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  try {
    const refused = await refusal(await get(listProjects));
    expect(refused).toMatchObject({ status: 503, message: expect.stringContaining("Too many requests"), retryAfter: 5 });
  } finally {
    for (const client of held) client.release();
  }
  expect((await get(listProjects)).status).toBe(200);
});

test("a request that loses PostgreSQL gets 503, and the server recovers from that and from a loss between requests", async () => {
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await beside(async (locker) => {
    await locker.query("begin; lock table projects in access exclusive mode");
    const waiting = get(listProjects);
    await expect
      .poll(
        async () =>
          (await locker.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rowCount,
      )
      .toBeGreaterThan(0);
    await locker.query(end);
    expect(await refusal(await waiting)).toMatchObject({
      status: 503,
      message: expect.stringContaining("is not answering"),
      retryAfter: 5,
    });
    await locker.query("rollback");
  });
  await expect.poll(async () => (await get(listProjects)).status).toBe(200);
  await beside((client) => client.query(end));
  await expect.poll(async () => (await get(listProjects)).status).toBe(200);
});

test("a number or a nesting that the database cannot hold is refused as input", async () => {
  const assignmentId = "00000000-0000-4000-8000-000000000000";
  const body = { criterionId: assignmentId, actions: [], activeMs: 2 ** 31 };
  const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
  const refused = await refusal(await saveActions(request, { params: Promise.resolve({ assignmentId }) }));
  expect(refused).toMatchObject({ status: 422, message: expect.stringContaining("activeMs") });
  for (const [statement, message] of [
    ["select $1::int", "A number is too large."],
    ["select $1::jsonb", "A value is nested too deeply."],
  ] as const) {
    const value = statement.endsWith("int") ? "10000000000" : "[".repeat(100_000) + "]".repeat(100_000);
    const asked = answer(new Request(url), async () => Response.json((await pool().query(statement, [value])).rows));
    expect(await refusal(await asked)).toMatchObject({ status: 422, code: "invalid_input", message });
  }
});
