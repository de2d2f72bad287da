import type { TaskReport } from "@/lib/domain/report";
import type { Level } from "./headline";

/** What every chapter is drawn from. */
export interface ChapterProps {
  report: TaskReport;
  level: Level;
  judge: string | null;
  /** The judge, if its scores are on the criteria's scales and can be compared with people's directly. */
  scoring: string | null;
}
