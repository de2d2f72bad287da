import type { ClusteredPair } from "@/lib/stats";

/** One rater's scores on a list of units: the places in the list that have one, in rising order. */
export interface RatedPlaces {
  places: Int32Array;
  scores: Float64Array;
}

/** Each rater's scores on the units. `scoreOf`: NaN is missing. */
export function ratedPlaces(
  units: readonly number[],
  raters: readonly number[],
  scoreOf: (unit: number, rater: number) => number,
): RatedPlaces[] {
  const [places, scores] = [new Int32Array(units.length), new Float64Array(units.length)];
  return raters.map((rater) => {
    let rated = 0;
    for (let place = 0; place < units.length; place++) {
      const score = scoreOf(units[place] as number, rater);
      if (Number.isNaN(score)) continue;
      places[rated] = place;
      scores[rated++] = score;
    }
    return { places: places.slice(0, rated), scores: scores.slice(0, rated) };
  });
}

/**
 * Two raters' scores on the units that both rated, which among many raters are few; null where there are fewer than two, which no correlation is
 * defined on.
 *
 * @param inputs each unit's, by place
 */
export function bothRated(first: RatedPlaces, second: RatedPlaces, inputs: readonly number[]): ClusteredPair | null {
  const n = inCommon(first.places, second.places);
  if (n < 2) return null;
  if (n === inputs.length) return { x: first.scores, y: second.scores, clusters: inputs };
  const [x, y, clusters] = [new Float64Array(n), new Float64Array(n), new Array<number>(n)];
  for (let one = 0, other = 0, at = 0; at < n; ) {
    const place = first.places[one] as number;
    const gap = place - (second.places[other] as number);
    if (gap === 0) {
      x[at] = first.scores[one] as number;
      y[at] = second.scores[other] as number;
      clusters[at++] = inputs[place] as number;
    }
    if (gap <= 0) one += 1;
    if (gap >= 0) other += 1;
  }
  return { x, y, clusters };
}

/** How many numbers two rising lists have in common. */
function inCommon(first: Int32Array, second: Int32Array): number {
  let common = 0;
  for (let one = 0, other = 0; one < first.length && other < second.length; ) {
    const gap = (first[one] as number) - (second[other] as number);
    if (gap === 0) common += 1;
    if (gap <= 0) one += 1;
    if (gap >= 0) other += 1;
  }
  return common;
}
