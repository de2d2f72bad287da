import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { Turns } from "./turns";

interface Computer {
  isBusy: boolean;
  standStill: () => (() => void) | undefined;
}

// Of compute-apart.ts, which is not imported: what starts the web process would load all that can be computed.
const held = globalThis as unknown as { redlineComputers?: { reports: Computer; imports: Computer } };

/** The pages and the database want a processor each. */
const othersProcessors = 2;

/**
 * Makes reports and imports, which take longest, stand still while this process answers requests, where there is not a processor for each: by what
 * the kernel does alone, for processes that are less nice, 95 % of saves took more than half as long again (`npm run bench -- report`). Returns what ends it.
 */
export function letRequestsPass(processors = availableParallelism()): () => void {
  const turns = new Turns(() => {
    const { reports, imports } = held.redlineComputers ?? {};
    const busy = [reports, imports].filter((computer) => computer !== undefined).filter(({ isBusy }) => isBusy);
    if (busy.length + othersProcessors <= processors) return undefined;
    const still = busy.map((computer) => computer.standStill()).filter((goOn) => goOn !== undefined);
    if (still.length === 0) return undefined;
    return () => {
      for (const goOn of still) goOn();
    };
  });
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    response.once("close", turns.begin(request.method === "GET" ? "page" : "save"));
  };
  subscribe("http.server.request.start", onStart);
  return () => unsubscribe("http.server.request.start", onStart);
}
