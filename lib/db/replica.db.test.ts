import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGate } from "@/e2e/support/gate";
import { createTemporaryDatabase, startTemporaryCluster, startTemporaryReplica } from "../../bin/lib/temporary-cluster.mjs";
import { db, disconnect, inSnapshot, pool, readingApart, readReplicaLag } from "./client";
import { readInstanceFigures } from "./instance-metrics";

let stops: (() => Promise<unknown>)[] = [];
let gate: Awaited<ReturnType<typeof openGate>>;
let onReplica: (statement: string) => Promise<unknown>;

beforeAll(async () => {
  const cluster = await startTemporaryCluster();
  stops = [cluster.stop];
  const { url } = await createTemporaryDatabase(cluster.adminUrl);
  const replica = await startTemporaryReplica(cluster.adminUrl);
  stops = [replica.stop, cluster.stop];
  const read = replica.url(new URL(url).pathname.slice(1));
  const address = new URL(read);
  gate = await openGate({ host: address.hostname, port: Number(address.port) });
  Object.assign(address, { hostname: "127.0.0.1", port: String(gate.port) });
  const settings = { REDLINE_SECRET: "a secret that only tests know", LOG_LEVEL: "silent" };
  Object.assign(process.env, settings, { DATABASE_URL: url, REDLINE_READ_URL: address.href });
  onReplica = async (statement) => {
    const { default: pg } = await import("pg");
    const client = new pg.Client(read);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
}, 60_000);

afterAll(async () => {
  await disconnect();
  gate.close();
  for (const stop of stops) await stop();
});

const beat = (id: string) => pool().query("insert into worker_heartbeats (id, beat_at) values ($1, now())", [id]);
const inRecovery = sql<{ yes: boolean; beats: number }>`
  select pg_is_in_recovery() as yes, (select count(*)::int from worker_heartbeats) as beats`;

async function snapshot(): Promise<{ yes: boolean; beats: number } | undefined> {
  for await (const row of inSnapshot(async function* (tx) {
    yield* (await inRecovery.execute(tx)).rows;
  }))
    return row;
}

test("reports and exports read from the replica what was committed before they began", { timeout: 30_000 }, async () => {
  for (let beats = 1; beats <= 20; beats++) {
    await beat(`before ${beats}`);
    expect(await snapshot()).toEqual({ yes: true, beats });
    expect((await readingApart(() => inRecovery.execute(db()))).rows).toEqual([{ yes: true, beats }]);
  }
  expect((await inRecovery.execute(db())).rows).toEqual([{ yes: false, beats: 20 }]);
  expect(await readReplicaLag()).toBe(0);
});

test("a replica that lags behind is not read, and its lag is known", { timeout: 30_000 }, async () => {
  await onReplica("select pg_wal_replay_pause()");
  await beat("during the pause");
  expect(await snapshot()).toEqual({ yes: false, beats: 21 });
  expect(await readReplicaLag()).toBeGreaterThan(0);
  expect((await readInstanceFigures()).find(({ name }) => name === "redline_replica_lag_seconds")?.value).toBeGreaterThan(0);
  await onReplica("select pg_wal_replay_resume()");
  await expect.poll(snapshot).toEqual({ yes: true, beats: 21 });
});

test("a replica that goes silent is not waited for: reports and exports read from the primary", { timeout: 60_000 }, async () => {
  const read = () => readingApart(() => inRecovery.execute(db())).then(({ rows }) => rows[0]);
  // Each leaves an idle connection, which dies without a word.
  await Promise.all([1, 2, 3].map(read));
  gate.freeze();
  const begun = performance.now();
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(read))).toEqual(Array(6).fill({ yes: false, beats: 21 }));
  expect(performance.now() - begun).toBeLessThan(7000);
  await expect(readReplicaLag()).rejects.toThrow();
  gate.open();
  await expect.poll(read, { timeout: 20_000 }).toEqual({ yes: true, beats: 21 });
});

test("without its replica, Redline reads from the primary", { timeout: 30_000 }, async () => {
  await stops.shift()?.();
  expect(await snapshot()).toEqual({ yes: false, beats: 21 });
  await expect(readReplicaLag()).rejects.toThrow();
});
