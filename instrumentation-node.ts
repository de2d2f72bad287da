import { beginShutdown } from "@/lib/http/shutdown";
import { log } from "@/lib/log";

/** The server waits for open responses before it ends, so streams must be told. */
export function start(): void {
  process.once("SIGTERM", beginShutdown);
  process.once("SIGINT", beginShutdown);
}

export function logPageError(error: unknown, path: string, routePath: string): void {
  log.error({ err: error, path: path.split("?")[0], routePath }, "page failed");
}
