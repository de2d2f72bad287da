import { noteClientAddresses } from "@/lib/auth/client-address";
import { beginShutdown } from "@/lib/http/shutdown";
import { writeHeadersWithBody } from "@/lib/http/write-once";
import { log } from "@/lib/log";

export function start(): void {
  noteClientAddresses();
  writeHeadersWithBody();
  // The server waits for open responses before it ends, so streams must end first.
  process.once("SIGTERM", beginShutdown);
  process.once("SIGINT", beginShutdown);
}

export function logPageError(error: unknown, path: string, routePath: string): void {
  log.error({ err: error, path: path.split("?")[0], routePath }, "page failed");
}
