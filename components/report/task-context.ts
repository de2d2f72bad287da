"use client";

import { type QueryClient, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskDecisions } from "@/lib/domain/decision";
import type { ReportContext } from "@/lib/domain/report-context";

/** What a frozen report keeps of its task; null: nothing. Undefined around a report of a living task. */
export const FrozenContext = createContext<ReportContext | null | undefined>(undefined);

const runs = (taskId: string) => endpointQuery("listRuns", { params: { taskId } });
const plans = (taskId: string) => endpointQuery("listTaskPlans", { params: { taskId } });
const rounds = (taskId: string) => endpointQuery("listCriteriaRates", { params: { taskId } });

const decisions = (taskId: string) => endpointQuery("readDecisions", { params: { taskId } });

/** A task's runs, as they are or as a frozen report keeps them. */
export const useTaskRuns = (taskId: string) => useLiveOrKept(runs(taskId), (kept) => kept.runs);
/** Its study plans. */
export const useTaskPlans = (taskId: string) => useLiveOrKept(plans(taskId), (kept) => kept.plans);
/** What experts did with its criteria, round by round. */
export const useTaskRounds = (taskId: string) => useLiveOrKept(rounds(taskId), (kept) => kept.rounds);

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
export const fetchTaskContext = (client: QueryClient, taskId: string): Promise<unknown>[] => [
  client.ensureQueryData(runs(taskId)),
  client.ensureQueryData(plans(taskId)),
  client.ensureQueryData(rounds(taskId)),
  client.ensureQueryData(decisions(taskId)),
];
