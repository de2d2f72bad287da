import { type ReactNode, useMemo } from "react";
import type { FigureName } from "@/lib/domain/explanations";
import { figureUnits, type LinkedRater } from "@/lib/domain/figure-units";
import type { Figure, TaskReport } from "@/lib/domain/report";
import { basisWords } from "@/lib/domain/report-basis";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { Provenance } from "@/lib/paper/panel-table";
import { type Counts, FigureLink, FigureLinks } from "../charts/figure-link";
import { decimals, percent, signed } from "../charts/format";
import { Explained } from "../words/explained";
import { narrowingWords } from "../words/narrowing-words";
import { among, chapterBasis, narrowedTo } from "./basis";
import { figureCell } from "./cells";
import { type ComparedFigure, type ComparedRow, comparedRows, rowLabel } from "./compare-rows";
import { decisiveOf } from "./decisive";
import { notesOf } from "./figure-notes";
import { FigureValue, NoteList } from "./figure-value";
import type { Level } from "./headline";
import { provenanceOf } from "./provenance";
import { ProvenanceContext } from "./provenance-context";
import { hasOwnScale } from "./rater-label";
import { ReportPanel } from "./report-panel";
import type { ComparedSide } from "./use-compared-side";

/** A side whose report is there. */
interface Side {
  report: TaskReport;
  judge: string | null;
  dataVersion: string;
  computedAt: string;
  side: ComparedSide;
}

interface CompareTableProps {
  projectId: string;
  software: string;
  level: Level;
  first: Side;
  second: Side;
  /** The report without the arm, where only the arms differ. */
  whole: TaskReport | null;
}

const head = "py-2 pl-4 text-right align-bottom text-label font-medium text-soft";

/** Figures of two reports, each with its interval, and the difference where data are paired. */
export function CompareTable({ projectId, software, level, first, second, whole }: CompareTableProps) {
  const rows = useMemo(() => comparedRows(first, second, level, whole), [first, second, level, whole]);
  // Differences are given with an interval alone, which needs no note.
  const notes = notesOf(rows.flatMap(({ first: a, second: b }) => [a, b]));
  const title = "Figures of both reports";
  const [nameA, nameB] = [sideName(first), sideName(second)];
  const unpaired = rows.filter(({ difference }) => difference === null).length;
  return (
    <ProvenanceContext value={provenanceOfBoth(first, second, { level, software })}>
      <ReportPanel
        title={title}
        description={`First: ${nameA}. Second: ${nameB}.`}
        tables={[
          {
            title,
            about: `First: ${nameA}; second: ${nameB}; difference: second minus first, from paired data`,
            labels: ["Figure"],
            columns: ["first", "second", "difference"].flatMap((name) => [
              { head: name, figure: "paired-difference" as const, format: decimals },
              ...(name === "difference" ? [] : [{ head: `${name} is of` }]),
            ]),
            rows: rows.map((row) => ({
              labels: [rowLabel(row)],
              n: countedIn(row),
              cells: [
                ...[row.first, row.second].flatMap((side) => [figureCell(side), basisLabel(side)]),
                row.difference === null ? null : figureCell(row.difference),
              ],
            })),
          },
        ]}
      >
        <section className="relative overflow-x-auto" aria-label={title} tabIndex={0}>
          <table className="w-full text-body">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={`${head} sticky left-0 bg-card first:pl-0 first:text-left`}>
                  Figure
                </th>
                <th scope="col" className={head}>
                  first
                </th>
                <th scope="col" className={head}>
                  second
                </th>
                <th scope="col" className={head}>
                  <Explained figure="paired-difference">second minus first</Explained>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowLabel(row)} className="border-line border-t first:border-t-0">
                  <th
                    scope="row"
                    className="sticky left-0 max-w-72 min-w-36 bg-card py-2 pr-2 text-left align-top font-normal wrap-anywhere"
                  >
                    <Explained figure={row.explained}>{rowLabel(row)}</Explained>
                  </th>
                  {([first, second] as const).map((own, index) => {
                    const side = index === 0 ? row.first : row.second;
                    return (
                      <td key={index === 0 ? "first" : "second"} className="py-2 pl-4 text-right align-top">
                        <Linked projectId={projectId} own={own} units={unitsOf(row, own, side)} figure={row.name}>
                          <FigureValue figure={side} notes={notes} format={formatOf(row)} />
                        </Linked>
                        {side && side.value !== null && side.basis !== null && (
                          <span className="block text-label text-soft">{basisLabel(side)}</span>
                        )}
                      </td>
                    );
                  })}
                  <td className="py-2 pl-4 text-right align-top">
                    {row.difference === null ? (
                      <span className="text-soft">not paired</span>
                    ) : (
                      <>
                        <Linked
                          projectId={projectId}
                          own={first}
                          units={unitsOfBoth(row, first, second)}
                          counts={{ n: row.difference.n, what: row.explained === "alpha" ? "samples" : "units" }}
                          figure={`difference: ${row.name}`}
                        >
                          <FigureValue figure={row.difference} notes={notes} format={signed} strong />
                        </Linked>
                        <span className="block text-label text-soft">{differenceWords(row.difference)}</span>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {unpaired > 0 && (
          <p className="mt-3 text-label text-soft">
            Not paired: the two figures come from other units or people, or no paired interval is computed for them. Judges are paired on
            the same ratings, and work with a draft and without one by their inputs.
          </p>
        )}
        <NoteList notes={notes} className="mt-2" />
      </ReportPanel>
    </ProvenanceContext>
  );
}

const counts: Partial<Record<FigureName, string>> = {
  ...{ alpha: "ratings", "alpha-with-judge": "ratings", "equal-share": "every two verdicts on a pair" },
  ...{ accuracy: "pairs", "majority-share": "pairs", "people-kappa": "pairs", "cohen-kappa": "pairs" },
};

/** What n counts in a row. */
const countedIn = ({ explained, difference }: ComparedRow): string =>
  explained === "alpha" && difference !== null ? "ratings (of the difference: samples)" : (counts[explained] ?? "units");

const formatOf = ({ signed: isSigned, isShare }: ComparedRow) => (isShare ? percent : isSigned ? signed : decimals);

/** What the interval of a difference allows to be said. */
function differenceWords({ interval }: Figure): string {
  if (!interval || (interval.low <= 0 && interval.high >= 0)) return "cannot tell yet";
  return interval.low > 0 ? "second is higher" : "first is higher";
}

/** "Answers, gpt, arm blind": what a side is of. */
function sideName({ report, judge, side }: Side): string {
  const { judge: _, ...narrowing } = side.narrowing;
  return [report.task, judge, narrowingWords(narrowing)].filter(Boolean).join(", ");
}

function provenanceOfBoth(first: Side, second: Side, shown: { level: string; software: string }): Provenance {
  const of = ({ report, computedAt, dataVersion }: Side) => provenanceOf(report, { ...shown, computedAt, dataVersion });
  const [a, b] = [of(first), of(second)];
  return {
    ...a,
    task: a.task === b.task ? a.task : `${a.task}; ${b.task}`,
    arms: a.arms === b.arms ? a.arms : `first: ${a.arms}, second: ${b.arms}`,
    level: a.level === b.level ? a.level : `first: ${a.level}, second: ${b.level}`,
    selection: [
      ...a.selection.map((words) => `First: ${words}`),
      ...b.selection.map((words) => `Second: ${words}`),
      ...(dayOf(a) === dayOf(b) ? [] : [`First: data of ${dayOf(a)}`, `Second: data of ${dayOf(b)}`]),
    ],
    dataVersion: a.dataVersion === b.dataVersion ? a.dataVersion : `${a.dataVersion}, ${b.dataVersion}`,
  };
}

const dayOf = ({ computedAt }: Provenance): string => computedAt.slice(0, 10);

const basisLabel = (side: ComparedFigure | undefined): string | null => (side?.basis ? basisWords[side.basis].short : null);

interface LinkedProps {
  projectId: string;
  own: Side;
  units: UnitQuery | undefined;
  counts?: Counts | undefined;
  figure: string;
  children: ReactNode;
}

/** A figure with the link to its samples as a side is narrowed. */
function Linked({ projectId, own: { report, side }, units, counts, figure, children }: LinkedProps) {
  const filter = { ...side.narrowing, ...(side.excluded === "with" && { excluded: "with" }) };
  return (
    <FigureLinks projectId={projectId} taskId={report.taskId} filter={filter}>
      <FigureLink units={units} n={null} counts={counts} figure={figure}>
        {children}
      </FigureLink>
    </FigureLinks>
  );
}

const people: LinkedRater = { kind: "people" };

/** What a figure of one side is of. */
function unitsOf(row: ComparedRow, { report, judge }: Side, figure: ComparedFigure | undefined): UnitQuery | undefined {
  if (figure === undefined || figure.value === null) return undefined;
  const units = row.criterion === null ? unitsOfAll(row, report, judge) : unitsOn(row.criterion, row, report, judge);
  return units && among(narrowedTo(report, figure.basis), units).units;
}

/** Those of pairs are on the criterion that decides between two outputs. */
function unitsOfAll({ explained }: ComparedRow, report: TaskReport, judge: string | null): UnitQuery | undefined {
  if (explained === "alpha") return { pairable: "people", of: "ratings" };
  const decisive = decisiveOf(report);
  if (decisive === undefined) return undefined;
  if (judge === null || explained === "equal-share" || explained === "people-kappa") return figureUnits.people(decisive);
  if (explained !== "accuracy") return figureUnits.confused(decisive, judge);
  return figureUnits.accuracy(decisive, { kind: "judge", name: judge }, { ties: report.pairs?.tieAllowed !== false });
}

function unitsOn(criterion: string, { explained }: ComparedRow, report: TaskReport, judge: string | null): UnitQuery {
  if (explained === "alpha" || judge === null) return figureUnits.people(criterion);
  if (explained === "alpha-with-judge") return figureUnits.withJudge(criterion, judge);
  return isOnOwnScale(report, judge) ? figureUnits.given(criterion, people) : figureUnits.judged(criterion, judge);
}

/** A metric's scores on a scale of its own belong to samples, not to units: its figures lead to people's ratings. */
const isOnOwnScale = ({ raters }: TaskReport, judge: string) => hasOwnScale(raters.find(({ name }) => name === judge));

/** What the difference of two judges is of, or that of two arms. */
function unitsOfBoth({ criterion, explained }: ComparedRow, { report, judge }: Side, second: Side): UnitQuery {
  if (criterion === null || explained === "alpha" || judge === null || second.judge === null)
    return figureUnits.inArm(criterion, null, { pairable: "people", armToo: second.side.narrowing.arm });
  const scoring = [judge, second.judge].filter((name) => !isOnOwnScale(report, name));
  const [one, other] = scoring;
  const units =
    one === undefined
      ? figureUnits.given(criterion, people)
      : other === undefined
        ? figureUnits.judged(criterion, one)
        : figureUnits.judgedByBoth(criterion, one, other);
  return among(chapterBasis(report), units).units;
}
