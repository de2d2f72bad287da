import "server-only";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { singleSignOn } from "@/lib/auth/single-sign-on";
import { readProvider } from "@/lib/auth/sso-provider";
import { readReplicaLag } from "@/lib/db/client";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
import { countConnections, listQueuedJobs } from "@/lib/db/instance-figures";
import { readDisk, readNewestBackup } from "@/lib/db/instance-metrics";
import {
  countInterruptedImports,
  countOtherSecrets,
  hasSearchIndex,
  listFailingJudges,
  listLongTransactions,
  listStoredKeys,
  readClockDifference,
  sessionsCompile,
} from "@/lib/db/instance-trouble";
import { compareMigrations, listFailedMigrations } from "@/lib/db/migrations";
import { probeObjectStore } from "@/lib/db/stored-objects";
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
 * Checks this installation: database, migrations, worker, queue, disk, keys, secret, backups, clocks, connections, model servers, address, and what is
 * optional: pooler, replica, object store, single sign-on, search. Each finding has one sentence of what to do. Run on the machine itself, or by a page that has checked its reader, so without an actor.
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
    const pooled = env().REDLINE_POOLED_URL === undefined ? "" : " If the pooler is away too, begin there.";
    const remedy = `Start PostgreSQL, check DATABASE_URL, and look at postgres/postgres.log in the data directory.${pooled}`;
    return { name, ok: false, message: `could not be checked: ${messageOf(error)}`, remedy };
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  // What fetch says about a server that is away is in the cause alone.
  if (cause instanceof Error) return `${message}: ${messageOf(cause)}`;
  return message || String((error as { code?: unknown }).code ?? error.name);
}

/** What something optional has to say about itself; if that fails, this is what to do. */
const optional = (look: () => Promise<Finding>, remedy: string) => async (): Promise<Finding> => {
  try {
    return await look();
  } catch (error) {
    return { problem: `cannot be used: ${messageOf(error)}`, remedy };
  }
};

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
  pooler: optional(async () => {
    if (env().REDLINE_POOLED_URL === undefined) return "none is set up";
    if (!(await sessionsCompile())) return "answers, with sessions in UTC";
    return {
      found: "answers, with sessions in UTC that compile statements",
      advice: "Add `set jit = off` to connect_query of PgBouncer: pages of large tasks take many times as long with it.",
    };
  }, "Start PgBouncer, or take REDLINE_POOLED_URL away and restart; until then pages and saves answer 503."),
  replica: optional(async () => {
    const lag = await readReplicaLag();
    if (lag === null) return "none is set up";
    if (lag > mostLagSeconds)
      return {
        problem: `${lag.toFixed(1)} s behind, so reports and exports read from the primary`,
        remedy: "See in pg_stat_replication why it does not keep up.",
      };
    return `${lag.toFixed(1)} s behind`;
  }, "Start the replica, or check REDLINE_READ_URL; until then reports and exports read from the primary."),
  objects: optional(
    async () => ((await probeObjectStore()) ? "can be written, read and deleted" : "no store is set up"),
    "Check the bucket, REDLINE_S3_URL, its key and this machine's clock; until then uploads with images and prepared exports fail.",
  ),
  "sign-in": optional(async () => {
    const settings = singleSignOn();
    if (settings === null) return "single sign-on is not set up";
    await readProvider(settings);
    return `${settings.name} answers`;
  }, "Check REDLINE_OIDC_ISSUER and the provider; an administrator can sign in with `redline user reset-password`."),
  search: async () => {
    if (await hasSearchIndex()) return "by an index";
    return {
      found: "without an index",
      advice: "If searching samples is slow, create the extension pg_trgm and the index of docs/scaling.md (Searching samples).",
    };
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
    const others = await countOtherSecrets();
    if (others > 0)
      return {
        problem: `${others} connections are of processes with another secret than this one's`,
        remedy: "Give every web and worker process the same REDLINE_SECRET, and restart those that had another.",
      };
    const found = await stat(join(env().REDLINE_DATA_DIR, "secret")).catch(() => null);
    if (found === null) return "given by REDLINE_SECRET";
    if ((found.mode & 0o077) !== 0)
      return { problem: "others on this machine may read it", remedy: "Run `chmod 600 secret` in the data directory." };
    return "readable by its owner only";
  },
  backup: async () => {
    const here = env().REDLINE_BACKUP_EVERY;
    const newest = await readNewestBackup();
    const hours = newest === null ? null : newest.ageSeconds / 3600;
    const found = hours === null ? "there is none" : `the newest is ${hours.toFixed(1)} hours old`;
    // Another process may have the schedule, on another machine.
    const everyMs = here === undefined ? (newest?.everyMs ?? null) : (backupIntervalMs(here) ?? 0);
    if (everyMs === null)
      return { found: `not scheduled; ${found}`, advice: "Set REDLINE_BACKUP_EVERY=24h, or run `redline backup` regularly." };
    if (newest === null || newest.ageSeconds * 1000 > 2 * everyMs)
      return {
        problem: `scheduled every ${here ?? `${everyMs / 3_600_000} hours by another process`}, but ${found}`,
        remedy:
          "Look at logs/backup.log, or at what `redline backup` says, for the reason, and at the free space of its folder (REDLINE_BACKUP_DIR).",
      };
    return found;
  },
  clock: async () => {
    const seconds = await readClockDifference();
    if (Math.abs(seconds) > mostClockSeconds)
      return {
        problem: `the database's clock is ${Math.abs(Math.round(seconds))} s ${seconds > 0 ? "ahead" : "behind"}`,
        remedy:
          "Let both machines keep their time by NTP: codes of authenticator apps, single sign-on, the object store and receivers of webhooks refuse what is signed at another time, and leases and times of work depend on it.",
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
