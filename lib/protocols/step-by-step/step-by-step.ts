import { z } from "zod";
import type { CriterionContent } from "@/lib/domain/criterion";
import { answerField, answerValues, typicalFields, typicalLine } from "../answer-form";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { disarm } from "../delimit";
import { describeCriterion, describeScale, middleOf } from "../describe-scale";
import { material, withImage } from "../material";
import { parseReply } from "../parse-reply";
import { ask, type BriefCriterion, type ChatMessage, type ReplyForm } from "../protocol";
import { optionalField, reasonField, strictList, strictObject } from "../strict-schema";
import { stepByStepPrompts } from "./prompts";

const options = z.strictObject({
  /** "evidence-first": evidence, explanation and conclusion, then the score; "conclusion-first": the conclusion before its reasons, the evidence last. */
  order: z.enum(["evidence-first", "conclusion-first"]).default("evidence-first"),
});
type Order = z.output<typeof options>["order"];

type StepBrief = OpenBrief<z.output<typeof options>, keyof typeof stepByStepPrompts>;

/**
 * One criterion at a time: verify with evidence and explanation, then the score on the criterion's own scale. The task's overall criterion
 * comes last, in a conversation that holds the evaluations of the others.
 */
export const stepByStep = defineProtocol({
  name: "step-by-step",
  title: "Step by step",
  summary: "One criterion at a time: evidence and explanation, then the score. The overall score comes last, in view of the others.",
  source: "CoEval (Li et al. 2023), section 5.1 and appendix A",
  taskKinds: ["pointwise"],
  scope: "unit",
  criteria: "every",
  variants: ["plain"],
  takesLabels: true,
  options,
  prompts: stepByStepPrompts,
  *draft(brief) {
    const [criterion] = brief.criteria;
    if (criterion === undefined) return [];
    const content = yield* ask({
      step: criterion.overall ? "overall" : "criterion",
      role: "judge",
      messages: (form) =>
        criterion.overall && brief.earlier.length > 0 ? overallMessages(brief, criterion, form) : firstMessages(brief, criterion, form),
      schema: { name: "evaluation", schema: evaluationSchema(criterion.scale, brief.options.order) },
      read: (reply) => parseReply(reply, criterion.scale, criterion.name),
      typical: (form) => typicalEvaluation(criterion.scale, form, brief.options.order),
    });
    return [{ criterion, content }];
  },
});

const values = (brief: StepBrief, criterion: BriefCriterion, form: ReplyForm) => ({
  ...material(brief),
  criterion: describeCriterion(criterion),
  scale: describeScale(criterion.scale),
  ...answerValues(criterion.scale),
  [brief.options.order === "evidence-first" ? "evidenceFirst" : "conclusionFirst"]: "yes",
  [form]: "yes",
});

const firstMessages = (brief: StepBrief, criterion: BriefCriterion, form: ReplyForm): ChatMessage[] => [
  { role: "system", content: brief.prompt("system", {}) },
  { role: "user", content: withImage(brief.prompt("criterion", values(brief, criterion, form)), brief.sample) },
];

function overallMessages(brief: StepBrief, overall: BriefCriterion, form: ReplyForm): ChatMessage[] {
  const history = brief.earlier.flatMap(({ criterion, content }, index): ChatMessage[] => [
    ...(index === 0
      ? firstMessages(brief, criterion, form)
      : [{ role: "user" as const, content: brief.prompt("nextCriterion", values(brief, criterion, form)) }]),
    { role: "assistant", content: disarm(content.raw) },
  ]);
  return [...history, { role: "user", content: brief.prompt("overall", values(brief, overall, form)) }];
}

const evaluationSchema = (scale: CriterionContent["scale"], order: Order) => {
  const reasons = { conclusion: reasonField, explanation: reasonField };
  const evidence = strictList(strictObject({ quote: optionalField, comment: optionalField }));
  return order === "evidence-first"
    ? strictObject({ evidence, explanation: reasonField, conclusion: reasonField, ...answerField(scale) })
    : strictObject({ ...reasons, ...answerField(scale), evidence });
};

/** A typical evaluation. */
export function typicalEvaluation(scale: CriterionContent["scale"], form: ReplyForm, order: Order = "conclusion-first"): string {
  const score = middleOf(scale);
  const conclusion = "The text meets the criterion in most of its parts, with one clear exception near the end.";
  const explanation =
    "It addresses what was asked for and each statement can be followed from the one before. The last part leaves a question open. Nothing in it contradicts the rest.";
  const evidence = [1, 2].map(() => ({ quote: "some words that are in the text", comment: "which shows what was said above." }));
  const fields = typicalFields(scale, score);
  const isFirst = order === "evidence-first";
  if (form === "json")
    return JSON.stringify(isFirst ? { evidence, explanation, conclusion, ...fields } : { conclusion, explanation, ...fields, evidence });
  const quotations = ["Evidence:", ...evidence.map(({ quote, comment }) => `- "${quote}" ${comment}`)];
  const reasons = [`Conclusion: ${conclusion}`, `Explanation: ${explanation}`];
  const answer = typicalLine(scale, score);
  return (isFirst ? [...quotations, ...reasons.toReversed(), answer] : [...reasons, answer, ...quotations]).join("\n");
}
