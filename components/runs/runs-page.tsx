"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { isGoing } from "../words/run-words";
import { RunRow } from "./run-row";
import { StartRunDialog } from "./start-run-dialog";

const pollMs = 3000;

/** The runs of a task: every time a judge drafted its samples or proposed criteria. */
export function RunsPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Runs">
      {(task, select) => <Runs key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Runs({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const [starting, setStarting] = useState(false);
  const project = useQuery(endpointQuery("getProject", { params: { projectId: task.projectId } }));
  const runs = useQuery({
    ...endpointQuery("listRuns", { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isGoing) ? pollMs : false),
  });
  const start = project.data?.role === "admin" && (
    <Button variant="primary" onClick={() => setStarting(true)}>
      Start a run
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Runs"
        description={`A run lets one judge draft the samples of ${task.name}: an explanation, a score and evidence for each criterion.`}
        actions={
          <>
            {select}
            {task.kind === "pointwise" && task.publishedSet !== null && (
              <Button asChild>
                <Link href={`/projects/${task.projectId}/runs/improve?task=${task.id}`}>Improve a judge</Link>
              </Button>
            )}
            {start}
          </>
        }
      />
      {runs.isPending && <SkeletonRows label="Loading runs" rows={4} />}
      {runs.isError && <ErrorState title="The runs could not be loaded" error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isSuccess && runs.data.items.length === 0 && (
        <EmptyState title="No run yet" action={start || undefined}>
          {task.publishedSet === null ? (
            <>
              A judge needs published criteria.{" "}
              <Link className="text-accent underline underline-offset-3" href={`/projects/${task.projectId}/criteria?task=${task.id}`}>
                Agree on them first
              </Link>
              .
            </>
          ) : (
            "Once a judge has drafted the samples, annotators accept, revise or remove what it wrote."
          )}
        </EmptyState>
      )}
      {runs.isSuccess && runs.data.items.length > 0 && (
        <ul className="divide-y overflow-hidden rounded-panel border bg-card">
          {runs.data.items.map((run) => (
            <RunRow key={run.id} run={run} projectId={task.projectId} />
          ))}
        </ul>
      )}
      {starting && <StartRunDialog task={task} onClose={() => setStarting(false)} />}
    </>
  );
}
