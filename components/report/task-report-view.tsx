import type { ReactNode } from "react";
import type { TaskReport } from "@/lib/domain/report";
import type { ChapterChoice } from "@/lib/domain/report-chapter-names";
import { type ChapterEndings, Chapters } from "./chapters";
import type { Level } from "./headline";
import { hasOwnScale } from "./rater-label";
import { ReportHead } from "./report-head";

interface TaskReportViewProps {
  report: TaskReport;
  level: Level;
  judge: string | null;
  /** Task, level, judge and download. */
  controls: ReactNode;
  /** Shows the report the other way: with the work of excluded people, or without. */
  excludedSwitch?: ReactNode;
  /** The chapter that is shown; without one, all. */
  open?: ChapterChoice;
  /** In a report of values only: the chapter that was computed. */
  valuesFor?: ChapterChoice | null;
  /** Leads from chapter to chapter. */
  navigation?: ReactNode;
  /** What chapters end with that needs more than the report. */
  endings?: ChapterEndings;
}

/** A task's report: the conclusion, then the open chapter with a panel for each of its questions. */
export function TaskReportView(props: TaskReportViewProps) {
  const { report, level, judge, controls, excludedSwitch, open = "all", valuesFor = null, navigation, endings } = props;
  // Panels that compare scores directly need a judge whose scores are on the criteria's scales.
  const scoring = hasOwnScale(report.raters.find(({ name }) => name === judge)) ? null : judge;
  return (
    <div className="flex flex-col gap-6">
      <ReportHead report={report} level={level} judge={judge} controls={controls} excludedSwitch={excludedSwitch} />
      {navigation}
      <Chapters {...{ report, level, judge, scoring, open, valuesFor, endings }} />
    </div>
  );
}
