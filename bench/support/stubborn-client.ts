/** A client that does not give up: it repeats a request until it has an answer, as the browser and any careful script do. */
import type { EndpointName } from "@/lib/domain/api";
import { callAs } from "@/lib/testing/replay/call";
import { pause } from "../../bin/lib/processes.mjs";

const retryMs = 100;
const patienceMs = 300_000;

/** What the client has seen go wrong on the way. */
export const seen = { lost: 0, unavailable: 0, repeated: 0 };

const waiting = new Set<{ since: number }>();

/** For how long the request that has waited longest has had no answer. */
export const longestWaitMs = (): number => Math.max(0, ...[...waiting].map(({ since }) => Date.now() - since));

/** A refusal of a request whose earlier attempt was left without an answer: that attempt may have been carried out. */
export class MaybeDone extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(`${status} after an attempt without an answer: ${body}`);
  }
}

async function send(request: Request): Promise<Response> {
  const mark = { since: Date.now() };
  waiting.add(mark);
  return sendUntilAnswered(request).finally(() => waiting.delete(mark));
}

async function sendUntilAnswered(request: Request): Promise<Response> {
  const begun = Date.now();
  let unanswered = false;
  let last = "none";
  for (;;) {
    try {
      const response = await fetch(request.clone());
      const text = await response.text();
      // The same request is still held by the process that was killed, for a moment.
      const isHeld = response.status === 409 && text.includes("is being processed");
      if (response.status < 500 && !isHeld) {
        if (unanswered && response.status === 409) throw new MaybeDone(response.status, text);
        return new Response(text, { status: response.status, headers: response.headers });
      }
      seen.unavailable++;
      last = `${response.status} ${text.slice(0, 300)}`;
      if (response.status !== 503) unanswered = true;
    } catch (error) {
      if (error instanceof MaybeDone) throw error;
      seen.lost++;
      last = String(error);
      unanswered = true;
    }
    if (Date.now() - begun > patienceMs)
      throw new Error(`${request.method} ${request.url} got no answer in ${patienceMs / 1000} s; the last was ${last}.`);
    seen.repeated++;
    await pause(retryMs);
  }
}

/** The HTTP interface as somebody uses it who repeats what was not answered. */
export const stubbornly = (origin: string, headers: Record<string, string>) =>
  callAs((_: EndpointName, request) => send(request), origin, headers);

export type Stubborn = ReturnType<typeof stubbornly>;

/** The reply, or null if an earlier attempt had already done it. */
export async function onceOnly<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MaybeDone) return null;
    throw error;
  }
}
