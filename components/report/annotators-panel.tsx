import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { PersonInReport } from "@/lib/domain/report-people";
import { count, duration, percent, signed } from "../charts/format";
import { saidOfAll } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type CellLink, type FigureRow, valueCell } from "./figure-table";
import { fittingLevel, hasLabels } from "./level-of";

/** How each person rates, as evidence: ordered by agreement with the others, with nobody marked. */
export function AnnotatorsPanel({ report }: { report: TaskReport }) {
  return (
    <FigurePanel
      title="How each person rates"
      description="Those who agree least with the others come first"
      basis={saidOfAll(report)}
      table={{
        label: "Annotators",
        first: "Annotator",
        columns: [
          { head: "ratings", format: count, explained: "rating-count" },
          { head: "median time", format: duration, explained: "median-time" },
          { head: "lenient (+) or strict", format: signed, explained: "severity" },
          { head: "alpha with others", explained: "alpha-with-others", n: "ratings of this person and another" },
          { head: "within one point", format: percent, explained: "within-one" },
          { head: "entropy", explained: "entropy" },
          { head: "longest run", format: count, explained: "longest-run" },
          { head: "same score again", format: percent, explained: "retest", n: "repeated units" },
          { head: "draft lines kept", format: percent, explained: "draft-kept", n: "draft lines" },
          { head: "alpha without them", format: signed, explained: "alpha-without", n: "samples" },
        ],
        rows: byAgreement(report.chapters.people.raters).map(([name, person]) => rowOf(name, person, hasLabels(report))),
        n: "units",
        level: fittingLevel(report),
      }}
      remark="Evidence, not a verdict: careful people have long runs too, and those who see more harm are not wrong. Lenient or strict: own score minus the others’ mean. Entropy: 0 where one score is given only, 1 where all are given equally often. Alpha without them: the mean over the criteria without this person minus with everybody; above zero, agreement rises without them. Leaving somebody out of the report takes a reason, on the page People."
    />
  );
}

const byAgreement = (raters: Record<string, PersonInReport>): [string, PersonInReport][] =>
  Object.entries(raters).sort(([, a], [, b]) => (a.withOthers.value ?? 2) - (b.withOthers.value ?? 2));

function rowOf(name: string, person: PersonInReport, isLabelled: boolean): FigureRow {
  // Labels, which have no distance, are in the list too.
  const beside: CellLink = { units: figureUnits.withOthers(name), ...(isLabelled && { n: null }) };
  return {
    name,
    units: figureUnits.by(name),
    cells: [
      { value: person.ratings, link: { units: figureUnits.by(name), n: person.ratings } },
      valueCell(person.medianSeconds, "not-timed"),
      { figure: person.severity, link: beside },
      { figure: person.withOthers },
      { figure: person.close, link: beside },
      valueCell(person.entropy, "no-points"),
      { value: person.longestRun },
      { figure: person.retest, n: true, link: { units: figureUnits.twice(name) } },
      { figure: person.draftKept },
      { figure: person.alphaWithout },
    ],
  };
}
