import type { ReactNode } from "react";
import type { TaskReport } from "@/lib/domain/report";
import { AgreementPanel } from "./agreement-panel";
import { ChangePanel } from "./change-panel";
import { CorrelationPanel } from "./correlation-panel";
import { criterionRows } from "./criterion-rows";
import { CriterionTable } from "./criterion-table";
import { DistributionPanel } from "./distribution-panel";
import { DraftPanel } from "./draft-panel";
import type { Level } from "./headline";
import { ReportHead } from "./report-head";
import { SystemPanel } from "./system-panel";
import { TimePanel } from "./time-panel";
import { WarningsPanel } from "./warnings-panel";

interface TaskReportViewProps {
  report: TaskReport;
  level: Level;
  judge: string | null;
  /** Task, level, judge and download. */
  controls: ReactNode;
}

/** One task's report: what can be said, the table behind it, then a panel for each question a reader asks next. */
export function TaskReportView({ report, level, judge, controls }: TaskReportViewProps) {
  const anchored = report.arms.length > 0 && report.arms.every((arm) => arm === "drafted" || arm === "blind-then-drafted");
  return (
    <div className="flex flex-col gap-6">
      <ReportHead report={report} level={level} judge={judge} controls={controls} />
      <CriterionTable rows={criterionRows(report, level, judge)} judge={judge} anchored={anchored} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <div className={judge === null ? "min-w-0 lg:col-span-2" : "min-w-0"}>
          <AgreementPanel report={report} level={level} />
        </div>
        {judge !== null && <DraftPanel report={report} judge={judge} />}
        <div className="min-w-0 lg:col-span-2">
          <DistributionPanel report={report} judge={judge} />
        </div>
        {judge !== null && (
          <>
            <div className="min-w-0 lg:col-span-2">
              <CorrelationPanel report={report} judge={judge} />
            </div>
            <ChangePanel report={report} judge={judge} anchored={anchored} />
          </>
        )}
        <SystemPanel report={report} judge={judge} />
        <div className={judge === null ? "min-w-0" : "min-w-0 lg:col-span-2"}>
          <TimePanel report={report} />
        </div>
        <div className="min-w-0 lg:col-span-2">
          <WarningsPanel warnings={report.warnings} />
        </div>
      </div>
    </div>
  );
}
