import { z } from "zod";
import type { Scale } from "@/lib/domain/criterion";
import { answerField, answerValues, typicalFields, typicalLine } from "../answer-form";
import { defineProtocol, type OpenBrief } from "../define-protocol";
import { describeCriterion, describeScale, middleOf } from "../describe-scale";
import { material, withImage } from "../material";
import { askVerdict } from "../pairwise/ask-verdict";
import { allowsTie, typicalVerdict, verdictChoices, verdictField } from "../pairwise/verdict-form";
import { parseReply } from "../parse-reply";
import { ask, type BriefCriterion, type ChatMessage, type ReplyForm } from "../protocol";
import { reasonField, strictObject } from "../strict-schema";
import { directPrompts } from "./prompts";

const options = z.strictObject({
  /** Whether to ask for a short reason before the score or verdict. */
  explanation: z.boolean().default(false),
});

type DirectBrief = OpenBrief<z.output<typeof options>, keyof typeof directPrompts>;

/** The baseline for the other protocols: how good is this, or which is better, in one question without criteria. */
export const direct = defineProtocol({
  name: "direct",
  title: "Direct",
  summary: "One question for the overall score, or for the better of two outputs, without criteria: the baseline.",
  source: "The direct prompting that most studies of judges take as their baseline",
  taskKinds: ["pointwise", "pairwise"],
  scope: "unit",
  criteria: "overall",
  variants: ["plain", "swapped", "interference", "sycophancy"],
  takesLabels: true,
  options,
  prompts: directPrompts,
  *draft(brief) {
    const [criterion] = brief.criteria;
    if (criterion === undefined) return [];
    const content = yield* brief.task.kind === "pairwise" ? compare(brief, criterion) : score(brief, criterion);
    return [{ criterion: { id: criterion.id }, content }];
  },
});

const explanation = (brief: DirectBrief) => (brief.options.explanation ? { explanation: reasonField } : {});

const messages = (brief: DirectBrief, prompt: "pointwise" | "pairwise", criterion: BriefCriterion, form: ReplyForm): ChatMessage[] => {
  const text = brief.prompt(prompt, {
    ...material(brief),
    criterion: describeCriterion(criterion),
    scale: describeScale(criterion.scale),
    choices: verdictChoices(allowsTie(criterion.scale)),
    explanation: brief.options.explanation ? "yes" : null,
    ...answerValues(criterion.scale),
    [form]: "yes",
  });
  return [
    { role: "system", content: brief.prompt("system", {}) },
    { role: "user", content: withImage(text, brief.sample) },
  ];
};

const score = (brief: DirectBrief, criterion: BriefCriterion) =>
  ask({
    step: "overall score",
    role: "judge",
    messages: (form) => messages(brief, "pointwise", criterion, form),
    schema: { name: "score", schema: strictObject({ ...explanation(brief), ...answerField(criterion.scale) }) },
    read: (reply) => parseReply(reply, criterion.scale, criterion.name),
    typical: (form) => typicalScore(brief.options.explanation, criterion.scale, form),
  });

const reason = "It does most of what was asked for, and leaves one part open near the end.";

function typicalScore(explained: boolean, scale: Scale, form: ReplyForm): string {
  const value = middleOf(scale);
  if (form === "json") return JSON.stringify({ ...(explained ? { explanation: reason } : {}), ...typicalFields(scale, value) });
  return [...(explained ? [`Explanation: ${reason}`] : []), typicalLine(scale, value)].join("\n");
}

function compare(brief: DirectBrief, criterion: BriefCriterion) {
  const allowTie = allowsTie(criterion.scale);
  const before: Record<string, string> = brief.options.explanation
    ? { explanation: "[A] does more of what was asked for; [B] leaves one part open." }
    : {};
  return askVerdict({
    step: "comparison",
    messages: (form) => messages(brief, "pairwise", criterion, form),
    allowTie,
    outputName: brief.task.outputName,
    variant: brief.variant,
    followUp: (values) => brief.prompt(brief.variant === "sycophancy" ? "interference" : "review", values),
    schema: { name: "verdict", schema: strictObject({ ...explanation(brief), verdict: verdictField(allowTie) }) },
    typical: (form) => typicalVerdict(form, { explained: false, before }),
  });
}
