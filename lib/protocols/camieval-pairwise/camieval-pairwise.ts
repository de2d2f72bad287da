import { z } from "zod";
import type { DraftContent } from "@/lib/domain/draft";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { describeCriterion } from "../describe-scale";
import { material, withImage } from "../material";
import { askVerdict } from "../pairwise/ask-verdict";
import { allowsTie, typicalVerdict, verdictChoices, verdictSchema } from "../pairwise/verdict-form";
import type { BriefCriterion, ChatMessage, Question, ReplyForm } from "../protocol";
import { reasonField } from "../strict-schema";
import { askQuestions, instructionOnly } from "./ask-questions";
import { askText } from "./ask-text";
import { camievalPairwisePrompts } from "./prompts";
import type { ConcreteQuestion } from "./read-questions";

const options = z.strictObject({
  /** Yes/no questions for each of relevance, factuality and adherence. */
  questionsPerDimension: z.int().min(1).max(5).default(1),
  /** "given": the sample's own; "generated": the judge writes one. */
  reference: z.enum(["none", "generated", "given"]).default("none"),
});

type PairBrief = OpenBrief<z.output<typeof options>, keyof typeof camievalPairwisePrompts>;

/** Relevance, factuality and adherence made concrete as questions for one instruction, answered for both outputs, then the verdict. */
export const camievalPairwise = defineProtocol({
  name: "camieval-pairwise",
  title: "CAMIEval, pairwise",
  summary:
    "Works out what each instruction calls for, turns relevance, factuality and adherence into yes/no questions, answers them for both outputs, then decides.",
  source: "CAMIEval (Fan et al. 2025), section 3.2, tables 15 to 17",
  taskKinds: ["pairwise"],
  scope: "unit",
  criteria: "overall",
  variants: ["plain", "swapped", "interference", "sycophancy"],
  options,
  needsReference: ({ reference }) => reference === "given",
  prompts: camievalPairwisePrompts,
  *draft(brief) {
    const [criterion] = brief.criteria;
    if (criterion === undefined) return [];
    const questions = yield* askQuestions(brief, brief.options.questionsPerDimension);
    const reference = yield* referenceFor(brief);
    const content = yield* compare(brief, criterion, questions, reference);
    return [{ criterion: { id: criterion.id }, content }];
  },
});

function* referenceFor(brief: PairBrief): Generator<Question, string | null, unknown> {
  const { reference } = brief.options;
  if (reference !== "generated") return reference === "given" ? brief.sample.reference : null;
  return yield* askText("reference", "judge", [
    { role: "system", content: brief.prompt("writer", {}) },
    { role: "user", content: withImage(brief.prompt("reference", material(instructionOnly(brief))), brief.sample) },
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
    followUp: (values) => brief.prompt(brief.variant === "sycophancy" ? "interference" : "review", values),
    schema: verdictSchema(allowTie, { before: Object.fromEntries(keys.map((key) => [key, reasonField])) }),
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
    { role: "user", content: withImage(text, brief.sample) },
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
