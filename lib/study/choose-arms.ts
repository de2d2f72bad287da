import type { PlanArm } from "@/lib/domain/study-plan";
import type { SeededRandom } from "@/lib/stats";
import type { Given } from "./deal-samples";
import { shareEvenly } from "./share-evenly";

/**
 * How many of each sample's ratings fall into each arm: `counts[sample][arm]`. A sample's counts differ from its exact shares by less than one, and what
 * is rounded off is made up by the next samples, which are of the same system and subset.
 */
export function armCounts(overlaps: readonly number[], arms: readonly PlanArm[], random: SeededRandom): number[][] {
  const total = arms.reduce((sum, one) => sum + one.share, 0);
  let owed = arms.map(() => 0);
  return overlaps.map((overlap) => {
    // In parts of `total`, so that whole numbers stay exact.
    const exact = arms.map(({ share }) => overlap * share);
    const counts = exact.map((part) => Math.floor(part / total));
    owed = owed.map((before, arm) => before + (exact[arm] as number) - (counts[arm] as number) * total);
    const ties = arms.map(() => random.next());
    const candidates = arms.flatMap((_, arm) => ((exact[arm] as number) % total === 0 ? [] : [arm]));
    candidates.sort((a, b) => (owed[b] as number) - (owed[a] as number) || (ties[a] as number) - (ties[b] as number));
    for (const arm of candidates.slice(0, overlap - counts.reduce((sum, n) => sum + n, 0))) {
      counts[arm] = (counts[arm] as number) + 1;
      owed[arm] = (owed[arm] as number) - total;
    }
    return counts;
  });
}

/**
 * Divides the ratings among the arms by share. With two arms every sample, every seat, every system and subset, and every seat within these gets its
 * share, rounded down or up; with more, each arm is divided off from the arms after it, and may be off by one more.
 */
export function chooseArms(
  given: readonly Given[],
  { strata, arms }: { strata: readonly number[]; arms: readonly PlanArm[] },
  random: SeededRandom,
): (Given & { arm: number })[] {
  const ratings = given.map((one) => ({ ...one, stratum: strata[one.sample] ?? 0, arm: arms.length - 1 }));
  let rest = ratings;
  let whole = arms.reduce((sum, one) => sum + one.share, 0);
  arms.slice(0, -1).forEach(({ share }, arm) => {
    const inArm = shareEvenly(rest, { part: share, whole }, random);
    rest.forEach((rating, index) => {
      if (inArm[index]) rating.arm = arm;
    });
    rest = rest.filter((_, index) => !inArm[index]);
    whole -= share;
  });
  return ratings.map(({ seat, sample, arm }) => ({ seat, sample, arm }));
}
