import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { UnitsFor } from "@/lib/domain/report-next";
import type { UnitQuery } from "@/lib/domain/unit-query";
import { SampleLink } from "../charts/figure-link";
import { count, decimals, figuresOf, percent } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { among, armsOfCriterion, basisOf, saidOfAll, saidOfCriteria } from "./basis";
import { FigurePanel } from "./figure-panel";
import { type FigureCell, type FigureColumn, type FigureRow, type FigureTableProps, valueCell } from "./figure-table";

/** What to do next: units for a wanted precision, and samples to rate. */
export function NextPanel({ report, judge }: { report: TaskReport; judge: string | null }) {
  const { precision, correlations = {}, samples } = report.chapters.next;
  const reasons = { "judges-differ": "judges differ", chance: "chance" } as const;
  return (
    <>
      <FigurePanel
        title="How many units would it take?"
        description="Units with two or more ratings, for an interval of alpha so many points wide to either side"
        basis={saidOfCriteria(report)}
        table={{
          ...precisionTable(report, ["alpha", "units-for-width"], (name) => ({ own: precision[name], units: figureUnits.people(name) })),
          ...{ label: "Units for a wanted precision", n: "ratings" },
        }}
        remark="At the same spread, an interval shrinks with the square root of the units; new units are taken to be like those rated. The page Plan compares more units with more people."
      />
      {judge !== null && (
        <FigurePanel
          title="How many units for the judge’s correlation?"
          description={`Units that people and ${judge} have both scored, for an interval of Spearman’s correlation so many points wide to either side`}
          basis={saidOfCriteria(report)}
          table={{
            ...precisionTable(report, ["spearman", "units-for-correlation"], (name) => ({
              ...{ own: correlations[name]?.[judge], units: figureUnits.judged(name, judge) },
            })),
            ...{ label: "Units for a wanted precision of the correlation", n: "units" },
          }}
          remark="With people’s mean, as in the verdict. On Fisher’s z scale, an interval shrinks with the square root of the units; new units are taken to be like those rated, with as many outputs of an input."
        />
      )}
      <FigurePanel
        title="More people or more units?"
        description="How far the 95 % interval of people’s mean score would reach to either side, by people for each unit and units"
        basis={saidOfCriteria(report)}
        table={forecastTable(report)}
        remark="More people narrow what ratings of a unit differ by chance, more units also what units differ. New ones are taken to be like these."
      />
      <FigurePanel
        title="Which samples to rate next?"
        description={`Drawn from ${figuresOf(samples.waiting, "sample")} that fewer than two people have rated, more likely where judges differ`}
        basis={saidOfAll(report)}
        table={{
          label: "Samples to rate next",
          first: "Sample",
          columns: [
            { head: "chance of being drawn", format: percent, explained: "draw-chance" },
            { head: "of being first", format: percent, explained: "draw-chance" },
            { head: "more likely because", explained: null },
          ],
          rows: samples.drawn.map(({ id, externalId, inclusion, probability, why }) => ({
            name: id,
            label: <SampleLink sampleId={id}>{externalId}</SampleLink>,
            plain: externalId,
            cells: [{ value: inclusion }, { value: probability }, { text: reasons[why] }],
          })),
        }}
        remark={`${leavesOutRatings(report) ? "Ratings that the report’s filters leave out do not count: these samples may have them. " : ""}Each sample’s weight is 1 plus the widest difference of two judges’ scores as a share of the scale (seed ${samples.seed}). The page Plan can draw a study’s samples like this; the sharpened mean then weights each by its chance.`}
      />
    </>
  );
}

/** A figure of each criterion today, and the units for an interval of each width. */
function precisionTable(
  report: TaskReport,
  [now, wanted]: readonly ["alpha", "units-for-width"] | readonly ["spearman", "units-for-correlation"],
  of: (criterion: string) => { own: UnitsFor | undefined; units: UnitQuery },
): Pick<FigureTableProps, "first" | "columns" | "rows"> {
  const found = report.criteria.flatMap(({ name }) => {
    const { own, units } = of(name);
    return own && own.needed.length > 0 ? [{ name, own, units }] : [];
  });
  const halves = found[0]?.own.needed.map(({ half }) => half) ?? [];
  return {
    first: "Criterion",
    columns: [
      { head: now === "alpha" ? "alpha now" : "correlation now", explained: now },
      { head: "units now", format: count, explained: "unit-count" },
      ...halves.map((half) => ({ head: `±${decimals(half)}`, format: count, explained: wanted })),
    ],
    rows: found.map(({ name, own, units }) => ({
      name,
      arms: armsOfCriterion(report, name),
      level: report.chapters.verdict[name]?.level ?? "ordinal",
      label: plainCriterionName(name),
      units: among(basisOf(report, name), units).units,
      cells: [{ figure: own.figure }, { value: own.units }, ...own.needed.map((one) => ({ value: one.units }))],
    })),
  };
}

/** How far the interval of people's mean would reach with other numbers of people and units. */
function forecastTable(report: TaskReport) {
  const { values, perCriterion } = report.chapters.next.forecast ?? { values: [], perCriterion: {} };
  return {
    label: "Reach of the interval",
    first: "Criterion",
    columns: [
      { head: "people’s mean now", explained: "mean-score" },
      { head: "ratings per unit now", explained: "mean-forecast" },
      { head: "units", format: count, explained: "unit-count" },
      ...values.map((people) => ({ head: people === 1 ? "1 person" : `${people} people`, explained: "mean-forecast" as const })),
    ] satisfies FigureColumn[],
    rows: report.criteria.flatMap(({ name }): FigureRow[] => {
      const own = perCriterion[name];
      if (own === undefined) return [];
      const { mean, perUnit, rows } = own;
      const why = own.why === "no-variation" ? "no-interval" : own.why;
      const link = among(basisOf(report, name), figureUnits.rated(name));
      const row = (place: number, cells: FigureCell[]): FigureRow => ({
        ...{ name: `${name} ${place}`, arms: armsOfCriterion(report, name), label: plainCriterionName(name), units: link.units },
        cells: [...(place > 0 ? [{ text: "" }, { text: "" }] : [{ figure: mean, n: true, link }, valueCell(perUnit, why)]), ...cells],
      });
      if (why !== null) return [row(0, [{}, ...values.map(() => valueCell(null, why))])];
      return rows.map(({ units, reaches }, place) => row(place, [{ value: units }, ...reaches.map((value) => ({ value, of: mean.n }))]));
    }),
    n: "units",
  };
}

/** Whether a filter leaves out some of the ratings of a sample that it keeps. */
const leavesOutRatings = ({ filter: { arm, annotator, from, to } }: TaskReport): boolean =>
  [arm, annotator, from, to].some((value) => value !== undefined);
