import type { CriterionContent, Scale } from "./criterion";
import { isCategorical, labelsOf, quotedLabels } from "./labels";
import { type Preference, preferenceOf, preferenceScale } from "./pair-outputs";

/** The initial criterion of a pairwise task: which output is better, with a tie. */
export const preferenceCriterion: CriterionContent = {
  name: "Preference",
  definition: "Which output is better overall?",
  scale: preferenceScale,
  overall: true,
};

/** Whether a scale is one of the two that pairs are judged on: A, tie, B; or A, B. */
export const isPreferenceScale = ({ kind, min, max, step }: Pick<Scale, "min" | "max" | "step"> & { kind?: Scale["kind"] }): boolean =>
  !isCategorical({ kind }) && min === preferenceScale.min && max === preferenceScale.max && (step === 1 || step === 2);

/** A preference as a sentence, with the outputs named as in every stored text. */
export const verdictText = (score: number): string => (score === 0 ? "Neither is better." : `[${preferenceOf(score)}] is better.`);

/** Why labels cannot be given to pairs, and what to do instead. */
export const labelsNeedOneOutput =
  "A label does not say which of the two outputs it describes; to label outputs, create a task that judges one output at a time.";

/** Why a task cannot have these criteria; null if it can. Pairs are compared, so every criterion must be a preference. */
export function pairScaleProblem(
  kind: "pointwise" | "pairwise",
  criteria: readonly Pick<CriterionContent, "name" | "scale">[],
): string | null {
  if (kind === "pointwise") return null;
  const several = criteria.find(({ scale }) => scale.several);
  if (several !== undefined) return `This task compares two outputs: "${several.name}" has one right choice, so leave out several.`;
  const other = criteria.find(({ scale }) => !isPreferenceScale(scale));
  if (other === undefined) return null;
  const needed = `"${other.name}" needs the scale "A, tie, B" (-1 to 1) or "A, B" (-1 to 1 in steps of 2)`;
  const labels = labelsOf(other.scale);
  if (labels === null) return `This task compares two outputs: ${needed}, not ${other.scale.min} to ${other.scale.max}.`;
  return `This task compares two outputs: ${needed}, not the labels ${quotedLabels(labels)}. ${labelsNeedOneOutput}`;
}

const written: ReadonlyMap<string, Preference> = new Map([
  ["a", "A"],
  ["1", "A"],
  ["b", "B"],
  ["2", "B"],
  ["tie", "tie"],
]);

/** Reads a cell as a preference: A, B or tie in any case, or 1 and 2 for the first and second output; null if it is none of these. */
export const readPreference = (text: string): Preference | null => written.get(text.trim().toLowerCase()) ?? null;
