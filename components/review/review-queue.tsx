"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { endpointPages, endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { type ReviewEntry, reviewState } from "@/lib/domain/review";
import { figuresOf } from "../charts/format";
import { TaskPage } from "../shell/task-page";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { reviewStateWords } from "../words/review-words";

const all = "all";

/** The work of a task that reviewers read, longest waiting first. */
export function ReviewQueuePage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Review">
      {(task, select) => <ReviewQueue key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function ReviewQueue({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const [filter, setFilter] = useQueryStates({ state: parseAsStringLiteral(reviewState.options), annotator: parseAsString });
  const people = useQuery(endpointQuery("readProgress", { params: { taskId: task.id } })).data?.items ?? [];
  const annotator = people.find(({ annotatorId }) => annotatorId === filter.annotator)?.annotatorId;
  const query = { limit: 50, ...(filter.state && { state: filter.state }), ...(annotator && { annotator }) };
  const queue = useInfiniteQuery({
    ...endpointPages("listReviews", { params: { taskId: task.id }, query }),
    placeholderData: (before) => before,
  });
  const rows = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const counts = queue.data?.pages[0]?.counts;
  return (
    <>
      <PageHeader
        title="Review"
        description="Read submitted work, comment on it, and approve it or return it to its annotator."
        actions={select}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          aria-label="State"
          className="w-52"
          value={filter.state ?? all}
          onValueChange={(value) => void setFilter({ state: reviewState.options.find((known) => known === value) ?? null })}
          options={[
            { value: all, label: "Any state" },
            ...reviewState.options.map((value) => ({
              value,
              label: `${reviewStateWords[value].label}${counts ? ` (${counts[value]})` : ""}`,
            })),
          ]}
        />
        <Select
          aria-label="Annotator"
          className="w-44"
          value={annotator ?? all}
          onValueChange={(value) => void setFilter({ annotator: value === all ? null : value })}
          options={[{ value: all, label: "Everyone" }, ...people.map(({ annotatorId, name }) => ({ value: annotatorId, label: name }))]}
        />
      </div>
      {queue.isPending && <SkeletonRows label="Loading the queue" rows={6} />}
      {queue.isError && <ErrorState title="The queue could not be loaded" error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.isSuccess && rows.length === 0 && (
        <EmptyState title="Nothing to review here">
          Submitted samples appear here, except imported ones, exams and samples with known answers.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul aria-label="Work to review" className="divide-y rounded-panel border bg-card">
          {rows.map((entry) => (
            <Entry key={entry.assignmentId} entry={entry} href={`/projects/${task.projectId}/annotate/${entry.assignmentId}`} />
          ))}
        </ul>
      )}
      {queue.hasNextPage && (
        <Button className="mt-3" busy={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Entry({ entry, href }: { entry: ReviewEntry; href: string }) {
  const { label, tone } = reviewStateWords[entry.state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-5 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 text-body">
          <span className="font-medium wrap-anywhere">{entry.annotator}</span>
          <Badge tone={tone}>{label}</Badge>
          {entry.returned > 0 && (
            <span className="text-small text-soft">returned {entry.returned === 1 ? "once" : `${entry.returned} times`}</span>
          )}
        </p>
        <Link href={href} className="block truncate rounded-mark text-small text-soft hover:text-ink">
          <span className="text-accent underline underline-offset-2">{entry.sample.externalId}</span> · {entry.sample.inputStart}
        </Link>
      </div>
      <div className="text-right text-small whitespace-nowrap text-soft">
        {entry.comments > 0 && <span className="block">{figuresOf(entry.comments, "comment")}</span>}
        <Moment at={entry.since} />
      </div>
    </li>
  );
}
