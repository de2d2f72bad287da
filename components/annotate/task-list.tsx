"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { Suspense, useState } from "react";
import { figuresOf } from "@/components/charts/format";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageBody, PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Progress } from "@/components/ui/progress";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { request } from "@/lib/client/request";
import type { TaskSummary } from "@/lib/domain/project";
import { ContinueWork } from "./continue-work";
import { OwnAssignments } from "./own-assignments";
import { OwnCalibration } from "./own-calibration";
import { OwnPart } from "./own-part";

/** A project's tasks, with what the viewer can do in each. */
export function TaskList({ projectId }: { projectId: string }) {
  const tasks = useQuery(endpointQuery("listTasks", { params: { projectId } }));
  const open = tasks.data?.items.filter((task) => task.archivedAt === null);
  return (
    <PageBody className="max-w-4xl">
      <PageHeader title="Annotate" description="Your work in this project, task by task." />
      {tasks.error ? (
        <ErrorState title="The tasks could not be loaded" error={tasks.error} onRetry={() => tasks.refetch()} />
      ) : open === undefined ? (
        <SkeletonRows label="Loading the tasks" rows={4} />
      ) : open.length === 0 ? (
        <EmptyState title="There is no task here yet">As soon as a researcher has set one up, it appears on this page.</EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          {open.map((task) => (
            <TaskPanel key={task.id} task={task} projectId={projectId} />
          ))}
        </div>
      )}
    </PageBody>
  );
}

function TaskPanel({ task, projectId }: { task: TaskSummary; projectId: string }) {
  const { submitted, skipped, open, available } = task.mine;
  const all = submitted + skipped + open + available;
  const touched = submitted + skipped + open > 0;
  return (
    <Panel
      title={task.name}
      description={
        task.description ? (
          <span className="line-clamp-2" dir="auto">
            {task.description}
          </span>
        ) : undefined
      }
      actions={
        <Suspense>
          <WorkButton task={task} projectId={projectId} />
        </Suspense>
      }
    >
      <OwnPart taskId={task.id} />
      <OwnCalibration task={task} />
      {all === 0 ? (
        <p className="text-small text-soft">{whyNothing(task)}</p>
      ) : (
        <>
          <div className="flex flex-wrap gap-x-5 gap-y-1 pb-2 text-small text-soft">
            <span>
              <span className="font-medium text-ink">{submitted}</span> of {all} submitted
            </span>
            {open > 0 && <span>{open} in progress</span>}
            {skipped > 0 && <span>{skipped} skipped</span>}
            {available > 0 ? <span>{available} to do</span> : open === 0 && <span>nothing left for you</span>}
          </div>
          <Progress value={submitted} max={all} label={`Submitted samples of ${task.name}`} />
          {open + available === 0 && task.counts.samplesWithoutDraft > 0 && (
            <p className="pt-2 text-small text-soft">{waitingForDrafts(task.counts.samplesWithoutDraft)}</p>
          )}
        </>
      )}
      <Suspense>
        <Continuing task={task} />
      </Suspense>
      {touched && <OwnAssignments task={task} projectId={projectId} />}
    </Panel>
  );
}

/** Why there is no sample now, or what to agree to first, once the annotator has asked for this task's next sample. */
function Continuing({ task }: { task: TaskSummary }) {
  const [continued] = useQueryState("continue", parseAsString);
  return continued === task.id && <ContinueWork task={task} />;
}

const waitingForDrafts = (samples: number) =>
  `${figuresOf(samples, "sample")} ${samples === 1 ? "is" : "are"} waiting for drafts; a researcher can start the run that makes them.`;

function whyNothing(task: TaskSummary): string {
  if (task.counts.samples === 0) return "There are no samples in this task yet.";
  if (task.publishedSet === null) return "The criteria of this task are not published yet.";
  if (task.counts.samplesWithoutDraft > 0) return waitingForDrafts(task.counts.samplesWithoutDraft);
  return "There is nothing left for you: every sample has enough annotators.";
}

function WorkButton({ task, projectId }: { task: TaskSummary; projectId: string }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [continued] = useQueryState("continue", parseAsString);
  const { open, available, submitted } = task.mine;
  if (open === 0 && available === 0) return null;
  const goOn = async () => {
    setBusy(true);
    try {
      const { assignmentId, why, gate } = await request("nextAssignment", { params: { taskId: task.id } });
      if (assignmentId !== null) return router.push(`/projects/${projectId}/annotate/${assignmentId}`);
      if (why !== null || gate !== null) router.push(`/projects/${projectId}/annotate?continue=${task.id}`);
      else toast.info("There is nothing left for you: someone just took the last sample.");
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "No sample could be opened.");
    }
    setBusy(false);
  };
  return (
    // Once it has led to what comes first, that is the next thing to press.
    <Button
      variant={continued === task.id ? "secondary" : "primary"}
      busy={busy}
      onClick={goOn}
      aria-label={`${open > 0 ? "Continue" : "Start"}: ${task.name}`}
    >
      {open > 0 ? "Continue" : submitted > 0 ? "Next sample" : "Start"}
    </Button>
  );
}
