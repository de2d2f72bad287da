import type { TaskReport } from "@/lib/domain/report";
import { median } from "@/lib/stats";
import { nameOf, type RatingTable } from "./rating-table";

interface Timed {
  unitSeconds: number[];
  sampleSeconds: number[];
}

/** Median time per unit and per sample. A sample counts only if all its criteria are timed; its time is their sum. */
export function times(table: RatingTable): TaskReport["time"] {
  const timed = new Map(table.annotators.map((rater): [number, Timed] => [rater, timesOf(table, rater)]));
  const all = [...timed.values()];
  return {
    perAnnotator: Object.fromEntries([...timed].map(([rater, own]) => [nameOf(table, rater), summary(own)])),
    all: summary({ unitSeconds: all.flatMap((own) => own.unitSeconds), sampleSeconds: all.flatMap((own) => own.sampleSeconds) }),
  };
}

function timesOf(table: RatingTable, rater: number): Timed {
  const bySample = new Map<number, number[]>();
  for (const rating of table.data.ratings) {
    if (rating.rater !== rater || rating.durationMs === null) continue;
    const seconds = bySample.get(rating.sample) ?? [];
    seconds.push(rating.durationMs / 1000);
    bySample.set(rating.sample, seconds);
  }
  const samples = [...bySample.values()];
  return {
    unitSeconds: samples.flat(),
    sampleSeconds: samples
      .filter((seconds) => seconds.length === table.criteria)
      .map((seconds) => seconds.reduce((total, value) => total + value, 0)),
  };
}

const summary = ({ unitSeconds, sampleSeconds }: Timed) => ({
  medianUnitSeconds: median(unitSeconds),
  medianSampleSeconds: median(sampleSeconds),
  unitsTimed: unitSeconds.length,
  samplesTimed: sampleSeconds.length,
});
