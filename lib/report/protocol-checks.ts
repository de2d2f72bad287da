import type { TaskReport } from "@/lib/domain/report";
import { clusteredMean } from "@/lib/stats";
import { nameOf } from "./agreement";
import { exactMean, toNumber } from "./exact-mean";
import type { RatingTable } from "./rating-table";
import { shareOf } from "./share";

/** How many drafts the judges' own checks threw out, and what a critique was worth to whoever rewrote the output after it; run by run. */
export function protocolChecks(table: RatingTable): TaskReport["checks"] {
  return { dropped: droppedShares(table), feedback: feedbackGains(table) };
}

function droppedShares(table: RatingTable): TaskReport["checks"]["dropped"] {
  return table.data.droppingRuns.map(({ judge, runId, variant, dropped, samples }) => ({
    judge: nameOf(table, judge),
    runId,
    variant,
    dropped: dropped.filter(Boolean).length,
    share: shareOf(
      dropped,
      samples.map((sample) => table.data.samples[sample]?.inputKey ?? ""),
    ),
  }));
}

function feedbackGains(table: RatingTable): TaskReport["checks"]["feedback"] {
  return table.data.feedbackRuns.flatMap(({ judge, runId, units }) =>
    table.data.criteria.flatMap((criterion, index) => {
      const own = units.filter((unit) => unit.criterion === index);
      if (own.length === 0) return [];
      const meanOf = (scores: number[]) => {
        const mean = exactMean(scores);
        return mean === null ? null : toNumber(mean);
      };
      const { value, why, n, interval, intervalWhy } = clusteredMean({
        values: own.map(({ before, after }) => after - before),
        clusters: own.map(({ sample }) => table.data.samples[sample]?.inputKey ?? ""),
      });
      return [
        {
          judge: nameOf(table, judge),
          runId,
          criterion: criterion.name,
          meanBefore: meanOf(own.map(({ before }) => before)),
          meanAfter: meanOf(own.map(({ after }) => after)),
          gain: { value, why, n, interval, intervalWhy },
        },
      ];
    }),
  );
}
