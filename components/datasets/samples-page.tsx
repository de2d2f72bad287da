"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsString, useQueryState } from "nuqs";
import { type ReactNode, useDeferredValue } from "react";
import { endpointPages } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import { count, figuresOf } from "../charts/format";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Input } from "../ui/input";
import { PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { SampleItem } from "./sample-item";

/** The samples of a task, in import order. */
export function SamplesPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Samples">
      {(task, select) => <Samples key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Samples({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const asked = useDeferredValue(search.trim());
  const samples = useInfiniteQuery({
    ...endpointPages("listSamples", { params: { taskId: task.id }, query: { limit: 50, ...(asked !== "" && { search: asked }) } }),
    placeholderData: (before) => before,
  });
  const rows = samples.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = samples.data?.pages[0]?.total ?? null;
  const importLink = (
    <Button asChild variant={task.counts.samples === 0 ? "primary" : "secondary"}>
      <Link href={`/projects/${task.projectId}/samples/import?task=${task.id}`}>Import samples</Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Samples"
        description={`${figuresOf(task.counts.samples, "sample")} of ${figuresOf(task.counts.inputs, "input")} in ${task.name}`}
        actions={importLink}
      />
      <div className="mb-4 flex flex-wrap gap-2">
        {select}
        <Input
          type="search"
          aria-label="Search samples"
          placeholder="Search inputs, outputs, ids and systems"
          className="max-w-md grow basis-64"
          value={search}
          onChange={(event) => void setSearch(event.target.value || null)}
        />
      </div>
      {samples.isPending && <SkeletonRows label="Loading samples" rows={10} />}
      {samples.isError && (
        <ErrorState title="The samples could not be loaded" error={samples.error} onRetry={() => void samples.refetch()} />
      )}
      {samples.isSuccess &&
        rows.length === 0 &&
        (asked === "" ? (
          <EmptyState title="No sample yet" action={importLink}>
            A sample is one {task.inputName} with the {task.kind === "pairwise" ? "two outputs to compare" : `${task.outputName} to judge`}.
            Import them from CSV or JSONL.
          </EmptyState>
        ) : (
          <EmptyState title={`Nothing contains “${asked}”`}>Search for fewer or other words.</EmptyState>
        ))}
      {rows.length > 0 && (
        <>
          <ul className="divide-y overflow-hidden rounded-panel border bg-card">
            {rows.map((sample) => (
              <SampleItem key={sample.id} sample={sample} task={task} />
            ))}
          </ul>
          <div className="flex items-center justify-between gap-4 py-4">
            <p className="text-small text-soft">
              {count(rows.length)} shown{total !== null && ` of ${count(total)}`}
            </p>
            {samples.hasNextPage && (
              <Button busy={samples.isFetchingNextPage} onClick={() => void samples.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
