"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { Skeleton } from "../ui/skeleton";
import { DraftPlan } from "./draft-plan";
import { PastPlans } from "./past-plans";
import { RunningPlan } from "./running-plan";

/** A task's study plan: its choices until it starts, its progress while it runs, and earlier versions. */
export function PlanPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Study plan" loading={<PlanSkeleton />}>
      {(task, select) => <PlanOfTask key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function PlanOfTask({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const plans = useQuery(endpointQuery("listTaskPlans", { params: { taskId: task.id } }));
  const runs = useQuery(endpointQuery("listRuns", { params: { taskId: task.id } }));
  const failed = plans.isError ? plans : runs.isError ? runs : null;
  if (failed !== null) {
    return (
      <>
        <PageHeader title="Study plan" actions={select} />
        <ErrorState title="The plan could not be loaded" error={failed.error} onRetry={() => void failed.refetch()} />
      </>
    );
  }
  if (!plans.isSuccess || !runs.isSuccess) return <PlanSkeleton />;
  const { items } = plans.data;
  const running = items.find(({ status }) => status === "running");
  return (
    <>
      {running ? (
        <RunningPlan task={task} plan={running} runs={runs.data.items} select={select} />
      ) : (
        <DraftPlan task={task} plans={plans.data} runs={runs.data.items} select={select} />
      )}
      <PastPlans plans={items.filter(({ status }) => status === "closed")} runs={runs.data.items} />
    </>
  );
}

const PlanSkeleton = () => (
  <div role="status" aria-label="Loading the plan" className="flex flex-col gap-6">
    <Skeleton className="h-16 max-w-3xl" />
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[26rem_minmax(0,1fr)]">
      <Skeleton className="h-160" />
      <Skeleton className="h-160" />
    </div>
  </div>
);
