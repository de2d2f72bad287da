import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { Stratum } from "@/lib/domain/report-people";
import { count, percent, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfCriterion, basisOf, saidOfCriteria } from "./basis";
import { FigurePanel } from "./figure-panel";

const words: Record<Stratum["name"], string> = { unanimous: "all agree", mild: "disagree a little", split: "split" };

/** The judge where people agree and where they do not: what looks good overall may be good on the noisy units alone. */
export function StrataPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const rows = report.criteria.flatMap(({ name }) =>
    (report.chapters.people.perCriterion[name]?.strata ?? []).flatMap(({ name: stratum, units, judges }) => {
      const own = judges[judge];
      if (units === 0 || own === undefined) return [];
      const { bias, absoluteError, close, spearman } = own;
      const link = among(basisOf(report, name), { ...figureUnits.spread(name, stratum), judge });
      return [
        {
          name: `${name} ${stratum}`,
          arms: armsOfCriterion(report, name),
          label: `${plainCriterionName(name)}: ${words[stratum]}`,
          units: link.units,
          cells: [
            { value: units, link: among(basisOf(report, name), figureUnits.spread(name, stratum), units) },
            { figure: bias, link },
            { figure: absoluteError, link },
            { figure: close, n: true, link },
            { figure: spearman, n: true, link },
          ],
        },
      ];
    }),
  );
  return (
    <FigurePanel
      title="The judge where people agree, and where they do not"
      description={`${judge} against people’s mean, units sorted by how far people disagree`}
      basis={saidOfCriteria(report)}
      table={{
        label: "The judge by disagreement between people",
        first: "Units",
        columns: [
          { head: "units", format: count, explained: "unit-count" },
          { head: "judge minus people", format: signed, explained: "signed-error" },
          { head: "distance", explained: "mean-absolute-error" },
          { head: "within one point", format: percent, explained: "within-one" },
          { head: "Spearman", explained: "spearman" },
        ],
        rows,
        n: "units",
      }}
      remark="A little: people’s scores are at most a quarter of the scale apart; of labels, most give the same. Split: further apart, or no majority. For labels, within one point is the share with most people’s label. Where scores differ little, Spearman’s correlation is lower."
    />
  );
}
