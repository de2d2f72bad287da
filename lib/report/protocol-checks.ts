import type { TaskReport } from "@/lib/domain/report";
import { exactMean, toNumber } from "./exact-mean";
import { meanOf, shareOf } from "./figures";
import { nameOf, type RatingTable } from "./rating-table";

/** How many drafts the judges' own checks discarded, and how much a revision based on a critique improved the output, by run. */
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
      const mean = (scores: number[]) => {
        const exact = exactMean(scores);
        return exact === null ? null : toNumber(exact);
      };
      return [
        {
          judge: nameOf(table, judge),
          runId,
          criterion: criterion.name,
          meanBefore: mean(own.map(({ before }) => before)),
          meanAfter: mean(own.map(({ after }) => after)),
          gain: meanOf(
            own.map(({ before, after }) => after - before),
            own.map(({ sample }) => table.data.samples[sample]?.inputKey ?? ""),
          ),
        },
      ];
    }),
  );
}
