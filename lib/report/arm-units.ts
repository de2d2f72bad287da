import { type ArmKind, type ArmRatings, armKinds, type DraftScores } from "@/lib/domain/arm-columns";
import { placesOf } from "@/lib/domain/rating-columns";
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
  const starts = new Uint32Array(table.units + 1);
  for (const at of places) {
    const after = unitAt(table, ratings, at) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let unit = 0; unit < table.units; unit++) starts[unit + 1] = (starts[unit + 1] as number) + (starts[unit] as number);
  const next = starts.slice();
  const ordered = new Int32Array(places.length);
  for (const at of places) {
    const unit = unitAt(table, ratings, at);
    ordered[next[unit] as number] = at;
    next[unit] = (next[unit] as number) + 1;
  }
  return (unit) => ordered.subarray(starts[unit], starts[unit + 1]);
}
