"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { endpointPages } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { AssignmentStatus, AssignmentSummary } from "@/lib/domain/assignment";
import type { TaskSummary } from "@/lib/domain/project";

const statusWords: Record<AssignmentStatus, string> = {
  open: "in progress",
  submitted: "submitted",
  skipped: "skipped",
  released: "back in the queue",
};
const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** The annotator's own samples of a task, newest first, to view or reopen. */
export function OwnAssignments({ task, projectId }: { task: TaskSummary; projectId: string }) {
  const [shown, setShown] = useState(false);
  return (
    <details className="mt-4" onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="w-fit rounded-mark text-small text-accent">
        Your samples<span className="sr-only"> of {task.name}</span>
      </summary>
      {shown && <Assignments task={task} projectId={projectId} />}
    </details>
  );
}

function Assignments({ task, projectId }: { task: TaskSummary; projectId: string }) {
  const list = useInfiniteQuery(endpointPages("listAssignments", { params: { taskId: task.id }, query: { mine: "true", limit: 50 } }));
  if (list.error)
    return <ErrorState title="Your samples could not be loaded" error={list.error} onRetry={() => list.refetch()} className="mt-3" />;
  if (!list.data) return <SkeletonRows label="Loading your samples" rows={3} className="mt-3" />;
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <div className="mt-2">
      <ul className="divide-y border-y">
        {items.map((assignment) => (
          <Entry key={assignment.id} assignment={assignment} href={`/projects/${projectId}/annotate/${assignment.id}`} />
        ))}
      </ul>
      {items.length === 0 && <p className="py-3 text-small text-soft">You have no samples in this task.</p>}
      {list.hasNextPage && (
        <Button size="small" className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Entry({ assignment, href }: { assignment: AssignmentSummary; href: string }) {
  const router = useRouter();
  const reopen = useEndpointMutation("reopenAssignment", { refresh: ["listAssignments", "listTasks"] });
  const onReopen = async () => {
    try {
      await reopen.mutateAsync({ params: { assignmentId: assignment.id } });
      router.push(href);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "It could not be reopened.");
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <Link href={href} className="min-w-0 grow basis-56 rounded-mark hover:underline">
        <span className="block truncate" dir="auto">
          {assignment.sample.inputStart || `Sample ${assignment.sample.externalId}`}
        </span>
        <span className="block truncate text-small text-soft">
          Sample {assignment.sample.externalId} · <time dateTime={assignment.updatedAt}>{time.format(new Date(assignment.updatedAt))}</time>
        </span>
      </Link>
      {assignment.returned && <Badge tone="caution">returned by a reviewer</Badge>}
      {assignment.flag !== null && <Badge tone="caution">flagged</Badge>}
      <span className="text-small text-soft">
        {assignment.complete} of {assignment.criteria}
      </span>
      <Badge tone={assignment.status === "submitted" ? "good" : "plain"}>{statusWords[assignment.status]}</Badge>
      {assignment.status !== "open" && (
        <Button size="small" className="w-20" busy={reopen.isPending} onClick={onReopen}>
          Reopen
        </Button>
      )}
    </li>
  );
}
