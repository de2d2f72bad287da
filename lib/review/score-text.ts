import type { PointsOrLabels } from "@/lib/domain/criterion";
import { labelOf, labelPattern, labelsOf, quotedLabels } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";

const listNumber = /^\s*\p{Nd}+\s*[.)、]\s*/u;

/**
 * A score line's text with one score put in place of another: "2. Score: 4 out of 5." and 4 -> 3 gives "2. Score: 3 out of 5.".
 * The line's own list number is left alone. Text that does not hold the former score as a number of its own comes back unchanged.
 */
export function replaceScoreInText(text: string, from: number | null, to: number): string {
  if (from === null || from === to) return text;
  const start = listNumber.exec(text)?.[0].length ?? 0;
  const former = String(from).replace(".", "\\.");
  const number = new RegExp(`(?<![\\p{Nd}.,])${former}(?:\\.0+)?(?![\\p{Nd}]|[.,]\\p{Nd})`, "u");
  return text.slice(0, start) + text.slice(start).replace(number, () => String(to));
}

/**
 * A score line's text with one label put in place of another: "Label: supported" and supported -> contradicted gives "Label: contradicted". Text
 * that does not hold the former label as words of its own comes back unchanged.
 */
export function replaceLabelInText(text: string, from: number | null, to: number, scale: PointsOrLabels): string {
  const [former, latter] = [from === null ? null : labelOf(scale, from), labelOf(scale, to)];
  if (former === null || latter === null || from === to) return text;
  return text.replace(new RegExp(labelPattern([former]), "iu"), () => latter);
}

/** The scale in words for messages: "1 to 5", "0 to 1 in steps of 0.5", the labels. */
export function scaleInWords(scale: PointsOrLabels): string {
  const labels = labelsOf(scale);
  if (labels !== null) return `which has ${quotedLabels(labels)}`;
  const ends = `${scale.min} to ${scale.max}`;
  return scale.step === null || scale.step === 1 ? ends : `${ends} in steps of ${scale.step}`;
}

/**
 * The line of a pair's verdict with one preference put in place of the other: "[A] is better." and 1 -> -1 gives "[B] is better.". Only where the
 * line names that one output and no other; a tie has no name to put in.
 */
export function replaceVerdictInText(text: string, from: number | null, to: number): string {
  if (from === null || from === 0 || to === 0) return text;
  const [former, latter] = [`[${preferenceOf(from)}]`, `[${preferenceOf(to)}]`];
  return text.includes(latter) ? text : text.replaceAll(former, latter);
}
