import type { CriterionContent } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { describeCriterion, describeScale } from "../describe-scale";
import { material, withImage } from "../material";
import { parseReply } from "../parse-reply";
import { ask, type Question } from "../protocol";
import { typicalEvaluation } from "../step-by-step/step-by-step";
import { optionalField, reasonField, scoreField, strictList, strictObject } from "../strict-schema";
import type { PointBrief } from "./options";
import { scoreBands } from "./score-bands";

/** A dimension made for a sample, with what the judge said of it. */
export interface Evaluated {
  made: CriterionContent;
  content: DraftContent;
}

/** What was said of each dimension, and of the whole. */
export interface Scored {
  dimensions: Evaluated[];
  whole: DraftContent;
}

/** The scale in words, with the bands that say how strict to be. */
export const scaleValues = (scale: CriterionContent["scale"]) => ({
  scale: describeScale(scale),
  bands: scoreBands(scale),
  levels: scale.levels.length === 0 ? null : "yes",
});

export const messagesOf = (brief: PointBrief, text: string) => [
  { role: "system" as const, content: brief.prompt("system", {}) },
  { role: "user" as const, content: withImage(text, brief.sample) },
];

/** One question for each dimension, so that scores do not influence each other, then one for the whole with these evaluations in view. */
export function* scoreOneByOne(
  brief: PointBrief,
  overall: CriterionContent,
  made: CriterionContent[],
  reference: string,
): Generator<Question, Scored, unknown> {
  const shown = { task: brief.task, sample: { ...brief.sample, reference } };
  const dimensions: Evaluated[] = [];
  for (const one of made) {
    const texts = material(shown, { dimension: describeCriterion(one) });
    const values = { ...texts, criterion: texts.dimension, ...scaleValues(one.scale) };
    dimensions.push({ made: one, content: yield* evaluate(brief, `dimension: ${one.name}`, "dimension", values, one) });
  }
  const texts = material(shown, { evaluations: dimensions.map(evaluationText).join("\n\n") });
  const values = { ...texts, criterion: describeCriterion(overall), ...scaleValues(overall.scale) };
  return { dimensions, whole: yield* evaluate(brief, "overall", "overall", values, overall) };
}

/** A dimension's evaluation without its evidence and headings, as the overall question shows it. */
const evaluationText = ({ made, content }: Evaluated): string => {
  const said = content.items.filter(({ kind }) => kind === "conclusion" || kind === "explanation").map(({ text }) => text);
  return [describeCriterion(made), `Score: ${content.score}`, ...said].join("\n");
};

const evaluate = (
  brief: PointBrief,
  step: string,
  prompt: "dimension" | "overall",
  values: Record<string, string | null>,
  { name, scale }: CriterionContent,
): Generator<Question, DraftContent, unknown> =>
  ask({
    step,
    role: "judge",
    messages: (form) => messagesOf(brief, brief.prompt(prompt, { ...values, [form]: "yes" })),
    schema: {
      name: "evaluation",
      schema: strictObject({
        conclusion: reasonField,
        explanation: reasonField,
        score: scoreField(scale),
        evidence: strictList(strictObject({ quote: optionalField, comment: optionalField })),
      }),
    },
    read: (reply) => parseReply(reply, scale, name),
    typical: (form) => typicalEvaluation(scale, form),
  });
