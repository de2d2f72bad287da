import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { backupName } from "@/lib/db/backup-files";
import { noteBackup } from "@/lib/db/backups";
import { disconnect, pool } from "@/lib/db/client";
import { connectionName } from "@/lib/db/new-pool";
import { noteHeartbeat } from "@/lib/db/workers";
import { temporaryInstance } from "@/lib/testing/accounts";
import { startIdentityProvider } from "@/lib/testing/identity-provider";
import { judgedStudy } from "@/lib/testing/judged-study";
import { redline } from "@/lib/testing/redline";
import { s3Credentials, startS3Server } from "@/lib/testing/s3-server";
import { diagnose } from "@/lib/workflows/diagnose";
import { ensureQueue } from "./start-worker";

temporaryInstance();
const dataDir = mkdtempSync(join(tmpdir(), "redline-doctor-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
beforeAll(async () => {
  process.env.REDLINE_DATA_DIR = dataDir;
  await ensureQueue();
});
beforeEach(() => noteHeartbeat("worker-of-this-test"));

const found = async (name: string) => (await diagnose()).find((check) => check.name === name);

/** A finding, once as it is when all is well, and once when it is not. */
async function expectProblem(name: string, message: RegExp, remedy: RegExp): Promise<void> {
  expect(await found(name)).toMatchObject({ ok: false, message: expect.stringMatching(message), remedy: expect.stringMatching(remedy) });
}
const expectFine = async (name: string) => expect(await found(name)).toMatchObject({ ok: true });

test("a sound installation has no problem, and every finding that asks for something says it in one sentence", async () => {
  const checks = await diagnose();
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.length).toBeGreaterThanOrEqual(19);
  for (const { remedy } of checks) if (remedy !== null) expect(remedy).toMatch(/^[A-Z].*\.$/s);
});

test("migrations: unfinished, missing and unknown ones", async () => {
  const columns = "id, checksum, migration_name, started_at, finished_at";
  await pool().query(`insert into _prisma_migrations (${columns}) values ('x', 'c', '99990101000000_half', now(), null)`);
  await expectProblem("migrations", /99990101000000_half did not finish/, /Restore the last backup/);
  await pool().query("update _prisma_migrations set finished_at = now() where id = 'x'");
  await expectProblem("migrations", /newer version \(99990101000000_half\)/, /Update Redline/);
  await pool().query("delete from _prisma_migrations where id = 'x'");
  await expectFine("migrations");
  const { rows } = await pool().query("delete from _prisma_migrations where migration_name like '%worker_metrics' returning *");
  await expectProblem("migrations", /1 missing \(\d+_worker_metrics/, /redline migrate/);
  const kept = rows[0] as Record<string, unknown>;
  await pool().query(`insert into _prisma_migrations (${columns}) values ($1, $2, $3, $4, $5)`, [
    ...[kept.id, kept.checksum, kept.migration_name, kept.started_at, kept.finished_at],
  ]);
});

test("worker: none, and a silent one", async () => {
  await expectFine("worker");
  await pool().query("update worker_heartbeats set beat_at = now() - interval '1 minute'");
  await expectProblem("worker", /silent for 6\d s/, /Start the product, or run `redline worker`/);
  await pool().query("delete from worker_heartbeats");
  await expectProblem("worker", /none has ever run/, /redline worker/);
});

test("queue: a job that nobody takes", async () => {
  await pool().query("select graphile_worker.add_job('draft-judge', '{}'::json, run_at := now() - interval '20 minutes')");
  await expectProblem("queue", /draft-judge\) has waited for 20 minutes/, /restart the worker/);
  await pool().query("delete from graphile_worker._private_jobs");
  await expectFine("queue");
});

test("imports: one that its process left", async () => {
  const { projectId } = await judgedStudy("http://127.0.0.1:9/v1", 1);
  await pool().query(
    "insert into imports (project_id, file_name, format, status, options, created_at) values ($1, 'a.csv', 'samples', 'running', '{}', now() - interval '2 hours')",
    [projectId],
  );
  await expectProblem("imports", /1 begun more than 30 minutes ago/, /commit or discard/);
  await pool().query("update imports set status = 'failed'");
  await expectFine("imports");
});

test("keys: one that was stored under another secret", async () => {
  const projectId = (await pool().query<{ id: string }>("select id from projects limit 1")).rows[0]?.id;
  const { encryptKey } = await import("@/lib/llm/encrypt-key");
  await pool().query("insert into judges (project_id, name, api_key_encrypted) values ($1, 'keyed', $2)", [
    projectId,
    encryptKey("sk-something-secret", projectId ?? ""),
  ]);
  await expectFine("keys");
  const secret = process.env.REDLINE_SECRET;
  process.env.REDLINE_SECRET = "another secret than before";
  await expectProblem("keys", /1 of 1 keys of judges cannot be decrypted with this secret \(keyed\)/, /Put back the secret/);
  process.env.REDLINE_SECRET = secret;
  expect(JSON.stringify(await diagnose())).not.toContain("sk-something");
});

test("secret: one that others may read", async () => {
  writeFileSync(join(dataDir, "secret"), "x", { mode: 0o600 });
  await expectFine("secret");
  chmodSync(join(dataDir, "secret"), 0o644);
  await expectProblem("secret", /others on this machine may read it/, /chmod 600/);
  rmSync(join(dataDir, "secret"));
});

test("secret: a process that was given another one, as long as it is connected", async () => {
  const { rows } = await pool().query("select current_setting('application_name') as name");
  expect(rows).toEqual([{ name: connectionName() }]);
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    application_name: connectionName("the secret of another machine"),
  });
  await client.connect();
  await expectProblem("secret", /^1 connections are of processes with another secret/, /the same REDLINE_SECRET/);
  await client.end();
  await expect.poll(() => found("secret")).toMatchObject({ ok: true });
});

const nobody = "postgresql://nobody@127.0.0.1:1/none";

/** With these settings, on new connections; without them afterwards. */
async function withSettings(settings: Record<string, string>, look: () => Promise<void>): Promise<void> {
  await disconnect();
  Object.assign(process.env, settings);
  try {
    await look();
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    await disconnect();
  }
}

test("pooler and replica: away, and a pooler whose sessions compile statements", async () => {
  expect(await found("pooler")).toMatchObject({ ok: true, message: "none is set up" });
  // What PgBouncer's connect_query sets.
  const limits = "-c TimeZone=UTC -c lock_timeout=3000 -c statement_timeout=60000";
  const sessions = (options: string) => ({ REDLINE_POOLED_URL: `${process.env.DATABASE_URL}?options=${encodeURIComponent(options)}` });
  await withSettings(sessions(`${limits} -c jit=off`), async () =>
    expect(await found("pooler")).toEqual({ name: "pooler", ok: true, message: "answers, with sessions in UTC", remedy: null }),
  );
  await withSettings(sessions(`${limits} -c jit=on`), async () =>
    expect(await found("pooler")).toMatchObject({ ok: true, remedy: expect.stringMatching(/^Add `set jit = off` to connect_query/) }),
  );
  await withSettings({ REDLINE_POOLED_URL: nobody }, async () => {
    await expectProblem("pooler", /^cannot be used: .*ECONNREFUSED/, /Start PgBouncer/);
    await expectProblem("database", /could not be checked/, /If the pooler is away too, begin there\.$/);
  });
  expect(await found("replica")).toMatchObject({ ok: true, message: "none is set up" });
  await withSettings({ REDLINE_READ_URL: nobody }, () => expectProblem("replica", /ECONNREFUSED/, /REDLINE_READ_URL; until then reports/));
});

test("objects: a store that is away, or refuses the key", async () => {
  expect(await found("objects")).toMatchObject({ ok: true, message: "no store is set up" });
  const server = await startS3Server();
  const { keyId, secret, region } = s3Credentials;
  const settings = { REDLINE_S3_URL: server.url, REDLINE_S3_REGION: region, REDLINE_S3_KEY_ID: keyId };
  await withSettings({ ...settings, REDLINE_S3_SECRET: secret }, async () => {
    await expectFine("objects");
    expect([...server.objects.keys()]).toEqual([]);
  });
  await withSettings({ ...settings, REDLINE_S3_SECRET: "wrong" }, () =>
    expectProblem("objects", /403|Forbidden|Signature/, /its key and this machine's clock/),
  );
  await server.stop();
  await withSettings({ ...settings, REDLINE_S3_SECRET: secret }, () => expectProblem("objects", /^cannot be used: /, /Check the bucket/));
});

test("sign-in: a provider that is away, or calls itself by another name", async () => {
  expect(await found("sign-in")).toMatchObject({ ok: true, message: "single sign-on is not set up" });
  const provider = await startIdentityProvider("http://127.0.0.1:3000/api/auth/callback/sso");
  const settings = { REDLINE_OIDC_CLIENT_ID: provider.clientId, REDLINE_OIDC_NAME: "the university" };
  await withSettings({ ...settings, REDLINE_OIDC_ISSUER: provider.issuer }, async () => {
    expect(await found("sign-in")).toMatchObject({ ok: true, message: "the university answers" });
  });
  await withSettings({ ...settings, REDLINE_OIDC_ISSUER: `${provider.issuer}/` }, () =>
    expectProblem("sign-in", /calls itself/, /REDLINE_OIDC_ISSUER/),
  );
  await provider.close();
  await withSettings({ ...settings, REDLINE_OIDC_ISSUER: provider.issuer }, () =>
    expectProblem("sign-in", /^cannot be used: fetch failed: /, /the provider/),
  );
});

test("search: advice where there is no index", async () => {
  expect(await found("search")).toMatchObject({ ok: true, remedy: null });
  await pool().query("drop index samples_search_idx");
  expect(await found("search")).toMatchObject({ ok: true, remedy: expect.stringMatching(/pg_trgm/) });
});

test("backup: advice without a schedule; a problem with one that is not kept", async () => {
  expect(await found("backup")).toMatchObject({ ok: true, remedy: expect.stringContaining("REDLINE_BACKUP_EVERY") });
  process.env.REDLINE_BACKUP_EVERY = "24h";
  await expectProblem("backup", /every 24h, but there is none/, /logs\/backup\.log/);
  mkdirSync(join(dataDir, "backups"), { recursive: true });
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  writeFileSync(join(dataDir, "backups", backupName(hoursAgo(72), false)), "");
  await expectProblem("backup", /newest is 72\.0 hours old/, /REDLINE_BACKUP_DIR/);
  writeFileSync(join(dataDir, "backups", backupName(hoursAgo(20), true)), "");
  expect(await found("backup")).toMatchObject({ ok: true, message: "the newest is 20.0 hours old", remedy: null });
  delete process.env.REDLINE_BACKUP_EVERY;
  const written = { bytes: 7, encrypted: false, everyMs: 6 * 3_600_000 };
  await noteBackup({ ...written, at: hoursAgo(11) });
  expect(await found("backup")).toMatchObject({ ok: true, message: "the newest is 11.0 hours old", remedy: null });
  rmSync(join(dataDir, "backups"), { recursive: true });
  expect(await found("backup")).toMatchObject({ ok: true, message: "the newest is 11.0 hours old", remedy: null });
  await pool().query("delete from backups");
  await noteBackup({ ...written, at: hoursAgo(13) });
  const late = () => expectProblem("backup", /every 6 hours by another process, but the newest is 13\.0 hours old/, /redline backup/);
  await late();
  // Of a clock that ran ahead and has been set right.
  mkdirSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups", backupName(hoursAgo(-900), false)), "");
  await noteBackup({ ...written, at: hoursAgo(-800) });
  await late();
  rmSync(join(dataDir, "backups"), { recursive: true });
  await pool().query("delete from backups");
});

test("clock: one that differs from the database's", async () => {
  await expectFine("clock");
  const { now } = Date;
  Date.now = () => now() - 60_000;
  try {
    await expectProblem("clock", /database's clock is 60 s ahead/, /NTP: codes of authenticator apps, single sign-on/);
  } finally {
    Date.now = now;
  }
});

test("transactions: one that stays open", async () => {
  await expectFine("transactions");
  const { listLongTransactions } = await import("@/lib/db/instance-trouble");
  const client = await pool().connect();
  await client.query("begin");
  await client.query("select 1");
  await client.query("select pg_sleep(0.2)");
  const open = await listLongTransactions(0.1);
  await client.query("rollback");
  client.release();
  expect(open).toEqual([{ pid: expect.any(Number), seconds: expect.any(Number) }]);
});

test("models: a judge whose every question failed lately", async () => {
  const { rows } = await pool().query<{ id: string }>(
    `insert into runs (task_id, judge_id, kind, status, protocol, prompt_version)
     select t.id, j.id, 'criteria', 'failed', 'direct', '1' from tasks t, judges j limit 1 returning id`,
  );
  const ask = (problem: string | null, n: number) =>
    pool().query(
      `insert into exchanges (run_id, step, role, request_hash, request, reply, problem) select $1, 's', 'judge', 'h', '{}', '', $2 from generate_series(1, $3)`,
      [rows[0]?.id, problem, n],
    );
  await ask("It answered 500.", 9);
  await expectFine("models");
  await ask("It answered 500.", 3);
  await expectProblem("models", /all 12 questions of "keyed" failed in the last hour/, /Test the judge/);
  await ask(null, 1);
  await expectFine("models");
});

test("connections and disk: said with their numbers", async () => {
  expect(await found("connections")).toMatchObject({ ok: true, message: expect.stringMatching(/^\d+ of \d+ in use$/) });
  expect(await found("disk")).toMatchObject({ message: expect.stringMatching(/^[\d.]+ GB free$/) });
});

test("address: advice where Redline is behind a proxy that it does not know", async () => {
  const before = process.env.REDLINE_URL;
  process.env.REDLINE_URL = "https://redline.example.org";
  expect(await found("address")).toMatchObject({ ok: true, remedy: expect.stringContaining("REDLINE_TRUSTED_PROXIES") });
  process.env.REDLINE_TRUSTED_PROXIES = "127.0.0.1";
  expect(await found("address")).toMatchObject({ ok: true, remedy: null });
  delete process.env.REDLINE_TRUSTED_PROXIES;
  process.env.REDLINE_URL = before;
});

test("the command says each finding with its remedy and ends with 1; without a database it says that", async () => {
  await pool().query("delete from worker_heartbeats");
  const said = await redline(["doctor"]);
  expect(said.code).toBe(1);
  expect(said.out).toContain(
    "problem  worker: none has ever run\n         Start the product, or run `redline worker`; runs wait until then.\n",
  );
  expect(said.out).toContain("ok       database: reachable\n");
  expect(said.out).toMatch(/advice {3}backup: not scheduled/);
  const away = await redline(["doctor", "--json"], { env: { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none" } });
  expect(away.code).toBe(1);
  expect(JSON.parse(away.out).checks).toEqual([
    { name: "database", ok: false, message: expect.stringContaining("cannot be used"), remedy: expect.stringMatching(/DATABASE_URL\.$/) },
  ]);
});
