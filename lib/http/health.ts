import "server-only";
import { probeWrite, readHeartbeatAgeSeconds } from "@/lib/db/health";
import { troubleOf } from "@/lib/db/trouble";
import packageFile from "@/package.json";

const heartbeatLimitSeconds = 10;
const databaseTimeoutMs = 3000;

/** The shape is fixed by CONTRACT: `database` and `worker` are "ok" or say what is wrong. */
export interface Health {
  status: "ok" | "error";
  database: string;
  worker: string;
  version: string;
}

/** Whether the database answers and can be written to, and a worker lives. Never throws. */
export async function readHealth(): Promise<Health> {
  const version = packageFile.version;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${databaseTimeoutMs / 1000} s`)), databaseTimeoutMs);
  });
  try {
    const worker = workerState(await Promise.race([readHeartbeatAgeSeconds(), tooLate]));
    const database = await Promise.race([writeState(), tooLate]);
    return { status: worker === "ok" && database === "ok" ? "ok" : "error", database, worker, version };
  } catch (error) {
    return { status: "error", database: describe(error), worker: "unknown while the database is not answering", version };
  } finally {
    clearTimeout(timer);
  }
}

/** The endpoint needs no sign-in, so one test write is shared by all requests within this time. */
const probeIntervalMs = 2000;
let probe: { at: number; state: Promise<string> } = { at: Number.NEGATIVE_INFINITY, state: Promise.resolve("ok") };

function writeState(): Promise<string> {
  const now = performance.now();
  if (now - probe.at < probeIntervalMs) return probe.state;
  const state = probeWrite().then(
    () => "ok",
    (error: unknown) => `cannot be written to: ${describe(error)}`,
  );
  probe = { at: now, state };
  return state;
}

function workerState(ageSeconds: number | null): string {
  if (ageSeconds === null) return "no worker has started yet";
  return ageSeconds <= heartbeatLimitSeconds ? "ok" : `no heartbeat for ${Math.round(ageSeconds)} s`;
}

/** Anybody may ask, so errors that are not known are said by their kind alone: their messages name addresses. */
function describe(error: unknown): string {
  const trouble = troubleOf(error);
  if (trouble !== null) return trouble.brief;
  if (!(error instanceof Error)) return "unknown trouble";
  return error.message.startsWith("no answer within") ? error.message : error.name;
}
