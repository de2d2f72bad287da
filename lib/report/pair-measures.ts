import type { TaskReport } from "@/lib/domain/report";
import { kendall, pairwiseAgreement } from "@/lib/stats";
import { encodedRatings, hasOwnScale, isLabelled, numberOf, type RatingTable, unitOf, unitsOf } from "./rating-table";
import { rememberedBy } from "./remembered";

type Measures = NonNullable<TaskReport["agreement"]["pairs"][number]["measures"]>;

/**
 * Quadratic kappa, exact agreement and Kendall's tau-b of two raters, by criterion. Labels have no order, so of them only the exact agreement is
 * defined. `samples`: those that both have rated.
 */
export const measuresOfTwo = (table: RatingTable, a: number, b: number, samples: readonly number[]): Measures =>
  Object.fromEntries(table.data.criteria.map(({ name }, criterion) => [name, measuresOn(table, { criterion, a, b, samples })]));

interface OfTwo {
  criterion: number;
  a: number;
  b: number;
  samples: readonly number[];
}

function measuresOn(table: RatingTable, { criterion, a, b, samples }: OfTwo): Measures[string] {
  if ([a, b].some((rater) => hasOwnScale(table, rater))) return undefinedMeasures("own-scale");
  const raters = sharingScale(table);
  const found = kappasOn(table, criterion).get(`${raters.indexOf(a)} ${raters.indexOf(b)}`);
  if (found === undefined) return undefinedMeasures("not-rated");
  const { quadraticKappa, exact } = found;
  const labels = { value: null, why: "labels", n: exact.n };
  if (isLabelled(table, criterion)) return { quadraticKappa: labels, exact, tauB: labels };
  const column = (rater: number) => Float64Array.from(samples, (sample) => numberOf(table, unitOf(table, sample, criterion), rater));
  const { value, why, n } = kendall({ x: column(a), y: column(b), interval: "none" }).tauB;
  return { quadraticKappa, exact, tauB: { value, why, n } };
}

const undefinedMeasures = (why: string): Measures[string] => {
  const none = { value: null, why, n: 0 };
  return { quadraticKappa: none, exact: none, tauB: none };
};

const sharingScale = (table: RatingTable) => [...table.annotators, ...table.judges].filter((rater) => !hasOwnScale(table, rater));

/** Of every two raters on one criterion, by their places. */
const kappasOn = rememberedBy(
  (table: RatingTable, criterion) =>
    new Map(
      pairwiseAgreement({ ratings: encodedRatings(table, unitsOf(table, criterion), sharingScale(table)) }).map((pair) => [
        `${pair.a} ${pair.b}`,
        pair,
      ]),
    ),
);
