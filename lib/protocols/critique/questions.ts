import type { Scale } from "@/lib/domain/criterion";
import type { Critique } from "@/lib/domain/critique-details";
import type { OpenBrief } from "../define-protocol";
import { describeCriterion, describeScale, middleOf } from "../describe-scale";
import { material, withImage } from "../material";
import { allowsTie, verdictChoices, verdictField } from "../pairwise/verdict-form";
import { ask, type BriefCriterion, type Question, type ReplyForm } from "../protocol";
import { reasonField, scoreField, strictObject } from "../strict-schema";
import type { CritiqueOptions } from "./options";
import type { critiquePrompts } from "./prompts";
import { readCritique, readPairCritique, type WrittenCritique } from "./read-critique";

export type CritiqueBrief = OpenBrief<CritiqueOptions, keyof typeof critiquePrompts>;

interface CritiqueQuestion {
  step: string;
  prompt: keyof typeof critiquePrompts;
  criterion: BriefCriterion;
  /** Whether the reference is shown, if the sample has one. */
  referenced: boolean;
  /** Earlier critiques to start from, by placeholder; given one, the model reflects before it decides. */
  from?: Partial<Record<"critique" | "critiqueA" | "critiqueB", string>>;
  /** Further placeholders of the prompt. */
  values?: Record<string, string>;
  /** Repetitions of one question, at a temperature of their own. */
  sampling?: { repeat: number; temperature: number };
}

/** Asks for a critique of one output, on a scale. */
export function* askCritique(
  brief: CritiqueBrief,
  question: CritiqueQuestion & { output: string; scale: Scale },
): Generator<Question, WrittenCritique, unknown> {
  const { output, scale } = question;
  const last = { key: "score", field: scoreField(scale), typical: middleOf(scale), label: "Score" };
  return yield* ask({
    ...wayOfAsking(question),
    messages: messagesOf({ ...brief, sample: { ...brief.sample, output } }, question, { scale: describeScale(scale) }),
    schema: { name: "critique", schema: schemaOf(question, last) },
    read: (reply) => readCritique(reply, scale),
    typical: (form) => typicalCritique(question, last, form),
  });
}

/** Asks for a critique that compares the outputs of a pair, with the verdict. */
export function* askPairCritique(brief: CritiqueBrief, question: CritiqueQuestion): Generator<Question, WrittenCritique, unknown> {
  const allowTie = allowsTie(question.criterion.scale);
  const last = { key: "verdict", field: verdictField(allowTie), typical: "[A]", label: "Verdict" };
  return yield* ask({
    ...wayOfAsking(question),
    messages: messagesOf(brief, question, { choices: verdictChoices(allowTie) }),
    schema: { name: "critique", schema: schemaOf(question, last) },
    read: (reply) => readPairCritique(reply, { allowTie, outputName: brief.task.outputName }),
    typical: (form) => typicalCritique(question, last, form),
  });
}

const wayOfAsking = ({ step, sampling }: CritiqueQuestion) => ({ step, role: "judge" as const, ...sampling });

function messagesOf(brief: CritiqueBrief, question: CritiqueQuestion, last: Record<string, string>) {
  const { prompt, sample, task } = brief;
  const { referenced, criterion, from, values } = question;
  const wrapped = material({ task, sample: { ...sample, reference: referenced ? sample.reference : null } }, from);
  return (form: ReplyForm) => [
    { role: "system" as const, content: prompt("system", {}) },
    {
      role: "user" as const,
      content: withImage(
        prompt(question.prompt, { ...wrapped, criterion: describeCriterion(criterion), ...last, ...values, [form]: "yes" }),
        sample,
      ),
    },
  ];
}

interface LastPart {
  key: string;
  field: Record<string, unknown>;
  typical: string | number;
  label: string;
}

const schemaOf = ({ from }: CritiqueQuestion, { key, field }: LastPart) =>
  strictObject({ ...(from === undefined ? {} : { draft: reasonField, reflection: reasonField }), critique: reasonField, [key]: field });

function typicalCritique({ from }: CritiqueQuestion, { key, typical, label }: LastPart, form: ReplyForm): string {
  const critique =
    "It answers the main part of what was asked for, in an order that can be followed, and each of its statements is backed by the one before. It leaves one condition out and never says where its figures are from, which weighs more than its easy style. A reader could act on most of it, but not on the last part.";
  const reflection = "The draft praises and faults what the earlier critique does, and comes to the same conclusion.";
  const parts = { ...(from === undefined ? {} : { draft: critique, reflection }), critique };
  if (form === "json") return JSON.stringify({ ...parts, [key]: typical });
  const lines = Object.entries(parts).map(([name, text]) => `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${text}`);
  return [...lines, `${label}: ${typical}`].join("\n");
}

/** A critique in its stored form. */
export const kept = ({ text, score, reflection }: WrittenCritique): Critique => ({
  text,
  score,
  ...(reflection === null ? {} : { reflection }),
});
