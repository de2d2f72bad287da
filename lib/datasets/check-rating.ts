import type { Scale } from "@/lib/domain/criterion";
import type { RatingRecord } from "@/lib/domain/import";
import { isCategorical, labelsOf, quotedLabels, scoreOfLabel } from "@/lib/domain/labels";
import { scoreOfPreference } from "@/lib/domain/pair-outputs";
import { readPreference } from "@/lib/domain/preference";
import { snapToScale } from "@/lib/domain/scale-points";
import { shorten } from "./text-problem";

export interface RatedTask {
  kind: "pointwise" | "pairwise";
  /** Scales by criterion. */
  scales: ReadonlyMap<string, Scale>;
}

/** The score of an imported rating on this task's scale, or what is wrong with the row. */
export function checkRating(rating: RatingRecord, task: RatedTask): { score: number } | { field: string; message: string } {
  const scale = task.scales.get(rating.criterion);
  if (scale === undefined) {
    const known = [...task.scales.keys()].map((name) => `"${name}"`).join(", ");
    return {
      field: "criterion",
      message: `unknown criterion "${shorten(rating.criterion)}"; this task has ${known}; its own scale adds it (${shorten(rating.criterion)}=1-5)`,
    };
  }
  if (isCategorical(scale)) return checkLabel(rating, scale);
  const score = task.kind === "pairwise" ? pairScore(rating) : rating.score;
  if (typeof score === "string") return { field: "label", message: score };
  if (score === null) return { field: "score", message: "the score is missing" };
  const onScale = snapToScale(scale, score);
  if (onScale !== null) return { score: onScale };
  const steps = scale.step === null ? "" : ` in steps of ${scale.step}`;
  return { field: "score", message: `${score} is not on the scale ${scale.min} to ${scale.max}${steps}` };
}

/** The label of a rating; a number is none, because what it counts is not said. */
function checkLabel({ criterion, score, label }: RatingRecord, scale: Scale): { score: number } | { field: string; message: string } {
  const place = label === null ? null : scoreOfLabel(scale, label);
  if (place !== null && (score === null || score === place || score === Number(label))) return { score: place };
  const known = `"${shorten(criterion)}" has the labels ${quotedLabels(labelsOf(scale) ?? [])}`;
  if (label === null) return { field: "label", message: `the label is missing; ${known}` };
  if (place === null) return { field: "label", message: `"${shorten(label)}" is not a label; ${known}` };
  return { field: "score", message: `the label says "${shorten(label)}", the score ${score}; ${known}, and no scores` };
}

/** The score of a pair, either given or derived from the label (A, B or tie); a string explains why there is none. */
function pairScore({ score, label }: RatingRecord): number | string | null {
  const preference = label === null ? null : readPreference(label);
  if (score === null && label !== null && preference === null) return `"${shorten(label)}" is not A, B or tie`;
  if (preference === null) return score;
  const labelled = scoreOfPreference(preference);
  return score === null || score === labelled ? labelled : `the label says ${preference}, the score ${score}`;
}
