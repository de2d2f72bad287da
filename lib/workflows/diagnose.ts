import "server-only";
import { statfs } from "node:fs/promises";
import { readReplicaLag } from "@/lib/db/client";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
import { listFailedMigrations } from "@/lib/db/migrations";
import { env } from "@/lib/env";

/** The result of one check; `message` says what to do when it fails. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
}

const leastFreeBytes = 2e9;
const heartbeatLimitSeconds = 10;
const replicaLimitSeconds = 5;

/** Checks this installation's database, migrations, worker and disk. Run on the machine itself, so without an actor. */
export async function diagnose(): Promise<Check[]> {
  return Promise.all([
    check("database", async () => {
      await readHeartbeatAgeSeconds();
      return "reachable";
    }),
    check("migrations", async () => {
      const failed = await listFailedMigrations();
      if (failed.length > 0)
        throw new Error(`${failed.join(", ")} did not finish: restore the last backup, or repair the database and run \`redline migrate\``);
      return "all applied";
    }),
    ...(env().REDLINE_READ_URL === undefined ? [] : [check("replica", replica)]),
    check("worker", async () => {
      const age = await readHeartbeatAgeSeconds();
      if (age === null) throw new Error("none has ever run: start the product, or run `redline worker`");
      if (age > heartbeatLimitSeconds)
        throw new Error(`silent for ${Math.round(age)} s: start the product, or run \`redline worker\`; runs wait until then`);
      return "alive";
    }),
    check("disk", async () => {
      const { bavail, bsize } = await statfs(env().REDLINE_DATA_DIR);
      const free = bavail * bsize;
      if (free < leastFreeBytes)
        throw new Error(`only ${(free / 1e9).toFixed(1)} GB free where the data lives: free some space before the database stops`);
      return `${(free / 1e9).toFixed(0)} GB free`;
    }),
  ]);
}

async function replica(): Promise<string> {
  const lag = await readReplicaLag();
  if (lag !== null && lag > replicaLimitSeconds)
    throw new Error(
      `${lag.toFixed(1)} s behind, so reports and exports read from the primary: see why it does not keep up (pg_stat_replication)`,
    );
  return `${(lag ?? 0).toFixed(1)} s behind`;
}

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, message: await look() };
  } catch (error) {
    return { name, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
