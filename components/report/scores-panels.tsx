"use client";

import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import type { PanelTable } from "@/lib/paper/panel-table";
import { decimals, percent, signed } from "../charts/format";
import { plainCriterionName } from "../words/criterion-name";
import { whySentence } from "../words/why";
import { among, armsOfChapters, chapterBasis, saidOfChapters } from "./basis";
import { distanceOf, figureCell } from "./cells";
import { FigurePanel } from "./figure-panel";
import { valueCell } from "./figure-table";
import { LimitsPanel } from "./limits-panel";
import { MeetingPanel } from "./meeting-panel";
import { ScatterPanel } from "./scatter-panel";

type Found = { name: string; scores: ScoresOfJudge }[];
interface PanelProps {
  report: TaskReport;
  found: Found;
  judge: string;
}

/** The judge's scores beside people's: where they meet, how far apart they are, and what each is worth. */
export function ScoresPanels({ report, judge }: { report: TaskReport; judge: string }) {
  const found = report.criteria.flatMap(({ name }) => {
    const scores = report.chapters.scores[judge]?.[name];
    return scores ? [{ name, scores }] : [];
  });
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
          { head: "people at the bottom", format: percent, explained: "bottom-share", n: "ratings" },
          { head: "judge at the bottom", format: percent, explained: "bottom-share" },
          { head: "people tie", format: percent, explained: "tie-share", n: inputsWithTwo },
          { head: "judge ties", format: percent, explained: "tie-share", n: inputsWithTwo },
          { head: "pairs ordered or tied as people do", format: percent, explained: "pair-order", n: inputsWithTwo },
          { head: "with a tie threshold", format: percent, explained: "tie-threshold", n: inputsWithTwo },
        ],
        rows: found.map(({ name, scores: { distance, top, bottom, ties } }) => ({
          name,
          label: plainCriterionName(name),
          units: among(chapterBasis(report), figureUnits.judged(name, judge)).units,
          cells: [
            { figure: distanceOf(distance.wasserstein), n: true, link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
            { figure: distanceOf(distance.jensenShannon), link: among(chapterBasis(report), figureUnits.judged(name, judge)) },
            { figure: top.people },
            { figure: top.judge },
            { figure: bottom?.people },
            { figure: bottom?.judge },
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
      more={[{ ...systemMeans(several, judge), arms: armsOfChapters(report) }]}
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
