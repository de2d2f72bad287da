import { type ArmKind, type ArmRatings, armKinds, type DraftScores } from "@/lib/domain/arm-columns";
import { armNames, placesOf } from "@/lib/domain/rating-columns";
import type { ReportColumns } from "@/lib/domain/report-data";
import { byUnit } from "./by-unit";
import { nameOf, numberOf, type RatingTable, unitOf } from "./rating-table";

/** The places of an arm's ratings; with a run, of those whose draft was to be shown. */
export function placesIn({ arm, run }: ArmRatings, kinds: readonly ArmKind[], ofRun?: number): Int32Array {
  const isWanted = armKinds.map((kind) => kinds.includes(kind));
  return placesOf(arm.length, (at) => isWanted[arm[at] as number] === true && (ofRun === undefined || run[at] === ofRun));
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

/**
 * The judge whose newest drafts all people with a draft saw, where work was not done in several arms; null: none was shown, or it is not known whose.
 * Reports frozen before they kept it have one where all lines that were acted on are of one judge.
 */
export function judgeInView({ judgeShown, draftWork }: ReportColumns): number | null {
  if (judgeShown !== undefined) return judgeShown;
  const acted = new Set(draftWork().actionCounts.map(({ judge }) => judge));
  return acted.size === 1 ? ([...acted][0] ?? null) : null;
}

/** Calls `visit` with every rating made with a draft in view, of the arm blind-then-drafted the final one, and with that draft's judge and score. */
export function besideDrafts(
  table: RatingTable,
  visit: (rated: { judge: string; sample: number; criterion: number; score: number; draft: number }) => void,
): void {
  const { arms, ratings } = table.data;
  if (arms !== null) {
    for (const [run, { judge }] of arms.runs.entries()) {
      const drafts = draftsByUnit(table, arms.drafts, run);
      const places = placesIn(arms.ratings, ["drafted", "final"], run);
      for (let n = 0; n < places.length; n++) {
        const at = places[n] as number;
        const draft = drafts[unitAt(table, arms.ratings, at)] as number;
        const sample = arms.ratings.sample[at] as number;
        const criterion = arms.ratings.criterion[at] as number;
        if (!Number.isNaN(draft)) visit({ judge, sample, criterion, score: arms.ratings.score[at] as number, draft });
      }
    }
    return;
  }
  const shown = judgeInView(table.data);
  if (shown === null) return;
  const [judge, drafted] = [nameOf(table, shown), armNames.indexOf("drafted")];
  for (let at = 0; at < ratings.score.length; at++) {
    if (ratings.arm[at] !== drafted) continue;
    const [sample, criterion] = [ratings.sample[at] as number, ratings.criterion[at] as number];
    const draft = numberOf(table, unitOf(table, sample, criterion), shown);
    if (!Number.isNaN(draft)) visit({ judge, sample, criterion, score: ratings.score[at] as number, draft });
  }
}
