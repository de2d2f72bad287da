import { letRequestsPass } from "@/lib/apart/requests-pass";
import { noteClientAddresses } from "@/lib/auth/client-address";
import { singleSignOn } from "@/lib/auth/single-sign-on";
import { env } from "@/lib/env";
import { boundArrivals } from "@/lib/http/arrival-time";
import { observeRequests } from "@/lib/http/observe-requests";
import { beginShutdown } from "@/lib/http/shutdown";
import { stayOnHttps } from "@/lib/http/stay-on-https";
import { writeHeadersWithBody } from "@/lib/http/write-once";
import { log, logConsole } from "@/lib/log";
import { measureProcess } from "@/lib/telemetry/metrics";
import { startTracing, stopTracing } from "@/lib/telemetry/tracing";

export async function start(): Promise<void> {
  // A setting that cannot be used stops the start, rather than everybody's first sign-in. Before logConsole, which would leave out its name.
  singleSignOn();
  logConsole();
  noteClientAddresses();
  writeHeadersWithBody();
  boundArrivals();
  stayOnHttps(env().REDLINE_URL);
  measureProcess();
  await startTracing("redline-web");
  observeRequests();
  letRequestsPass();
  // The server waits for open responses before it ends, so streams must end first.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, beginShutdown);
    process.once(signal, () => void stopTracing());
  }
}

/** `route` is the template of the page: its address may hold a one-time token. */
export function logPageError(error: unknown, route: string, requestId: string | string[] | undefined): void {
  log.error({ requestId, route, err: error }, "page failed");
}
