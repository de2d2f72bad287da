"use client";

import { type QueryClient, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskDecisions } from "@/lib/domain/decision";
import type { ReportContext } from "@/lib/domain/report-context";
import { judgeReportedAs } from "@/lib/domain/reported-judge";
import type { NarrowedTask } from "./not-narrowed";

/** What a frozen report keeps of its task; null: nothing. Undefined around a report of a living task. */
export const FrozenContext = createContext<ReportContext | null | undefined>(undefined);

/** What asks for a list that of a report's filters the judge alone narrows. */
const ofJudge = ({ taskId, filter: { judge } }: NarrowedTask) => ({ params: { taskId }, ...(judge !== undefined && { query: { judge } }) });

const runs = (report: NarrowedTask) => endpointQuery("listRuns", ofJudge(report));
const plans = (taskId: string) => endpointQuery("listTaskPlans", { params: { taskId } });
const rounds = (report: NarrowedTask) => endpointQuery("listCriteriaRates", ofJudge(report));

const decisions = (taskId: string) => endpointQuery("readDecisions", { params: { taskId } });

/** The runs of a report's task, or of the judge that it is narrowed to, as they are or as a frozen report keeps them. */
export const useTaskRuns = (report: NarrowedTask) =>
  useLiveOrKept(runs(report), (kept) => kept.runs.filter(({ judge }) => isLeft(report, kept, judge.name)));
/** Its study plans. */
export const useTaskPlans = (taskId: string) => useLiveOrKept(plans(taskId), (kept) => kept.plans);
/** What experts did with its criteria, or with those of the judge that the report is narrowed to, round by round. */
export const useTaskRounds = (report: NarrowedTask) =>
  useLiveOrKept(rounds(report), (kept) => kept.rounds.filter(({ judge }) => isLeft(report, kept, judge)));

// A frozen report keeps what there is of its whole task.
const isLeft = ({ filter }: NarrowedTask, { runs: ofJudges, rounds: ofPanels }: ReportContext, judge: string | null) =>
  filter.judge === undefined ||
  judge === judgeReportedAs(filter.judge, [...ofJudges.map((one) => one.judge.name), ...ofPanels.map((one) => one.judge)]);

/** What was decided about it; `data` undefined: a frozen report does not keep it, or it is not there yet. */
export function useTaskDecisions(taskId: string): { data: TaskDecisions | undefined; isPending: boolean } {
  const kept = useContext(FrozenContext);
  const live = useQuery({ ...decisions(taskId), enabled: kept === undefined });
  return kept === undefined ? live : { data: kept?.decisions, isPending: false };
}

interface Listed<T> {
  items: readonly T[];
  isPending: boolean;
  isError: boolean;
}

function useLiveOrKept<R extends { items: readonly unknown[] }, T>(
  query: UseQueryOptions<R, Error, R, readonly unknown[]>,
  keptOf: (context: ReportContext) => readonly T[],
): Listed<R["items"][number] | T> {
  const kept = useContext(FrozenContext);
  const live = useQuery({ ...query, enabled: kept === undefined });
  if (kept !== undefined) return { items: kept === null ? [] : keptOf(kept), isPending: false, isError: false };
  return { items: live.data?.items ?? [], isPending: live.isPending, isError: live.isError };
}

/** Asks the server for all of it, ahead of being shown. */
export const fetchTaskContext = (client: QueryClient, report: NarrowedTask): Promise<unknown>[] => [
  client.ensureQueryData(runs(report)),
  client.ensureQueryData(plans(report.taskId)),
  client.ensureQueryData(rounds(report)),
  client.ensureQueryData(decisions(report.taskId)),
];
