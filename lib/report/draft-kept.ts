import type { Figure } from "@/lib/domain/report";
import type { ReportColumns } from "@/lib/domain/report-data";
import { clusteredShare } from "@/lib/stats";
import { countsByInput } from "./action-rates";

/** The share of drafted lines that each annotator accepted, of those they accepted, revised or removed, by rater. Headings do not count. */
export function draftKept({ draftWork }: ReportColumns): Map<number, Figure> {
  const counted = draftWork().actionCounts.filter(({ itemKind }) => itemKind !== "heading");
  return new Map(
    [...new Set(counted.map(({ annotator }) => annotator))].map((rater) => {
      const counts = countsByInput(counted.filter(({ annotator }) => annotator === rater));
      const sizes = counts.map(({ accept, revise, remove }) => accept + revise + remove);
      const { value, why, interval, intervalWhy } = clusteredShare({ hits: counts.map(({ accept }) => accept), sizes });
      return [rater, { value, why, n: sizes.reduce((sum, size) => sum + size, 0), interval, intervalWhy }];
    }),
  );
}
