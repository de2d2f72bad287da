import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gate, RequestResult, RequestSize } from "@/lib/domain/gate";
import { type Asked, ChatFailure } from "./chat-once";

/** How often and after what pause a failed request is made again. */
export interface RetryPolicy {
  /** Further requests after the first. */
  retries: number;
  /** After the first failure; doubled each time. */
  firstDelayMs: number;
  /** No pause is longer, whatever Retry-After asks for. */
  longestDelayMs: number;
  /** Share of each pause that is left to chance, so that many units do not come back at once. In 0..1. */
  jitter: number;
  random: () => number;
}

export const patientRetries: RetryPolicy = { retries: 6, firstDelayMs: 500, longestDelayMs: 60_000, jitter: 0.5, random: Math.random };

export interface RetryOptions {
  signal: AbortSignal;
  retry?: RetryPolicy;
  /** Told before each pause, so that the caller can hold other requests to the same endpoint back. */
  onPause?: (pause: { ms: number; rateLimited: boolean }) => void;
  /** Entered before each request and left after it, whatever became of it. */
  gate?: Gate | null;
}

interface Attempt<T> {
  asked: Asked;
  size: RequestSize;
  send: () => Promise<T>;
}

type Outcome = Omit<RequestResult, "answered">;

/**
 * Makes a request, and makes it again after what may pass: rate limits (as long as Retry-After says), overload, broken connections, time-outs. `prepare` makes each
 * attempt afresh; `adapt` says whether a failed one is worth repeating at once in another manner. Throws ChatFailure with the number of requests; when
 * `signal` aborts, its reason.
 */
export async function withRetries<T extends Outcome>(
  prepare: () => Attempt<T>,
  options: RetryOptions,
  adapt: (failure: ChatFailure) => boolean = () => false,
): Promise<{ value: T; requests: number; latencyMs: number }> {
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
      if (!error.retryable || failures >= retry.retries) throw inAll(error, attempt.asked, requests);
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
    // Until it is known better: what was cut off on our side has most likely been worked on.
    result = { ...result, answered: true };
    const started = performance.now();
    const value = await send();
    const { inputTokens, outputTokens, holdMs } = value;
    result = { answered: true, inputTokens, outputTokens, holdMs };
    return { value, latencyMs: Math.round(performance.now() - started) };
  } catch (error) {
    // An answer that is no completion has been paid for all the same; how much of it is not known, nor of one that was cut off or came late.
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
  // Never earlier than Retry-After asks: chance only adds there.
  const chance = retry.jitter * retry.random();
  return failure.retryAfterMs === null ? base * (1 - chance) : base + Math.min(1000, base * chance);
}

function inAll(failure: ChatFailure, asked: Asked, requests: number): ChatFailure {
  return new ChatFailure(failure.code, requests > 1 ? `${failure.message} Tried ${requests} times.` : failure.message, {
    retryable: failure.retryable,
    status: failure.status,
    retryAfterMs: failure.retryAfterMs,
    holdMs: failure.holdMs,
    raw: failure.raw,
    usage: failure.usage,
    asked,
    requests,
    cause: failure,
  });
}
