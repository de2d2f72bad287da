import type { ReactNode } from "react";
import type { TaskReport } from "@/lib/domain/report";
import { AdjudicatedPanel } from "./adjudicated-panel";
import { AgreementPanel } from "./agreement-panel";
import { AnnotatorsPanel } from "./annotators-panel";
import { ChangePanel } from "./change-panel";
import { CorrelationPanel } from "./correlation-panel";
import { criterionRows, summaryRow } from "./criterion-rows";
import { CriterionTable } from "./criterion-table";
import { DistributionPanel } from "./distribution-panel";
import { DraftEffectPanels } from "./draft-effect-panels";
import { DraftPanel } from "./draft-panel";
import type { Level } from "./headline";
import { InfluencePanel } from "./influence-panel";
import { InterferencePanel } from "./interference-panel";
import { JudgeChapter } from "./judge-chapter";
import { LabelsPanel } from "./labels-panel";
import { hasLabels } from "./level-of";
import { NextPanel } from "./next-panel";
import { PairAccuracyPanel } from "./pair-accuracy-panel";
import { PairPeoplePanel } from "./pair-people-panel";
import { ProtocolChecksPanel } from "./protocol-checks-panel";
import { hasOwnScale } from "./rater-label";
import { RedundancyPanel } from "./redundancy-panel";
import { ReliabilityPanel } from "./reliability-panel";
import { ReportHead } from "./report-head";
import { StrataPanel } from "./strata-panel";
import { SwapPanel } from "./swap-panel";
import { SystemPanel } from "./system-panel";
import { TimePanel } from "./time-panel";
import { VerdictPanel } from "./verdict-panel";
import { WarningsPanel } from "./warnings-panel";

interface TaskReportViewProps {
  report: TaskReport;
  level: Level;
  judge: string | null;
  /** Task, level, judge and download. */
  controls: ReactNode;
  /** Shows the report the other way: with the work of excluded people, or without. */
  excludedSwitch?: ReactNode;
}

/** A task's report: the conclusion, the table behind it, then a panel for each further question. */
export function TaskReportView({ report, level, judge, controls, excludedSwitch }: TaskReportViewProps) {
  const anchored = report.arms.length > 0 && report.arms.every((arm) => arm === "drafted" || arm === "blind-then-drafted");
  const { pairs } = report;
  // Panels that compare scores directly need a judge whose scores are on the criteria's scales.
  const scoring = hasOwnScale(report.raters.find(({ name }) => name === judge)) ? null : judge;
  return (
    <div className="flex flex-col gap-6">
      <ReportHead report={report} level={level} judge={judge} controls={controls} excludedSwitch={excludedSwitch} />
      {pairs && <PairAccuracyPanel report={report} pairs={pairs} />}
      {(pairs === null || report.counts.annotators > 0) && (
        <CriterionTable
          rows={criterionRows(report, level, judge)}
          summary={summaryRow(report, level, judge)}
          judge={judge}
          anchored={anchored}
          pairwise={pairs !== null}
        />
      )}
      <VerdictPanel report={report} judge={scoring} />
      {pairs && (
        <>
          <PairPeoplePanel report={report} pairs={pairs} />
          <SwapPanel report={report} pairs={pairs} />
          <InterferencePanel report={report} pairs={pairs} />
        </>
      )}
      {pairs === null && <ReliabilityPanel report={report} level={level} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 min-[1900px]:grid-cols-4">
        <div className={scoring === null ? "min-w-0 lg:col-span-2" : "min-w-0"}>
          <AgreementPanel report={report} level={level} />
        </div>
        {scoring !== null && <DraftPanel report={report} judge={scoring} />}
        <div className="min-w-0 empty:hidden lg:col-span-2">
          <AnnotatorsPanel report={report} />
        </div>
        <div className="min-w-0 empty:hidden lg:col-span-2">{scoring !== null && <StrataPanel report={report} judge={scoring} />}</div>
        {hasLabels(report) && (
          <div className="min-w-0 lg:col-span-2">
            <LabelsPanel report={report} judge={scoring} />
          </div>
        )}
        <div className="min-w-0 lg:col-span-2">
          <DistributionPanel report={report} judge={judge} />
        </div>
        {judge !== null && pairs === null && (
          <div className="min-w-0 lg:col-span-2">
            <CorrelationPanel report={report} judge={judge} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-6 empty:hidden lg:col-span-2">
          <JudgeChapter report={report} judge={scoring} />
        </div>
        <InfluencePanel report={report} level={level} />
        <div className="flex min-w-0 flex-col gap-6 empty:hidden lg:col-span-2">
          <DraftEffectPanels report={report} />
        </div>
        {scoring !== null && <ChangePanel report={report} judge={scoring} anchored={anchored} />}
        <div className="min-w-0 empty:hidden lg:col-span-2">
          <AdjudicatedPanel report={report} judge={judge} />
        </div>
        <SystemPanel report={report} judge={judge} />
        <div className={scoring === null ? "min-w-0" : "min-w-0 lg:col-span-2"}>
          <TimePanel report={report} />
        </div>
        <div className="min-w-0 empty:hidden lg:col-span-2">
          <ProtocolChecksPanel report={report} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 empty:hidden lg:col-span-2">
          <RedundancyPanel report={report} judge={scoring} />
          <NextPanel report={report} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <WarningsPanel warnings={report.warnings} />
        </div>
      </div>
    </div>
  );
}
