import type { ReactNode } from "react";
import type { DatedReport } from "@/lib/domain/report";
import { DecisionsPanel } from "./decisions-panel";
import type { Level } from "./headline";
import { MethodsPanel } from "./methods-panel";
import { PlannedPanel } from "./planned-panel";

interface ReportEndingProps {
  report: DatedReport;
  level: Level;
  /** The task's frozen reports. */
  frozen: ReactNode;
}

/** What the report rests on: what each study asked for, what was decided when, the methods in words, and reports that were kept. */
export function ReportEnding({ report, level, frozen }: ReportEndingProps) {
  return (
    <>
      <PlannedPanel report={report} />
      <DecisionsPanel report={report} level={level} />
      <MethodsPanel report={report} level={level} />
      {frozen}
    </>
  );
}
