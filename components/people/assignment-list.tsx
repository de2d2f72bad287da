"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { endpointPages } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type AssignmentSummary, assignmentStatus } from "@/lib/domain/assignment";
import type { AnnotatorProgress, TaskSummary } from "@/lib/domain/project";
import { count } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";

const everybody = "all";
const words = { open: "in progress", submitted: "submitted", skipped: "skipped", released: "released" } as const;
const tones = { open: "accent", submitted: "good", skipped: "caution", released: "quiet" } as const;
const statusOptions = [
  { value: everybody, label: "Any state" },
  ...assignmentStatus.options.map((value) => ({ value, label: words[value].charAt(0).toUpperCase() + words[value].slice(1) })),
];

/** A task's assignments, newest work first; stuck ones can be returned to the queue. */
export function AssignmentList({ task, annotators }: { task: TaskSummary; annotators: AnnotatorProgress[] }) {
  const [filter, setFilter] = useQueryStates({ status: parseAsStringLiteral(assignmentStatus.options), annotator: parseAsString });
  const annotator = annotators.find(({ annotatorId }) => annotatorId === filter.annotator)?.annotatorId;
  const query = { limit: 50, ...(filter.status && { status: filter.status }), ...(annotator && { annotator }) };
  const assignments = useInfiniteQuery({
    ...endpointPages("listAssignments", { params: { taskId: task.id }, query }),
    placeholderData: (before) => before,
  });
  const rows = assignments.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Assignments">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-title">Assignments</h2>
        <Select
          aria-label="Annotator"
          className="w-44"
          value={annotator ?? everybody}
          onValueChange={(value) => void setFilter({ annotator: value === everybody ? null : value })}
          options={[
            { value: everybody, label: "Everyone" },
            ...annotators.map(({ annotatorId, name }) => ({ value: annotatorId, label: name })),
          ]}
        />
        <Select
          aria-label="State"
          className="w-36"
          value={filter.status ?? everybody}
          onValueChange={(value) => void setFilter({ status: assignmentStatus.options.find((known) => known === value) ?? null })}
          options={statusOptions}
        />
      </div>
      {assignments.isPending && <SkeletonRows label="Loading assignments" rows={6} />}
      {assignments.isError && (
        <ErrorState title="The assignments could not be loaded" error={assignments.error} onRetry={() => void assignments.refetch()} />
      )}
      {assignments.isSuccess && rows.length === 0 && (
        <EmptyState title="No matching assignments">Choose another annotator or state.</EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="divide-y rounded-panel border bg-card">
          {rows.map((assignment) => (
            <AssignmentRow key={assignment.id} projectId={task.projectId} assignment={assignment} />
          ))}
        </ul>
      )}
      {assignments.hasNextPage && (
        <Button className="mt-3" busy={assignments.isFetchingNextPage} onClick={() => void assignments.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

function AssignmentRow({ projectId, assignment }: { projectId: string; assignment: AssignmentSummary }) {
  const release = useEndpointMutation("releaseAssignment", { refresh: ["listAssignments", "readProgress", "listTasks"] });
  const lapsed = assignment.status === "open" && assignment.leasedUntil !== null && Date.parse(assignment.leasedUntil) < Date.now();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 text-body">
          <span className="font-medium">{assignment.annotator}</span>
          <Badge tone={tones[assignment.status]}>{words[assignment.status]}</Badge>
          {lapsed && <Badge tone="caution">time expired</Badge>}
          {assignment.returned && <Badge tone="caution">returned</Badge>}
          {assignment.arm === "blind" && <Badge tone="quiet">without draft</Badge>}
        </p>
        <p className="truncate text-small text-soft">
          <Link className="text-accent underline underline-offset-2" href={`/projects/${projectId}/annotate/${assignment.id}`}>
            {assignment.sample.externalId}
          </Link>{" "}
          · {assignment.sample.inputStart}
        </p>
        {assignment.flag !== null && <p className="text-small wrap-anywhere text-caution">Flagged: {assignment.flag}</p>}
        {assignment.skipReason !== null && <p className="text-small wrap-anywhere text-caution">Skipped: {assignment.skipReason}</p>}
        {release.isError && <p className="text-small text-removed">{release.error.message}</p>}
      </div>
      <div className="text-right text-small whitespace-nowrap text-soft">
        {count(assignment.complete)} of {count(assignment.criteria)} criteria
        <Moment className="block" at={assignment.updatedAt} />
      </div>
      {assignment.status === "open" && (
        <Button size="small" busy={release.isPending} onClick={() => release.mutate({ params: { assignmentId: assignment.id } })}>
          Release
        </Button>
      )}
    </li>
  );
}
