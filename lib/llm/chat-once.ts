import "server-only";
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { ChatMessage, ReplySchema } from "@/lib/protocols/protocol";

/** Where a model is and how it is asked. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | null;
  model: string;
  temperature: number;
  maxTokens: number;
  seed: number | null;
  timeoutMs: number;
}

/** What one request gave. */
export interface ChatReply {
  text: string;
  finishReason: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** A failed request, with what a retry has to know. */
export class ChatFailure extends AppError {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** HTTP status, where there was an answer at all. */
  readonly status: number | null;
  /** What came instead of a completion. */
  readonly raw: string | null;
  /** Requests made in all until it was given up. */
  readonly requests: number;

  constructor(
    code: ErrorCode,
    message: string,
    info: {
      retryable: boolean;
      status?: number | null;
      retryAfterMs?: number | null;
      raw?: string | null;
      requests?: number;
      cause?: unknown;
    },
  ) {
    super(code, message, { cause: info.cause });
    this.retryable = info.retryable;
    this.status = info.status ?? null;
    this.retryAfterMs = info.retryAfterMs ?? null;
    this.raw = info.raw ?? null;
    this.requests = info.requests ?? 1;
  }
}

const longestBody = 2_000_000;

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

/** The largest number of tokens goes by two names; which one an endpoint knows is found out by asking. */
export type TokenLimitName = "max_tokens" | "max_completion_tokens";

export interface ChatRequest {
  messages: ChatMessage[];
  schema: ReplySchema | null;
  tokenLimitName: TokenLimitName;
  signal: AbortSignal;
}

/** One request, without any retry. Throws ChatFailure; when `signal` aborts, its reason. The key stands in no error and no log. */
export async function chatOnce(endpoint: ModelEndpoint, request: ChatRequest): Promise<ChatReply> {
  const deadline = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    const response = await client(endpoint)
      .chat.completions.create(body(endpoint, request), {
        signal: AbortSignal.any([request.signal, deadline]),
        timeout: endpoint.timeoutMs,
      })
      .asResponse();
    return readCompletion(await readBody(response));
  } catch (error) {
    request.signal.throwIfAborted();
    throw failureOf(error, endpoint, deadline.aborted);
  }
}

// Only what the judge says goes out: not the key, organisation or address of the server's environment, and no call after a redirect.
const client = (endpoint: ModelEndpoint) =>
  new OpenAI({
    apiKey: endpoint.apiKey ?? "none",
    baseURL: endpoint.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetchOptions: { redirect: "error" },
  });

const body = (endpoint: ModelEndpoint, { messages, schema, tokenLimitName }: ChatRequest) => ({
  model: endpoint.model,
  messages,
  temperature: endpoint.temperature,
  [tokenLimitName]: endpoint.maxTokens,
  ...(endpoint.seed === null ? {} : { seed: endpoint.seed }),
  ...(schema === null
    ? {}
    : { response_format: { type: "json_schema" as const, json_schema: { name: schema.name, strict: true, schema: schema.schema } } }),
});

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestBody) {
      throw new ChatFailure("model_reply_unreadable", "The endpoint's answer does not end within 2 MB.", {
        retryable: true,
        raw: text.slice(0, 10_000),
      });
    }
  }
  return text + decoder.decode();
}

function readCompletion(text: string): ChatReply {
  const unreadable = (message: string) => new ChatFailure("model_reply_unreadable", message, { retryable: true, raw: text });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unreadable(
      text.trim() === "" ? "The endpoint answered with nothing." : "The endpoint's answer is not JSON: is the base URL right?",
    );
  }
  const parsed = completion.safeParse(json);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) throw unreadable("The endpoint's answer is not a chat completion: is the base URL right?");
  if (choice.message.refusal)
    throw new ChatFailure("model_reply_unreadable", `The model refused: ${choice.message.refusal}`, { retryable: false, raw: text });
  return {
    text: choice.message.content ?? "",
    finishReason: choice.finish_reason ?? null,
    inputTokens: parsed.data?.usage?.prompt_tokens ?? null,
    outputTokens: parsed.data?.usage?.completion_tokens ?? null,
  };
}

function failureOf(error: unknown, endpoint: ModelEndpoint, late: boolean): ChatFailure {
  if (error instanceof ChatFailure) return error;
  const { host } = new URL(endpoint.baseUrl);
  if (late || error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) {
    return new ChatFailure("model_timeout", `${host} did not finish its answer within ${endpoint.timeoutMs / 1000} s.`, {
      retryable: true,
    });
  }
  if (error instanceof APIConnectionError || !(error instanceof APIError)) {
    return new ChatFailure("model_unreachable", `${host} cannot be reached: ${innermostMessage(error)}.`, { retryable: true });
  }
  return failureOfStatus(error, endpoint, host);
}

function failureOfStatus(error: APIError, endpoint: ModelEndpoint, host: string): ChatFailure {
  const status = error.status ?? 0;
  const said = String(error.message)
    .replaceAll(endpoint.apiKey ?? "\0", "[key]")
    .slice(0, 1000);
  const info = { status, raw: said, retryAfterMs: retryAfterMs(error.headers), retryable: false };
  if (status === 401 || status === 403) return new ChatFailure("model_refused_key", `${host} refuses the key (${said}).`, info);
  if (status === 404)
    return new ChatFailure("model_unreachable", `${host} has no model "${endpoint.model}", or the base URL is wrong (${said}).`, info);
  if (status === 429)
    return new ChatFailure("model_rate_limited", `${host} limits the rate of requests (${said}).`, { ...info, retryable: true });
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

/** Seconds, milliseconds in OpenAI's own header, or an HTTP date. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const given = headers?.get("retry-after")?.trim();
  if (!given) return null;
  const seconds = Number(given);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
