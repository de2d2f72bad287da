import "server-only";
import OpenAI, { APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { JudgeCapabilities } from "@/lib/domain/judge";
import { holdMs, retryAfterMs } from "./rate-limit-headers";
import { type ChatReply, readCompletion, readError, type Usage } from "./read-completion";

/** Where a model is and how it is asked. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  temperature: number;
  maxTokens: number;
  seed: number | null;
  timeoutMs: number;
  /** Replies are asked for piece by piece. Default false. */
  stream?: boolean;
  /** What `judge test` found, so that a new process need not find it out again. */
  capabilities?: JudgeCapabilities | null;
}

/** A question as it was put, by which its exchange is kept. */
export interface Asked {
  /** The body as JSON text, byte for byte as sent; the key is no part of it. */
  request: string;
  requestHash: string;
}

interface FailureInfo {
  retryable: boolean;
  status?: number | null;
  retryAfterMs?: number | null;
  holdMs?: number | null;
  raw?: string | null;
  usage?: Usage;
  asked?: Asked | null;
  requests?: number;
  cause?: unknown;
}

/** A failed request, with what a retry has to know. */
export class ChatFailure extends AppError {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** How long the endpoint wants no request at all. */
  readonly holdMs: number | null;
  /** HTTP status, where there was an answer at all. */
  readonly status: number | null;
  /** What came instead of a completion. */
  readonly raw: string | null;
  /** What the endpoint says that it has used all the same. */
  readonly usage: Usage;
  /** What was asked last; null: nothing went out. */
  readonly asked: Asked | null;
  /** Requests made in all until it was given up. */
  readonly requests: number;

  constructor(code: ErrorCode, message: string, info: FailureInfo) {
    super(code, message, { cause: info.cause });
    this.retryable = info.retryable;
    this.status = info.status ?? null;
    this.retryAfterMs = info.retryAfterMs ?? null;
    this.holdMs = info.holdMs ?? null;
    this.raw = info.raw ?? null;
    this.usage = info.usage ?? { inputTokens: null, outputTokens: null };
    this.asked = info.asked ?? null;
    this.requests = info.requests ?? 1;
  }
}

/** The body of an answer, and how long the endpoint wants nothing more after it. */
export interface Answered {
  body: string;
  holdMs: number | null;
}

/** One chat request, without any retry. Throws ChatFailure; when `signal` aborts, its reason. The key stands in no error and no log. */
export async function chatOnce(endpoint: ModelEndpoint, body: string, signal: AbortSignal): Promise<ChatReply & { holdMs: number | null }> {
  const answered = await request(endpoint, "post", "/chat/completions", signal, body);
  const reading = readCompletion(answered.body);
  // Again: a key that came in pieces is whole only here.
  if (reading.ok) return { ...reading.reply, text: withoutKey(reading.reply.text, endpoint), holdMs: answered.holdMs };
  throw new ChatFailure("model_reply_unreadable", withoutKey(reading.problem, endpoint), {
    retryable: reading.passes,
    raw: answered.body.slice(0, 200_000),
    usage: reading.usage,
    status: 200,
    holdMs: answered.holdMs,
  });
}

/** One request to any path of an endpoint. `body` is JSON text and goes out as it is. Throws as `chatOnce` does. */
export async function request(
  endpoint: ModelEndpoint,
  method: "get" | "post",
  path: string,
  signal: AbortSignal,
  body?: string,
): Promise<Answered> {
  const deadline = deadlineWithin(signal, endpoint.timeoutMs);
  try {
    const options = {
      signal: deadline.signal,
      timeout: endpoint.timeoutMs,
      ...(body && { body, headers: { "content-type": "application/json" } }),
    };
    const response = await client(endpoint)[method](path, options).asResponse();
    const text = await readBody(response, endpoint.stream === true ? 20_000_000 : 2_000_000);
    return { body: withoutKey(text, endpoint), holdMs: holdMs(response.status, response.headers, Date.now()) };
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, endpoint, deadline.isOver());
  } finally {
    deadline.end();
  }
}

/** A signal that aborts with `outer` or after `ms`. Ended, it leaves nothing behind: `AbortSignal.any` and `timeout` stay until the time is over, of every request of a run. */
function deadlineWithin(outer: AbortSignal, ms: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(outer.reason);
  let over = false;
  const timer = setTimeout(() => {
    over = true;
    controller.abort(new DOMException("The time for an answer is over.", "TimeoutError"));
  }, ms);
  timer.unref();
  if (outer.aborted) abort();
  else outer.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    isOver: () => over,
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener("abort", abort);
    },
  };
}

// Only what the judge says goes out: not the key, organisation or address of the server's environment, and no call after a redirect.
function client(endpoint: ModelEndpoint): OpenAI {
  const url = new URL(endpoint.baseUrl);
  const query = Object.fromEntries(url.searchParams);
  const headers = isAzure(url)
    ? { Authorization: null, "api-key": endpoint.apiKey }
    : endpoint.apiKey === null
      ? { Authorization: null }
      : {};
  url.search = "";
  return new OpenAI({
    apiKey: endpoint.apiKey ?? "none",
    adminAPIKey: null,
    baseURL: url.href.replace(/\/$/u, ""),
    defaultQuery: query,
    defaultHeaders: headers,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetchOptions: { redirect: "error" },
    fetch: fetchWithReason,
  });
}

/** Azure takes keys in a header of its own, in each of its clouds and behind a gateway too; there only the API version in the address tells. */
export const isAzure = (url: URL): boolean => /\.azure\.(?:com|us|cn)$/u.test(url.hostname) || url.searchParams.has("api-version");

/** The client knows OpenAI's shape of an error only; every other would come without its words. */
async function fetchWithReason(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const { status, headers } = response;
  const message = readError(await readBody(response, 100_000, "cut"));
  return new Response(JSON.stringify({ error: { message } }), { status, headers });
}

/** No real key is shorter, and the words that servers without keys are given in place of one ("ollama") may stand in any reply. */
const shortestKey = 16;

/** A server may say back what it was sent; the key goes no further, however JSON writes it. */
function withoutKey(text: string, { apiKey }: ModelEndpoint): string {
  if (apiKey === null || apiKey.length < shortestKey) return text;
  return text.replaceAll(apiKey, "[key]").replaceAll(JSON.stringify(apiKey).slice(1, -1), "[key]");
}

async function readBody(response: Response, longest: number, beyond: "fail" | "cut" = "fail"): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest && beyond === "cut") return text.slice(0, longest);
    if (text.length > longest) {
      const message = `The endpoint's answer does not end within ${longest / 1_000_000} MB.`;
      throw new ChatFailure("model_reply_unreadable", message, { retryable: true, raw: text.slice(0, 10_000) });
    }
  }
  return text + decoder.decode();
}

function failureOf(error: unknown, endpoint: ModelEndpoint, late: boolean): ChatFailure {
  if (error instanceof ChatFailure) return error;
  const { host } = new URL(endpoint.baseUrl);
  if (late || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return new ChatFailure("model_timeout", `${host} did not finish its answer within ${endpoint.timeoutMs / 1000} s.`, {
      retryable: true,
    });
  }
  if (!(error instanceof APIError) || error.status === undefined) {
    return new ChatFailure("model_unreachable", `${host} cannot be reached: ${innermostMessage(error)}.`, { retryable: true });
  }
  return failureOfStatus(error, error.status, endpoint, host);
}

function failureOfStatus(error: APIError, status: number, endpoint: ModelEndpoint, host: string): ChatFailure {
  const said = String(error.message).replaceAll(endpoint.apiKey ?? "\0", "[key]");
  const headers = error.headers ?? new Headers();
  const now = Date.now();
  const info = { status, raw: said, retryAfterMs: retryAfterMs(headers, now), holdMs: holdMs(status, headers, now), retryable: false };
  if (status === 401 || status === 403) return new ChatFailure("model_refused_key", `${host} refuses the key (${said}).`, info);
  if (status === 404)
    return new ChatFailure("model_unreachable", `${host} has no model "${endpoint.model}", or the base URL is wrong (${said}).`, info);
  // No pause helps where nothing is left to be spent.
  if (status === 429 && /insufficient_quota|exceeded your current quota/iu.test(said))
    return new ChatFailure("model_refused_key", `${host} takes nothing more on this key (${said}).`, info);
  if (status === 429)
    return new ChatFailure("model_rate_limited", `${host} limits the rate of requests (${said}).`, { ...info, retryable: true });
  if (status < 500 && /content_filter|content management policy/iu.test(said))
    return new ChatFailure("model_reply_unreadable", `The content filter of ${host} held the question back (${said}).`, info);
  if (status < 500 && /context (?:size|length|window)|exceed_context_size/iu.test(said))
    return new ChatFailure("model_reply_unreadable", `The question is longer than the model takes (${said}).`, info);
  const retryable = status === 408 || status === 409 || status >= 500;
  return new ChatFailure("model_unreachable", `${host} answered ${status} (${said}).`, { ...info, retryable });
}

/** "fetch failed" says nothing: the cause under it does. */
function innermostMessage(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ("code" in inner ? String(inner.code) : inner.name);
}
