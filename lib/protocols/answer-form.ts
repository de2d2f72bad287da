import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import { isCategorical, labelsOf, scoreText } from "@/lib/domain/labels";
import { scoreField } from "./strict-schema";

/** The parts of a prompt that ask for the answer: a number, or a label. */
export const answerPlaces = {
  number: "kept where the criterion has numbers",
  label: "kept where the criterion has labels in place of numbers",
};

export const answerLine =
  "{{#number}}Score: the number alone, from the scale above.{{/number}}{{#label}}Label: exactly one of the labels above, as it is written there.{{/label}}";
export const answerKey =
  '{{#number}}"score": the number alone, from the scale above.{{/number}}{{#label}}"label": exactly one of the labels above, as it is written there.{{/label}}';

/** Which of the two parts a criterion keeps. */
export const answerValues = (scale: CriterionContent["scale"]) => (isCategorical(scale) ? { label: "yes" } : { number: "yes" });

/** The answer's field in a reply's schema. */
export const answerField = (scale: Scale): Record<string, unknown> =>
  isCategorical(scale) ? { label: { type: "string", enum: labelsOf(scale) } } : { score: scoreField(scale) };

/** A typical answer: as fields of a JSON reply, or as a line. */
export const typicalFields = (scale: Scale, score: number) => (isCategorical(scale) ? { label: scoreText(scale, score) } : { score });
export const typicalLine = (scale: Scale, score: number) => `${isCategorical(scale) ? "Label" : "Score"}: ${scoreText(scale, score)}`;
