import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gate, RequestResult, RequestSize } from "@/lib/domain/gate";
import { type Asked, ChatFailure } from "./chat-failure";

/** How often and after what pause a failed request is repeated. */
export interface RetryPolicy {
  /** Further requests after the first. */
  retries: number;
  /** After the first failure; doubled each time. */
  firstDelayMs: number;
  /** No pause is longer, whatever Retry-After asks for. */
  longestDelayMs: number;
  /** The random share of each pause, so that many units do not come back at once. In 0..1. */
  jitter: number;
  random: () => number;
}

export const patientRetries: RetryPolicy = { retries: 6, firstDelayMs: 500, longestDelayMs: 60_000, jitter: 0.5, random: Math.random };

export interface RetryOptions {
  signal: AbortSignal;
  retry?: RetryPolicy;
  /** Called before each pause, so that the caller can hold back other requests to the same endpoint. */
  onPause?: (pause: { ms: number; rateLimited: boolean }) => void;
  /** Entered before each request and left after it, whatever its outcome. */
  gate?: Gate | null;
}

interface Attempt<T> {
  asked: Asked;
  size: RequestSize;
  send: () => Promise<T>;
}

type Outcome = Omit<RequestResult, "answered">;

/**
 * Makes a request, and repeats it after failures that may pass: rate limits (for as long as Retry-After says), overload, broken connections, timeouts.
 * `prepare` makes each attempt afresh; `adapt` says whether a failed one is worth repeating at once in another form. Throws ChatFailure with the number
 * of requests; when `signal` aborts, its reason.
 */
export async function withRetries<T extends Outcome>(
  prepare: () => Attempt<T>,
  options: RetryOptions,
  adapt: (failure: ChatFailure) => boolean = () => false,
): Promise<{ value: T; requests: number; latencyMs: number }> {
  // The client's own retries cannot do this: its timeout would run while a request waits at the gate, its pauses have no limit and cannot be aborted, and
  // it takes every 200 for an answer.
  const retry = options.retry ?? patientRetries;
  let requests = 0;
  for (let failures = 0; ; ) {
    options.signal.throwIfAborted();
    const attempt = prepare();
    try {
      const { value, latencyMs } = await throughGate(attempt, options, () => requests++);
      return { value, requests, latencyMs };
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      if (adapt(error)) continue;
      if (!error.retryable || failures >= retry.retries) {
        const message = requests > 1 ? `${error.message} Tried ${requests} times.` : error.message;
        throw Object.assign(error, { asked: attempt.asked, requests, message });
      }
      const ms = pauseMs(error, failures++, retry);
      options.onPause?.({ ms, rateLimited: error.code === "model_rate_limited" });
      await sleep(ms, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
    }
  }
}

async function throughGate<T extends Outcome>({ size, send }: Attempt<T>, { gate, signal }: RetryOptions, onSend: () => void) {
  const pass = await gate?.enter(size, signal);
  let result: RequestResult = { answered: false, inputTokens: null, outputTokens: null, holdMs: null };
  try {
    signal.throwIfAborted();
    onSend();
    // Until more is known: a request that was cut off on our side has most likely been worked on.
    result = { ...result, answered: true };
    const started = performance.now();
    const value = await send();
    const { inputTokens, outputTokens, holdMs } = value;
    result = { answered: true, inputTokens, outputTokens, holdMs };
    return { value, latencyMs: Math.round(performance.now() - started) };
  } catch (error) {
    // An answer that is no completion, was cut off or came late has been paid for all the same, at an unknown price.
    if (error instanceof ChatFailure) result = { ...error.usage, answered: mayBeBilled(error), holdMs: error.holdMs };
    throw error;
  } finally {
    await pass?.leave(result);
  }
}

const mayBeBilled = (failure: ChatFailure) =>
  failure.status === 200 || failure.code === "model_timeout" || failure.code === "model_reply_unreadable";

function pauseMs(failure: ChatFailure, failures: number, retry: RetryPolicy): number {
  const doubled = retry.firstDelayMs * 2 ** failures;
  const base = Math.min(failure.retryAfterMs ?? doubled, retry.longestDelayMs);
  // Never earlier than Retry-After says: there, chance only adds.
  const chance = retry.jitter * retry.random();
  return failure.retryAfterMs === null ? base * (1 - chance) : base + Math.min(1000, base * chance);
}
