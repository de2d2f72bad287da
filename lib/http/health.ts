import "server-only";
import { readHeartbeatAgeSeconds } from "@/lib/db/health";
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

/** Whether the database answers and a worker lives. Never throws. */
export async function readHealth(): Promise<Health> {
  const version = packageFile.version;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${databaseTimeoutMs / 1000} s`)), databaseTimeoutMs);
  });
  try {
    const age = await Promise.race([readHeartbeatAgeSeconds(), tooLate]);
    const worker = workerState(age);
    return { status: worker === "ok" ? "ok" : "error", database: "ok", worker, version };
  } catch (error) {
    return { status: "error", database: describe(error), worker: "unknown while the database does not answer", version };
  } finally {
    clearTimeout(timer);
  }
}

function workerState(ageSeconds: number | null): string {
  if (ageSeconds === null) return "no worker has started yet";
  return ageSeconds <= heartbeatLimitSeconds ? "ok" : `no heartbeat for ${Math.round(ageSeconds)} s`;
}

/** Connection errors may have an empty message and say everything in their code. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return error.message || code || error.name;
}
