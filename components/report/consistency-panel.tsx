import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { FigurePanel } from "./figure-panel";
import type { FigureCell } from "./figure-table";

/** Whether judges give the same scores when asked the same again. */
export function ConsistencyPanel({ report }: { report: TaskReport }) {
  const rows = Object.entries(report.chapters.judges.consistency).flatMap(([judge, perCriterion]) =>
    report.criteria.flatMap(({ name, labels }) => {
      const own = perCriterion[name];
      if (own === undefined || own.same.n === 0) return [];
      return [
        {
          name: `${judge} ${name}`,
          level: labels !== null || report.kind === "pairwise" ? "nominal" : "ordinal",
          label: `${judge}: ${plainCriterionName(name)}`,
          detail: { words: figuresOf(own.runs, "run"), cells: [{ value: own.runs }] },
          units: figureUnits.askedAgain(name, judge, { repeated: "all" }),
          cells: [{ figure: own.alpha }, { figure: own.same, ...flipsOf(name, judge, own.same) }],
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
      remark="What changes between runs is noise, and limits the judge: if alpha between runs is a, its correlation with people cannot exceed √a except by chance."
    />
  );
}

/** The units that were asked again, and under the share those with another score. */
function flipsOf(criterion: string, judge: string, { value, n }: Figure): Pick<FigureCell, "link" | "detail"> {
  const flips = n - Math.round((value ?? 0) * n);
  return {
    link: { units: figureUnits.askedAgain(criterion, judge, { repeated: "all" }) },
    detail: {
      words: (
        <>
          n = {count(n)},{" "}
          <FigureLink
            units={figureUnits.askedAgain(criterion, judge, { repeated: "changed" })}
            n={flips}
            figure="other scores when asked again"
          >
            {count(flips)} other
          </FigureLink>
        </>
      ),
      cells: [],
    },
  };
}
