import type { Scale } from "@/lib/domain/criterion";
import { scalePoints } from "@/lib/domain/scale-points";

/** What an output is like in each fifth of the scale, from the lowest; the reference itself gets the top of the fourth. */
const bands = [
  "beside the point, wrong in something essential, or harmful",
  "no serious error and harmless, but poor; does not give what was asked for",
  "gives what was asked for on the whole, but does badly in some dimensions",
  "close to the reference in every dimension, and does well",
  "clearly better than the reference, deals with the question and every demand, and nearly perfect in every dimension",
];
const referenceBand = 3;

/**
 * The bands of a scale in words, one line each, and the score of a text as good as the reference: on 1 to 10 that is 1-2, 3-4 … 9-10, and 8.
 * With fewer than five points, neighbouring bands share a point; on a scale without points, a band is a fifth of its length.
 */
export function scoreBands(scale: Scale): string {
  const points = scalePoints(scale);
  const lines = points === null ? fifthsOf(scale) : points.length < bands.length ? byPoint(points) : byBand(points);
  const reference = points === null ? atFifth(scale, referenceBand + 1) : referencePoint(points);
  return [...lines, `A text as good as the reference gets ${reference}.`].join("\n");
}

/** The band of a point, by its place among all points. */
const bandOf = (index: number, points: readonly number[]): number =>
  points.length < bands.length
    ? Math.ceil(((index + 1) * bands.length) / points.length) - 1
    : Math.floor((index * bands.length) / points.length);

/** The highest point of the reference's band; with fewer than five points, the one that covers it. */
const referencePoint = (points: readonly number[]): number | undefined =>
  points.length < bands.length
    ? points.find((_, index) => bandOf(index, points) >= referenceBand)
    : points.findLast((_, index) => bandOf(index, points) === referenceBand);

const byBand = (points: readonly number[]): string[] =>
  bands.map((text, band) => {
    const within = points.filter((_, index) => bandOf(index, points) === band);
    const [first, last] = [within[0], within.at(-1)];
    return `${first === last ? first : `${first} to ${last}`}: ${text}.`;
  });

const byPoint = (points: readonly number[]): string[] =>
  points.map((point, index) => {
    const from = index === 0 ? 0 : bandOf(index - 1, points) + 1;
    return `${point}: ${bands.slice(from, bandOf(index, points) + 1).join("; or ")}.`;
  });

const atFifth = ({ min, max }: Scale, fifth: number): number => min + ((max - min) * fifth) / bands.length;
const fifthsOf = (scale: Scale): string[] => bands.map((text, band) => `${atFifth(scale, band)} to ${atFifth(scale, band + 1)}: ${text}.`);
