import { type ArmKind, type ArmRatings, armKinds, type DraftScores } from "@/lib/domain/arm-columns";
import { placesOf } from "@/lib/domain/rating-columns";
import { byUnit } from "./by-unit";
import { type RatingTable, unitOf } from "./rating-table";

/** The places of an arm's ratings; with a run, of those whose draft was to be shown. */
export function placesIn({ arm, run }: ArmRatings, kinds: readonly ArmKind[], ofRun?: number): Int32Array {
  const wanted = kinds.map((kind) => armKinds.indexOf(kind));
  return placesOf(arm.length, (at) => wanted.includes(arm[at] as number) && (ofRun === undefined || run[at] === ofRun));
}

/** The score of a run's draft by unit; NaN: it has none. */
export function draftsByUnit(table: RatingTable, { run, sample, criterion, score }: DraftScores, ofRun: number): Float64Array {
  const drafts = new Float64Array(table.units).fill(Number.NaN);
  for (let at = 0; at < score.length; at++) {
    if (run[at] === ofRun) drafts[unitOf(table, sample[at] as number, criterion[at] as number)] = score[at] as number;
  }
  return drafts;
}

export const unitAt = (table: RatingTable, { sample, criterion }: ArmRatings, at: number): number =>
  unitOf(table, sample[at] as number, criterion[at] as number);

/** Those of the places that lie on a unit, in their order. */
export function placesByUnit(table: RatingTable, ratings: ArmRatings, places: Int32Array): (unit: number) => Int32Array {
  const { starts, places: ordered } = byUnit(places, table.units, (at) => unitAt(table, ratings, at));
  return (unit) => ordered.subarray(starts[unit], starts[unit + 1]);
}
