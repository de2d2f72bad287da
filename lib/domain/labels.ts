import type { Scale, ScaleLevel } from "./criterion";
import { plainLabel } from "./plain-label";

interface Labelled {
  kind?: Scale["kind"];
  levels?: readonly ScaleLevel[];
}

/** Whether a scale is a set of unordered labels: its scores only name them, so nothing may order, average or subtract them. */
export const isCategorical = ({ kind }: Pick<Labelled, "kind">): boolean => kind === "categorical";

/** The labels in the order they are shown; null for a scale of numbers. */
export const labelsOf = (scale: Labelled): string[] | null =>
  isCategorical(scale) && scale.levels ? scale.levels.map(({ label }) => label) : null;

/** The label that a score names; null on a scale of numbers, and for a score that is no label. */
export const labelOf = (scale: Labelled, score: number): string | null => labelsOf(scale)?.[score] ?? null;

/** A score as people read it: the label, or the number. */
export const scoreText = (scale: Labelled, score: number): string => labelOf(scale, score) ?? String(score);

/** The score of a label, written in any case and spacing; null if the scale has no such label. */
export function scoreOfLabel(scale: Labelled, text: string): number | null {
  const plain = plainLabel(text);
  const place = labelsOf(scale)?.findIndex((label) => plainLabel(label) === plain) ?? -1;
  return place === -1 ? null : place;
}

/** "supported", "contradicted": labels for messages, each in quotation marks. */
export const quotedLabels = (labels: readonly string[]): string => labels.map((label) => `"${label}"`).join(", ");

/** Matches any of the labels as words of their own, in any case and spacing; the longest first, so that "not supported" is not "supported". */
export function labelPattern(labels: readonly string[]): string {
  const longestFirst = labels.toSorted((a, b) => b.length - a.length);
  const written = longestFirst.map((label) => label.split(/\s+/u).map(escaped).join("\\s+"));
  return `(?<![\\p{L}\\p{N}])(?:${written.join("|")})(?![\\p{L}\\p{N}])`;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
