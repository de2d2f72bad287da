import "server-only";
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  AuthenticationError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from "openai";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { JudgeCapabilities } from "@/lib/domain/judge";
import { carriedTrace } from "@/lib/telemetry/tracing";
import { ChatFailure } from "./chat-failure";
import { checkedFetch } from "./checked-fetch";
import { holdMs, retryAfterMs } from "./rate-limit-headers";
import { readError } from "./read-completion";
import { meaningOf } from "./refusal-words";

/** Where a model is and how to ask it. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  temperature: number;
  /** Null or absent: not sent. */
  topP?: number | null;
  maxTokens: number;
  seed: number | null;
  timeoutMs: number;
  /** Whether replies are streamed. Default false. */
  stream?: boolean;
  /** What `judge test` found, so that a new process need not probe again. */
  capabilities?: JudgeCapabilities | null;
}

export interface RequestOptions {
  signal: AbortSignal;
  /** JSON text, sent as it is. */
  body?: string;
  /** Longer answers fail. Default 2 MB. */
  longestAnswer?: number;
}

/** The body of an answer, and the pause the endpoint asks for after it. */
export interface Answered {
  body: string;
  holdMs: number | null;
}

/** One request to any path of an endpoint, without retries. Throws ChatFailure; invalid_input for an address that this instance may not call; when `signal` aborts, its reason. The key never appears in an error. */
export async function sendRequest(
  endpoint: ModelEndpoint,
  method: "get" | "post",
  path: string,
  { signal, body, longestAnswer = 2_000_000 }: RequestOptions,
): Promise<Answered> {
  signal.throwIfAborted();
  // The client never removes its listener, so a run's own signal would collect one per request.
  const own = new AbortController();
  const abort = () => own.abort();
  signal.addEventListener("abort", abort);
  try {
    const options = {
      signal: own.signal,
      timeout: endpoint.timeoutMs,
      headers: { ...carriedTrace(), ...(body && { "content-type": "application/json" }) },
      ...(body && { body }),
    };
    const response = await clientOf(endpoint, longestAnswer)[method](path, options).asResponse();
    return { body: withoutKey(await response.text(), endpoint), holdMs: holdMs(response.status, response.headers, Date.now()) };
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, endpoint);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

// Only the judge's settings are sent: never the key, organisation or address in the server's environment, and nothing after a redirect.
function clientOf(endpoint: ModelEndpoint, longestAnswer: number): OpenAI {
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
    maxRetries: 0, // see withRetries
    logLevel: "off",
    fetch: (input, init) => fetchWhole(input, init, longestAnswer),
  });
}

/**
 * Azure takes keys in its own header, in each of its clouds and behind gateways, where only the API version in the URL identifies it. The
 * client's own AzureOpenAI rewrites paths to deployments, which Azure's newer URLs do not have.
 */
export const isAzure = (url: URL): boolean => /\.azure\.(?:com|us|cn)$/u.test(url.hostname) || url.searchParams.has("api-version");

/** Fetches an answer with its whole body: the client's timeout covers only what happens in here, and the client would read any length. */
function fetchWhole(input: string | URL | Request, init: RequestInit = {}, longest: number): Promise<Response> {
  const signal = init.signal ?? new AbortController().signal;
  const request = {
    ...{ method: init.method ?? "GET", headers: Object.fromEntries(new Headers(init.headers)), signal },
    ...(typeof init.body === "string" && { body: init.body }),
  };
  // Node's fetch holds its signal by weak references: after a garbage collection, an abort may no longer reach it.
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    checkedFetch(input instanceof Request ? input.url : String(input), request)
      .then((response) => readWhole(response, signal, longest))
      .then(resolve, reject);
  });
}

async function readWhole(response: Awaited<ReturnType<typeof checkedFetch>>, signal: AbortSignal, longest: number): Promise<Response> {
  const { body, ok } = response;
  const text = body === null ? "" : await readBody(body.getReader(), signal, ok ? longest : 100_000);
  // The client reads only OpenAI's error shape and would lose the message of any other server.
  if (!ok) return new Response(JSON.stringify({ error: { message: readError(text) } }), response);
  if (text.length <= longest) return new Response(text || null, response);
  const message = `The endpoint's answer does not end within ${longest / 1_000_000} MB.`;
  throw new ChatFailure("model_reply_unreadable", message, { retryable: true, raw: text.slice(0, 10_000) });
}

/** A body as text; reading stops just past `longest`. */
async function readBody(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  try {
    let text = "";
    while (text.length <= longest && !signal.aborted) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) break;
    }
    return text;
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Real keys are longer. Shorter ones are placeholder words for servers that need no key ("ollama"), which any reply may contain. */
const shortestKey = 16;

/** Removes the key from a text, however JSON escapes it: a server may echo what it was sent. */
export function withoutKey(text: string, { apiKey }: ModelEndpoint): string {
  if (apiKey === null || apiKey.length < shortestKey) return text;
  return text.replaceAll(apiKey, "[key]").replaceAll(JSON.stringify(apiKey).slice(1, -1), "[key]");
}

function failureOf(error: unknown, endpoint: ModelEndpoint): ChatFailure | AppError {
  const { host } = new URL(endpoint.baseUrl);
  if (error instanceof APIConnectionTimeoutError) {
    const message = `${host} did not finish its answer within ${endpoint.timeoutMs / 1000} s.`;
    return new ChatFailure("model_timeout", message, { retryable: true });
  }
  if (error instanceof APIConnectionError && (error.cause instanceof ChatFailure || error.cause instanceof AppError)) return error.cause;
  if (error instanceof APIError && error.status !== undefined) return failureOfStatus(error, error.status, endpoint, host);
  return new ChatFailure("model_unreachable", `${host} cannot be reached: ${innermostMessage(error)}.`, { retryable: true });
}

function failureOfStatus(error: APIError, status: number, endpoint: ModelEndpoint, host: string): ChatFailure {
  const said = error.message.replaceAll(endpoint.apiKey ?? "\0", "[key]");
  const headers = error.headers ?? new Headers();
  const now = Date.now();
  const info = { status, raw: said, retryAfterMs: retryAfterMs(headers, now), holdMs: holdMs(status, headers, now) };
  const failure = (code: ErrorCode, what: string, retryable = false) =>
    new ChatFailure(code, `${what} (${said}).`, { ...info, retryable, ownWords: `${what}.` });
  // Waiting does not help once the account is empty.
  const meaning = meaningOf(said, status);
  if (meaning === "out-of-credits") return failure("model_out_of_credits", `The credits of this key at ${host} are used up`);
  if (meaning === "too-long") return failure("model_reply_unreadable", "The question is longer than the model accepts");
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError)
    return failure("model_refused_key", `${host} refuses the key`);
  if (error instanceof NotFoundError)
    return failure("model_unreachable", `${host} has no model "${endpoint.model}", or the base URL is wrong`);
  if (error instanceof RateLimitError) return failure("model_rate_limited", `${host} limits the rate of requests`, true);
  if (status < 500 && /content_filter|content management policy/iu.test(said))
    return failure("model_reply_unreadable", `The content filter of ${host} blocked the question`);
  const retryable = error instanceof InternalServerError || error instanceof ConflictError || status === 408;
  const what = status === 503 || status === 529 ? `is busy: it answered ${status}` : `answered ${status}`;
  return failure("model_unreachable", `${host} ${what}`, retryable);
}

/** "fetch failed" explains nothing; its cause does. */
function innermostMessage(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  if (!(inner instanceof Error)) return String(inner);
  return inner.message || ("code" in inner ? String(inner.code) : inner.name);
}
