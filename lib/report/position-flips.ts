import { preferenceOf } from "@/lib/domain/pair-outputs";
import type { Figure } from "@/lib/domain/report";
import { shareOf } from "./figures";
import type { RatingTable } from "./rating-table";

/** A judge is flagged where its share of flips is above this, the whole interval. */
export const mostFlips = 0.1;

/** The share of pairs whose winner is in the same position in both orders, so another output; of one criterion. Null without a swapped run. */
export function positionFlips({ data }: RatingTable, judge: number, criterion: number): Figure | null {
  const swap = data.swaps.find((one) => one.judge === judge);
  if (swap === undefined) return null;
  const own = swap.units.filter((unit) => unit.criterion === criterion);
  const flips = own.map(({ before, after }) => {
    const winners = [preferenceOf(before), preferenceOf(after)];
    return winners.includes("A") && winners.includes("B");
  });
  const inputs = own.map(({ sample }) => data.samples[sample]?.inputKey ?? "");
  return shareOf(flips, inputs, swap.plainRunId === null ? "no-plain-run" : "no-units");
}

/** Whether a judge follows the position: its verdicts say which output came first, rather than which is better. */
export function followsPosition(flips: Figure | null): boolean {
  return flips?.interval != null && flips.interval.low > mostFlips;
}
