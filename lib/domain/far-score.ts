import type { PointsOrLabels, Scale } from "./criterion";
import { isPreferenceScale, verdictText } from "./preference";

/**
 * The score on the far side of the scale: its end that is further away; from the middle, its lower end. On a categorical scale, whose labels have no
 * distance, the label half of the list further on. Null stays null.
 * @example farScore(4, { min: 1, max: 5, step: 1 }) // 1
 */
export function farScore(score: number | null, { kind, min, max }: PointsOrLabels): number | null {
  if (score === null) return null;
  if (kind === "categorical") {
    const labels = max - min + 1;
    return min + ((score - min + Math.ceil(labels / 2)) % labels);
  }
  return score - min >= max - score ? min : max;
}

/**
 * A draft's score line with another score in it: the number where it stands, the label, or the sentence on which output is better.
 * @example scoreLine("Score: 4 out of 5.", { from: 4, to: 1, scale: { min: 1, max: 5, step: 1, levels: [] } }) // "Score: 1 out of 5."
 */
export function scoreLine(text: string, { from, to, scale }: { from: number; to: number; scale: Scale }): string {
  if (scale.kind === "categorical") return scale.levels[to]?.label ?? text;
  if (isPreferenceScale(scale)) return verdictText(to);
  const number = new RegExp(`(?<![\\d.])${String(from).replace(".", "\\.")}(?!\\.?\\d)`);
  return text.replace(number, String(to));
}
