import { figureUnits } from "@/lib/domain/figure-units";
import type { Adjudicated, Directions, LabelAgreement, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { FigureLink } from "../charts/figure-link";
import { decimals, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { saidOfAll } from "./basis";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Notes } from "./notes";
import { adjudicatedColumns, adjudicatedTables, directionColumns } from "./people-tables";
import { ReportPanel } from "./report-panel";

const head = "py-2 pl-4 text-right text-label font-medium text-soft";

/** The adjudicators' labels: who agrees with them, and which way they went. Nothing where nothing is adjudicated. */
export function AdjudicatedPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const { adjudicated } = report;
  if (adjudicated === null) return null;
  const series = [
    ...(judge !== null && adjudicated.judges[judge] ? [{ name: judge, of: adjudicated.judges[judge] }] : []),
    { name: "People's mean", of: adjudicated.people },
  ];
  const rows = series.flatMap(({ name, of }) => [
    { name, label: name, figures: of.pooled, strong: true, units: figureUnits.adjudicated() },
    ...(report.criteria.length < 2
      ? []
      : report.criteria.flatMap((criterion) => {
          const figures = of.perCriterion[criterion.name];
          if (figures === undefined || figures.error.n + figures.association.n === 0) return [];
          const label = `${plainCriterionName(criterion.name)}${criterion.labels ? ": share of other labels" : ""}`;
          return [{ name: `${name}: ${label}`, label, figures, strong: false, units: figureUnits.adjudicated(criterion.name) }];
        })),
  ]);
  const ways = [
    { label: "Label against people's median or most frequent label", of: adjudicated.label },
    { label: "Final label against the first", of: adjudicated.change },
  ];
  const shares = ways.flatMap(({ of }) => [of.towards, of.neither, of.away]);
  const notes = notesOf([...rows.flatMap(({ figures }) => [figures.association, figures.error]), ...shares]);
  const sentence = sentenceOf(
    adjudicated,
    report.criteria.some(({ labels }) => labels !== null),
  );
  return (
    <ReportPanel
      title="What adjudicators decided"
      description={sentence}
      basis={saidOfAll(report)}
      tables={adjudicatedTables(rows, ways, sentence)}
    >
      <section className="relative overflow-x-auto" aria-label="Agreement with the adjudicated labels" tabIndex={0}>
        <table className="w-full min-w-[34rem] text-body">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="py-2 text-left text-label font-medium text-soft">
                Compared with the label
              </th>
              {adjudicatedColumns.map((column) => (
                <th key={column.head} scope="col" className={head}>
                  <Explained figure={column.figure}>{column.head}</Explained>
                </th>
              ))}
              <th scope="col" className={head}>
                units
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <AgreementRow key={`${rows.indexOf(row)} ${row.name}`} {...row} notes={notes} />
            ))}
          </tbody>
        </table>
      </section>
      <section className="relative mt-6 overflow-x-auto" aria-label="Towards the judge or away from it" tabIndex={0}>
        <table className="w-full min-w-[34rem] text-body">
          <thead>
            <tr className="border-line border-b">
              <th scope="col" className="py-2 text-left text-label font-medium text-soft">
                Which way
              </th>
              {directionColumns.map((column) => (
                <th key={column.head} scope="col" className={head}>
                  <Explained figure={column.figure}>{column.head}</Explained>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ways.map(({ label, of }) => (
              <DirectionRow key={label} label={label} of={of} notes={notes} />
            ))}
          </tbody>
        </table>
      </section>
      <NoteList notes={notes} className="mt-3" />
    </ReportPanel>
  );
}

function sentenceOf({ units, offered }: Adjudicated, hasLabels: boolean): string {
  const spread =
    offered.meanRange === null || offered.meanRangeAdjudicated === null
      ? ""
      : ` People's ratings of these lie ${decimals(offered.meanRangeAdjudicated)} points apart on average, of all ${figuresOf(offered.units, "unit")} with two or more ratings ${decimals(offered.meanRange)}${hasLabels ? " (labels left out)" : ""}.`;
  return `${figuresOf(units, "unit")} adjudicated. The queue offers the most disputed units first, so these figures are about disputed units, not about all.${spread} The labels enter no other figure.`;
}

interface AgreementRowProps {
  /** With the rater, where links and files name the row by itself. */
  name: string;
  label: string;
  figures: LabelAgreement;
  strong: boolean;
  units: UnitQuery;
  notes: Notes;
}

function AgreementRow({ name, label, figures, strong, units, notes }: AgreementRowProps) {
  const compared = Math.max(figures.error.n, figures.association.n);
  const shown = (figure: LabelAgreement["error"], what: string) => (
    <FigureLink
      units={figure.value === null ? undefined : units}
      n={null}
      counts={{ n: figure.n, what: "units that have both" }}
      figure={`${what}, ${name}`}
    >
      <FigureValue figure={figure} notes={notes} strong={strong} />
    </FigureLink>
  );
  return (
    <tr>
      <th scope="row" className={`py-1.5 pr-2 text-left align-top wrap-anywhere ${strong ? "font-medium" : "pl-4 font-normal"}`}>
        <FigureLink units={units} n={null} figure={name}>
          {label}
        </FigureLink>
      </th>
      <td className="py-1.5 pl-4 text-right align-top">{shown(figures.association, "correlation with the labels")}</td>
      <td className="py-1.5 pl-4 text-right align-top">{shown(figures.error, "distance to the labels")}</td>
      <td className="py-1.5 pl-4 text-right align-top text-small text-soft tabular-nums">
        <FigureLink units={units} n={null} counts={{ n: compared, what: "units that have both" }} figure={name}>
          {compared}
        </FigureLink>
      </td>
    </tr>
  );
}

const directions = ["towards", "neither", "away"] as const;

function DirectionRow({ label, of, notes }: { label: string; of: Directions; notes: Notes }) {
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-2 text-left align-top font-normal">
        <FigureLink units={figureUnits.adjudicated()} n={of.towards.n === 0 ? 0 : null} figure={label}>
          {label}
        </FigureLink>
        <span className="block text-label text-soft">{figuresOf(of.towards.n, "unit")}</span>
      </th>
      {directions.map((direction) => {
        const share = of[direction];
        return (
          <td key={direction} className="py-1.5 pl-4 text-right align-top">
            {share.value !== null && <span className="mr-2 text-small text-soft tabular-nums">{share.count}</span>}
            <FigureLink
              units={share.value === null ? undefined : figureUnits.adjudicated()}
              n={null}
              counts={{ n: share.n, what: "adjudicated units with a judge's score" }}
              figure={label}
            >
              <FigureValue figure={share} notes={notes} format={percent} />
            </FigureLink>
          </td>
        );
      })}
    </tr>
  );
}
