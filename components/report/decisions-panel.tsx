"use client";

import { useContext } from "react";
import type { Decision, TaskDecisions } from "@/lib/domain/decision";
import type { DatedReport } from "@/lib/domain/report";
import { epsilonWords, lowerMark, upperMark } from "@/lib/domain/verdict";
import { count } from "../charts/format";
import { Moment } from "../ui/moment";
import { narrowingWords } from "../words/narrowing-words";
import { FigurePanel } from "./figure-panel";
import type { FigureRow } from "./figure-table";
import type { Level } from "./headline";
import { fittingLevel } from "./level-of";
import { ProvenanceContext } from "./provenance-context";
import { useTaskDecisions } from "./task-context";

interface DecisionsPanelProps {
  report: DatedReport;
  level: Level;
}

/** What the report's figures rest on that somebody decided, and whether ratings could be seen by then. */
export function DecisionsPanel({ report, level }: DecisionsPanelProps) {
  const software = useContext(ProvenanceContext)?.software ?? "Redline";
  const { data, isPending } = useTaskDecisions(report.taskId);
  if (isPending) return null;
  const rows = data === undefined ? [] : loggedRows(report, level, data, software);
  const namesAnybody = rows.some(({ by }) => by !== null);
  return (
    <FigurePanel
      title="Decided before or after seeing the data"
      description={data === undefined ? "What the figures rest on, and when it was decided" : summary(data, rows)}
      table={{
        label: "Decisions",
        first: "Decision",
        columns: [
          { head: "what", explained: null, wide: true },
          { head: "decided", explained: null, wide: true },
          ...(namesAnybody ? [{ head: "by", explained: null }] : []),
          { head: "before or after the first rating", explained: null, wide: true },
        ],
        rows: rows.map((row) => rowOf(row, namesAnybody)),
        selection: [],
      }}
      refused="The decisions could not be loaded, or this report was frozen by a version that did not keep them."
      remark="What is on record for the whole task, however the report is narrowed. Ratings in exams and calibrations are not counted as seen; imported ratings count from the time in their file, else from their import. What was decided after the first rating may follow from the data: say so in the paper."
    />
  );
}

interface LoggedRow extends Decision {
  /** When it was decided, beside the first rating. */
  when: string;
  /** Unknown: nobody recorded when it was decided; null: nobody did, as of the program's own rules. */
  side: "before" | "after" | "unknown" | null;
}

function loggedRows(report: DatedReport, level: Level, { firstRatings, decisions }: TaskDecisions, software: string): LoggedRow[] {
  const rule = (about: string, what: string): LoggedRow => ({
    about,
    what,
    at: null,
    by: null,
    when: `fixed by ${software}`,
    side: null,
  });
  const chosen = (about: string, what: string): LoggedRow => {
    const isAfter = firstRatings.length > 0;
    const when = isAfter ? "after: chosen for this report" : "chosen for this report";
    return { about, what, at: null, by: null, when, side: isAfter ? "after" : "before" };
  };
  const narrowed = narrowingWords(report.filter);
  const { people, shown } = report.excluded;
  return [
    rule("Thresholds of alpha", `No conclusion below ${mark(lowerMark)}, reliable from ${mark(upperMark)}`),
    ...epsilonsOf(report).map((epsilon) => {
      const isPlanned = decisions.some(({ what }) => what.split("; ").includes(epsilonWords(epsilon)));
      const stated = isPlanned ? "The study’s epsilon" : `Epsilon ${epsilon}`;
      const test = rule("Alternative-annotator test", `${stated}, half of the people; Benjamini and Yekutieli’s correction over people`);
      return isPlanned ? { ...test, when: `epsilon with the study, the rest ${test.when}` } : test;
    }),
    rule(
      "Several tests at once",
      "Holm over every two judges and all criteria, and over a judge’s people and criteria; Benjamini and Hochberg over a judge’s systems and subsets",
    ),
    ...(level === fittingLevel(report) ? [rule("Level of measurement", `${level}, as fits the scales`)] : []),
    ...decisions.map((one) => ({ ...one, ...beside(one.at, firstRatings, report.filter.criteriaSet) })),
    ...(level === fittingLevel(report) ? [] : [chosen("Level of measurement", `${level}, not ${fittingLevel(report)}`)]),
    ...(narrowed === "" ? [] : [chosen("Narrowed to", narrowed)]),
    ...(people.length > 0 && shown === "with" ? [chosen("Excluded people", "Their work is included")] : []),
  ];
}

const mark = (threshold: number) => threshold.toFixed(3).replace(/^0/u, "");

const epsilonsOf = ({ chapters: { verdict }, labels }: DatedReport): number[] => [
  ...new Set([
    ...Object.values(verdict).flatMap(({ altTest }) => Object.values(altTest).map(({ epsilon }) => epsilon)),
    ...Object.values(labels).flatMap(({ withJudge }) => Object.values(withJudge).map(({ altTest }) => altTest.epsilon)),
  ]),
];

/** `version`: of the criteria that the report is narrowed to; absent: the newest with ratings. */
function beside(at: string | null, firstRatings: TaskDecisions["firstRatings"], version?: string): Pick<LoggedRow, "when" | "side"> {
  if (at === null) return { when: "not recorded", side: "unknown" };
  const first = firstOf(firstRatings);
  if (first === null) return { when: "before any rating", side: "before" };
  if (at < first) return { when: "before", side: "before" };
  const reported = version === undefined ? Math.max(...firstRatings.map((one) => one.version)) : Number(version);
  const ownFirst = firstRatings.find((one) => one.version === reported)?.at;
  if (ownFirst === undefined || at < ownFirst)
    return { when: `after ratings under other criteria, before the first under criteria set ${reported}`, side: "after" };
  return { when: "after", side: "after" };
}

const firstOf = (firstRatings: TaskDecisions["firstRatings"]): string | null => firstRatings.map(({ at }) => at).sort()[0] ?? null;

/** How many decisions came after the first rating, of those whose time is known. */
function summary({ firstRatings }: TaskDecisions, rows: readonly LoggedRow[]): string {
  const first = firstOf(firstRatings);
  if (first === null) return "Nobody has rated yet";
  const on = (side: LoggedRow["side"]) => rows.filter((row) => row.side === side).length;
  const [after, unknown] = [on("after"), on("unknown")];
  const known = on("before") + after;
  const rating = `the first rating, of ${first.slice(0, 10)}`;
  if (known === 0) return `No decision has a known time to set beside ${rating}`;
  const untimed = unknown === 0 ? "" : `; ${count(unknown)} ${unknown === 1 ? "has" : "have"} no recorded time`;
  return `${after === 0 ? "None" : count(after)} of ${count(known)} ${known === 1 ? "decision" : "decisions"} with a known time came after ${rating}${untimed}`;
}

function rowOf({ about, what, at, by, when, side }: LoggedRow, namesAnybody: boolean): FigureRow {
  return {
    name: JSON.stringify([about, what, at]),
    label: about,
    cells: [
      { text: what },
      at === null ? { text: "" } : { text: <Moment at={at} />, plain: at },
      ...(namesAnybody ? [{ text: by ?? "" }] : []),
      { text: side === "after" ? <strong className="font-semibold text-caution">{when}</strong> : when, plain: when },
    ],
  };
}
