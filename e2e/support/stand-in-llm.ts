import { once, setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { type ChatRequest, countTokens, embed, type Fault, faults, promptText, replyContent } from "./stand-in-replies.ts";

/** A request as it came, for tests to look at. */
export interface RecordedRequest {
  method: string;
  path: string;
  authorization: string | null;
  body: Record<string, unknown> | null;
  fault: Fault | null;
  at: number;
}

export interface StandInLlm {
  /** The base URL to give a judge, with /v1. */
  url: string;
  requests: RecordedRequest[];
  /** Requests being answered right now. */
  open(): number;
  /** The next `times` chat requests (default: all from now on) get this fault; null: none. */
  setFault(fault: Fault | null, times?: number): void;
  close(): Promise<void>;
}

export interface StandInOptions {
  port?: number;
  /** How long it seems to think, in milliseconds. */
  delayMs?: number;
  /** Asked of every request when set. */
  apiKey?: string;
  /** What Retry-After says, in seconds. */
  retryAfterSeconds?: number;
  /** Keep only so many requests: a bench makes many. */
  keepRequests?: number;
}

/**
 * A stand-in for an OpenAI-compatible server, on loopback: models, chat (whole and streamed, plain and with a JSON schema), embeddings.
 * It fails when asked to: by a model named `stand-in:FAULT` or `stand-in:FAULT*TIMES` (the first TIMES requests for each prompt), by
 * `setFault`, or over HTTP by `POST /control {"fault": "429", "times": 2}`. `GET /control` lists the requests that came.
 */
export async function startStandInLlm(options: StandInOptions = {}): Promise<StandInLlm> {
  const state = new State(options);
  let open = 0;
  const server = createServer((request, response) => {
    open++;
    response.once("close", () => open--);
    answer(state, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 400, "invalid_request_error", String(error));
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    open: () => open,
    setFault: (fault, times) => state.setFault(fault, times),
    close: async () => {
      state.ending.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class State {
  readonly requests: RecordedRequest[] = [];
  readonly ending = new AbortController();
  private fault: Fault | null = null;
  private timesLeft = Number.POSITIVE_INFINITY;
  private readonly seen = new Map<string, number>();

  constructor(readonly options: StandInOptions) {
    // Each request that waits listens for the end: that is no leak.
    setMaxListeners(0, this.ending.signal);
  }

  setFault(fault: Fault | null, times = Number.POSITIVE_INFINITY): void {
    this.fault = fault;
    this.timesLeft = times;
  }

  record(request: RecordedRequest): void {
    this.requests.push(request);
    if (this.requests.length > (this.options.keepRequests ?? 100_000)) this.requests.shift();
  }

  /** The fault for one chat request: what was set, else what the model's name says. */
  faultFor(request: ChatRequest): Fault | null {
    if (this.fault !== null && this.timesLeft > 0) {
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
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? "/", "http://stand-in").pathname;
  const body = request.method === "POST" ? await readJson(request) : null;
  if (path === "/control") return control(state, request, body, response);
  const chat = path === "/v1/chat/completions" && isChat(body) ? body : null;
  const fault = chat === null ? null : state.faultFor(chat);
  const authorization = request.headers.authorization ?? null;
  state.record({ method: request.method ?? "", path, authorization, body, fault, at: Date.now() });
  const { apiKey } = state.options;
  if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`)
    return sendError(response, 401, "invalid_api_key", "Incorrect API key provided.");
  if (path === "/v1/models")
    return sendJson(response, 200, { object: "list", data: [{ id: "stand-in", object: "model", created: 0, owned_by: "stand-in" }] });
  if (path === "/v1/embeddings" && body !== null) return sendEmbeddings(response, body);
  if (chat === null) return sendError(response, 404, "not_found", `Nothing is at ${path}.`);
  if (await failOnWire(state, chat, fault, request, response)) return;
  if (state.options.delayMs) await pause(state.options.delayMs, state.ending.signal);
  const content = replyContent(chat, fault);
  const usage = fault === "no-usage" ? undefined : usageOf(promptText(chat), content);
  if (chat.stream) return sendStream(response, chat, content, usage);
  const completion = completionOf(chat, content, fault, usage);
  if (fault === "slow") return sendSlowly(response, JSON.stringify(completion), state.ending.signal);
  sendJson(response, 200, completion);
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Record<string, unknown>;
}

const isChat = (body: unknown): body is ChatRequest & Record<string, unknown> =>
  typeof body === "object" && body !== null && "messages" in body && Array.isArray(body.messages) && "model" in body;

function control(state: State, request: IncomingMessage, body: Record<string, unknown> | null, response: ServerResponse): void {
  if (request.method === "POST") {
    const fault = faults.find((known) => known === body?.fault) ?? null;
    if (fault === null && body?.fault !== null) {
      sendError(response, 400, "unknown_fault", `Known faults: ${faults.join(", ")}.`);
      return;
    }
    state.setFault(fault, typeof body?.times === "number" ? body.times : undefined);
  }
  sendJson(response, 200, { requests: state.requests });
}

/** Failures below the reply's content. Says whether one was made. */
async function failOnWire(
  state: State,
  chat: ChatRequest,
  fault: Fault | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const retryAfter = { "retry-after": String(state.options.retryAfterSeconds ?? 1) };
  if (fault === "401") sendError(response, 401, "invalid_api_key", "Incorrect API key provided.");
  else if (fault === "404-model") sendError(response, 404, "model_not_found", `The model "${chat.model}" does not exist.`);
  else if (fault === "429") sendError(response, 429, "rate_limit_exceeded", "Rate limit reached.");
  else if (fault === "429-retry-after") sendError(response, 429, "rate_limit_exceeded", "Rate limit reached.", retryAfter);
  else if (fault === "500") sendError(response, 500, "server_error", "The server had an error.");
  else if (fault === "503") sendError(response, 503, "overloaded", "The engine is overloaded.");
  else if (fault === "reset") request.socket.resetAndDestroy();
  else if (fault === "empty-body") response.writeHead(200, { "content-type": "application/json" }).end();
  else if (fault === "html-body")
    response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Welcome to the proxy</body></html>");
  else if (fault === "no-json-schema" && chat.response_format !== undefined) {
    sendError(response, 400, "invalid_request_error", "'response_format' of type 'json_schema' is not supported with this model.");
  } else if (fault === "hang") await Promise.race([once(response, "close"), once(state.ending.signal, "abort")]);
  else return false;
  return true;
}

const rateLimitHeaders = {
  "x-request-id": "req_stand_in",
  "x-ratelimit-limit-requests": "600",
  "x-ratelimit-remaining-requests": "599",
  "x-ratelimit-reset-requests": "100ms",
  "x-ratelimit-limit-tokens": "200000",
  "x-ratelimit-remaining-tokens": "199000",
  "x-ratelimit-reset-tokens": "300ms",
};

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...rateLimitHeaders, ...headers }).end(JSON.stringify(body));
}

const sendError = (response: ServerResponse, status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  sendJson(response, status, { error: { message, type: code, param: null, code } }, headers);

const usageOf = (prompt: string, content: string) => {
  const usage = { prompt_tokens: countTokens(prompt), completion_tokens: countTokens(content) };
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
};
type Usage = ReturnType<typeof usageOf> | undefined;

function completionOf(chat: ChatRequest, content: string, fault: Fault | null, usage: Usage) {
  const refused = fault === "refusal" && chat.response_format !== undefined;
  const message = { role: "assistant", content: refused ? null : content, refusal: refused ? content : null };
  const finish_reason = fault === "truncated-json" ? "length" : "stop";
  return {
    id: "chatcmpl-stand-in",
    object: "chat.completion",
    created: 0,
    model: chat.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage,
  };
}

function sendStream(response: ServerResponse, chat: ChatRequest, content: string, usage: Usage): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...rateLimitHeaders });
  const send = (fields: Record<string, unknown>) =>
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-stand-in", object: "chat.completion.chunk", created: 0, model: chat.model, ...fields })}\n\n`,
    );
  for (const piece of content.match(/[\s\S]{1,24}/gu) ?? [])
    send({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  if (chat.stream_options?.include_usage && usage !== undefined) send({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

function sendEmbeddings(response: ServerResponse, body: Record<string, unknown>): void {
  const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(String);
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: embedAs(embed(text), body.encoding_format) }));
  sendJson(response, 200, { object: "list", data, model: body.model, usage: usageOf(texts.join(" "), "") });
}

const embedAs = (vector: number[], format: unknown) =>
  format === "base64" ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector;

/** Sends a reply in so small pieces that it would take half a minute. */
async function sendSlowly(response: ServerResponse, text: string, ending: AbortSignal): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", ...rateLimitHeaders });
  const size = Math.max(1, Math.ceil(text.length / 300));
  for (let at = 0; at < text.length && !response.closed; at += size) {
    response.write(text.slice(at, at + size));
    await pause(100, ending);
  }
  response.end();
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    ending.addEventListener("abort", finish, { once: true });
    function finish() {
      clearTimeout(timer);
      ending.removeEventListener("abort", finish);
      resolve();
    }
  });
}

// As a script: `node --import tsx e2e/support/stand-in-llm.ts [PORT]` serves until it is ended.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const standIn = await startStandInLlm({ port: Number(process.argv[2] ?? 0), keepRequests: 1000 });
  process.stdout.write(`${standIn.url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void standIn.close().then(() => process.exit(0)));
}
