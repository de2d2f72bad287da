import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { hideId, openGate } from "@/e2e/support/gate";
import { temporaryDatabase } from "@/lib/testing/database";
import { disconnect, pool } from "./client";
import { type Patience, SilenceWatch } from "./silence";
import { refusalOfTrouble } from "./trouble";

const database = temporaryDatabase();

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function throughGate(options: Parameters<typeof openGate>[1] = {}) {
  const address = new URL(database.url);
  const gate = await openGate({ host: address.hostname, port: Number(address.port) }, options);
  address.hostname = "127.0.0.1";
  address.port = String(gate.port);
  closing.push(async () => gate.close());
  return { gate, connectionString: address.href };
}

async function watchedPool(patience: Partial<Patience>, options: Parameters<typeof openGate>[1] = {}) {
  const { gate, connectionString } = await throughGate(options);
  const config = { connectionString, options: "-c statement_timeout=60000" };
  const connections = new pg.Pool({ ...config, max: 3 }).on("error", () => undefined);
  new SilenceWatch(config, { wonderMs: 300, endsInSilence: true, isOneServer: true, ...patience }).addPool(connections);
  closing.push(() => Promise.race([connections.end(), pause(500)]));
  return { gate, connections, ask: (sql: string) => connections.query(sql) };
}

/** How many milliseconds it takes to fail, as what; or "not yet" after `withinMs`. */
async function failure(work: Promise<unknown>, withinMs = 20_000) {
  const begun = performance.now();
  const error = await Promise.race([
    work.then(
      () => null,
      (failed: unknown) => failed,
    ),
    pause(withinMs, "not yet"),
  ]);
  return { error, ms: performance.now() - begun };
}

test("connections that died without a word are ended, the idle ones too, and the next statement finds the server that is back", async () => {
  const { gate, connectionString } = await throughGate();
  await disconnect();
  const own = process.env.DATABASE_URL;
  process.env.DATABASE_URL = connectionString;
  closing.push(async () => {
    await disconnect();
    process.env.DATABASE_URL = own;
  });
  await Promise.all([1, 2, 3].map(() => pool().query("select pg_sleep(0.2)")));
  expect(pool().idleCount).toBe(3);
  gate.freeze();
  gate.open();
  const { error, ms } = await failure(pool().query("select 1"));
  expect(refusalOfTrouble(error)).toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  expect(ms).toBeLessThan(5000);
  expect(pool().idleCount).toBe(0);
  expect((await pool().query("select 2 as n")).rows).toEqual([{ n: 2 }]);
});

test("while the server is silent, short statements end after it was asked twice, and long ones wait until it says that they are lost", async () => {
  const [short, long] = [await watchedPool({}), await watchedPool({ endsInSilence: false })];
  await Promise.all([short.ask("select 1"), long.ask("select 1")]);
  short.gate.freeze();
  long.gate.freeze();
  const waiting = long.ask("select 1");
  waiting.catch(() => undefined);
  const { error, ms } = await failure(short.ask("select 1"));
  expect(refusalOfTrouble(error)).toMatchObject({ code: "unavailable" });
  expect(ms).toBeGreaterThan(6000);
  // Nobody else waits for a server that is known to be silent, until it answers.
  const next = await failure(short.ask("select 1"));
  expect(refusalOfTrouble(next.error)).toMatchObject({ code: "unavailable" });
  expect(next.ms).toBeLessThan(1000);
  expect((await failure(waiting, 3000)).error).toBe("not yet");
  short.gate.open();
  await expect
    .poll(
      () =>
        short.ask("select 1 as n").then(
          ({ rows }) => rows,
          () => "away",
        ),
      { timeout: 5000 },
    )
    .toEqual([{ n: 1 }]);
  long.gate.open();
  expect(refusalOfTrouble((await failure(waiting)).error)).toMatchObject({ code: "unavailable" });
});

test("statements on which the server works are not ended, however long they take, nor is an idle transaction", async () => {
  const { connections, ask } = await watchedPool({});
  const client = await connections.connect();
  await client.query("begin");
  const slow = ask("select pg_sleep(4), 1 as n");
  expect((await slow).rows).toMatchObject([{ n: 1 }]);
  expect((await client.query("select 2 as n")).rows).toEqual([{ n: 2 }]);
  client.release();
});

test("where the server does not say what its sessions do (track_activities), statements on which it works are not ended", async () => {
  const { connectionString } = await throughGate();
  const config = { connectionString, options: "-c track_activities=off" };
  const connections = new pg.Pool({ ...config, max: 3 }).on("error", () => undefined);
  new SilenceWatch(config, { wonderMs: 300, endsInSilence: true, isOneServer: true }).addPool(connections);
  closing.push(() => Promise.race([connections.end(), pause(500)]));
  expect((await connections.query("select pg_sleep(4), 6 as n")).rows).toMatchObject([{ n: 6 }]);
});

test("where another replica may have been asked, a statement that this one does not know is not ended", async () => {
  const { connections, ask } = await watchedPool({ isOneServer: false });
  const client = await connections.connect();
  // As the other replica has it: no such process.
  Object.assign(client, { processID: 999_999 });
  expect((await client.query("select pg_sleep(3), 3 as n")).rows).toMatchObject([{ n: 3 }]);
  client.release();
  expect((await ask("select 4 as n")).rows).toEqual([{ n: 4 }]);
});

test("behind a PgBouncer, whose process ids are made up, statements end only in silence and past the server's limit of time", async () => {
  const { gate, ask } = await watchedPool({}, { change: hideId });
  expect((await ask("select pg_sleep(3), 5 as n")).rows).toMatchObject([{ n: 5 }]);
  gate.freeze();
  expect(refusalOfTrouble((await failure(ask("select 1"))).error)).toMatchObject({ code: "unavailable" });
});
