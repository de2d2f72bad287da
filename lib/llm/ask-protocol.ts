import "server-only";
import { AppError, type ErrorCode } from "@/lib/domain/errors";
import type { ExchangeRecord } from "@/lib/domain/exchange";
import type { ModelRole } from "@/lib/domain/judge";
import { log } from "@/lib/log";
import {
  askAgain,
  type ChatMessage,
  type ChatQuestion,
  type Drafting,
  type EmbeddingQuestion,
  type ReplyForm,
} from "@/lib/protocols/protocol";
import { ChatFailure } from "./chat-failure";
import { type CompleteOptions, type Completion, complete } from "./complete";
import { type EmbeddedBatch, embed } from "./embed";
import type { ModelTarget } from "./model-target";

interface Spent {
  inputTokens: number | null;
  outputTokens: number | null;
  latencyMs: number;
  requests: number;
}

/** The outcome of a drafting. An unreadable reply is a failure with its reason, never a score. */
export type Answer<T> = ({ ok: true; value: T } & Spent) | AnswerFailure;

export interface AnswerFailure {
  ok: false;
  code: ErrorCode;
  /** The reason without a word of what is not a model's answer: who chose the address could read there what another server says. */
  message: string;
  /** The reason with it. */
  quoting: string;
  rawReply: string | null;
  /** Whether `rawReply` is a model's answer. */
  isAnswer: boolean;
  requests: number;
}

export interface AskOptions extends Omit<CompleteOptions, "findAnswer" | "gate"> {
  /** How many times an unreadable reply is followed up with the reason and asked for again. Default 2. */
  rereads?: number;
  /** Called with each exchange as soon as it is over, before the next question. */
  onExchange?: (exchange: ExchangeRecord) => Promise<void>;
  /** Finds an earlier answer to the same question; null: none. */
  findAnswer?: CompleteOptions["findAnswer"];
}

/** Where the questions of each role go. Throws for a role without a participant. */
export type Targets = (role: ModelRole) => ModelTarget;

/**
 * Drives a protocol: asks its questions, reads the replies, and resolves to the protocol's result. After an unreadable reply the question
 * is asked again with the reason; if a protocol breaks on a reply, that is a failure with code "internal". Throws only when `signal`
 * aborts (its reason) or on an internal error elsewhere.
 */
export async function askProtocol<T>(drafting: Drafting<T>, targets: Targets, options: AskOptions): Promise<Answer<T>> {
  const spent: Spent = { inputTokens: 0, outputTokens: 0, latencyMs: 0, requests: 0 };
  let answer: unknown;
  for (let count = 0; ; count++) {
    const step = await nextStep(drafting, answer, targets, spent, options).catch((error: unknown) => asFailure(error, spent.requests));
    if ("done" in step) return { ok: true, value: step.value, ...spent };
    // A single question needs no name.
    if (!step.ok) return withoutStep(step, count > 0 && step.code !== "budget_reached");
    answer = step.value;
  }
}

/** Advances a drafting by one question: its result once it is done, else the answer to its next question. */
async function nextStep<T>(
  drafting: Drafting<T>,
  answer: unknown,
  targets: Targets,
  spent: Spent,
  options: AskOptions,
): Promise<{ done: true; value: T } | Outcome> {
  const next = unbroken("", () => drafting.next(answer));
  if (next.done === true) return { done: true, value: next.value };
  const question = next.value;
  const outcome = await (question.kind === "chat"
    ? askChat(question, targets(question.role), spent, options)
    : askVectors(question, targets("embedding"), spent, options)
  ).catch((error: unknown) => asFailure(error, spent.requests));
  return outcome.ok ? outcome : { ...outcome, step: question.step };
}

type Failure = AnswerFailure & { step?: string };

function withoutStep({ step, ...failure }: Failure, isNamed: boolean): AnswerFailure {
  if (!isNamed || step === undefined) return failure;
  return { ...failure, message: `${step}: ${failure.message}`, quoting: `${step}: ${failure.quoting}` };
}

type Outcome = { ok: true; value: unknown } | Failure;

interface Unread {
  reply: string;
  problem: string;
  /** The reply ended at the limit of tokens: the question is put afresh, with more room. */
  cut: boolean;
}

async function askChat(question: ChatQuestion, target: ModelTarget, spent: Spent, options: AskOptions): Promise<Outcome> {
  let unread: Unread | null = null;
  for (let turn = 0, room = 1; turn <= (options.rereads ?? 2); turn++) {
    const completion = await askOnce(question, target, { unread, room }, spent, options);
    if ("ok" in completion) return completion;
    note(spent, completion);
    const cut = completion.finishReason === "length";
    const reading = cut ? cutOff(completion, target.endpoint().maxTokens * room) : readSafely(question, completion);
    await options.onExchange?.({
      step: question.step,
      role: question.role,
      requestHash: completion.requestHash,
      request: completion.request,
      reply: completion.text,
      problem: reading.ok ? null : reading.problem,
      cachedFromId: completion.cachedFromId,
      servedBy: completion.servedBy,
      inputTokens: completion.inputTokens,
      outputTokens: completion.outputTokens,
      latencyMs: completion.latencyMs,
    });
    if (reading.ok) return { ok: true, value: reading.value };
    if (reading.broken !== null) throw reading.broken;
    unread = { reply: completion.text, problem: reading.problem, cut };
    if (cut) room *= 2;
  }
  const message = unread?.problem ?? "The reply could not be read.";
  const rawReply = unread?.reply ?? null;
  return { ok: false, code: "model_reply_unreadable", message, quoting: message, rawReply, isAnswer: true, requests: spent.requests };
}

/** Puts the question, after an unreadable reply with its reason, with `room` times the judge's limit of tokens. */
async function askOnce(
  question: ChatQuestion,
  target: ModelTarget,
  { unread, room }: { unread: Unread | null; room: number },
  spent: Spent,
  options: AskOptions,
): Promise<Completion | Failure> {
  const { temperature, schema, repeat = 0 } = question;
  const ask = async () => {
    const configured = target.endpoint();
    const endpoint = { ...configured, ...(temperature !== undefined && { temperature }), maxTokens: configured.maxTokens * room };
    const messages = (form: ReplyForm) => again(question.messages(form), unread);
    return complete(endpoint, { messages, schema, structuredOutput: target.structuredOutput, repeat }, { ...options, gate: target.gate });
  };
  return ask().catch(async (error: unknown) => {
    await keepFailure(error, question, options);
    return asFailure(error, spent.requests, unread);
  });
}

async function askVectors(question: EmbeddingQuestion, target: ModelTarget, spent: Spent, options: AskOptions): Promise<Outcome> {
  const { step } = question;
  const onBatch = async ({ request, requestHash, vectors, inputTokens, requests, latencyMs }: EmbeddedBatch) => {
    note(spent, { inputTokens, outputTokens: 0, requests, latencyMs });
    // The vectors themselves would take a hundred times the space of the texts.
    const reply = `${vectors.length} vectors of ${vectors[0]?.length ?? 0} numbers`;
    const answer = { reply, problem: null, cachedFromId: null, servedBy: null, inputTokens, outputTokens: 0, latencyMs };
    await options.onExchange?.({ step, role: "embedding", requestHash, request, ...answer });
  };
  const made = await embed(target.endpoint(), question.texts, { ...options, gate: target.gate, onBatch }).catch(async (error: unknown) => {
    await keepFailure(error, { step, role: "embedding" }, options);
    throw error;
  });
  return { ok: true, value: made.vectors };
}

type ReadOutcome = { ok: true; value: unknown } | { ok: false; problem: string; broken: AppError | null };

/** The protocol's reading of a reply. `broken`: the protocol itself failed, so asking again would not help. */
function readSafely(question: ChatQuestion, completion: Completion): ReadOutcome {
  if (isReasoningOnly(completion))
    return { ok: false, problem: "The reply holds only the model's reasoning, and no answer.", broken: null };
  try {
    const reading = unbroken(completion.text, () => question.read(completion.text));
    return reading.ok ? reading : { ...reading, broken: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ok: false, problem: error.message, broken: error };
  }
}

const isReasoningOnly = ({ reasoning, text }: Completion) => reasoning === "field" && text.trim() === "";

/** A reply that ends at the limit may lack anything: a "1" may be the beginning of "10", and a score may have been taken back. */
const cutOff = (completion: Completion, maxTokens: number): ReadOutcome => ({
  ok: false,
  problem: isReasoningOnly(completion)
    ? `The model was still reasoning when it reached the limit of ${maxTokens} tokens.`
    : `The reply was cut off at the limit of ${maxTokens} tokens.`,
  broken: null,
});

/** A protocol bug fails one unit; if uncaught, the run would ask the same question forever. */
function unbroken<T>(reply: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ err: error, replyCharacters: reply.length }, "a protocol failed");
    throw new AppError("internal", `Redline failed on this reply (${String(error)}). It is stored with the run; please report it.`, {
      cause: error,
    });
  }
}

/** Stores an unanswered question too, with whatever arrived instead of an answer. */
async function keepFailure(error: unknown, { step, role }: { step: string; role: ModelRole }, { onExchange }: AskOptions): Promise<void> {
  if (!(error instanceof ChatFailure) || error.asked === null) return;
  await onExchange?.({
    step,
    role,
    ...error.asked,
    reply: error.raw ?? "",
    problem: error.ownWords,
    cachedFromId: null,
    servedBy: null,
    ...error.usage,
    latencyMs: null,
  });
}

/** A reply that was cut off is not shown again: that would leave even less room. */
const again = (messages: ChatMessage[], unread: Unread | null) =>
  unread === null || unread.cut ? messages : askAgain(messages, unread.reply, unread.problem);

function note(spent: Spent, more: Spent): void {
  spent.inputTokens = add(spent.inputTokens, more.inputTokens);
  spent.outputTokens = add(spent.outputTokens, more.outputTokens);
  spent.latencyMs += more.latencyMs;
  spent.requests += more.requests;
}

/** One count that is not known leaves the sum unknown. */
const add = (sum: number | null, more: number | null) => (sum === null || more === null ? null : sum + more);

/** `unread`: the reply that the question was repeated for; the repetition is longer, and may be why an endpoint refuses it. */
function asFailure(error: unknown, requestsBefore: number, unread: Unread | null = null): Failure {
  if (!(error instanceof AppError)) throw error;
  const failure = error instanceof ChatFailure ? error : null;
  const asked = unread === null ? "" : `${unread.problem} Asked again: `;
  return {
    ok: false,
    code: error.code,
    message: asked + (failure?.ownWords ?? error.message),
    quoting: asked + error.message,
    rawReply: failure?.raw ?? unread?.reply ?? null,
    isAnswer: failure?.raw == null,
    requests: requestsBefore + (failure?.requests ?? 0),
  };
}
