import "server-only";
import type { ChatMessage, ReplyForm, ReplySchema } from "@/lib/protocols/protocol";
import { chatOnce, type ModelEndpoint } from "./chat-once";
import { checkBaseUrl } from "./check-base-url";
import { learnFrom, type Manners, mannersOf } from "./manners";
import type { ChatReply } from "./read-completion";
import { requestHash } from "./request-hash";
import { chatSize } from "./request-size";
import { type RetryOptions, withRetries } from "./retry";

/** The question in both forms: with a schema where the endpoint honours one, else as lines. */
export interface Question {
  messages: (form: ReplyForm) => ChatMessage[];
  /** Null: plain text is wanted; the form is always "text". */
  schema: ReplySchema | null;
  /** "on": never without the schema; "off": never with it; "auto": with it until the endpoint refuses it. */
  structuredOutput: "auto" | "on" | "off";
  /** Tells repetitions of one question apart. Default 0. */
  repeat?: number;
}

export interface Completion extends ChatReply {
  form: ReplyForm;
  /** Of the request that succeeded; 0 where none was made. */
  latencyMs: number;
  /** Requests made, the successful one included. */
  requests: number;
  /** The body as JSON text, byte for byte as it was sent, or as it would have been. The key is no part of it. */
  request: string;
  requestHash: string;
  /** The earlier exchange whose answer was taken instead of asking; null: asked. */
  cachedFromId: string | null;
}

/** An answer that is already there. */
export interface FoundAnswer {
  exchangeId: string;
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
}

export interface CompleteOptions extends RetryOptions {
  /** Looks for an earlier answer to the very same question, before any gate; where there is one nothing is asked. */
  findAnswer?: (requestHash: string) => Promise<FoundAnswer | null>;
}

/**
 * Asks a model, and asks again after what may pass (`withRetries`). What an endpoint does not take (JSON schema, a parameter or its name) it is not
 * asked with again. Throws ChatFailure; when `signal` aborts, its reason.
 */
export async function complete(endpoint: ModelEndpoint, question: Question, options: CompleteOptions): Promise<Completion> {
  options.signal.throwIfAborted();
  const hash = hashOf(endpoint, question);
  const found = await options.findAnswer?.(hash);
  if (found) return fromEarlier(found, bodyFor(endpoint, question), hash);
  let sent = bodyFor(endpoint, question);
  const learned = new Set<keyof Manners>();
  const { value, requests, latencyMs } = await withRetries(
    () => {
      sent = bodyFor(endpoint, question);
      const { text, form, messages } = sent;
      const size = chatSize(messages, form === "json" ? question.schema : null, endpoint.maxTokens);
      return {
        asked: { request: text, requestHash: hash },
        size,
        send: async () => {
          await checkBaseUrl(endpoint.baseUrl);
          return chatOnce(endpoint, text, options.signal);
        },
      };
    },
    options,
    (failure) => {
      const about = learnFrom(failure, endpoint, sent.body, question.structuredOutput === "auto");
      // Once each: an endpoint that refuses both names is not asked for ever.
      if (about === null || learned.has(about)) return false;
      learned.add(about);
      return true;
    },
  );
  const { holdMs: _, ...reply } = value;
  return { ...reply, form: sent.form, requests, latencyMs, request: sent.text, requestHash: hash, cachedFromId: null };
}

function fromEarlier({ exchangeId, ...answer }: FoundAnswer, { text, form }: Prepared, hash: string): Completion {
  const unasked = { finishReason: null, reasoning: "none", latencyMs: 0, requests: 0 } as const;
  return { ...answer, ...unasked, form, request: text, requestHash: hash, cachedFromId: exchangeId };
}

/** The name of the question as the judge puts it: what the endpoint refuses of it makes no other question of it. */
function hashOf(endpoint: ModelEndpoint, question: Question): string {
  const schema = question.structuredOutput === "off" ? null : question.schema;
  return requestHash(endpoint, { messages: question.messages(schema === null ? "text" : "json"), schema }, question.repeat);
}

interface Prepared {
  body: Record<string, unknown>;
  /** `body` as it goes over the wire. Made once, so that what is kept and what is sent cannot differ. */
  text: string;
  form: ReplyForm;
  messages: ChatMessage[];
}

/** The request as the endpoint takes it, as far as that is known. */
function bodyFor(endpoint: ModelEndpoint, { messages, schema, structuredOutput }: Question): Prepared {
  const manners = mannersOf(endpoint);
  const isHeld = schema !== null && (structuredOutput === "on" || (structuredOutput === "auto" && manners.schema));
  const form: ReplyForm = isHeld ? "json" : "text";
  const put = messages(form);
  const body = {
    model: endpoint.model,
    messages: put,
    ...(manners.temperature && { temperature: endpoint.temperature }),
    [manners.tokenLimitName]: endpoint.maxTokens,
    ...(endpoint.seed !== null && manners.seed && { seed: endpoint.seed }),
    ...(endpoint.stream && { stream: true, ...(manners.streamUsage && { stream_options: { include_usage: true } }) }),
    ...(isHeld && { response_format: { type: "json_schema", json_schema: { name: schema.name, strict: true, schema: schema.schema } } }),
  };
  return { body, text: JSON.stringify(body), form, messages: put };
}
