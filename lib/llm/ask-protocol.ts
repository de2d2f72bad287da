import "server-only";
import type { DraftContent } from "@/lib/domain/draft";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import { askAgain, type ChatMessage, type Protocol, type ReplyForm } from "@/lib/protocols/protocol";
import { ChatFailure } from "./chat-once";
import { type CompleteOptions, type Completion, complete, type Question } from "./complete";
import type { ModelTarget } from "./model-target";

/** How a protocol's question went. A reply that could not be read is a value with its reason, never a score. */
export type Answer =
  | {
      ok: true;
      content: DraftContent;
      form: ReplyForm;
      inputTokens: number | null;
      outputTokens: number | null;
      latencyMs: number;
      requests: number;
    }
  | { ok: false; code: ErrorCode; message: string; rawReply: string | null; requests: number };

export interface AskOptions extends CompleteOptions {
  /** How often an unreadable reply is answered with the reason and asked for again. Default 2. */
  rereads?: number;
}

/**
 * Asks a model by a protocol and reads its reply; an unreadable one is asked for again with the reason. Tokens of all replies are added up.
 * Throws only when `signal` aborts (its reason) or when something of ours is broken.
 */
export async function askProtocol<Brief>(
  protocol: Protocol<Brief>,
  brief: Brief,
  target: ModelTarget,
  options: AskOptions,
): Promise<Answer> {
  const spent = { inputTokens: null as number | null, outputTokens: null as number | null, latencyMs: 0, requests: 0 };
  let unread: { reply: string; problem: string } | null = null;
  for (let turn = 0; turn <= (options.rereads ?? 2); turn++) {
    const question: Question = {
      messages: (form) => again(protocol.messages(brief, form), unread),
      schema: protocol.replySchema(brief),
      structuredOutput: target.structuredOutput,
    };
    const ask = async () => complete(target.endpoint(), question, options);
    const completion: Completion | Answer = await ask().catch((error: unknown) => asAnswer(error, spent.requests, unread?.reply ?? null));
    if ("ok" in completion) return completion;
    spent.inputTokens = add(spent.inputTokens, completion.inputTokens);
    spent.outputTokens = add(spent.outputTokens, completion.outputTokens);
    spent.latencyMs += completion.latencyMs;
    spent.requests += completion.requests;
    const reading = protocol.read(completion.text, brief);
    if (reading.ok) return { ok: true, content: reading.content, form: completion.form, ...spent };
    unread = { reply: completion.text, problem: withCause(reading.problem, completion) };
  }
  return {
    ok: false,
    code: "model_reply_unreadable",
    message: unread?.problem ?? "The reply could not be read.",
    rawReply: unread?.reply ?? null,
    requests: spent.requests,
  };
}

const again = (messages: ChatMessage[], unread: { reply: string; problem: string } | null) =>
  unread === null ? messages : askAgain(messages, unread.reply, unread.problem);

const withCause = (problem: string, completion: Completion) =>
  completion.finishReason === "length" ? `${problem} The reply hit the judge's limit of tokens.` : problem;

const add = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more);

function asAnswer(error: unknown, requestsBefore: number, lastReply: string | null): Answer {
  if (!(error instanceof AppError)) throw error;
  const failure = error instanceof ChatFailure ? error : null;
  return {
    ok: false,
    code: error.code,
    message: error.message,
    rawReply: failure?.raw ?? lastReply,
    requests: requestsBefore + (failure?.requests ?? 0),
  };
}
