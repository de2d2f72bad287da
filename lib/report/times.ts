import type { TaskReport } from "@/lib/domain/report";
import { median } from "@/lib/stats";
import { nameOf, type RatingTable } from "./rating-table";

interface Timed {
  unitSeconds: number[];
  sampleSeconds: number[];
}

/** Median time per unit and per sample. A sample counts only if all its criteria are timed; its time is their sum. Summed in whole milliseconds. */
export function times(table: RatingTable): TaskReport["time"] {
  const timed = timesOf(table);
  const all = [...timed.values()];
  return {
    perAnnotator: Object.fromEntries([...timed].map(([rater, own]) => [nameOf(table, rater), summary(own)])),
    all: summary({ unitSeconds: all.flatMap((own) => own.unitSeconds), sampleSeconds: all.flatMap((own) => own.sampleSeconds) }),
  };
}

/** Until times are computed. */
export const noTimes: TaskReport["time"] = { perAnnotator: {}, all: summary({ unitSeconds: [], sampleSeconds: [] }) };

function timesOf({ data, annotators, criteria }: RatingTable): Map<number, Timed> {
  const { rater, sample, durationMs } = data.ratings;
  const size = data.samples.length;
  const timed = new Map(annotators.map((by): [number, Timed] => [by, { unitSeconds: [], sampleSeconds: [] }]));
  const sums = new Map(annotators.map((by) => [by, { ms: new Float64Array(size), units: new Uint32Array(size) }]));
  for (let at = 0; at < rater.length; at++) {
    const [by, of, ms] = [rater[at] as number, sample[at] as number, durationMs[at] as number];
    const own = sums.get(by);
    if (own === undefined || Number.isNaN(ms)) continue;
    timed.get(by)?.unitSeconds.push(ms / 1000);
    own.ms[of] = (own.ms[of] as number) + ms;
    own.units[of] = (own.units[of] as number) + 1;
  }
  for (const [by, { ms, units }] of sums) {
    units.forEach((count, of) => {
      if (count > 0 && count === criteria) timed.get(by)?.sampleSeconds.push((ms[of] as number) / 1000);
    });
  }
  return timed;
}

function summary({ unitSeconds, sampleSeconds }: Timed) {
  return {
    medianUnitSeconds: median(unitSeconds),
    medianSampleSeconds: median(sampleSeconds),
    unitsTimed: unitSeconds.length,
    samplesTimed: sampleSeconds.length,
  };
}
