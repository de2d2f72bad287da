import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ChatMessage, ReplyForm, ReplySchema } from "@/lib/protocols/protocol";
import { ChatFailure, type ChatReply, chatOnce, type ModelEndpoint, type TokenLimitName } from "./chat-once";
import { checkBaseUrl } from "./check-base-url";

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

/** The question in both forms: with a schema where the endpoint honours one, else as lines. */
export interface Question {
  messages: (form: ReplyForm) => ChatMessage[];
  schema: ReplySchema;
  /** "on": never without the schema; "off": never with it; "auto": with it until the endpoint refuses it. */
  structuredOutput: "auto" | "on" | "off";
}

export interface Completion extends ChatReply {
  form: ReplyForm;
  /** Of the request that succeeded. */
  latencyMs: number;
  /** Requests made, the successful one included. */
  requests: number;
}

export interface CompleteOptions {
  signal: AbortSignal;
  retry?: RetryPolicy;
  /** Told before each pause, so that the caller can hold other requests to the same endpoint back. */
  onPause?: (pause: { ms: number; rateLimited: boolean }) => void;
}

/** What endpoints turned out not to take, for the life of this process. */
const refusesSchema = new Set<string>();
const limitNames = new Map<string, TokenLimitName>();

/**
 * Asks a model, and asks again after what may pass: rate limits (as long as Retry-After says), overload, broken connections, time-outs,
 * answers that are no completions. An endpoint that refuses the JSON schema is asked for lines instead. Throws ChatFailure; when `signal` aborts, its reason.
 */
export async function complete(endpoint: ModelEndpoint, question: Question, options: CompleteOptions): Promise<Completion> {
  const retry = options.retry ?? patientRetries;
  const key = `${endpoint.baseUrl}\n${endpoint.model}`;
  let requests = 0;
  for (let failures = 0; ; ) {
    options.signal.throwIfAborted();
    await checkBaseUrl(endpoint.baseUrl);
    const form: ReplyForm =
      question.structuredOutput === "off" || (question.structuredOutput === "auto" && refusesSchema.has(key)) ? "text" : "json";
    const started = performance.now();
    requests++;
    try {
      const reply = await chatOnce(endpoint, {
        messages: question.messages(form),
        schema: form === "json" ? question.schema : null,
        tokenLimitName: limitNames.get(key) ?? "max_tokens",
        signal: options.signal,
      });
      return { ...reply, form, requests, latencyMs: Math.round(performance.now() - started) };
    } catch (error) {
      if (!(error instanceof ChatFailure)) throw error;
      if (adapt(error, key, form, question)) continue;
      if (!error.retryable || failures >= retry.retries) throw withRequests(error, requests);
      const ms = pauseMs(error, failures++, retry);
      options.onPause?.({ ms, rateLimited: error.code === "model_rate_limited" });
      await sleep(ms, undefined, { signal: options.signal }).catch(() => options.signal.throwIfAborted());
    }
  }
}

/** Learns from a refusal what the endpoint does not take. Says whether the request is worth making again at once. */
function adapt(failure: ChatFailure, key: string, form: ReplyForm, question: Question): boolean {
  if (failure.status !== 400 && failure.status !== 422 && failure.status !== 501) return false;
  const said = failure.message;
  if (/max_completion_tokens/iu.test(said) && !limitNames.has(key)) {
    limitNames.set(key, "max_completion_tokens");
    return true;
  }
  const aboutSchema = /response_format|json_schema|schema|structured|grammar/iu.test(said);
  if (form !== "json" || question.structuredOutput !== "auto" || !aboutSchema) return false;
  refusesSchema.add(key);
  return true;
}

function pauseMs(failure: ChatFailure, failures: number, retry: RetryPolicy): number {
  const doubled = retry.firstDelayMs * 2 ** failures;
  const base = Math.min(failure.retryAfterMs ?? doubled, retry.longestDelayMs);
  // Never earlier than Retry-After asks: chance only adds there.
  const chance = retry.jitter * retry.random();
  return failure.retryAfterMs === null ? base * (1 - chance) : base + Math.min(1000, base * chance);
}

function withRequests(failure: ChatFailure, requests: number): ChatFailure {
  return new ChatFailure(failure.code, requests > 1 ? `${failure.message} Tried ${requests} times.` : failure.message, {
    retryable: failure.retryable,
    status: failure.status,
    retryAfterMs: failure.retryAfterMs,
    raw: failure.raw,
    requests,
    cause: failure,
  });
}
