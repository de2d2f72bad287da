import "server-only";
import type { ChatMessage, ReplyForm, ReplySchema } from "@/lib/protocols/protocol";
import { withoutLengths } from "@/lib/protocols/strict-schema";
import { type Capabilities, capabilitiesOf, learnFrom, mayBeAboutSchema, noteNoSchema } from "./capabilities";
import type { Asked, ChatFailure } from "./chat-failure";
import { chatOnce } from "./chat-once";
import type { ChatReply } from "./read-completion";
import { requestHash } from "./request-hash";
import { chatSize } from "./request-size";
import { type RetryOptions, withRetries } from "./retry";
import type { ModelEndpoint } from "./send-request";

/** The question in both forms: with a schema if the endpoint honours one, else as lines. */
export interface Question {
  messages: (form: ReplyForm) => ChatMessage[];
  /** Null: plain text is wanted; the form is always "text". */
  schema: ReplySchema | null;
  /** "on": never without the schema; "off": never with it; "auto": with it until the endpoint refuses it. */
  structuredOutput: "auto" | "on" | "off";
  /** Distinguishes repetitions of one question. Default 0. */
  repeat?: number;
}

/** A reply, with the request that got it or, for a reused answer, would have been sent. */
export interface Completion extends ChatReply, Asked {
  form: ReplyForm;
  /** Of the request that succeeded; 0 if none was made. */
  latencyMs: number;
  /** Requests made, the successful one included. */
  requests: number;
  /** The earlier exchange whose answer was reused; null: the model was asked. */
  cachedFromId: string | null;
}

/** An answer from an earlier exchange. */
export interface FoundAnswer {
  exchangeId: string;
  text: string;
  inputTokens: number | null;
  outputTokens: number | null;
}

export interface CompleteOptions extends RetryOptions {
  /** Looks for an earlier answer to the same question, before any gate; if there is one, nothing is sent. */
  findAnswer?: (requestHash: string) => Promise<FoundAnswer | null>;
}

/**
 * Asks a model, retrying transient failures (`withRetries`). What an endpoint refuses (JSON schema, a parameter or its name) is left out from then
 * on. Throws ChatFailure; when `signal` aborts, its reason.
 */
export async function complete(endpoint: ModelEndpoint, question: Question, options: CompleteOptions): Promise<Completion> {
  options.signal.throwIfAborted();
  const hash = hashOf(endpoint, question);
  const found = await options.findAnswer?.(hash);
  if (found) return fromEarlier(found, bodyFor(endpoint, question), hash);
  let sent = bodyFor(endpoint, question);
  const learned = new Set<keyof Capabilities>();
  let withoutSchema: ChatFailure | null = null;
  const { value, requests, latencyMs } = await withRetries(
    () => {
      sent = bodyFor(endpoint, withoutSchema !== null ? { ...question, structuredOutput: "off" } : question);
      const { text, form, messages } = sent;
      const size = chatSize(messages, form === "json" ? question.schema : null, endpoint.maxTokens);
      return {
        asked: { request: text, requestHash: hash },
        size,
        send: () => chatOnce(endpoint, text, options.signal),
      };
    },
    options,
    (failure) => {
      const about = learnFrom(failure, endpoint, sent.body, question.structuredOutput === "auto");
      // Once each: an endpoint may refuse both names of the token limit.
      if (about !== null && !learned.has(about)) {
        learned.add(about);
        return true;
      }
      // A server that breaks on a schema seldom says so: the question is put once without it.
      if (question.structuredOutput !== "auto" || sent.form !== "json" || !mayBeAboutSchema(failure)) return false;
      withoutSchema = failure;
      return true;
    },
  );
  if (withoutSchema !== null) noteNoSchema(endpoint, withoutSchema);
  const { holdMs: _, ...reply } = value;
  return { ...reply, form: sent.form, requests, latencyMs, request: sent.text, requestHash: hash, cachedFromId: null };
}

function fromEarlier({ exchangeId, ...answer }: FoundAnswer, { text, form }: Prepared, hash: string): Completion {
  const unasked = { finishReason: null, servedBy: null, reasoning: "none", latencyMs: 0, requests: 0 } as const;
  return { ...answer, ...unasked, form, request: text, requestHash: hash, cachedFromId: exchangeId };
}

/** The hash of the question as the judge is configured to ask it: omitting what the endpoint refuses does not change it. */
function hashOf(endpoint: ModelEndpoint, question: Question): string {
  const schema = question.structuredOutput === "off" ? null : question.schema;
  return requestHash(endpoint, { messages: question.messages(schema === null ? "text" : "json"), schema }, question.repeat);
}

interface Prepared {
  body: Record<string, unknown>;
  /** `body` as sent over the wire. Serialised once, so that the stored and the sent text cannot differ. */
  text: string;
  form: ReplyForm;
  messages: ChatMessage[];
}

/** The request in the form the endpoint accepts, as far as that is known. */
function bodyFor(endpoint: ModelEndpoint, { messages, schema, structuredOutput }: Question): Prepared {
  const capabilities = capabilitiesOf(endpoint);
  const isHeld = schema !== null && (structuredOutput === "on" || (structuredOutput === "auto" && capabilities.schema));
  const form: ReplyForm = isHeld ? "json" : "text";
  const put = messages(form);
  const body = {
    model: endpoint.model,
    messages: put,
    ...(capabilities.temperature && { temperature: endpoint.temperature }),
    ...(endpoint.topP != null && capabilities.topP && { top_p: endpoint.topP }),
    [capabilities.tokenLimitName]: endpoint.maxTokens,
    ...(endpoint.seed !== null && capabilities.seed && { seed: endpoint.seed }),
    ...(endpoint.stream && { stream: true, ...(capabilities.streamUsage && { stream_options: { include_usage: true } }) }),
    ...(isHeld && {
      response_format: {
        type: "json_schema",
        json_schema: { name: schema.name, strict: true, schema: capabilities.lengths ? schema.schema : withoutLengths(schema.schema) },
      },
    }),
  };
  return { body, text: JSON.stringify(body), form, messages: put };
}
