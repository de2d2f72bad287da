"use client";

import type { ReportContext } from "@/lib/domain/report-context";
import type { PlanProgress } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { armWords } from "../words/arm-words";
import { FigurePanel } from "./figure-panel";
import type { FigureCell, FigureRow } from "./figure-table";
import { reachedOf } from "./methods-settings";
import { isNarrowed, type NarrowedTask } from "./not-narrowed";
import { useTaskPlans } from "./task-context";

/** What each study of the task asked for beside what was submitted, by arm and criterion. Renders nothing without a study. */
export function PlannedPanel({ report }: { report: NarrowedTask }) {
  const plans = useTaskPlans(report.taskId);
  return plans.items.map(
    (plan) => plan.progress !== null && <OnePlan key={plan.id} plan={plan} progress={plan.progress} narrowed={isNarrowed(report)} />,
  );
}

type Plan = Pick<ReportContext["plans"][number], "version" | "status" | "content">;

function OnePlan({ plan, progress, narrowed }: { plan: Plan; progress: PlanProgress; narrowed: boolean }) {
  const { planned, submitted } = reachedOf(progress);
  return (
    <FigurePanel
      title={`Planned and reached${plan.version === 1 ? "" : `, study ${plan.version}`}`}
      description={`${plannedWords(plan, progress)}; ${count(submitted)} of ${count(planned)} submitted${plan.status === "running" ? " so far" : ""}`}
      table={{
        label: "Planned and submitted ratings",
        first: "Arm",
        columns: [
          { head: "planned", format: count, explained: "rating-count" },
          { head: "submitted", format: count, explained: "rating-count" },
          { head: "missing", format: count, explained: "rating-count" },
          { head: "by excluded people", format: count, explained: "rating-count" },
        ],
        rows: progress.arms.flatMap(rowsOf),
        selection: [],
      }}
      remark={[
        "All ratings of the study, however the report is narrowed.",
        ...[remarkOf(progress), outsideWords(progress, narrowed)].filter((sentence) => sentence !== ""),
        "Repeats, samples with known answers and drafts that are wrong on purpose are not counted.",
      ].join(" ")}
    />
  );
}

/** "Planned 4 ratings for each of 200 samples, 20 by all 15 people". */
function plannedWords({ content }: Plan, { samples }: PlanProgress): string {
  const everybody = content.shared === 0 ? "" : `, at least ${count(content.shared)} by all ${count(content.people)} people`;
  const twice = content.design === "within" && content.arms.length === 2 ? ", blind and again with the draft" : "";
  return `Planned ${figuresOf(content.overlap, "rating")} for each of ${figuresOf(samples, "sample")}${twice}${everybody}`;
}

/** An arm, and below it the criteria whose counts are others than the arm's. */
function rowsOf(one: PlanProgress["arms"][number]): FigureRow[] {
  const name = `${armWords(one.arm)}${one.judge === null ? "" : `, ${one.judge}`}`;
  const cells = ({ planned, submitted }: { planned: number; submitted: number }, excluded?: number): FigureCell[] => [
    ...[planned, submitted, planned - submitted].map((value) => ({ value })),
    excluded === undefined ? { text: "" } : { value: excluded },
  ];
  const others = one.criteria.filter(({ planned, submitted }) => planned !== one.planned || submitted !== one.submitted);
  return [
    { name, cells: cells(one, one.excluded) },
    ...others.map((criterion) => ({
      name: `${name}: ${criterion.name ?? "criteria of single samples"}`,
      cells: cells(criterion),
    })),
  ];
}

function remarkOf({ arms }: PlanProgress): string {
  const shared = arms[0]?.criteria.filter(({ name }) => name !== null).length ?? 0;
  if (shared === 0) return "";
  return shared === 1 ? "A rating is of one criterion." : `Every rating scores ${count(shared)} criteria: the counts hold for each.`;
}

/** Says how many ratings the report has besides the study's own, or would have if nothing narrowed it. */
function outsideWords({ outside: { submitted, before } }: PlanProgress, narrowed: boolean): string {
  if (submitted === 0) return "";
  const when = before === submitted ? "from before it started" : before === 0 ? "" : `${count(before)} of them from before it started`;
  return `Besides these, the report ${narrowed ? "of the whole task " : ""}counts ${figuresOf(submitted, "rating")} that no study asked for${when && `, ${when}`}.`;
}
