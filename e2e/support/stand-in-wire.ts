import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ChatRequest } from "./stand-in-question.ts";
import { countTokens, embed, type Fault } from "./stand-in-replies.ts";

/** Faults of embeddings: none returned, one too few, or different lengths. */
export const embeddingFaults = ["embeddings-500", "embeddings-count", "embeddings-lengths"] as const;
export type EmbeddingFault = (typeof embeddingFaults)[number];

export type Headers = Record<string, string>;

/** What a wire-level failure needs to know about the stand-in. */
export interface Wire {
  retryAfterSeconds: number;
  headers: Headers;
  ending: AbortSignal;
}

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

export const sendError = (
  response: ServerResponse,
  status: number,
  { code, message, param = null }: { code: string; message: string; param?: string | null },
  headers: Headers = {},
) =>
  sendJson(response, status, { error: { message, type: status < 500 ? "invalid_request_error" : "server_error", param, code } }, headers);

const unsupported = (param: string, message: string) => ({ status: 400, code: "unsupported_parameter", message, param });

/** The refusal for a fault; null if it lets the request through. */
function refusalOf(fault: Fault | null, chat: ChatRequest & Record<string, unknown>) {
  if (fault === "401") return { status: 401, code: "invalid_api_key", message: "Incorrect API key provided." };
  if (fault === "404-model") return { status: 404, code: "model_not_found", message: `The model "${chat.model}" does not exist.` };
  if (fault === "429" || fault === "429-retry-after") return { status: 429, code: "rate_limit_exceeded", message: "Rate limit reached." };
  if (fault === "500") return { status: 500, code: "server_error", message: "The server had an error." };
  if (fault === "503") return { status: 503, code: "overloaded", message: "The engine is overloaded." };
  if (fault === "no-json-schema" && chat.response_format !== undefined)
    return unsupported("response_format", "'response_format' of type 'json_schema' is not supported with this model.");
  if (fault === "no-temperature" && chat.temperature !== undefined && chat.temperature !== 1)
    return unsupported("temperature", `Unsupported value: 'temperature' does not support ${String(chat.temperature)} with this model.`);
  if (fault === "no-seed" && chat.seed !== undefined)
    return unsupported("seed", "Unsupported parameter: 'seed' is not supported with this model.");
  if (fault === "max-completion-tokens-only" && chat.max_tokens !== undefined)
    return unsupported(
      "max_tokens",
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    );
  return null;
}

/** Makes wire-level failures. Returns whether it made one. */
export async function failOnWire(
  wire: Wire,
  chat: ChatRequest & Record<string, unknown>,
  fault: Fault | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const refusal = refusalOf(fault, chat);
  if (refusal !== null) {
    const retryAfter: Headers = fault === "429-retry-after" ? { "retry-after": String(wire.retryAfterSeconds) } : {};
    sendError(response, refusal.status, refusal, { ...wire.headers, ...retryAfter });
  } else if (fault === "reset") request.socket.resetAndDestroy();
  else if (fault === "empty-body") response.writeHead(200, { "content-type": "application/json" }).end();
  else if (fault === "html-body")
    response.writeHead(200, { "content-type": "text/html" }).end("<html><body>Welcome to the proxy</body></html>");
  else if (fault === "hang") await Promise.race([once(response, "close"), once(wire.ending, "abort")]);
  else return false;
  return true;
}

export const usageOf = (prompt: string, content: string) => {
  const usage = { prompt_tokens: countTokens(prompt), completion_tokens: countTokens(content) };
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
};
export type Usage = ReturnType<typeof usageOf> | undefined;

const thoughts = "A first idea: Score: 1. No, let me look again.";
const finishOf = (fault: Fault | null) => (fault === "truncated-json" ? "length" : fault === "content-filter" ? "content_filter" : "stop");

/** A whole chat completion. */
export function completionOf(chat: ChatRequest, content: string, fault: Fault | null, usage: Usage) {
  const refused = fault === "refusal" && chat.response_format !== undefined;
  const message = {
    role: "assistant",
    content: refused || fault === "content-filter" ? null : content,
    refusal: refused ? content : null,
    ...(fault === "reasoning-field" && { reasoning_content: thoughts }),
  };
  return {
    id: "chatcmpl-stand-in",
    object: "chat.completion",
    created: 0,
    model: chat.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(fault) }],
    usage,
  };
}

/** The same, streamed; under "stream-cut" the connection ends in the middle, under "slow" each character takes a tenth of a second. */
export async function sendStream(
  response: ServerResponse,
  chat: ChatRequest,
  content: string,
  fault: Fault | null,
  usage: Usage,
  wire: Wire,
) {
  response.writeHead(200, { "content-type": "text/event-stream", ...wire.headers });
  const send = (fields: Record<string, unknown>) =>
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-stand-in", object: "chat.completion.chunk", created: 0, model: chat.model, ...fields })}\n\n`,
    );
  const sendDelta = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] });
  if (fault === "reasoning-field") sendDelta({ reasoning_content: thoughts });
  const key = fault === "refusal" && chat.response_format !== undefined ? "refusal" : "content";
  const piece = fault === "slow" ? /[\s\S]/gu : fault === "huge" ? /[\s\S]{1,4000}/gu : /[\s\S]{1,24}/gu;
  const pieces = content.match(piece) ?? [];
  for (const [index, text] of pieces.entries()) {
    if (response.closed) return;
    if (fault === "stream-cut" && index >= Math.floor(pieces.length / 2)) {
      await new Promise((resolve) => response.write(": the end\n\n", resolve));
      response.destroy();
      return;
    }
    sendDelta({ [key]: text });
    if (fault === "slow") await pause(100, wire.ending);
  }
  sendDelta({}, finishOf(fault));
  if (chat.stream_options?.include_usage && usage !== undefined) send({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

/** Half a reply, and then the connection ends. */
export async function sendHalf(response: ServerResponse, text: string, headers: Headers): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", ...headers });
  await new Promise((resolve) => response.write(text.slice(0, Math.floor(text.length / 2)), resolve));
  response.destroy();
}

/** Sends a reply in pieces so small that it would take half a minute. */
export async function sendSlowly(response: ServerResponse, text: string, wire: Wire): Promise<void> {
  response.writeHead(200, { "content-type": "application/json", ...wire.headers });
  const size = Math.max(1, Math.ceil(text.length / 300));
  for (let at = 0; at < text.length && !response.closed; at += size) {
    response.write(text.slice(at, at + size));
    await pause(100, wire.ending);
  }
  response.end();
}

export function sendEmbeddings(
  response: ServerResponse,
  body: Record<string, unknown>,
  fault: EmbeddingFault | null,
  headers: Headers,
): void {
  if (fault === "embeddings-500") {
    sendError(response, 500, { code: "server_error", message: "The server had an error." }, headers);
    return;
  }
  const texts = (Array.isArray(body.input) ? body.input : [body.input]).map(String);
  const sizeAt = (index: number) => (fault === "embeddings-lengths" && index > 0 ? 32 : 64);
  const data = texts.map((text, index) => ({
    object: "embedding",
    index,
    embedding: embedAs(embed(text, sizeAt(index)), body.encoding_format),
  }));
  const sent = fault === "embeddings-count" ? data.slice(1) : data;
  sendJson(response, 200, { object: "list", data: sent, model: body.model, usage: usageOf(texts.join(" "), "") }, headers);
}

const embedAs = (vector: number[], format: unknown) =>
  format === "base64" ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector;

export function pause(ms: number, ending: AbortSignal): Promise<void> {
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
