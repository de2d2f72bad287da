"use client";

import { useState } from "react";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { PanelTable } from "@/lib/paper/panel-table";
import { FigureLink } from "../charts/figure-link";
import { count, decimals, figuresOf, percent, signed } from "../charts/format";
import { Select } from "../ui/select";
import { plainCriterionName } from "../words/criterion-name";
import { Explained } from "../words/explained";
import { whySentence } from "../words/why";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { BlandAltmanChart } from "./bland-altman-chart";
import { bubbleScores } from "./bubble-scores";
import { countCell, figureCell } from "./cells";
import { FigurePanel } from "./figure-panel";
import { type CellLink, valueCell } from "./figure-table";
import { differenceTables, LimitsPanel } from "./limits-panel";
import { ReportPanel } from "./report-panel";
import { ScatterPanel } from "./scatter-panel";

type Found = { name: string; scores: ScoresOfJudge }[];
interface PanelProps {
  report: TaskReport;
  found: Found;
  judge: string;
}

/** A cell's link where no table draws the cell. */
const linkProps = ({ units, n = 0 }: CellLink) => ({ units: n === 0 ? undefined : units, n });

/** The judge's scores beside people's: where they meet, how far apart they are, and what each is worth. */
export function ScoresPanels({ report, judge }: { report: TaskReport; judge: string }) {
  const found = report.criteria.flatMap(({ name }) => {
    const scores = report.chapters.scores[judge]?.[name];
    return scores ? [{ name, scores }] : [];
  });
  if (found.length === 0) return null;
  return (
    <>
      <MeetingPanel report={report} found={found} judge={judge} />
      <LimitsPanel report={report} found={found} judge={judge} />
      <ShapePanel report={report} found={found} judge={judge} />
      <CalibrationPanel report={report} found={found} judge={judge} />
      <RecalibrationPanel report={report} found={found} judge={judge} />
      <ScatterPanel report={report} found={found} judge={judge} />
      <SystemsPanel report={report} found={found} judge={judge} />
    </>
  );
}

const head = "px-2 py-1.5 text-right text-label font-medium text-soft";

/** One criterion at a time: people's median against the judge's score, and differences by height. */
function MeetingPanel({ report, found, judge }: PanelProps) {
  const [chosen, setChosen] = useState(found[0]?.name);
  const own = found.find(({ name }) => name === chosen) ?? found[0];
  if (own === undefined) return null;
  const { values, counts, farApart } = own.scores.confusion;
  const range = (place: number) => ({ from: values[place] ?? 0, below: values[place + 1] });
  const cellLink = (row: number, column: number, n: number) =>
    linkProps(among(chapterBasis(report), figureUnits.met(own.name, judge, range(row), range(column)), n));
  const rowLink = (row: number) =>
    linkProps(among(chapterBasis(report), figureUnits.met(own.name, judge, range(row), null), sum(counts[row] ?? [])));
  const columnLink = (column: number) =>
    linkProps(
      among(chapterBasis(report), figureUnits.met(own.name, judge, null, range(column)), sum(counts.map((row) => row[column] ?? 0))),
    );
  const options = found.map(({ name }) => ({ value: name, label: plainCriterionName(name) }));
  const heads = values.map((value) => decimals(value, Number.isInteger(value) ? 0 : 1));
  const title = "Where the judge and people meet";
  const description = `People’s median in the rows, ${judge}’s score in the columns; each cell counts units`;
  return (
    <ReportPanel
      title={title}
      description={description}
      basis={saidOfChapters(report)}
      tables={[
        {
          title: `${title}: ${plainCriterionName(own.name)}`,
          about: description,
          arms: armsOfChapters(report),
          labels: ["people’s median"],
          columns: heads.map((value) => ({ head: value, figure: "confusion", format: count })),
          rows: counts.map((row, place) => ({ labels: [heads[place] ?? ""], cells: row.map((cell) => countCell(cell)) })),
        },
      ]}
      drawn={differenceTables(report, own, judge)}
    >
      {found.length > 1 && (
        <Select
          data-screen-only
          aria-label="Criterion of the meeting"
          className="mb-3 w-auto max-w-full"
          value={own.name}
          onValueChange={setChosen}
          options={options}
        />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <section className="relative overflow-x-auto" aria-label="People’s median and the judge’s score" tabIndex={0}>
          <table className="text-body tabular-nums">
            <caption className="sr-only">Units by people’s median and the judge’s score</caption>
            <thead>
              <tr className="border-line border-b">
                <th scope="col" className={`${head} first:text-left`}>
                  <Explained figure="confusion">people \ judge</Explained>
                </th>
                {heads.map((value, column) => (
                  <th key={value} scope="col" className={head}>
                    <FigureLink {...columnLink(column)} figure={`judge ${value}`}>
                      {value}
                    </FigureLink>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((row, place) => (
                <tr key={heads[place]}>
                  <th scope="row" className={head}>
                    <FigureLink {...rowLink(place)} figure={`people ${heads[place]}`}>
                      {heads[place]}
                    </FigureLink>
                  </th>
                  {row.map((cell, column) => (
                    <td
                      key={heads[column]}
                      className={`px-2 py-1.5 text-right ${cell === 0 ? "text-soft" : "text-ink"} ${place === column ? "rounded-mark bg-sunken" : ""}`}
                    >
                      <FigureLink {...cellLink(place, column, cell)} figure={`people ${heads[place]}, judge ${heads[column]}`}>
                        {count(cell)}
                      </FigureLink>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-label text-soft">
            <FigureLink
              {...linkProps(among(chapterBasis(report), figureUnits.apart(own.name, judge, "either", 2), farApart))}
              figure="two points or more apart"
            >
              {figuresOf(farApart, "unit")}
            </FigureLink>{" "}
            two points or more apart.
          </p>
        </section>
        {own.scores.blandAltman && (
          <BlandAltmanChart
            figures={own.scores.blandAltman}
            judge={judge}
            linkOf={(bubble) => {
              const at = bubbleScores(bubble);
              return linkProps(among(chapterBasis(report), figureUnits.meanAt(own.name, judge, at.people, at.judge), bubble.n));
            }}
          />
        )}
      </div>
    </ReportPanel>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The shares of pairs are means over these. */
const inputsWithTwo = "inputs with two outputs or more";

function ShapePanel({ report, found, judge }: PanelProps) {
  const inputs = (name: string) => among(chapterBasis(report), figureUnits.inputs(name, judge));
  return (
    <FigurePanel
      title="Does the judge use the scale as people do?"
      description={`${judge}’s scores and people’s on the same units`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Use of the scale",
        first: "Criterion",
        columns: [
          { head: "points to move", explained: "wasserstein" },
          { head: "divergence, bits", explained: "jensen-shannon" },
          { head: "people at the top", format: percent, explained: "top-share", n: "ratings" },
          { head: "judge at the top", format: percent, explained: "top-share" },
          { head: "people tie", format: percent, explained: "tie-share", n: inputsWithTwo },
          { head: "judge ties", format: percent, explained: "tie-share", n: inputsWithTwo },
          { head: "pairs ordered or tied as people do", format: percent, explained: "pair-order", n: inputsWithTwo },
          { head: "with a tie threshold", format: percent, explained: "tie-threshold", n: inputsWithTwo },
        ],
        rows: found.map(({ name, scores: { distance, top, ties } }) => ({
          name,
          label: plainCriterionName(name),
          units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
          cells: [
            { figure: distance.wasserstein, n: true, link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
            { figure: distance.jensenShannon, link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
            { figure: top.people },
            { figure: top.judge },
            { figure: ties.people, n: true, link: inputs(name) },
            ...[ties.judge, ties.accuracy, ties.calibrated].map((figure) => ({ figure, link: inputs(name) })),
          ],
        })),
        n: "units",
      }}
      remark="Points to move: how many points a score must move on average for the judge’s distribution to become people’s. Ties and order are within pairs of outputs of one input, the mean over inputs; the threshold below which the judge’s differences count as ties is chosen on other inputs."
    />
  );
}

/** Why nothing is calibrated, if that is because of a draft. */
const uncalibrated = (found: Found) =>
  found.some(({ scores: { calibration } }) => calibration.error.why === "no-blind-ratings") ? whySentence("no-blind-ratings") : undefined;

function CalibrationPanel({ report, found, judge }: PanelProps) {
  const rows = found.flatMap(({ name, scores: { calibration } }) =>
    calibration.levels.map((level) => ({
      name: `${name} ${level.level}`,
      label: `${plainCriterionName(name)}: ${decimals(level.level, Number.isInteger(level.level) ? 0 : 2)}`,
      units: among(chapterBasis(report), figureUnits.judgedAt(name, judge, level.level)).units,
      cells: [
        { figure: level, n: true, link: among(chapterBasis(report), figureUnits.judgedAt(name, judge, level.level)) },
        valueCell(calibration.steps.find((step) => step.level === level.level)?.value ?? null, "no-units"),
      ],
    })),
  );
  return (
    <FigurePanel
      title="What is a score of the judge worth?"
      description={`People’s mean where ${judge} gives each score`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Calibration",
        first: "Judge’s score",
        columns: [
          { head: "people’s mean", explained: "mean-score" },
          { head: "recalibrated to", explained: "recalibrated" },
        ],
        rows,
        n: "units",
      }}
      refused={uncalibrated(found)}
    />
  );
}

/** What recalibration gains on units that it was not fitted to. */
function RecalibrationPanel({ report, found, judge }: PanelProps) {
  return (
    <FigurePanel
      title="Would it help to recalibrate the judge?"
      description={`Mean distance of ${judge} to people’s mean, in points: as it is, and recalibrated on inputs that the fit has not seen`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Recalibration",
        first: "Criterion",
        columns: [
          { head: "as it is", explained: "recalibration-error" },
          { head: "recalibrated", explained: "recalibration-error" },
          { head: "difference", format: signed, explained: "recalibration-gain" },
          { head: "does it help?", explained: null },
        ],
        rows: found
          .filter(({ scores: { calibration } }) => calibration.error.value !== null)
          .map(({ name, scores: { calibration } }) => ({
            name,
            label: plainCriterionName(name),
            units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
            cells: [
              { figure: calibration.error, n: true, link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
              { figure: calibration.recalibrated },
              { figure: calibration.difference },
              { text: recalibrationWords(calibration.difference.interval ?? null) },
            ],
          })),
        n: "units",
      }}
      refused={uncalibrated(found)}
    />
  );
}

/** What the interval of recalibration's gain allows to say: below zero, distances are smaller with it. */
export function recalibrationWords(interval: { low: number; high: number } | null): string {
  if (interval === null || (interval.low <= 0 && interval.high >= 0)) return "cannot tell yet";
  return interval.high < 0 ? "helps" : "harms";
}

function SystemsPanel({ report, found, judge }: PanelProps) {
  const several = found.filter(({ scores }) => scores.systems.rows.length > 1);
  const opposite = several.filter(({ scores }) => scores.systems.signsDiffer).map(({ name }) => plainCriterionName(name));
  return (
    <FigurePanel
      title="Does the judge order systems as people do?"
      description={`${judge} and people over the same units`}
      basis={saidOfChapters(report)}
      table={{
        arms: armsOfChapters(report),
        label: "Order of systems",
        first: "Criterion",
        columns: [
          { head: "pairs of systems in order", format: percent, explained: "system-order" },
          { head: "soft pairwise accuracy", format: percent, explained: "soft-pairwise" },
          { head: "systems, judge and people", explained: "mean-score", notExported: true },
        ],
        rows: several.map(({ name, scores: { systems } }) => ({
          name,
          label: plainCriterionName(name),
          units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
          cells: [
            { figure: systems.accuracy, n: true },
            { figure: systems.soft },
            { text: systems.rows.map(({ system, judge: own, people }) => `${system} ${meanText(own)} and ${meanText(people)}`).join("; ") },
          ],
        })),
        n: "pairs of systems",
      }}
      more={several.length === 0 ? [] : [{ ...systemMeans(several, judge), arms: armsOfChapters(report) }]}
      remark={`n counts pairs of systems.${opposite.length > 0 ? ` On ${opposite.join(", ")} correlations of judge and people over all units, within inputs and between systems have opposite signs: none can be used for another.` : ""}`}
    />
  );
}

/** Each system's mean by the judge and by people, which the panel names in words. */
function systemMeans(found: Found, judge: string): PanelTable {
  const mean = { figure: "mean-score", format: decimals } as const;
  return {
    title: "Means of systems",
    about: `${judge} and people over the same units`,
    labels: ["Criterion", "System"],
    columns: [
      { head: judge, ...mean },
      { head: "people", ...mean },
    ],
    rows: found.flatMap(({ name, scores }) =>
      scores.systems.rows.map(({ system, judge: own, people }) => ({
        labels: [plainCriterionName(name), system],
        cells: [figureCell(own), figureCell(people)],
      })),
    ),
    n: "units",
  };
}

const meanText = ({ value }: { value: number | null }) => (value === null ? "–" : signed(value).replace("+", ""));
