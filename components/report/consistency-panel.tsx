import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import { count, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { FigurePanel } from "./figure-panel";

/** Whether judges give the same scores when asked the same again. */
export function ConsistencyPanel({ report }: { report: TaskReport }) {
  const rows = Object.entries(report.chapters.judges.consistency).flatMap(([judge, perCriterion]) =>
    report.criteria.flatMap(({ name }) => {
      const own = perCriterion[name];
      if (own === undefined || own.same.n === 0) return [];
      return [
        {
          name: `${judge} ${name}`,
          label: `${judge}: ${plainCriterionName(name)}`,
          detail: { words: figuresOf(own.runs, "run"), cells: [{ value: own.runs }] },
          units: figureUnits.given(name, { kind: "judge", name: judge }),
          cells: [{ figure: own.alpha }, { figure: own.same, n: true }],
        },
      ];
    }),
  );
  return (
    <FigurePanel
      title="Does a judge agree with itself?"
      description="Runs of the same judge with the same model, prompts, options and temperature; answers reused from an earlier run left out"
      table={{
        label: "Judges asked again",
        first: "Judge and criterion",
        columns: [
          { head: "alpha between runs", explained: "self-alpha", n: "scores" },
          { head: "same score", format: percent, explained: "self-same" },
        ],
        rows,
        details: [{ head: "runs", format: count, explained: "run-count" }],
        n: "units",
      }}
      remark="A judge cannot agree with people more than it agrees with itself."
    />
  );
}
