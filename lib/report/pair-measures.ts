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
  if ([a, b].some((rater) => hasOwnScale(table, rater))) return ownScale;
  const { quadraticKappa, exact } = kappasOn(table, criterion)(a, b);
  const labels = { value: null, why: "labels", n: exact.n };
  if (isLabelled(table, criterion)) return { quadraticKappa: labels, exact, tauB: labels };
  const column = (rater: number) => Float64Array.from(samples, (sample) => numberOf(table, unitOf(table, sample, criterion), rater));
  const { value, why, n } = kendall({ x: column(a), y: column(b), interval: "none" }).tauB;
  return { quadraticKappa, exact, tauB: { value, why, n } };
}

const none = { value: null, why: "own-scale", n: 0 };
const ownScale = { quadraticKappa: none, exact: none, tauB: none };

const sharingScale = (table: RatingTable) => [...table.annotators, ...table.judges].filter((rater) => !hasOwnScale(table, rater));

/** Of two raters who have rated no unit both. */
const apart = { value: null, why: "no-pairable-units", n: 0 };

/** Of every two raters on one criterion; only those with units in common are kept, since among hundreds most pairs have none. */
const kappasOn = rememberedBy((table: RatingTable, criterion) => {
  const raters = sharingScale(table);
  const keyOf = (a: number, b: number) => Math.min(a, b) * table.raters + Math.max(a, b);
  const known = new Map(
    pairwiseAgreement({ ratings: encodedRatings(table, unitsOf(table, criterion), raters), onlyTogether: true }).map(
      ({ a, b, quadraticKappa, exact }) => [keyOf(raters[a] as number, raters[b] as number), { quadraticKappa, exact }],
    ),
  );
  return (a: number, b: number) => known.get(keyOf(a, b)) ?? { quadraticKappa: apart, exact: apart };
});
