import type { Figure } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredShare } from "@/lib/stats";

/** The share of drafted lines that each annotator accepted, of those they accepted, revised or removed, by rater. Headings do not count. */
export function draftKept(data: Pick<ReportData, "actionCounts">): Map<number, Figure> {
  const byRater = new Map<number, Map<number, { accept: number; all: number }>>();
  for (const { annotator, input, itemKind, accept, revise, remove } of data.actionCounts) {
    if (itemKind === "heading") continue;
    const inputs = byRater.get(annotator) ?? new Map<number, { accept: number; all: number }>();
    const counts = inputs.get(input) ?? { accept: 0, all: 0 };
    inputs.set(input, { accept: counts.accept + accept, all: counts.all + accept + revise + remove });
    byRater.set(annotator, inputs);
  }
  return new Map(
    [...byRater].map(([rater, inputs]) => {
      const counts = [...inputs.values()];
      const { value, why, interval, intervalWhy } = clusteredShare({
        hits: counts.map(({ accept }) => accept),
        sizes: counts.map(({ all }) => all),
      });
      return [rater, { value, why, n: counts.reduce((sum, { all }) => sum + all, 0), interval, intervalWhy }];
    }),
  );
}
