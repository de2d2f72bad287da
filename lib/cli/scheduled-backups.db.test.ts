import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Decrypter, generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { backupName } from "@/lib/db/backup-files";
import { findNewestBackup, noteBackup } from "@/lib/db/backups";
import { pool } from "@/lib/db/client";
import { readNewestBackup } from "@/lib/db/instance-metrics";
import { temporaryInstance } from "@/lib/testing/accounts";
import { redline, slowWayTo } from "@/lib/testing/redline";
import { loadSmallStudy, smallBundle } from "@/lib/testing/small-study";
import { temporaryFolder } from "../../bin/lib/paths.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

temporaryInstance();
const folder = temporaryFolder("redline-scheduled-");
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await loadSmallStudy(smallBundle(3));
});

const plain = (bytes: Uint8Array) => gunzipSync(bytes).toString("utf8");
const script = join(import.meta.dirname, "../../bin/redline.mjs");

async function restored(file: string, ...keys: string[]) {
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  try {
    return await redline(["restore", file, ...keys], { env: { DATABASE_URL: database.url } });
  } finally {
    await database.drop();
  }
}

test("backup --every writes one when it is due, keeps the newest, clears what was interrupted, and touches no other file", async () => {
  const dir = temporaryFolder("redline-kept-");
  const old = ["2026-01-01T00-00-00", "2026-01-02T00-00-00", "2026-01-03T00-00-00"].map((at) => `redline-${at}Z.jsonl.gz`);
  for (const name of [...old, `${old[0]}.part`, "mine.jsonl.gz"]) writeFileSync(join(dir, name), "");
  utimesSync(join(dir, `${old[0]}.part`), new Date(), new Date(Date.now() - 7_200_000));
  const child = spawn(process.execPath, [script, "backup", "--every", "1h", "--keep", "2", "--dir", dir], { stdio: "ignore" });
  try {
    await vi.waitFor(() => expect(readdirSync(dir)).toHaveLength(3), { timeout: 30_000, interval: 50 });
  } finally {
    child.kill();
  }
  const names = readdirSync(dir).sort();
  expect(names[0]).toBe("mine.jsonl.gz");
  expect(names[1]).toBe(old[2]);
  const newest = join(dir, names[2] ?? "");
  expect(plain(readFileSync(newest))).toContain('"redlineBackup":1');
  expect(statSync(newest).mode & 0o777).toBe(0o600);
  rmSync(dir, { recursive: true });
});

test("when several processes back up into one folder, one of them writes the backup that is due, and it is complete", async () => {
  const dir = temporaryFolder("redline-shared-");
  // Empty, as compose files pass on what is not set.
  const env = { ...process.env, REDLINE_BACKUP_RECIPIENT: "", REDLINE_BACKUP_PASSPHRASE_FILE: "", REDLINE_BACKUP_KEEP: "" };
  // The first to write waits for this table until the other has looked too.
  const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await gate.connect();
  await gate.query("begin; lock table actions");
  let said = "";
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, [script, "backup", "--every", "1h", "--dir", dir], { stdio: ["ignore", "ignore", "pipe"], env });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    return child;
  });
  try {
    await vi.waitFor(() => expect(said).toContain("Another process is writing a backup"), { timeout: 30_000, interval: 50 });
    expect(readdirSync(dir)).toEqual([expect.stringMatching(/^redline-.*Z\.jsonl\.gz\.\d+-[0-9a-f]+\.part$/)]);
    await gate.query("commit");
    await vi.waitFor(() => expect(said).toContain("Wrote"), { timeout: 30_000, interval: 50 });
  } finally {
    await gate.end();
    for (const child of children) child.kill();
  }
  const names = readdirSync(dir);
  expect(names).toEqual([expect.stringMatching(/^redline-.*Z\.jsonl\.gz$/)]);
  expect(await restored(join(dir, names[0] ?? ""))).toMatchObject({ code: 0 });
  rmSync(dir, { recursive: true });
});

test("a process that finds, once it has the lock, that another has written the backup meanwhile writes none", async () => {
  const dir = temporaryFolder("redline-meanwhile-");
  const way = await slowWayTo(process.env.DATABASE_URL ?? "", 500);
  const child = spawn(process.execPath, [script, "backup", "--every", "1h", "--dir", dir], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, DATABASE_URL: way.url },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const lockers = () => way.connections.filter(({ sent }) => sent.includes("pg_try_advisory_lock"));
  const name = backupName(new Date(), false);
  try {
    // The first connection looked at the migrations. For the second, which is to have the lock, it has looked into the folder.
    await vi.waitFor(
      () => {
        expect(way.connections).toHaveLength(2);
        expect(said).toContain("Backups go to");
      },
      { timeout: 30_000, interval: 20 },
    );
    writeFileSync(join(dir, name), "");
    await vi.waitFor(() => expect(lockers()).toMatchObject([{ open: false }]), { timeout: 30_000, interval: 20 });
  } finally {
    child.kill();
    await way.close();
  }
  expect(readdirSync(dir)).toEqual([name]);
  rmSync(dir, { recursive: true });
});

test("a backup that fails is said without what the error quotes, and tried again", async () => {
  const file = path("a file with a secret name");
  writeFileSync(file, "");
  const child = spawn(process.execPath, [script, "backup", "--every", "1h", "--dir", join(file, "backups")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  try {
    await vi.waitFor(() => expect(said).toContain("the backup failed"), { timeout: 30_000, interval: 50 });
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill();
  }
  const [, failure = ""] = said.split("error: ");
  expect(failure).toMatch(/^the backup failed \(ENOTDIR: not a directory, \w+ …\); trying again in a minute\./);
});

test("a backup for a recipient is read with the key alone, by Redline and by every program that knows age", async () => {
  const identity = await generateIdentity();
  writeFileSync(path("key.txt"), `# made for this test\n${identity}\n`);
  writeFileSync(path("other.txt"), `${await generateIdentity()}\n`);
  const file = path("sealed.jsonl.gz.age");
  expect(await redline(["backup", "-o", file, "--recipient", await identityToRecipient(identity)])).toMatchObject({ code: 0 });
  const bytes = readFileSync(file);
  expect(bytes.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n/);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  expect(plain(await decrypter.decrypt(bytes))).toContain("drops grow heavy");
  expect(await restored(file)).toMatchObject({ code: 2, err: expect.stringContaining("is encrypted: give --identity-file") });
  expect(await restored(file, "--identity-file", path("other.txt"))).toMatchObject({
    code: 2,
    err: expect.stringContaining("cannot be decrypted"),
  });
  writeFileSync(path("cut.age"), bytes.subarray(0, bytes.length - 20));
  expect(await restored(path("cut.age"), "--identity-file", path("key.txt"))).toMatchObject({ code: 2 });
  expect(await restored(file, "--identity-file", path("key.txt"))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Restored \d+ rows/),
  });
});

test("a backup with a passphrase is restored with it, and with no other", async () => {
  writeFileSync(path("pass.txt"), "some words that nobody guesses\n");
  writeFileSync(path("wrong.txt"), "some words that somebody guessed\n");
  const file = path("pass.jsonl.gz.age");
  expect(await redline(["backup", "-o", file, "--passphrase-file", path("pass.txt")])).toMatchObject({ code: 0 });
  expect(readFileSync(file).includes("drops grow heavy")).toBe(false);
  expect(await restored(file, "--passphrase-file", path("wrong.txt"))).toMatchObject({ code: 2 });
  expect(await restored(file, "--passphrase-file", path("pass.txt"))).toMatchObject({ code: 0 });
});

test.each([
  [["backup"], "Give --output FILE, or --every TIME"],
  [["backup", "--every", "soon"], '"soon" is not a time between backups'],
  [["backup", "--every", "1h", "--keep", "0"], "--keep is a whole number, at least 1"],
  [["backup", "-o", "x", "--recipient", "nobody"], '"nobody" is not a recipient of age'],
])("%s is refused and says what to write", async (args, why) => {
  expect(await redline(args)).toMatchObject({ code: 2, err: expect.stringContaining(why) });
});

test("a backup is known to every process, whichever folder it went into; one that was restored has none of before", async () => {
  const dir = temporaryFolder("redline-noted-");
  const file = join(dir, "by-hand.jsonl.gz");
  expect(await redline(["backup", "-o", file])).toMatchObject({ code: 0 });
  expect(await findNewestBackup()).toMatchObject({ bytes: statSync(file).size, encrypted: false, everyMs: null });
  const recipient = await identityToRecipient(await generateIdentity());
  const every = ["backup", "--every", "6h", "--dir", dir, "--recipient", recipient];
  const child = spawn(process.execPath, [script, ...every], { stdio: "ignore" });
  try {
    await vi.waitFor(async () => expect((await findNewestBackup())?.everyMs).toBe(6 * 3_600_000), { timeout: 30_000, interval: 50 });
  } finally {
    child.kill();
  }
  const [scheduled = ""] = readdirSync(dir).filter((name) => name.endsWith(".age"));
  expect(await findNewestBackup()).toMatchObject({ bytes: statSync(join(dir, scheduled)).size, encrypted: true });
  expect((await readNewestBackup())?.ageSeconds).toBeLessThan(60);
  const later = join(dir, "later.jsonl.gz");
  await redline(["backup", "-o", later]);
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  const client = new pg.Client({ connectionString: database.url });
  try {
    expect(await redline(["restore", later], { env: { DATABASE_URL: database.url } })).toMatchObject({ code: 0 });
    await client.connect();
    expect((await client.query("select at from backups")).rows).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
    rmSync(dir, { recursive: true });
  }
});

test("a backup that cannot be noted is written all the same, and the command says so", async () => {
  const dir = temporaryFolder("redline-unnoted-");
  const file = join(dir, "one.jsonl.gz");
  await pool().query("alter table backups rename to backups_away");
  try {
    const said = await redline(["backup", "-o", file]);
    expect(said.code).toBe(0);
    expect(said.err).toContain("could not be noted");
    expect(statSync(file).size).toBeGreaterThan(100);
  } finally {
    await pool().query("alter table backups_away rename to backups");
    rmSync(dir, { recursive: true });
  }
});

test("the newest hundred stay noted", async () => {
  const at = (n: number) => new Date(Date.UTC(2027, 0, 1, n));
  for (let n = 0; n <= 100; n++) await noteBackup({ at: at(n), bytes: n, encrypted: n % 2 === 0, everyMs: null });
  const { rows } = await pool().query("select count(*) as n, min(at) as first from backups");
  expect(rows).toEqual([{ n: 100, first: at(1) }]);
});
