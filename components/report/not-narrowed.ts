import type { TaskReport } from "@/lib/domain/report";
import { narrowingWords } from "../words/narrowing-words";

/** The task of a report, and what the report is narrowed to. */
export type NarrowedTask = Pick<TaskReport, "taskId" | "filter">;

type Narrowed = Pick<TaskReport, "filter">;

/** Whether any filter narrows a report. */
export const isNarrowed = ({ filter }: Narrowed): boolean => Object.keys(filter).length > 0;

/** What a panel says that no filter narrows: nothing while none is set. */
export const saidOfWholeTask = (report: Narrowed): string[] =>
  isNarrowed(report) ? ["Of the whole task, however the report is narrowed."] : [];

/** What a panel says that rests on judges' work and on no rating, while a filter is set that does not narrow it. */
export const saidOfJudgesWork = ({ filter: { judge: _, ...others } }: Narrowed): string[] =>
  isNarrowed({ filter: others }) ? ["It rests on no ratings: of what the report is narrowed to, only a judge narrows it."] : [];

/** What narrows such a panel, for its captions. */
export const judgeSelection = ({ filter: { judge } }: Narrowed): string[] =>
  judge === undefined ? [] : [`Only ${narrowingWords({ judge })}`];
