import { figureUnits } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { alphasOfPeople } from "@/lib/domain/report-basis";
import type { PeopleOnCriterion } from "@/lib/domain/report-people";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { lowerMark, upperMark } from "@/lib/domain/verdict";
import { count, decimals, figuresOf, percent } from "../charts/format";
import { IntervalPlot } from "../charts/interval-plot";
import { prepareIntervalPlot } from "../charts/prepare-interval-plot";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfCriterion, basisOf, saidOfCriteria } from "./basis";
import { FigurePanel } from "./figure-panel";
import type { CellLink, FigureCell, FigureColumn } from "./figure-table";
import type { Level } from "./headline";
import { levelOf } from "./level-of";

/** How reliable people are on each criterion: alpha on one axis, plain agreement beside it, and what their mean is worth. */
export function ReliabilityPanel({ report, level }: { report: TaskReport; level: Level }) {
  const found = report.criteria.flatMap((criterion) => {
    const people = report.chapters.people.perCriterion[criterion.name];
    const alpha = alphasOfPeople(report, criterion.name)?.[levelOf(criterion, level)];
    return people ? [{ criterion, people, alpha, ceiling: report.chapters.verdict[criterion.name]?.ceiling }] : [];
  });
  if (report.counts.annotators < 2) return null;
  const plot = prepareIntervalPlot(
    found.map(({ alpha }) => ({ value: alpha?.value ?? null, interval: alpha?.interval })),
    [lowerMark, upperMark],
  );
  // An approximate figure leaves none out.
  const dropped = found.reduce((sum, { people }) => sum + (people.approximate ? 0 : people.dropped), 0);
  const approximate = found.filter(({ people }) => people.approximate).map(({ criterion }) => plainCriterionName(criterion.name));
  return (
    <FigurePanel
      title="How reliable people are"
      description="Agreement beyond chance, agreement as it is, and the reliability of scores"
      basis={saidOfCriteria(report)}
      table={{
        label: "Reliability of people",
        first: "Criterion",
        plot: {
          head: `alpha, ${level}`,
          axis: plot,
          drawn: (row) => plot.marks[row] && <IntervalPlot plot={plot} mark={plot.marks[row]} />,
        },
        columns: [
          { head: "alpha", explained: "alpha", n: "ratings" },
          { head: "same score", format: percent, explained: "equal-share" },
          { head: "AC2", explained: "gwet" },
          { head: "one person’s score", explained: "icc-one" },
          { head: "people’s mean", explained: "icc-mean", details: approximate.length === 0 ? [] : detailsOfApproximate },
          { head: "greatest correlation", explained: "ceiling" },
        ],
        rows: found.map(({ criterion, people, alpha, ceiling }) => {
          const { name } = criterion;
          return {
            name,
            arms: armsOfCriterion(report, name),
            level: levelOf(criterion, level),
            label: plainCriterionName(name),
            detail: { words: figuresOf(people.raters, "person", "people"), cells: [{ value: people.raters }] },
            units: among(basisOf(report, name), figureUnits.people(name)).units,
            cells: [
              { figure: alpha, n: true, strong: true, link: among(basisOf(report, name), figureUnits.people(name)) },
              { figure: people.rawAgreement, link: among(basisOf(report, name), figureUnits.pairable(name)) },
              { figure: people.gwet, link: among(basisOf(report, name), figureUnits.rated(name)) },
              ...reliabilityCells(people, ceiling, (units) => among(basisOf(report, name), units(name))),
            ],
          };
        }),
        details: [{ head: "people", format: count, explained: "people-count" }],
        n: "units",
      }}
      remark={`AC2 (quadratic; AC1 of labels) is read beside alpha, not in its place. Reliability: ICC(A,1) and ICC(A,k) of the units that all of a criterion’s people rated${dropped > 0 ? `; ${figuresOf(dropped, "unit")} left out` : ""}.${saidOfApproximate(approximate)} The greatest correlation to expect of a judge is the square root of the mean’s.`}
    />
  );
}

const detailsOfApproximate: FigureColumn[] = [
  { head: "ratings of a unit", explained: "ratings-of-unit" },
  { head: "reliability is", explained: null },
];

/** One person's score, people's mean, and the greatest correlation with it; approximate ones where the units that everybody rated are too few. */
function reliabilityCells(
  { oneRater, meanOfRaters, approximate }: PeopleOnCriterion,
  ceiling: Figure | undefined,
  linkTo: (units: (criterion: string) => UnitQuery) => CellLink,
): FigureCell[] {
  const link = linkTo(approximate ? figureUnits.pairable : figureUnits.complete);
  if (!approximate)
    return [
      { figure: oneRater, n: true, link },
      { figure: meanOfRaters, link },
      { figure: ceiling, link },
    ];
  const { ratingsPerUnit } = approximate;
  const mark = "approximate";
  return [
    { figure: approximate.oneRater, n: true, link, detail: { words: mark, cells: [] } },
    {
      figure: approximate.meanOfRaters,
      link,
      detail: { words: `${mark}, of ${decimals(ratingsPerUnit)} ratings`, cells: [{ value: ratingsPerUnit }, { text: mark }] },
    },
    { figure: approximate.ceiling, link, detail: { words: mark, cells: [] } },
  ];
}

const saidOfApproximate = (names: readonly string[]): string =>
  names.length === 0
    ? ""
    : ` Of ${names.join(", ")}, too few units were rated by everybody: there reliability is approximate, by alpha at interval level and the Spearman-Brown formula.`;
