import { once, setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { type ChatRequest, promptText } from "./stand-in-question.ts";
import { type Fault, faults, replyContent } from "./stand-in-replies.ts";
import {
  completionOf,
  type EmbeddingFault,
  embeddingFaults,
  failOnWire,
  type Headers,
  pause,
  sendEmbeddings,
  sendError,
  sendHalf,
  sendJson,
  sendSlowly,
  sendStream,
  usageOf,
} from "./stand-in-wire.ts";

/** A request as received, for tests to inspect. */
export interface RecordedRequest {
  method: string;
  path: string;
  /** The query string, without `?`. */
  query: string;
  authorization: string | null;
  /** The header in which Azure takes keys. */
  apiKey: string | null;
  traceparent: string | null;
  body: Record<string, unknown> | null;
  /** The body byte for byte, read as UTF-8; "" without one. */
  text: string;
  fault: Fault | EmbeddingFault | null;
  at: number;
}

export interface StandInLlm {
  /** The base URL to give a judge, with /v1. */
  url: string;
  requests: RecordedRequest[];
  /** Requests currently being answered. */
  open(): number;
  /** Requests refused because of `requestsPerMinute`. */
  refused(): number;
  /** The next `times` requests of its kind (default: all from now on) get this fault; null: none. */
  setFault(fault: Fault | EmbeddingFault | null, times?: number): void;
  close(): Promise<void>;
}

export interface StandInOptions {
  port?: number;
  /** Delay before each answer, in milliseconds. */
  delayMs?: number;
  /** If set, required of every request. */
  apiKey?: string;
  /** The value of Retry-After, in seconds. */
  retryAfterSeconds?: number;
  /** It answers 429 to more requests than this in any minute. */
  requestsPerMinute?: number;
  /** Keep only this many requests, since a benchmark makes many. */
  keepRequests?: number;
}

/**
 * A stand-in for an OpenAI-compatible server, on loopback: models, chat (whole and streamed, plain and with a JSON schema), embeddings.
 * It fails on request: by a model named `stand-in:FAULT` or `stand-in:FAULT*TIMES` (the first TIMES requests for each prompt), by
 * `setFault`, or over HTTP by `POST /control {"fault": "429", "times": 2}`. `GET /control` lists the requests received.
 */
export async function startStandInLlm(options: StandInOptions = {}): Promise<StandInLlm> {
  const state = new State(options);
  let open = 0;
  const server = createServer((request, response) => {
    open++;
    response.once("close", () => open--);
    answer(state, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 400, { code: "invalid_request_error", message: String(error) });
    });
  });
  // An idle connection that it closed just as a busy test asked again would look like a fault that nobody ordered.
  server.keepAliveTimeout = 120_000;
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    open: () => open,
    refused: () => state.refused,
    setFault: (fault, times) => state.setFault(fault, times),
    close: async () => {
      state.ending.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const isEmbeddingFault = (fault: Fault | EmbeddingFault | null): fault is EmbeddingFault =>
  embeddingFaults.some((known) => known === fault);
const windowMs = 60_000;

class State {
  readonly requests: RecordedRequest[] = [];
  readonly ending = new AbortController();
  refused = 0;
  private fault: Fault | EmbeddingFault | null = null;
  private timesLeft = Number.POSITIVE_INFINITY;
  private readonly seen = new Map<string, number>();
  private readonly counted: number[] = [];

  constructor(readonly options: StandInOptions) {
    // Each waiting request listens for the end, so many listeners are not a leak.
    setMaxListeners(0, this.ending.signal);
  }

  setFault(fault: Fault | EmbeddingFault | null, times = Number.POSITIVE_INFINITY): void {
    this.fault = fault;
    this.timesLeft = times;
  }

  record(request: RecordedRequest): void {
    this.requests.push(request);
    if (this.requests.length > (this.options.keepRequests ?? 100_000)) this.requests.shift();
  }

  /** Counts a request against the limit: the rate-limit headers, and whether it exceeded the limit. */
  count(now: number): { headers: Headers; isTooMany: boolean } {
    const limit = this.options.requestsPerMinute;
    while ((this.counted[0] ?? now) <= now - windowMs) this.counted.shift();
    const isTooMany = limit !== undefined && this.counted.length >= limit;
    if (isTooMany) this.refused++;
    else if (limit !== undefined) this.counted.push(now);
    const left = limit === undefined ? 599 : limit - this.counted.length;
    const resetMs = left > 0 ? 100 : (this.counted[0] ?? now) + windowMs - now;
    const headers = {
      "x-request-id": "req_stand_in",
      "x-ratelimit-limit-requests": String(limit ?? 600),
      "x-ratelimit-remaining-requests": String(left),
      "x-ratelimit-reset-requests": `${resetMs}ms`,
      "x-ratelimit-limit-tokens": "200000",
      "x-ratelimit-remaining-tokens": "199000",
      "x-ratelimit-reset-tokens": "300ms",
    };
    return { headers, isTooMany };
  }

  /** The fault for one chat request: the one set, else the one in the model's name. */
  faultFor(request: ChatRequest): Fault | null {
    if (this.fault !== null && !isEmbeddingFault(this.fault) && this.timesLeft > 0) {
      this.timesLeft--;
      return this.fault;
    }
    const [, name, times] = /:([\w-]+)(?:\*(\d+))?$/u.exec(request.model) ?? [];
    const fault = faults.find((known) => known === name) ?? null;
    if (fault === null || times === undefined) return fault;
    const key = `${request.model}\n${promptText({ ...request, messages: request.messages.slice(0, 2) })}`;
    const count = this.seen.get(key) ?? 0;
    this.seen.set(key, count + 1);
    return count < Number(times) ? fault : null;
  }

  embeddingFaultFor(body: Record<string, unknown>): EmbeddingFault | null {
    if (isEmbeddingFault(this.fault) && this.timesLeft > 0) {
      this.timesLeft--;
      return this.fault;
    }
    return embeddingFaults.find((known) => String(body.model).endsWith(`:${known}`)) ?? null;
  }
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, search } = new URL(request.url ?? "/", "http://stand-in");
  const text = request.method === "POST" ? await readText(request) : "";
  const body = request.method === "POST" ? (JSON.parse(text || "{}") as Record<string, unknown>) : null;
  if (path === "/control") return control(state, request, body, response);
  const chat = path === "/v1/chat/completions" && isChat(body) ? body : null;
  const vectors = path === "/v1/embeddings" ? body : null;
  const chatFault = chat === null ? null : state.faultFor(chat);
  const vectorFault = vectors === null ? null : state.embeddingFaultFor(vectors);
  const authorization = request.headers.authorization ?? null;
  const key = request.headers["api-key"];
  state.record({
    method: request.method ?? "",
    path,
    query: search.slice(1),
    authorization,
    apiKey: typeof key === "string" ? key : null,
    traceparent: typeof request.headers.traceparent === "string" ? request.headers.traceparent : null,
    body,
    text,
    fault: chatFault ?? vectorFault,
    at: Date.now(),
  });
  const { apiKey, retryAfterSeconds = 1, delayMs } = state.options;
  if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`)
    return sendError(response, 401, { code: "invalid_api_key", message: "Incorrect API key provided." });
  if (path === "/v1/models")
    return sendJson(response, 200, { object: "list", data: [{ id: "stand-in", object: "model", created: 0, owned_by: "stand-in" }] });
  if (chat === null && vectors === null) return sendError(response, 404, { code: "not_found", message: `Nothing is at ${path}.` });
  const { headers, isTooMany } = state.count(Date.now());
  if (isTooMany)
    return sendError(response, 429, { code: "rate_limit_exceeded", message: "Rate limit reached for requests per minute." }, headers);
  if (vectors !== null) return sendEmbeddings(response, vectors, vectorFault, headers);
  if (chat === null) return;
  const wire = { retryAfterSeconds, headers, ending: state.ending.signal };
  if (await failOnWire(wire, chat, chatFault, request, response)) return;
  if (delayMs) await pause(delayMs, state.ending.signal);
  const content = replyContent(chat, chatFault);
  const usage = chatFault === "no-usage" ? undefined : usageOf(promptText(chat), content);
  if (chat.stream) return sendStream(response, chat, content, chatFault, usage, wire);
  const completion = completionOf(chat, content, chatFault, usage);
  if (chatFault === "slow") return sendSlowly(response, JSON.stringify(completion), wire);
  if (chatFault === "stream-cut") return sendHalf(response, JSON.stringify(completion), headers);
  sendJson(response, 200, completion, headers);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const isChat = (body: unknown): body is ChatRequest & Record<string, unknown> =>
  typeof body === "object" && body !== null && "messages" in body && Array.isArray(body.messages) && "model" in body;

function control(state: State, request: IncomingMessage, body: Record<string, unknown> | null, response: ServerResponse): void {
  if (request.method === "POST") {
    const known = [...faults, ...embeddingFaults];
    const fault = known.find((name) => name === body?.fault) ?? null;
    if (fault === null && body?.fault !== null) {
      sendError(response, 400, { code: "unknown_fault", message: `Known faults: ${known.join(", ")}.` });
      return;
    }
    state.setFault(fault, typeof body?.times === "number" ? body.times : undefined);
  }
  sendJson(response, 200, { requests: state.requests });
}

// As a script: `node --import tsx e2e/support/stand-in-llm.ts [PORT]` serves until it is ended.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const standIn = await startStandInLlm({ port: Number(process.argv[2] ?? 0), keepRequests: 1000 });
  process.stdout.write(`${standIn.url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
