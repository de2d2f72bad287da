import "server-only";
import { z } from "zod";
import { timeModelCall } from "@/lib/telemetry/metrics";
import { type Asked, ChatFailure } from "./chat-failure";
import { tokenCount } from "./read-completion";
import { requestHash } from "./request-hash";
import { type RetryOptions, withRetries } from "./retry";
import { type ModelEndpoint, sendRequest } from "./send-request";

export interface Embeddings {
  /** One per text, in order, all of the same length. */
  vectors: number[][];
  inputTokens: number | null;
  requests: number;
  latencyMs: number;
}

/** One request for vectors that was answered. */
export interface EmbeddedBatch extends Embeddings, Asked {}

export interface EmbedOptions extends RetryOptions {
  /** Awaited after each answered request, before the next. */
  onBatch?: (batch: EmbeddedBatch) => Promise<void>;
}

/** Every server limits the number of texts per request. */
const batchSize = 64;
/** A full batch of 4,096-number vectors, up to 25 characters per number, comes to 7 MB. */
const longestAnswer = 20_000_000;

const embeddings = z.object({
  data: z.array(z.object({ index: z.int().nullish(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: tokenCount }).nullish().catch(null),
});

/** Turns texts into vectors, with the same retries as `complete`. Without texts it sends no request. Throws ChatFailure; when `signal` aborts, its reason. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], options: EmbedOptions): Promise<Embeddings> {
  const sum: Embeddings = { vectors: [], inputTokens: null, requests: 0, latencyMs: 0 };
  for (let at = 0; at < texts.length; at += batchSize) {
    const batch = texts.slice(at, at + batchSize);
    const bytes = batch.reduce((total, text) => total + Buffer.byteLength(text), 0);
    const request = JSON.stringify({ model: endpoint.model, input: batch, encoding_format: "float" });
    const asked = { request, requestHash: requestHash(endpoint, { texts: batch }) };
    const attempt = () => ({
      asked,
      size: { bytes, images: 0, maxOutputTokens: 0 },
      send: () => timeModelCall("embeddings", () => embedOnce(endpoint, request, batch.length, options.signal)),
    });
    const { value, requests, latencyMs } = await withRetries(attempt, options);
    await options.onBatch?.({ ...asked, ...value, requests, latencyMs });
    sum.vectors.push(...value.vectors);
    sum.inputTokens = value.inputTokens === null ? sum.inputTokens : (sum.inputTokens ?? 0) + value.inputTokens;
    sum.requests += requests;
    sum.latencyMs += latencyMs;
  }
  const lengths = new Set(sum.vectors.map((vector) => vector.length));
  if (lengths.size > 1) throw unreadable(`The endpoint's vectors have different lengths: ${[...lengths].join(" and ")}.`, "", false);
  return sum;
}

async function embedOnce(endpoint: ModelEndpoint, asked: string, count: number, signal: AbortSignal) {
  const { body, holdMs } = await sendRequest(endpoint, "post", "/embeddings", { signal, body: asked, longestAnswer });
  const { vectors, inputTokens } = readVectors(body, count);
  return { vectors, inputTokens, outputTokens: 0, holdMs };
}

function readVectors(body: string, count: number): { vectors: number[][]; inputTokens: number | null } {
  const parsed = embeddings.safeParse(parseJson(body));
  if (!parsed.success) throw unreadable("The endpoint's answer is not a list of vectors: is the base URL right?", body);
  const { data, usage } = parsed.data;
  if (data.length !== count) throw unreadable(`The endpoint returned ${data.length} vectors for ${count} texts.`, body);
  const vectors = data.map((entry, index) => ({ at: entry.index ?? index, vector: entry.embedding })).sort((a, b) => a.at - b.at);
  if (vectors.some(({ at }, index) => at !== index)) throw unreadable("The endpoint's vectors are not numbered consecutively.", body);
  if (vectors.some(({ vector }) => vector.length === 0)) throw unreadable("The endpoint returned an empty vector.", body);
  return { vectors: vectors.map(({ vector }) => vector), inputTokens: usage?.prompt_tokens ?? null };
}

const unreadable = (message: string, raw: string, retryable = true) =>
  new ChatFailure("model_reply_unreadable", message, { retryable, status: 200, raw: raw.slice(0, 10_000) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports that the answer is not a list of vectors.
    return null;
  }
}
