import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { PersonInReport } from "@/lib/domain/report-people";
import { count, decimals, duration, percent, signed } from "../charts/format";
import { saidOfAll } from "./basis";
import { FigurePanel } from "./figure-panel";
import type { FigureRow } from "./figure-table";

/** How each person rates, as evidence: ordered by agreement with the others, with nobody marked. */
export function AnnotatorsPanel({ report }: { report: TaskReport }) {
  const rows = byAgreement(report.chapters.people.raters).map(([name, person]) => rowOf(name, person));
  if (rows.length === 0) return null;
  return (
    <FigurePanel
      title="How each person rates"
      description="Those who agree least with the others come first"
      basis={saidOfAll(report)}
      table={{
        label: "Annotators",
        first: "Annotator",
        columns: [
          { head: "ratings", explained: "rating-count" },
          { head: "median time", explained: "median-time" },
          { head: "lenient (+) or strict", explained: "severity" },
          { head: "alpha with others", explained: "alpha-with-others" },
          { head: "within one point", explained: "within-one" },
          { head: "entropy", explained: "entropy" },
          { head: "longest run", explained: "longest-run" },
          { head: "same score again", explained: "retest" },
          { head: "draft lines kept", explained: "draft-kept" },
          { head: "alpha without them", explained: "alpha-without" },
        ],
        rows: rows,
      }}
      remark={
        <>
          Evidence, not a verdict: careful people have long runs too, and those who see more harm are not wrong. Lenient or strict: own
          score minus the others’ mean. Entropy: 0 where one score is given only, 1 where all are given equally often. Alpha without them:
          the mean over the criteria without this person minus with everybody; above zero, agreement rises without them. Leaving somebody
          out of the report takes a reason, on the page People.
        </>
      }
    />
  );
}

const byAgreement = (raters: Record<string, PersonInReport>): [string, PersonInReport][] =>
  Object.entries(raters).sort(([, a], [, b]) => (a.withOthers.value ?? 2) - (b.withOthers.value ?? 2));

function rowOf(name: string, person: PersonInReport): FigureRow {
  return {
    name,
    units: figureUnits.by(name),
    cells: [
      { text: count(person.ratings), link: { units: figureUnits.by(name), n: person.ratings } },
      { text: person.medianSeconds === null ? "–" : duration(person.medianSeconds) },
      { figure: person.severity, format: signed },
      { figure: person.withOthers },
      { figure: person.close, format: percent },
      { text: person.entropy === null ? "–" : decimals(person.entropy) },
      { text: count(person.longestRun) },
      { figure: person.retest, format: percent, n: true },
      { figure: person.draftKept, format: percent },
      { figure: person.alphaWithout, format: signed },
    ],
  };
}
