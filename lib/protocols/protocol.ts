import type { z } from "zod";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import type { ModelRole, ProtocolName } from "@/lib/domain/judge";
import type { Variant } from "@/lib/domain/pair-outputs";
import { disarm } from "./delimit";

export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string; detail?: "auto" | "low" | "high" } };

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string | ContentPart[];
}

/** A JSON schema in OpenAI's wire format. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

/** Whether the model must follow a JSON schema or writes lines. */
export type ReplyForm = "json" | "text";

/** What a reply says, or why it is unreadable. An unreadable reply never becomes a guess. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: string };

/** One question to a model. Pure: its messages, and how its reply is read. */
export interface ChatQuestion<T = unknown> {
  kind: "chat";
  /** Names the question within its protocol: "critique of A, with reference". */
  step: string;
  role: Exclude<ModelRole, "embedding">;
  messages(form: ReplyForm): ChatMessage[];
  /** Null: the reply is free text, and the form is always "text". */
  schema: ReplySchema | null;
  read(reply: string): Reading<T>;
  /** A good reply in that form and of typical length, used for estimates. `read` must be able to read it. */
  typical(form: ReplyForm): string;
  /** Overrides the judge's own. */
  temperature?: number;
  /** Distinguishes repetitions of one question, from 0; a repetition never reuses the answer to another. */
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
 * A draft in progress: it yields one question at a time, receives the reply as parsed by the question's `read`, and returns the result. The driver
 * calls the models; a reply that stays unreadable ends the drafting. The same answers always lead to the same questions.
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
  /** What the image shows, for a judge that is not sent it. */
  imageCaption?: string;
  imageDetail?: "auto" | "low" | "high";
  /** The judge is sent no images, those of examples included. */
  withoutImages?: true;
}

/** Everything a judge is given about one sample. In a swapped run the outputs are already swapped here. */
export interface Brief {
  task: { description: string; inputName: string; outputName: string; kind: "pointwise" | "pairwise" };
  sample: BriefSample;
  /** The criteria to draft: one if the protocol works unit by unit, else all that the sample still lacks. */
  criteria: BriefCriterion[];
  /** What this run has drafted for the sample's other criteria, in the order of the set. */
  earlier: { criterion: BriefCriterion; content: DraftContent }[];
  variant: Variant;
  /** The judge's options, following the protocol's schema; empty: all defaults. */
  options: unknown;
  /** The wording by prompt name; a missing prompt falls back to the built-in one. */
  prompts: Record<string, string>;
}

/** One draft that a drafting returned. */
export interface Drafted {
  /** A criterion of the brief, by id; or one that the protocol made for this sample alone, in full. */
  criterion: { id: string } | { made: CriterionContent };
  content: DraftContent;
  /** The reason why the protocol's own check discarded the draft, if it did. Its score is then null. */
  dropped?: string;
}

/** A prompt that people can read and change. Placeholders: `{{name}}`; optional sections, kept only if there is a value: `{{#name}} … {{/name}}`. */
export interface Prompt {
  title: string;
  text: string;
  /** Every name that may occur in it, with its meaning. */
  places: Record<string, string>;
  /** Names that must occur in it. */
  required: readonly string[];
}

/** How a judge is asked and its replies are read. Each protocol has its own folder. */
export interface Protocol {
  name: ProtocolName;
  title: string;
  /** One or two sentences that help users choose a protocol. */
  summary: string;
  /** Paper and section. */
  source: string;
  taskKinds: readonly ("pointwise" | "pairwise")[];
  /** "unit": one criterion per drafting; "sample": all criteria of a sample in one. */
  scope: "unit" | "sample";
  /** Which criteria of the set it drafts. */
  criteria: "every" | "overall";
  variants: readonly Variant[];
  /** Whether it can ask for one of a categorical criterion's labels; the others compute with scores. */
  takesLabels?: true;
  /** Whether it derives criteria for single samples, which its run must store. */
  makesCriteria?: true;
  /** The schema of its options; parsing {} gives all defaults. */
  options: z.ZodType<Record<string, unknown>>;
  /** Other models it needs under these options. */
  needs(options: unknown): readonly Exclude<ModelRole, "judge">[];
  /** Which option does not suit a task of that kind, and why, phrased to follow "its choice"; null: all do. */
  misfit(options: unknown, kind: "pointwise" | "pairwise"): string | null;
  /** Whether the samples must have a reference under these options. */
  needsReference(options: unknown): boolean;
  /** The pictures that its questions show besides the sample's own, such as those of examples. */
  ownPictures(brief: Pick<Brief, "criteria" | "options">): readonly string[];
  prompts: Readonly<Record<string, Prompt>>;
  draft(brief: Brief): Drafting<Drafted[]>;
}

/** The same question again after an unreadable reply, with the reason. */
export function askAgain(messages: ChatMessage[], reply: string, problem: string): ChatMessage[] {
  const shown = reply.length > 4000 ? `${reply.slice(0, 4000)}…` : reply;
  return [
    ...messages,
    { role: "assistant", content: shown.trim() === "" ? "(no reply)" : disarm(shown) },
    {
      role: "user",
      // The reason may quote the reply; kept to one line and without turn marks, it cannot pose as anything else.
      content: `That reply could not be used: ${disarm(problem).replaceAll(/\s+/gu, " ")} Answer the same question again, in exactly the form that was asked for.`,
    },
  ];
}
