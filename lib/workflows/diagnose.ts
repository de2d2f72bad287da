import "server-only";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readReplicaLag } from "@/lib/db/client";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
import { countConnections, listQueuedJobs } from "@/lib/db/instance-figures";
import { readDisk, readNewestBackup } from "@/lib/db/instance-metrics";
import {
  countInterruptedImports,
  listFailingJudges,
  listLongTransactions,
  listStoredKeys,
  readClockDifference,
} from "@/lib/db/instance-trouble";
import { compareMigrations, listFailedMigrations } from "@/lib/db/migrations";
import { backupIntervalMs } from "@/lib/domain/backup-interval";
import { type Finding, type InstanceCheck, judgeConnections, judgeDisk } from "@/lib/domain/instance-check";
import { env } from "@/lib/env";
import { decryptKey } from "@/lib/llm/encrypt-key";

const heartbeatLimitSeconds = 10;
const mostLagSeconds = 5;
const longestWaitSeconds = 300;
const longTransactionSeconds = 900;
const mostClockSeconds = 5;
const fewestFailures = 10;
const interruptedMinutes = 30;

/**
 * Checks this installation: database, migrations, worker, queue, disk, keys, secret, backups, clocks, connections, model servers, address. Each finding
 * has one sentence of what to do. Run on the machine itself, or by a page that has checked its reader, so without an actor.
 */
export async function diagnose(): Promise<InstanceCheck[]> {
  return Promise.all(Object.entries(checks).map(([name, look]) => check(name, look)));
}

async function check(name: string, look: () => Promise<Finding>): Promise<InstanceCheck> {
  try {
    const finding = await look();
    if (typeof finding === "string") return { name, ok: true, message: finding, remedy: null };
    if ("advice" in finding) return { name, ok: true, message: finding.found, remedy: finding.advice };
    return { name, ok: false, message: finding.problem, remedy: finding.remedy };
  } catch (error) {
    const message = error instanceof Error ? error.message || String((error as { code?: unknown }).code ?? error.name) : String(error);
    const remedy = "Start PostgreSQL, check DATABASE_URL, and look at postgres/postgres.log in the data directory.";
    return { name, ok: false, message: `could not be checked: ${message}`, remedy };
  }
}

const checks: Readonly<Record<string, () => Promise<Finding>>> = {
  database: async () => {
    await readHeartbeatAgeSeconds();
    return "reachable";
  },
  migrations: async () => {
    const failed = await listFailedMigrations();
    if (failed.length > 0)
      return {
        problem: `${failed.join(", ")} did not finish`,
        remedy: "Restore the last backup, or repair the database and run `redline migrate`.",
      };
    const { missing, unknown } = await compareMigrations();
    if (unknown.length > 0)
      return {
        problem: `the database is from a newer version (${unknown.join(", ")})`,
        remedy: "Update Redline to the version that ran last.",
      };
    if (missing.length > 0)
      return { problem: `${missing.length} missing (${missing[0]} …)`, remedy: "Run `redline migrate`, or start the product, which does." };
    return "all applied";
  },
  replica: async () => {
    const lag = await readReplicaLag();
    if (lag === null) return "none is set up";
    if (lag > mostLagSeconds)
      return {
        problem: `${lag.toFixed(1)} s behind, so reports and exports read from the primary`,
        remedy: "See in pg_stat_replication why it does not keep up.",
      };
    return `${lag.toFixed(1)} s behind`;
  },
  worker: async () => {
    const age = await readHeartbeatAgeSeconds();
    const remedy = "Start the product, or run `redline worker`; runs wait until then.";
    if (age === null) return { problem: "none has ever run", remedy };
    if (age > heartbeatLimitSeconds) return { problem: `silent for ${Math.round(age)} s`, remedy };
    return "alive";
  },
  queue: async () => {
    const jobs = await listQueuedJobs();
    const late = jobs.find(({ oldestSeconds }) => oldestSeconds > longestWaitSeconds);
    if (late !== undefined)
      return {
        problem: `a job (${late.kind}) has waited for ${Math.round(late.oldestSeconds / 60)} minutes`,
        remedy: "Look for it in logs/worker.log, and restart the worker, or start a second one if all are busy.",
      };
    return `${jobs.reduce((sum, { waiting, running }) => sum + waiting + running, 0)} jobs, none late`;
  },
  imports: async () => {
    const interrupted = await countInterruptedImports(interruptedMinutes);
    if (interrupted === 0) return "none interrupted";
    return {
      problem: `${interrupted} begun more than ${interruptedMinutes} minutes ago and not finished`,
      remedy: "If nobody is importing, commit or discard them under Settings > Imports; nothing of them is stored until they end.",
    };
  },
  disk: async () => judgeDisk(await readDisk()),
  keys: async () => {
    const stored = await listStoredKeys(50);
    const unreadable = stored.filter(({ key, projectId }) => {
      try {
        decryptKey(key, projectId);
        return false;
      } catch {
        return true;
      }
    });
    if (unreadable.length > 0)
      return {
        problem: `${unreadable.length} of ${stored.length} keys of judges cannot be decrypted with this secret (${unreadable[0]?.judge})`,
        remedy:
          "Put back the secret that was in use when they were saved (`secret` in the data directory, or REDLINE_SECRET), or enter the keys again.",
      };
    return `${stored.length} can be decrypted`;
  },
  secret: async () => {
    const found = await stat(join(env().REDLINE_DATA_DIR, "secret")).catch(() => null);
    if (found === null) return "given by REDLINE_SECRET";
    if ((found.mode & 0o077) !== 0)
      return { problem: "others on this machine may read it", remedy: "Run `chmod 600 secret` in the data directory." };
    return "readable by its owner only";
  },
  backup: async () => {
    const every = env().REDLINE_BACKUP_EVERY;
    const newest = await readNewestBackup();
    const hours = newest === null ? null : newest.ageSeconds / 3600;
    const found = hours === null ? "there is none" : `the newest is ${hours.toFixed(1)} hours old`;
    if (every === undefined)
      return { found: `not scheduled; ${found}`, advice: "Set REDLINE_BACKUP_EVERY=24h, or run `redline backup` regularly." };
    const late = newest === null || newest.ageSeconds * 1000 > 2 * (backupIntervalMs(every) ?? 0);
    if (late)
      return {
        problem: `scheduled every ${every}, but ${found}`,
        remedy: "Look at logs/backup.log for the reason, and at the free space of REDLINE_BACKUP_DIR.",
      };
    return found;
  },
  clock: async () => {
    const seconds = await readClockDifference();
    if (Math.abs(seconds) > mostClockSeconds)
      return {
        problem: `the database's clock is ${Math.abs(Math.round(seconds))} s ${seconds > 0 ? "ahead" : "behind"}`,
        remedy: "Let both machines keep their time by NTP; leases and times of work depend on it.",
      };
    return "the same as the database's";
  },
  connections: async () => judgeConnections(await countConnections()),
  transactions: async () => {
    const [oldest] = await listLongTransactions(longTransactionSeconds);
    if (oldest === undefined) return "none open for long";
    return {
      problem: `one has been open for ${Math.round(oldest.seconds / 60)} minutes (process ${oldest.pid} of the database)`,
      remedy: `If it is no import, export or backup, end it with \`select pg_terminate_backend(${oldest.pid})\`.`,
    };
  },
  models: async () => {
    const failing = await listFailingJudges(fewestFailures);
    if (failing.length === 0) return "no judge fails throughout";
    return {
      problem: failing.map(({ judge, failed }) => `all ${failed} questions of "${judge}" failed in the last hour`).join("; "),
      remedy: "Test the judge under Settings > Judges, which says what its server answers.",
    };
  },
  address: async () => {
    const { REDLINE_URL: url, REDLINE_TRUSTED_PROXIES: proxies } = env();
    if (url.startsWith("https:") && proxies.length === 0)
      return {
        found: `${url}, with no trusted proxy`,
        advice: "Set REDLINE_TRUSTED_PROXIES to the proxy's address; otherwise everybody behind it shares one limit for wrong passwords.",
      };
    return url;
  },
};
