"use client";

import { likenessProblem } from "@/lib/domain/likeness-words";
import type { ListLikeness } from "@/lib/domain/list-likeness";
import type { ReportContext } from "@/lib/domain/report-context";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureRow } from "./figure-table";
import { judgeSelection, type NarrowedTask, saidOfJudgesWork } from "./not-narrowed";
import { useTaskRuns } from "./task-context";

/** How alike the lists of criteria are that a judge proposes when it is asked again. Nothing while no judge has proposed any. */
export function ProposalsPanel({ report }: { report: NarrowedTask }) {
  const runs = useTaskRuns(report);
  const rows = runs.items.flatMap((run) => (run.consistency === null ? [] : [rowOf(run, run.consistency)]));
  return (
    <FigurePanel
      title="Would a judge propose the same criteria again?"
      description="Likeness of the lists of criteria that a judge proposed: 1 where every criterion of one list has its equal in the other"
      table={{
        label: "Consistency of proposed criteria",
        first: "Judge",
        columns: [
          { head: "CC", explained: "criteria-cc", n: "lists" },
          { head: "ICC", explained: "criteria-icc", n: "pairs of lists" },
          { head: "likeness of", explained: null },
        ],
        rows,
        details: [{ head: "day", explained: null }],
        selection: judgeSelection(report),
      }}
      remark={[
        ...saidOfJudgesWork(report),
        "CC: the sampled lists against the list proposed at temperature 0; n counts lists. ICC: the sampled lists against each other; n counts pairs of lists, and it is not the intraclass correlation. Likeness of words is lower than that of meanings, and the two cannot be compared. The page Criteria shows the lists.",
      ].join(" ")}
    />
  );
}

const rowOf = (run: ReportContext["runs"][number], consistency: ListLikeness): FigureRow => ({
  name: run.id,
  label: run.judge.name,
  detail: { words: run.createdAt.slice(0, 10), cells: [{ text: run.createdAt.slice(0, 10) }] },
  cells: [
    cellOf("cc", consistency.cc),
    cellOf("icc", consistency.icc),
    { text: consistency.basis === "embeddings" ? "meanings (embeddings)" : "words" },
  ],
});

/** Without an interval: a judge's lists are not a sample of anything. */
const cellOf = (name: "cc" | "icc", likeness: ListLikeness["cc"]): FigureCell => ({
  figure: { ...likeness, interval: null, intervalWhy: "not-requested" },
  ...(likeness.value === null ? { text: likenessProblem(name, likeness) ?? "–" } : { n: true }),
});
