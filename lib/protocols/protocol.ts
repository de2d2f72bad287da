import type { z } from "zod";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import type { ModelRole, ProtocolName } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { disarm } from "./delimit";

export type ContentPart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string | ContentPart[];
}

/** A JSON schema as the OpenAI wire format wants it. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

/** Whether the model is held to a JSON schema or writes lines. */
export type ReplyForm = "json" | "text";

/** What a reply says, or why it cannot be read. An unreadable reply is never turned into a guess. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: string };

/** One question to a model. Pure: how it is put, and how its reply is read. */
export interface ChatQuestion<T = unknown> {
  kind: "chat";
  /** Names the question within its protocol: "critique of A, with reference". */
  step: string;
  role: Exclude<ModelRole, "embedding">;
  messages(form: ReplyForm): ChatMessage[];
  /** Null: free text is wanted, and the form is always "text". */
  schema: ReplySchema | null;
  read(reply: string): Reading<T>;
  /** A good reply in that form and of usual length: what a dry run reckons with. `read` must be able to read it. */
  typical(form: ReplyForm): string;
  /** Instead of the judge's own. */
  temperature?: number;
  /** Tells repetitions of one question apart, from 0; a repetition is never answered from the answer to another. */
  repeat?: number;
}

/** Texts to be turned into vectors. The answer is `number[][]`, one per text. */
export interface EmbeddingQuestion {
  kind: "embedding";
  step: string;
  role: "embedding";
  texts: string[];
}

export type Question = ChatQuestion | EmbeddingQuestion;

/**
 * How a draft comes about: questions are yielded one at a time, each answered with what its `read` made of the reply, until the result is
 * returned. Whoever drives it asks the models; a reply that stays unreadable ends it. The same answers always give the same questions.
 */
export type Drafting<T> = Generator<Question, T, unknown>;

/** Asks one question within a drafting: `const verdict = yield* ask({ … })`. */
export function* ask<T>(question: Omit<ChatQuestion<T>, "kind">): Generator<Question, T, unknown> {
  // The driver answers with what `read` returned.
  return (yield { kind: "chat", ...question }) as T;
}

/** Asks for vectors within a drafting; one per text, in order. */
export function* askEmbeddings(question: { step: string; texts: string[] }): Generator<Question, number[][], unknown> {
  return (yield { kind: "embedding", role: "embedding", ...question }) as number[][];
}

export interface BriefCriterion extends CriterionContent {
  id: string;
}

export interface BriefSample {
  input: string;
  output: string;
  /** The second output of a pairwise sample. */
  outputB: string | null;
  reference: string | null;
  imageUrl: string | null;
}

/** Everything a judge is told about one sample. In a swapped run the outputs arrive here already in the other order. */
export interface Brief {
  task: { description: string; inputName: string; outputName: string; kind: "pointwise" | "pairwise" };
  sample: BriefSample;
  /** What is to be drafted: one criterion of a protocol that goes unit by unit, else all that the sample still lacks. */
  criteria: BriefCriterion[];
  /** What this run has drafted for the sample's other criteria, in the order of the set. */
  earlier: { criterion: BriefCriterion; content: DraftContent }[];
  variant: Variant;
  /** The judge's choices, by the protocol's own schema; empty: all defaults. */
  options: unknown;
  /** The wording to ask with, by prompt name; a prompt that is not in it is asked in the product's own words. */
  prompts: Record<string, string>;
}

/** One draft that came of a drafting. */
export interface Drafted {
  /** The criterion of the brief it is of; or one that the protocol made for this sample alone, told whole. */
  criterion: { id: string } | { made: CriterionContent };
  content: DraftContent;
  /** Set when the protocol's own check throws the draft out: the reason. Its score is then null. */
  dropped?: string;
}

/** A prompt that people can read and change. Places: `{{name}}`; parts that stand only with a value: `{{#name}} … {{/name}}`. */
export interface Prompt {
  title: string;
  text: string;
  /** Every name that may stand in it, with what it stands for. */
  places: Record<string, string>;
  /** Names that must stand in it. */
  required: readonly string[];
}

/** How a judge is asked and how its replies are read. One folder each. */
export interface Protocol {
  name: ProtocolName;
  title: string;
  /** One or two sentences for whoever chooses a protocol. */
  summary: string;
  /** Paper and section. */
  source: string;
  taskKinds: readonly ("pointwise" | "pairwise")[];
  /** "unit": one criterion per drafting; "sample": all criteria of a sample in one. */
  scope: "unit" | "sample";
  /** Which criteria of the set it drafts. */
  criteria: "every" | "overall";
  variants: readonly Variant[];
  /** Whether it finds criteria for single samples, which its run then has to have a place for. */
  makesCriteria?: true;
  /** What is left to choose; parsing {} gives all defaults. */
  options: z.ZodType<Record<string, unknown>>;
  /** Other models it needs under these options. */
  needs(options: unknown): readonly Exclude<ModelRole, "judge">[];
  /** Which option does not suit a task of that kind, and why, as words that follow "its choice"; null: all do. */
  misfit(options: unknown, kind: "pointwise" | "pairwise"): string | null;
  /** Whether the samples must have a reference under these options. */
  needsReference(options: unknown): boolean;
  prompts: Readonly<Record<string, Prompt>>;
  draft(brief: Brief): Drafting<Drafted[]>;
}

/** The same question again after a reply that could not be read, with the reason. */
export function askAgain(messages: ChatMessage[], reply: string, problem: string): ChatMessage[] {
  const shown = reply.length > 4000 ? `${reply.slice(0, 4000)}…` : reply;
  return [
    ...messages,
    { role: "assistant", content: shown.trim() === "" ? "(no reply)" : disarm(shown) },
    {
      role: "user",
      // The reason may quote the reply: as one line without turn marks it can pose as nothing else.
      content: `That reply could not be used: ${disarm(problem).replaceAll(/\s+/gu, " ")} Answer the same question again, in exactly the form that was asked for.`,
    },
  ];
}
