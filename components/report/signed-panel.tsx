import { figureUnits } from "@/lib/domain/figure-units";
import type { Contrast, TaskReport } from "@/lib/domain/report";
import { signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { FigurePanel } from "./figure-panel";
import type { FigureRow } from "./figure-table";
import { armOfSide, comparisonsOf, describedArm, listedArm, ofBothSides } from "./influence-words";

/** Whether people score above or below the draft, with it in view and without it. Nothing where all work was done in one arm, or with drafts nobody knows. */
export function SignedPanels({ report, judge }: { report: TaskReport; judge: string | null }) {
  const { influence } = report;
  if (influence === null) return null;
  return comparisonsOf(influence, judge).map(({ with: at, without, signed: own }) => {
    const [seen, unseen] = [influence.arms[at], influence.arms[without]];
    if (!seen?.run || !unseen || !own) return null;
    const by = seen.run.judge;
    const isFirst = unseen.arm === "first";
    const arm = seen.arm === "final" ? "blind-then-drafted" : "drafted";
    const row = (name: string | null, { without: first, with: second, difference }: Contrast): FigureRow => ({
      name: name ?? "",
      label: name === null ? "All criteria" : plainCriterionName(name),
      units: figureUnits.besideDraft(name, by, arm, { shown: "true" }),
      cells: [
        { figure: first, link: { units: figureUnits.inArm(name, listedArm[unseen.arm], isFirst ? { undrafted: "true" } : {}), n: null } },
        { figure: second },
        { figure: difference, link: { units: ofBothSides(name, [unseen, seen]), n: null } },
      ],
    });
    return (
      <FigurePanel
        key={at}
        title={`Above or below the draft: ${by}`}
        description={`${describedArm(unseen)}, ${describedArm(seen)}`}
        table={{
          label: "Score minus draft, in points",
          first: "Criterion",
          columns: [unseen, seen, null].map((side) => ({
            ...{ head: side?.arm ?? "difference", format: signed, explained: "signed-distance" },
            arms: side === null ? `${armOfSide(unseen)}; ${armOfSide(seen)}` : armOfSide(side),
          })),
          rows: [
            row(null, own.pooled),
            ...report.criteria.flatMap(({ name, labels }) => {
              const found = own.perCriterion[name];
              return labels === null && found ? [row(name, found)] : [];
            }),
          ],
          n: "ratings",
        }}
        remark="Scores that come closer from both sides may have the same mean as before."
      />
    );
  });
}
