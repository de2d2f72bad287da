import { figureUnits } from "@/lib/domain/figure-units";
import type { ArmComparison, ComparedArm, TaskReport } from "@/lib/domain/report";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { PanelTable } from "@/lib/paper/panel-table";
import { type Counts, FigureLink } from "../charts/figure-link";
import { duration, percent, signed } from "../charts/format";
import { IntervalAxis } from "../charts/interval-plot";
import { PairedPlot, SideMark } from "../charts/paired-plot";
import { type PairedMark, type PairedPlot as PairedPlotData, preparePairedPlot } from "../charts/prepare-paired-plot";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { figureCell } from "./cells";
import { notesOf, type ShownFigure } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Level } from "./headline";
import { armOfSide, cannotTell, comparisonsOf, describedArm, listedArm, ofBothSides } from "./influence-words";
import { hasLabels, levelOf } from "./level-of";
import type { Notes } from "./notes";
import { ReportPanel } from "./report-panel";

type Influence = NonNullable<TaskReport["influence"]>;

/** Scores given with the draft in view beside those given without: agreement, distance to the draft, time. Nothing where all work was done in one arm. */
export function InfluencePanel({ report, level, judge }: { report: TaskReport; level: Level; judge: string | null }) {
  const { influence } = report;
  if (influence === null) return null;
  return comparisonsOf(influence, judge).map((comparison) => (
    <ComparisonPanel key={comparison.with} report={report} influence={influence} comparison={comparison} level={level} />
  ));
}

interface ComparisonProps {
  report: TaskReport;
  influence: Influence;
  comparison: ArmComparison;
  level: Level;
}

function ComparisonPanel({ report, influence, comparison, level }: ComparisonProps) {
  const [seen, unseen] = [influence.arms[comparison.with], influence.arms[comparison.without]];
  if (seen === undefined || unseen === undefined) return null;
  const rows = rowsOf(report, comparison, seen, unseen, level);
  const plot = preparePairedPlot(
    rows.map(({ figures: [without, with_] }) => ({ above: without?.figure, below: with_?.figure })),
    [0.667, 0.8],
  );
  const notes = notesOf(rows.flatMap(({ figures }) => figures.map(({ figure }) => figure)));
  const title = seen.run === null ? "With a draft and without it" : `With the draft and without it: ${seen.run.judge}`;
  const about = `${describedArm(unseen)}, ${describedArm(seen)}`;
  const sides = [unseen.arm === "first" ? "first" : "blind", seen.arm === "final" ? "final" : "drafted", "difference"];
  return (
    <ReportPanel
      title={title}
      description={about}
      tables={[influenceTable(rows, title, [unseen, seen], sides, about, hasLabels(report))]}
      className="lg:col-span-2"
    >
      <section className="relative overflow-x-auto" aria-label="Arms side by side" tabIndex={0}>
        <table className="w-full text-body">
          <caption className="sr-only">{title}</caption>
          <Head sides={sides} plot={plot} />
          <tbody>
            {rows.map((row, index) => (
              <Row
                key={row.name}
                row={row}
                plot={plot}
                pair={plot.pairs[index]}
                sides={[unseen, seen]}
                linkOf={linksAmong(report, influence, [unseen, seen], level)}
                strong={index === 0}
                notes={notes}
              />
            ))}
          </tbody>
        </table>
      </section>
      {hasLabels(report) && <p className="mt-3 text-label text-soft">{distanceOfLabels}</p>}
      <NoteList notes={notes} className="mt-3" />
    </ReportPanel>
  );
}

type FigureLinkOf = (row: ShownRow, column: number) => { units: UnitQuery; n: number | null; counts?: Counts };

/**
 * What a figure opens, and its n. Distances to a draft that nobody saw are listed among all ratings of their arm, and
 * drafts of several runs in one list: then the list has more ratings than the figure is of. A difference opens the units of both arms.
 */
const linksAmong =
  (report: TaskReport, { arms }: Influence, sides: readonly [ComparedArm, ComparedArm], level: Level): FigureLinkOf =>
  ({ criterion, figures }, column) => {
    const group = groups[Math.floor(column / 3)] ?? groups[0];
    const { of } = group;
    const arm = sides[column % 3];
    const shown = figures[column]?.figure?.n;
    const n = typeof shown === "number" ? shown : null;
    const counts = n === null ? {} : { counts: { n, what: arm ? "ratings" : group.n } };
    const isOnly = (one: ComparedArm) => arms.filter((other) => other.arm === one.arm).length === 1;
    if (of === "distance" && column % 3 === 1 && arm?.run && !report.criteria.some(({ name, labels }) => name === criterion && labels))
      return {
        units: figureUnits.besideDraft(criterion, arm.run.judge, arm.arm === "final" ? "blind-then-drafted" : "drafted", { shown: "true" }),
        n: isOnly(arm) ? n : null,
        ...counts,
      };
    const units = arm
      ? figureUnits.inArm(criterion, listedArm[arm.arm], { ...listedAs[of], ...(arm.arm === "first" && { undrafted: "true" }) })
      : ofBothSides(criterion, sides, listedAs[of]);
    const isMean = of === "alpha" && criterion === null;
    const isListed = (one: ComparedArm) => one.arm !== "final" && isOnly(one);
    const isAlone = arm ? isListed(arm) : of === "time" && sides.every(isListed);
    const hasAll = !isMean || arm?.agreement.meanOverCriteria[level].definedCriteria === report.criteria.length;
    return { units, n: isAlone && hasAll && of !== "distance" ? n : null, ...counts };
  };

const listedAs = { alpha: { pairable: "people" }, distance: {}, time: { timed: "true" } } as const;

interface ShownCell {
  figure: ShownFigure | undefined;
  format: (value: number) => string;
}

interface ShownRow {
  name: string;
  /** Of its alphas. */
  level: Level;
  /** On one criterion, or all. */
  criterion: string | null;
  figures: ShownCell[];
}

const plain = (value: number) => value.toFixed(2).replace("-", "−");
/** Times and differences of times. In seconds where all are shorter than ten minutes, else in minutes: what is side by side, ends of intervals among it, has one form. */
function timeFormats({ pooled, perCriterion }: ArmComparison["seconds"]) {
  const shown = [pooled, ...Object.values(perCriterion)].flatMap((one) => [one.without, one.with, one.difference]);
  const longest = Math.max(
    0,
    ...shown.flatMap(({ value, interval }) => [value ?? 0, interval?.low ?? 0, interval?.high ?? 0].map(Math.abs)),
  );
  const size = (value: number) => (value < 10 || longest >= 600 ? duration(value) : `${Math.round(value)}\u00a0s`);
  const seconds = (value: number) => (value < 0 ? `−${size(-value)}` : size(value));
  return { seconds, moreSeconds: (value: number) => (value > 0 ? `+${size(value)}` : seconds(value)) };
}

/** All criteria first, then each: agreement, distance and time, each without the draft, with it, and the difference. */
function rowsOf(
  report: TaskReport,
  { agreement, distance, seconds: time }: ArmComparison,
  seen: ComparedArm,
  unseen: ComparedArm,
  level: Level,
): ShownRow[] {
  const { seconds, moreSeconds } = timeFormats(time);
  const row = (
    criterion: string | null,
    alphas: [ShownFigure | undefined, ShownFigure | undefined, ShownFigure | undefined],
    distances: ArmComparison["distance"]["pooled"] | undefined,
    times: ArmComparison["seconds"]["pooled"] | undefined,
    of: Level = level,
    isLabelled = false,
  ): ShownRow => ({
    criterion,
    level: of,
    name: criterion === null ? "All criteria" : plainCriterionName(criterion),
    figures: [
      { figure: alphas[0], format: plain },
      { figure: alphas[1], format: plain },
      { figure: alphas[2], format: signed },
      { figure: distances?.without, format: isLabelled ? percent : plain },
      { figure: distances?.with, format: isLabelled ? percent : plain },
      { figure: distances?.difference, format: isLabelled ? percent : signed },
      { figure: times?.without, format: seconds },
      { figure: times?.with, format: seconds },
      { figure: times?.difference, format: moreSeconds },
    ],
  });
  const { meanOverCriteria: own } = seen.agreement;
  return [
    row(null, [unseen.agreement.meanOverCriteria[level], own[level], agreement.meanOverCriteria[level]], distance.pooled, time.pooled),
    ...report.criteria.map((criterion) => {
      const { name, labels } = criterion;
      const of = levelOf(criterion, level);
      return row(
        name,
        [unseen.agreement.perCriterion[name]?.[of], seen.agreement.perCriterion[name]?.[of], agreement.perCriterion[name]?.[of]],
        distance.perCriterion[name],
        time.perCriterion[name],
        of,
        labels !== null,
      );
    }),
  ];
}

const head = "py-2 align-bottom text-label font-medium text-soft";
const figureHead = `${head} px-1.5 text-right`;

const groups = [
  // Intervals of a difference leave out a sample of both arms at a time.
  { title: "Agreement between people, alpha", of: "alpha", figure: "alpha", difference: "alpha-difference", n: "samples" },
  { title: "Distance to the draft, points", of: "distance", figure: "distance", difference: "distance", n: "ratings" },
  { title: "Time for a rating", of: "time", figure: "mean-time", difference: "mean-time", n: "ratings" },
] as const;

function influenceTable(
  rows: readonly ShownRow[],
  title: string,
  arms: readonly [ComparedArm, ComparedArm],
  sides: readonly string[],
  about: string,
  isLabelled: boolean,
): PanelTable {
  const ofSides = [...arms.map(armOfSide), arms.map(armOfSide).join("; ")];
  return {
    title,
    about: `${about}. Time in seconds where a file has plain numbers`,
    labels: ["Criterion"],
    columns: groups.flatMap(({ of, figure, difference, n }) =>
      sides.map((side, index) => ({
        head: `${of}, ${side}`,
        figure: side === "difference" ? difference : figure,
        n: side === "difference" ? n : "ratings",
        arms: ofSides[index],
      })),
    ),
    rows: rows.map(({ name, level, figures }) => {
      const cells = figures.map(({ figure, format }) => {
        const cell = figureCell(figure);
        return cell && { ...cell, format };
      });
      return { level, labels: [name], cells };
    }),
    ...(isLabelled && { notes: [distanceOfLabels] }),
  };
}

const distanceOfLabels =
  "Labels have no distance: for them it is the share of ratings with another label than the draft's, and alpha is nominal.";

function Head({ sides, plot }: { sides: readonly string[]; plot: PairedPlotData }) {
  return (
    <thead>
      <tr>
        <td className="sticky left-0 bg-card" />
        {groups.map(({ title, of, figure }) => (
          <th key={title} scope="colgroup" colSpan={of === "alpha" ? 4 : 3} className={`${figureHead} ${of === "alpha" ? "pl-4" : ""}`}>
            <span className="block border-line border-b pb-1 text-left">
              <Explained figure={figure}>{title}</Explained>
            </span>
          </th>
        ))}
      </tr>
      <tr className="border-line border-b">
        <th scope="col" className={`${head} sticky left-0 bg-card pr-3 text-left`}>
          Criterion
        </th>
        <td aria-hidden="true" className={`${head} min-w-32 px-4`}>
          <IntervalAxis plot={plot} />
        </td>
        {groups.flatMap(({ of }) =>
          sides.map((side, index) => (
            <th key={`${of} ${side}`} scope="col" className={`${figureHead} ${index === 0 ? "pl-4" : ""}`}>
              <span className="inline-flex items-center gap-1 whitespace-nowrap">
                {index < 2 && <SideMark isFilled={index === 1} />}
                {side}
              </span>
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

interface RowProps {
  row: ShownRow;
  plot: PairedPlotData;
  pair: PairedMark | undefined;
  sides: readonly [ComparedArm, ComparedArm];
  linkOf: FigureLinkOf;
  strong: boolean;
  notes: Notes;
}

function Row({ row, plot, pair, sides, linkOf, strong, notes }: RowProps) {
  const { name, criterion, figures } = row;
  const all = ofBothSides(criterion, sides);
  return (
    <tr className={`border-line border-t first:border-t-0 ${strong ? "font-semibold [&_.text-label]:font-normal" : ""}`}>
      <th
        scope="row"
        className={`sticky left-0 min-w-28 max-w-56 bg-card py-2 text-left wrap-anywhere ${strong ? "font-semibold" : "font-normal"}`}
      >
        <FigureLink units={all} n={null} figure="arms side by side">
          {name}
        </FigureLink>
        {cannotTell(figures[2]?.figure) && <span className="block text-label text-soft">alpha: cannot tell yet</span>}
      </th>
      <td aria-hidden="true" className="px-4">
        {pair && (
          <FigureLink units={all} n={null} figure="arms side by side" repeats>
            <PairedPlot plot={plot} pair={pair} />
          </FigureLink>
        )}
      </td>
      {figures.map(({ figure, format }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same.
        <td key={index} className={`px-1.5 py-2 text-right ${index % 3 === 0 ? "pl-4" : ""}`}>
          <FigureLink
            {...(figure?.value == null ? { units: undefined, n: null } : linkOf(row, index))}
            figure={`${groups[Math.floor(index / 3)]?.title}, ${name}`}
          >
            <FigureValue figure={figure} notes={notes} format={format} />
          </FigureLink>
        </td>
      ))}
    </tr>
  );
}
