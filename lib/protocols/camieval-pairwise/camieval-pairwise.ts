import { z } from "zod";
import type { DraftContent } from "@/lib/domain/draft";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { describeCriterion } from "../describe-scale";
import { material, withImage } from "../material";
import { askVerdict } from "../pairwise/ask-verdict";
import { allowsTie, typicalVerdict, verdictChoices, verdictSchema } from "../pairwise/verdict-form";
import { ask, type Brief, type BriefCriterion, type ChatMessage, type Question, type ReplyForm } from "../protocol";
import { strictList, strictObject, textField } from "../strict-schema";
import { askText } from "./ask-text";
import { camievalPairwisePrompts } from "./prompts";
import { type ConcreteQuestion, dimensions, questionLabels, readQuestions, typicalQuestions } from "./read-questions";

const options = z.strictObject({
  /** Yes/no questions for each of relevance, factuality and adherence. */
  questionsPerDimension: z.int().min(1).max(5).default(2),
  /** "given": the sample's own; "generated": the judge writes one. */
  reference: z.enum(["none", "generated", "given"]).default("none"),
});

type PairBrief = OpenBrief<z.output<typeof options>, keyof typeof camievalPairwisePrompts>;

/** Relevance, factuality and adherence made concrete as questions for one instruction, answered for both outputs, then the verdict. */
export const camievalPairwise = defineProtocol({
  name: "camieval-pairwise",
  title: "CAMIEval, pairwise",
  summary:
    "Makes relevance, factuality and adherence concrete as yes/no questions for each instruction, answers them for both outputs, then decides.",
  source: "CAMIEval, pairwise evaluation with concrete chain of thought",
  taskKinds: ["pairwise"],
  scope: "unit",
  criteria: "overall",
  variants: ["plain", "swapped", "interference"],
  options,
  needsReference: ({ reference }) => reference === "given",
  prompts: camievalPairwisePrompts,
  *draft(brief) {
    const [criterion] = brief.criteria;
    if (criterion === undefined) return [];
    const questions = yield* askQuestions(brief);
    const reference = yield* referenceFor(brief);
    const content = yield* compare(brief, criterion, questions, reference);
    return [{ criterion: { id: criterion.id }, content }];
  },
});

/** A sample with only its instruction: questions about it are the same for every pair of outputs, in either order. */
export const instructionOnly = ({ task, sample }: Pick<Brief, "task" | "sample">): Pick<Brief, "task" | "sample"> => ({
  task,
  sample: { ...sample, output: "", outputB: null, reference: null },
});

function askQuestions(brief: PairBrief): Generator<Question, ConcreteQuestion[], unknown> {
  const count = brief.options.questionsPerDimension;
  const values = {
    ...material(instructionOnly(brief)),
    count: String(count),
    parts: questionLabels(count)
      .map((label) => `${label}: the question.`)
      .join("\n"),
  };
  return ask({
    step: "concrete questions",
    role: "judge",
    messages: (form) => [
      { role: "system", content: brief.prompt("system", {}) },
      { role: "user", content: withImage(brief.prompt("questions", { ...values, [form]: "yes" }), brief.sample.imageUrl) },
    ],
    schema: {
      name: "questions",
      schema: strictObject(
        Object.fromEntries(dimensions.map((dimension) => [dimension, { ...strictList(textField), minItems: count, maxItems: count }])),
      ),
    },
    read: (reply) => readQuestions(reply, count),
    typical: (form) => typicalQuestions(count, form),
  });
}

function* referenceFor(brief: PairBrief): Generator<Question, string | null, unknown> {
  const { reference } = brief.options;
  if (reference !== "generated") return reference === "given" ? brief.sample.reference : null;
  return yield* askText("reference", "judge", [
    { role: "system", content: brief.prompt("writer", {}) },
    { role: "user", content: withImage(brief.prompt("reference", material(instructionOnly(brief))), brief.sample.imageUrl) },
  ]);
}

function* compare(brief: PairBrief, criterion: BriefCriterion, questions: ConcreteQuestion[], reference: string | null) {
  const allowTie = allowsTie(criterion.scale);
  const keys = questions.map((_, index) => `question${index + 1}`);
  const content = yield* askVerdict({
    step: "comparison",
    messages: (form) => compareMessages(brief, criterion, questions, reference, form),
    allowTie,
    outputName: brief.task.outputName,
    variant: brief.variant,
    objection: (values) => brief.prompt("interference", values),
    schema: verdictSchema(allowTie, { before: Object.fromEntries(keys.map((key) => [key, textField])) }),
    typical: (form) =>
      typicalVerdict(form, {
        before: Object.fromEntries(keys.map((key) => [key, "[A] yes, [B] no: only [A] says it, in its second sentence."])),
      }),
  });
  return { ...content, items: withQuestions(content.items, questions), details: { ...content.details, questions, reference } };
}

function compareMessages(
  brief: PairBrief,
  criterion: BriefCriterion,
  questions: ConcreteQuestion[],
  reference: string | null,
  form: ReplyForm,
): ChatMessage[] {
  const list = questions.map(({ question }, index) => `Question ${index + 1}: ${question}`).join("\n");
  const wanted = "for [A] yes or no, for [B] yes or no, and why, in one sentence.";
  const answers = questions.map((_, index) => (form === "json" ? `"question${index + 1}": ${wanted}` : `Question ${index + 1}: ${wanted}`));
  const text = brief.prompt("compare", {
    ...material({ task: brief.task, sample: { ...brief.sample, reference } }, { questions: list }),
    criterion: describeCriterion(criterion),
    before: answers.join("\n"),
    choices: verdictChoices(allowsTie(criterion.scale)),
    [form]: "yes",
  });
  return [
    { role: "system", content: brief.prompt("system", {}) },
    { role: "user", content: withImage(text, brief.sample.imageUrl) },
  ];
}

/** "Question 2: [A] yes …" with the question itself, so a reader can check the answer without looking the question up. */
const withQuestions = (items: DraftContent["items"], questions: ConcreteQuestion[]): DraftContent["items"] =>
  items.map((item) => {
    const [, number, answer] = /^(?:[-*•]\s)?question\s?(\d{1,2})\s?[:：.)]\s*(.+)$/isu.exec(item.text) ?? [];
    const asked = questions[Number(number) - 1];
    if (asked === undefined || item.kind === "score") return item;
    return { kind: "explanation", text: answer?.startsWith(asked.question) ? answer : `${asked.question} ${answer}` };
  });
