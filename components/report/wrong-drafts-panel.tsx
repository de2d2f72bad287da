import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { FigureLink } from "../charts/figure-link";
import { count, percent } from "../charts/format";
import { IntervalPlot } from "../charts/interval-plot";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { armsInWords } from "./basis";
import { hitsOf } from "./fate-rows";
import { FigurePanel } from "./figure-panel";
import type { FigureCell } from "./figure-table";

/** How often people gave another score than a judge's drafts that were wrong on purpose. Renders nothing if nobody saw one. */
export function WrongDraftsPanel({ report, judge }: { report: TaskReport; judge: string }) {
  const of = report.planted?.[judge];
  if (of === undefined) return null;
  const rows = [
    { name: "", label: "All people", figure: of.all },
    ...Object.entries(of.people).map(([name, figure]) => ({ name, label: name, figure })),
  ];
  const plot = prepareIntervalPlot(
    rows.map(({ figure }) => figure),
    [],
  );
  return (
    <FigurePanel
      title="Are drafts noticed that are wrong on purpose?"
      description={`Scores given beside drafts of ${judge} that a study made wrong; in order of name`}
      basis={`From work with such a draft in view (${armsInWords(of.arms)}), which is in no other figure`}
      table={{
        label: `Wrong drafts of ${judge} that people caught`,
        first: "Annotator",
        columns: [{ head: "caught", format: percent, explained: "planted-caught" }],
        rows: rows.map(({ name, label, figure }) => {
          const person = name === "" ? undefined : name;
          return {
            ...{ name, label, units: figureUnits.planted(judge, "all", person) },
            cells: [caughtCell(judge, figure, person)],
          };
        }),
        plot: {
          head: "caught",
          axis: plot,
          drawn: (row) => plot.marks[row] && <IntervalPlot plot={plot} mark={plot.marks[row]} />,
          format: (share) => `${share * 100}\u00a0%`,
        },
        n: "scores",
        arms: armsInWords(of.arms),
      }}
      remark="Caught: the final score is another than the draft’s, whether or not it is right. Evidence, not a verdict: people who keep such a score may agree with it. The intervals take one person’s scores of a sample as dependent, and over all people each person’s."
    />
  );
}

/** A share with the scores that it counts; where there are none, all that it is of. */
function caughtCell(judge: string, figure: Figure, person: string | undefined): FigureCell {
  const hits = hitsOf(figure);
  const all = figureUnits.planted(judge, "all", person);
  return {
    figure,
    link: hits === 0 ? { units: all, n: figure.n } : { units: figureUnits.planted(judge, "caught", person), n: hits },
    detail: {
      words: (
        <>
          {count(hits)} of{" "}
          <FigureLink units={all} n={figure.n} figure="wrong drafts">
            {count(figure.n)}
          </FigureLink>
        </>
      ),
      cells: [],
    },
  };
}
