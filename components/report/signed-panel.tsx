import { figureUnits } from "@/lib/domain/figure-units";
import type { ArmComparison, ComparedArm, Contrast, TaskReport } from "@/lib/domain/report";
import { signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { FigurePanel } from "./figure-panel";
import type { FigureRow } from "./figure-table";
import { comparisonsOf, describedArm } from "./influence-words";

/** Whether people score above or below the draft, with it in view and without it. Nothing where all work was done in one arm, or on labels alone. */
export function SignedPanels({ report, judge }: { report: TaskReport; judge: string | null }) {
  const { influence } = report;
  if (influence === null) return null;
  return comparisonsOf(influence, judge).map((comparison) => {
    const [seen, unseen] = [influence.arms[comparison.with], influence.arms[comparison.without]];
    if (seen === undefined || unseen === undefined || comparison.signed === undefined) return null;
    return (
      <FigurePanel
        key={comparison.with}
        title={seen.run === null ? "Above or below the draft" : `Above or below the draft: ${seen.run.judge}`}
        description={`${describedArm(unseen)}, ${describedArm(seen)}`}
        table={{
          label: "Score minus draft, in points",
          first: "Criterion",
          columns: [
            { head: unseen.arm === "first" ? "first" : "blind", format: signed, explained: "signed-distance" },
            { head: seen.arm === "final" ? "final" : "drafted", format: signed, explained: "signed-distance" },
            { head: "difference", format: signed, explained: "signed-distance" },
          ],
          rows: rowsOf(report, comparison.signed, seen),
          n: "ratings",
        }}
        remark="Score minus draft. Scores that come closer to drafts from both sides may have the same mean as before."
      />
    );
  });
}

function rowsOf(
  report: TaskReport,
  { pooled, perCriterion }: NonNullable<ArmComparison["signed"]>,
  { arm, run }: ComparedArm,
): FigureRow[] {
  const row = (name: string | null, { without, with: seen, difference }: Contrast): FigureRow => ({
    name: name ?? "all",
    label: name === null ? "All criteria" : plainCriterionName(name),
    ...(run !== null && { units: figureUnits.besideDraft(name, run.judge, arm === "final" ? "blind-then-drafted" : "drafted", {}) }),
    cells: [{ figure: without }, { figure: seen }, { figure: difference }],
  });
  const numbers = report.criteria.flatMap(({ name, labels }) => {
    const own = perCriterion[name];
    return labels === null && own ? [row(name, own)] : [];
  });
  return numbers.length < 2 ? numbers : [row(null, pooled), ...numbers];
}
