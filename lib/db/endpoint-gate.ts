import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { plainBaseUrl } from "@/lib/domain/endpoint";
import type { Gate, Pass, RequestSize } from "@/lib/domain/gate";
import { findEndpoint, holdEndpoint, isBlocked, leaseMs, renewLease, reserveRequest, settleRequest } from "./endpoints";

/** The gate of a model server: its limits, and the pauses it requested from any worker. */
export function endpointGate(projectId: string, judgesUrl: string): Gate {
  const baseUrl = plainBaseUrl(judgesUrl);
  return {
    enter: async (size, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const endpoint = await findEndpoint(projectId, baseUrl);
        if (endpoint !== null && endpoint.blockedMs > 0) await pause(endpoint.blockedMs, signal);
        else if (endpoint === null || !endpoint.isLimited) return openPass(projectId, baseUrl);
        else {
          const pass = await enterLimited(endpoint.id, size, signal);
          if (pass !== null) return pass;
        }
      }
    },
  };
}

/** Without limits, only requested pauses have to be shared. */
const openPass = (projectId: string, baseUrl: string): Pass => ({
  leave: async ({ holdMs }) => {
    if (holdMs !== null && holdMs > 0) await holdEndpoint(projectId, baseUrl, holdMs);
  },
});

/** Null: no slot was free yet, or the endpoint requested a pause before the slot's turn; ask again. */
async function enterLimited(endpointId: string, size: RequestSize, signal: AbortSignal): Promise<Pass | null> {
  const reserved = expectedTokens(size);
  const { waitMs, leaseId } = await reserveRequest(endpointId, reserved);
  if (leaseId === null) {
    await pause(waitMs, signal);
    return null;
  }
  const giveBack = () => settleRequest(endpointId, { leaseId, moreTokens: -reserved, holdMs: null });
  if (waitMs > 0) {
    try {
      await pause(waitMs, signal);
    } catch (error) {
      await giveBack();
      throw error;
    }
    if (await isBlocked(endpointId)) {
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
      await settleRequest(endpointId, { leaseId, moreTokens: (answered ? used : 0) - reserved, holdMs });
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
