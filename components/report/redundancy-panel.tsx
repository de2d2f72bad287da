import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { FigurePanel } from "./figure-panel";

/** Whether two criteria measure the same: how alike people, and the judge, score them. */
export function RedundancyPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const both = (a: string, b: string) => among(chapterBasis(report), figureUnits.onBoth(a, b));
  return (
    <FigurePanel
      title="Do two criteria measure the same?"
      description="Spearman’s correlation between two criteria, over samples; the most alike first"
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Criteria two by two",
        first: "Criteria",
        columns: [
          { head: "people’s means", explained: "redundancy" },
          ...(judge === null ? [] : [{ head: judge, explained: "redundancy" as const }]),
        ],
        rows: report.chapters.criteria.pairs.map(({ a, b, people, judges }) => ({
          name: `${a} ${b}`,
          label: `${plainCriterionName(a)} and ${plainCriterionName(b)}`,
          units: both(a, b).units,
          cells: [
            { figure: people, n: true, link: both(a, b) },
            ...(judge === null ? [] : [{ figure: judges[judge], link: { units: figureUnits.onBoth(a, b, judge) } }]),
          ],
        })),
        n: "samples",
      }}
    />
  );
}
