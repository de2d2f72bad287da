"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { TaskPage } from "../shell/task-page";
import { Banner } from "../ui/banner";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { Skeleton } from "../ui/skeleton";
import { ImproveCandidates } from "./improve-candidates";
import { ImproveProofs } from "./improve-proofs";
import { ImproveSplit } from "./improve-split";
import { ImproveWatches } from "./improve-watches";

const pollMs = 3000;

/** Judges that learn from people's scores and corrections, and the proof of whether they did. */
export function ImprovePage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Improve a judge">
      {(task, select) => <Improve key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Improve({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const project = useQuery(endpointQuery("getProject", { params: { projectId: task.projectId } }));
  const improvement = useQuery({
    ...endpointQuery("readJudgeImprovement", { params: { taskId: task.id } }),
    refetchInterval: ({ state }) => (state.data?.trials.some(({ evidence }) => evidence === null) ? pollMs : false),
  });
  const mayEdit = project.data?.role === "admin";
  const { data } = improvement;
  return (
    <>
      <PageHeader
        title="Improve a judge"
        description={
          <>
            A judge learns from people's scores and corrections on one part of the inputs; the other part shows whether that helps.{" "}
            <Link className="text-accent underline underline-offset-3" href={`/projects/${task.projectId}/runs?task=${task.id}`}>
              All runs
            </Link>
          </>
        }
        actions={select}
      />
      {improvement.isPending && (
        <div role="status" aria-label="Loading what judges can learn from" className="flex flex-col gap-6">
          <Skeleton className="h-40 rounded-panel" />
          <Skeleton className="h-40 rounded-panel" />
        </div>
      )}
      {improvement.isError && (
        <ErrorState title="This could not be loaded" error={improvement.error} onRetry={() => void improvement.refetch()} />
      )}
      {data && data.why !== null && <Banner tone="caution">{data.why}</Banner>}
      {data && data.why === null && (
        <div className="flex flex-col gap-6">
          <ImproveSplit taskId={task.id} split={data.split} refused={data.refused} mayEdit={mayEdit} />
          {data.split !== null && <ImproveCandidates task={task} improvement={data} mayEdit={mayEdit} />}
          {data.trials.length > 0 && <ImproveProofs improvement={data} mayEdit={mayEdit} />}
        </div>
      )}
      {data && (
        <div className="mt-6">
          <ImproveWatches task={task} mayEdit={mayEdit} />
        </div>
      )}
    </>
  );
}
