import type { SeededRandom } from "./random";

/**
 * Draws `count` places without replacement, each time with chances in proportion to the weights (above 0): those with the greatest keys u^(1 / weight),
 * in that order. `inclusion` is a place's chance of being drawn at all, given the greatest key that was not: 1 - key^weight, and 1 where all are drawn.
 * Totals weighted by one divided by it have no bias.
 *
 * @example weightedDraw([2, 1, 1], 3, seededRandom(1)).map(({ inclusion }) => inclusion) // [1, 1, 1]
 * Source: Efraimidis & Spirakis 2006 (keys); Cohen & Kaplan 2007 (inclusion).
 */
export function weightedDraw(weights: readonly number[], count: number, random: SeededRandom): { place: number; inclusion: number }[] {
  const keys = weights.map((weight, place) => ({ place, weight, key: (1 - random.next()) ** (1 / weight) }));
  keys.sort((a, b) => b.key - a.key);
  const left = keys[count]?.key ?? 0;
  return keys.slice(0, count).map(({ place, weight }) => ({ place, inclusion: 1 - left ** weight }));
}
