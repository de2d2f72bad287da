import { resolveBlocks } from "./blocks";
import { averageOverGroups, coefficientsWithin, type WithinGroups } from "./grouped-correlation";
import type { CompleteTriples } from "./judge-pair";
import type { IntervalOptions } from "./resampling";
import type { IntervalEstimate } from "./result";
import { flipTest, type PermutationTest } from "./sign-flip";
import { compensatedSum } from "./sums";

/** Two judges' coefficients within each group, and their differences: NaN in groups that do not define one for both. */
export interface JudgesWithin {
  groups: Pick<WithinGroups, "clusters" | "sizes">;
  a: Float64Array;
  b: Float64Array;
  difference: Float64Array;
}

/** Null without groups. Where no group defines a coefficient for both judges, each has those of its own groups. */
export function judgesWithin(
  { human, a, b, clusters, groups }: CompleteTriples,
  statistic: keyof WithinGroups["coefficients"],
): JudgesWithin | null {
  if (groups === null) return null;
  const [first, second] = [a, b].map((judge) => coefficientsWithin({ x: human, y: judge, groups, clusters })) as [
    WithinGroups,
    WithinGroups,
  ];
  const [own, other] = [first.coefficients[statistic], second.coefficients[statistic]];
  const difference = own.map((value, group) => value - (other[group] as number));
  const isShared = difference.some((value) => !Number.isNaN(value));
  const shared = (values: Float64Array) =>
    isShared ? values.map((value, group) => (Number.isNaN(difference[group]) ? Number.NaN : value)) : values;
  return { groups: first, a: shared(own), b: shared(other), difference };
}

/** Both judges' means over the groups and the mean difference, with what its interval was made from. */
export function meansWithin(options: IntervalOptions, { groups, a, b, difference }: JudgesWithin) {
  const { definedGroups, totalGroups, standardError, blocks, ...compared } = averageOverGroups(options, groups, difference, "difference");
  const alone = (values: Float64Array): IntervalEstimate => {
    const { value, why, n, interval, intervalWhy } = averageOverGroups(options, groups, values);
    return { value, why, n, interval, intervalWhy };
  };
  return { a: alone(a), b: alone(b), difference: compared, definedGroups, totalGroups, standardError, blocks };
}

/**
 * Swapping whole groups leaves each its two coefficients and changes only which judge has which: the sum of the differences under sign flips,
 * those of a cluster together.
 */
export function swapWithin(
  { groups, difference }: JudgesWithin,
  options: { permutations: number; seed: number },
): Omit<PermutationTest, "value" | "why" | "n"> {
  const isDefined = (group: number) => !Number.isNaN(difference[group] as number);
  const { members } = resolveBlocks(difference.length, groups.clusters, isDefined);
  const terms = members.map((own) => compensatedSum(Float64Array.from(own, (group) => difference[group] as number).sort()));
  if (terms.length === 0) return { pOneSided: null, p: null, exact: true, permutations: null, seed: null };
  return flipTest(Float64Array.from(terms), options);
}
