import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gate, RequestResult, RequestSize } from "@/lib/domain/gate";
import { type Asked, ChatFailure } from "./chat-failure";

/** How many times and after what pause a failed request is retried. */
export interface RetryPolicy {
  /** Further requests after the first. */
  retries: number;
  /** After the first failure; doubled each time. */
  firstDelayMs: number;
  /** The longest pause, even if Retry-After asks for more. */
  longestDelayMs: number;
  /** The random share of each pause (jitter), so that many units do not retry at once. In 0..1. */
  jitter: number;
  random: () => number;
}

export const patientRetries: RetryPolicy = { retries: 6, firstDelayMs: 500, longestDelayMs: 60_000, jitter: 0.5, random: Math.random };

export interface RetryOptions {
  signal: AbortSignal;
  retry?: RetryPolicy;
  /** Called before each pause, so that the caller can hold back other requests to the same endpoint. */
  onPause?: (pause: { ms: number; rateLimited: boolean }) => void;
  /** Entered before each request and left after it, whatever the outcome. */
  gate?: Gate | null;
}

interface Attempt<T> {
  asked: Asked;
  size: RequestSize;
  send: () => Promise<T>;
}

type Outcome = Omit<RequestResult, "answered">;

/**
 * Makes a request and retries transient failures: rate limits (after the pause Retry-After asks for), overload, broken connections, timeouts.
 * `prepare` builds each attempt anew; `adapt` says whether a failed one is worth repeating at once in another form. Throws ChatFailure with the number
 * of requests; when `signal` aborts, its reason.
 */
export async function withRetries<T extends Outcome>(
  prepare: () => Attempt<T>,
  options: RetryOptions,
  adapt: (failure: ChatFailure) => boolean = () => false,
): Promise<{ value: T; requests: number; latencyMs: number }> {
  // The OpenAI client's own retries cannot do this: its timeout would run while a request waits at the gate, its pauses are unbounded and cannot be aborted, and
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
        const tried = requests > 1 ? ` Tried ${requests} times.` : "";
        const [message, ownWords] = [error.message + tried, error.ownWords + tried];
        throw Object.assign(error, { asked: attempt.asked, requests, message, ownWords });
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
    // Assumed until more is known: a request cut off on our side has most likely been processed.
    result = { ...result, answered: true };
    const started = performance.now();
    const value = await send();
    const { inputTokens, outputTokens, holdMs } = value;
    result = { answered: true, inputTokens, outputTokens, holdMs };
    return { value, latencyMs: Math.round(performance.now() - started) };
  } catch (error) {
    // An answer that is not a completion, was cut off or came late has still been charged, at an unknown price.
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
  // Never earlier than Retry-After says: there, jitter only adds.
  const chance = retry.jitter * retry.random();
  return failure.retryAfterMs === null ? base * (1 - chance) : base + Math.min(1000, base * chance);
}
