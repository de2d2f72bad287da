import { z } from "zod";
import { criterionGroup } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { delimiter } from "../delimit";
import { fillPrompt } from "../fill-prompt";
import { ask, askEmbeddings, type ChatMessage, type Drafting, type ReplyForm } from "../protocol";
import { optionalField, strictList, strictObject, textField } from "../strict-schema";
import { criteriaPrompts } from "./prompts";
import { itemsOfCriteria, readCriteria, textOfCriterion } from "./read-criteria";

/** What a judge is given when asked to propose criteria for a task. */
export interface CriteriaBrief {
  task: { description: string; inputName: string; outputName: string };
  /** Samples of the task, as examples. */
  examples: { input: string; output: string }[];
  options: unknown;
  /** The wording by prompt name; a missing prompt falls back to the built-in one. */
  prompts: Record<string, string>;
}

export interface CriteriaProposal {
  /** The list made at temperature 0: one item per criterion under headings for its group, no score. `details.sampled`: the other lists. */
  content: DraftContent;
  /** The material for measuring how much the lists agree: per list one vector or text per criterion; null if no list was sampled. */
  compared: ({ basis: "embeddings" } & Lists<number[]>) | ({ basis: "lexical" } & Lists<string>) | null;
}

/** `reference`: the list made at temperature 0. */
interface Lists<T> {
  reference: T[];
  samples: T[][];
}

const options = z.strictObject({
  /** How many further lists to sample, to measure how much they agree. */
  samples: z.int().min(0).max(20).default(0),
  /** For the further lists. */
  temperature: z.number().min(0).max(2).default(0.7),
  /** How the lists are compared: by vectors from an embeddings model, or by their words, which needs no request. */
  basis: z.enum(["embeddings", "lexical"]).default("embeddings"),
  /** Whether criteria may have unordered labels in place of numbers. */
  labels: z.boolean().default(false),
});

/** Asks for a list of criteria based on the task's description and examples, and for sampled lists to compare with it. */
export const criteriaProposal = {
  name: "criteria-proposal",
  title: "Criteria proposal",
  prompts: criteriaPrompts,
  options,
  *draft(brief: CriteriaBrief): Drafting<CriteriaProposal> {
    const { samples, temperature, basis, labels } = options.parse(brief.options);
    const question = {
      role: "judge" as const,
      messages: (form: ReplyForm) => messages(brief, form, labels),
      schema: { name: "criteria", schema: schema(labels) },
      read: (reply: string) => readCriteria(reply, labels),
      typical: typicalCriteria,
    };
    const reference = yield* ask({ ...question, step: "criteria", temperature: 0 });
    const content = { score: null, items: itemsOfCriteria(reference.criteria), raw: reference.raw };
    if (samples === 0) return { content, compared: null };
    const sampled: string[][] = [];
    for (let repeat = 0; repeat < samples; repeat++) {
      const list = yield* ask({ ...question, step: "sampled criteria", temperature, repeat });
      sampled.push(list.criteria.map(textOfCriterion));
    }
    const texts = { reference: reference.criteria.map(textOfCriterion), samples: sampled };
    const compared = basis === "lexical" ? { basis, ...texts } : { basis, ...(yield* vectorsOf(texts)) };
    return { content: { ...content, details: { sampled } }, compared };
  },
};

function* vectorsOf({ reference, samples }: Lists<string>): Drafting<Lists<number[]>> {
  const lists = [reference, ...samples];
  const vectors = yield* askEmbeddings({ step: "vectors of all criteria", texts: lists.flat() });
  const perList = lists.map((list, index) => {
    const start = lists.slice(0, index).flat().length;
    return vectors.slice(start, start + list.length);
  });
  return { reference: perList[0] ?? [], samples: perList.slice(1) };
}

function messages({ task, examples, prompts }: CriteriaBrief, form: ReplyForm, labels: boolean): ChatMessage[] {
  const wrap = delimiter([task.description, ...examples.flatMap((example) => [example.input, example.output])]);
  const { inputName, outputName } = task;
  const prompt = (name: keyof typeof criteriaPrompts, values: Record<string, string | null>) =>
    fillPrompt(prompts[name] ?? criteriaPrompts[name].text, { inputName, outputName, ...values });
  const shown = examples.map((example, index) =>
    prompt("example", { number: String(index + 1), input: wrap("input", example.input), output: wrap("output", example.output) }),
  );
  const request = prompt("request", {
    task: task.description.trim() === "" ? null : wrap("task", task.description),
    examples: shown.join("\n\n"),
    [form]: "yes",
    ...(labels && { labels: "yes", [`${form}Labels`]: "yes" }),
  });
  return [
    { role: "system", content: prompt("system", {}) },
    { role: "user", content: request },
  ];
}

function schema(labels: boolean): Record<string, unknown> {
  const level = strictObject({ value: { type: "number" }, description: optionalField });
  const criterion = strictObject({
    name: textField,
    definition: textField,
    group: { type: "string", enum: criterionGroup.options },
    overall: { type: "boolean" },
    scale: strictObject({ min: { type: "integer" }, max: { type: "integer" } }),
    levels: strictList(level),
    ...(labels && { labels: strictList(strictObject({ label: textField, description: textField })) }),
  });
  return strictObject({ criteria: strictList(criterion) });
}

/** A list of typical length. */
function typicalCriteria(form: ReplyForm): string {
  const criteria = [
    ["Clarity", "general"],
    ["Correctness", "general"],
    ["Use of the material", "task-specific"],
    ["Fit to the reader", "task-specific"],
    ["Overall quality", "general"],
  ].map(([name, group]) => ({ name, group, definition: "Look for how far the text does this in each of its parts, and what is missing." }));
  if (form === "text")
    return `General:\n${criteria.map(({ name, definition }, index) => `${index + 1}. ${name} (1-5): ${definition}`).join("\n")}`;
  const scale = { min: 1, max: 5 };
  const levels = [1, 2, 3, 4, 5].map((value) => ({ value, description: "what a text of this level does and what it still lacks" }));
  return JSON.stringify({ criteria: criteria.map((one) => ({ ...one, overall: one.name === "Overall quality", scale, levels })) });
}
