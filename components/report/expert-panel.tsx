"use client";

import type { CriteriaRates, TaskRates } from "@/lib/domain/criteria-round";
import { outcomes } from "@/lib/domain/outcomes";
import { count, figuresOf, percent } from "../charts/format";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureRow } from "./figure-table";
import { judgeSelection, type NarrowedTask, saidOfJudgesWork } from "./not-narrowed";
import { useTaskRounds } from "./task-context";

const heads = { accept: "approved", revise: "revised", remove: "deleted", add: "added" } as const;

/** How far a panel's experts agreed about a judge's criteria, and what they did with them, round by round. Nothing without a panel. */
export function ExpertPanel({ report }: { report: NarrowedTask }) {
  const rounds = useTaskRounds(report);
  return (
    <FigurePanel
      title="Do experts agree about the criteria?"
      description="Each round of a panel that redlined a judge's criteria: every expert's decisions and additions"
      table={{
        label: "Rounds of the panel",
        first: "Round",
        columns: [
          { head: "alpha between experts", explained: "panel-alpha", n: "decisions" },
          ...outcomes.map((outcome) => ({ head: heads[outcome], format: percent, explained: "panel-share" as const })),
        ],
        rows: rounds.items.map(rowOf),
        details: [
          { head: "experts", format: count, explained: "people-count" },
          { head: "criteria", format: count, explained: "criterion-count" },
          { head: "version", explained: null },
        ],
        n: "decisions and additions",
        level: "nominal",
        selection: judgeSelection(report),
      }}
      remark={[
        ...saidOfJudgesWork(report),
        "Shares of all decisions and additions of a round sum to 1. They are given without an interval: the experts were chosen, not drawn.",
      ].join(" ")}
    />
  );
}

function rowOf({ roundId, number, judge, publishedVersion, figures }: TaskRates): FigureRow {
  const { value, why, n, low, high } = figures.alpha;
  const interval = low === null || high === null ? null : { low, high, confidence: 0.95, method: "jackknife", resamples: null, seed: null };
  return {
    name: roundId,
    label: `Round ${number}${judge === null ? "" : `, ${judge}`}`,
    detail: {
      words: [
        figuresOf(figures.experts, "expert"),
        figuresOf(figures.criteria, "criterion", "criteria"),
        ...(publishedVersion === null ? [] : [`version ${publishedVersion}`]),
      ].join(", "),
      cells: [{ value: figures.experts }, { value: figures.criteria }, { text: publishedVersion === null ? "" : `${publishedVersion}` }],
    },
    cells: [{ figure: { value, why, n, interval, intervalWhy: "too-few" }, n: true }, ...cellsOf(figures.byExperts.all)],
  };
}

const cellsOf = (rates: CriteriaRates): FigureCell[] =>
  outcomes.map((outcome) => {
    const { share } = rates[outcome];
    return {
      figure: { value: share, why: share === null ? "no-decisions" : null, n: rates.n, interval: null, intervalWhy: "not-requested" },
    };
  });
