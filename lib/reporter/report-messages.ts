import "server-only";
import type { ExcludedWork } from "@/lib/domain/exclusion";

/** What the process that computes reports is asked. */
export interface ReportJob {
  id: number;
  projectId: string;
  taskId: string;
  view: ExcludedWork;
}

/** That a report is computed and stored, or why not. */
export interface ReportAnswer {
  id: number;
  error: string | null;
}
