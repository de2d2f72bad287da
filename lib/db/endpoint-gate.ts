import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/domain/errors";
import type { Gate, Pass, RequestSize } from "@/lib/domain/gate";
import { holdServer, isBlocked, leaseMs, readServer, renewLease, reserveRequest, type ServerState, settleRequest } from "./endpoints";

/**
 * The gate of a model server: its limits, and the pauses it requested, from any project and worker. `longestMs`: who would have to wait longer is told
 * why (model_rate_limited) instead; by default requests wait as long as it takes.
 */
export function endpointGate(baseUrl: string, longestMs = Number.POSITIVE_INFINITY): Gate {
  return {
    enter: async (size, signal) => {
      const until = performance.now() + longestMs;
      for (;;) {
        signal.throwIfAborted();
        const server = await readServer(baseUrl);
        if (server.blockedMs <= 0 && !isLimited(server)) return openPass(baseUrl);
        if (performance.now() + server.blockedMs > until) throw new AppError("model_rate_limited", busyBecause(baseUrl, server));
        if (server.blockedMs > 0) await pause(server.blockedMs, signal);
        else {
          const pass = await enterLimited(server.address, size, signal);
          if (pass !== null) return pass;
        }
      }
    },
  };
}

const isLimited = ({ requestsPerMinute, tokensPerMinute, concurrency }: ServerState) =>
  (requestsPerMinute ?? tokensPerMinute ?? concurrency) !== null;

/** What keeps a server busy, in a sentence. */
function busyBecause(baseUrl: string, { blockedMs, underWay, concurrency }: ServerState): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  if (blockedMs > 0) return `${host} is busy: it asked for no requests for another ${Math.ceil(blockedMs / 1000)} s.`;
  if (concurrency !== null && underWay >= concurrency)
    return `${host} is busy: ${underWay} of the ${concurrency} requests that it may have at once are under way.`;
  return `${host} is busy: the requests of its minute are used up by runs under way.`;
}

/** Without limits, only requested pauses have to be shared. */
const openPass = (baseUrl: string): Pass => ({
  leave: async ({ holdMs }) => {
    if (holdMs !== null && holdMs > 0) await holdServer(baseUrl, holdMs);
  },
});

/** Null: no slot was free yet, or the endpoint requested a pause before the slot's turn; ask again. */
async function enterLimited(address: string, size: RequestSize, signal: AbortSignal): Promise<Pass | null> {
  const reserved = expectedTokens(size);
  const { waitMs, leaseId } = await reserveRequest(address, reserved);
  if (leaseId === null) {
    await pause(waitMs, signal);
    return null;
  }
  const giveBack = () => settleRequest(address, { leaseId, moreTokens: -reserved, holdMs: null });
  if (waitMs > 0) {
    try {
      await pause(waitMs, signal);
    } catch (error) {
      await giveBack();
      throw error;
    }
    if (await isBlocked(address)) {
      await giveBack();
      return null;
    }
  }
  const renewing = setInterval(() => void renewLease(leaseId), leaseMs / 3);
  renewing.unref();
  return {
    leave: async ({ answered, inputTokens, outputTokens, holdMs }) => {
      clearInterval(renewing);
      const used = inputTokens === null && outputTokens === null ? reserved : (inputTokens ?? 0) + (outputTokens ?? 0);
      await settleRequest(address, { leaseId, moreTokens: (answered ? used : 0) - reserved, holdMs });
    },
  };
}

/** Four bytes are about a token, an image usually about a thousand; most replies are far shorter than allowed. Corrected later by actual usage. */
const expectedTokens = ({ bytes, images, maxOutputTokens }: RequestSize) => Math.ceil(bytes / 4 + images * 1000 + maxOutputTokens / 2);

/** Waits, or throws the signal's reason. Never longer than a minute: limits may change meanwhile. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(Math.max(Math.ceil(ms), 1), 60_000), undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
