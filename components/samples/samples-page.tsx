"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useDeferredValue } from "react";
import { endpointPages } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import type { TaskSummary } from "@/lib/domain/project";
import { count, figuresOf } from "../charts/format";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { leftOutWords } from "../words/left-out-words";
import { listOf, sampleHref } from "./sample-address";
import { SampleFilters } from "./sample-filters";
import { SampleRow } from "./sample-row";
import { UnitList } from "./unit-list";

/** The samples of a task, or the units behind a figure of its report. */
export function SamplesPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Samples">
      {(task, select) => <Listed key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

function Listed({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const parameters = useSearchParams();
  const { units } = listOf(parameters);
  return units === null ? <Samples task={task} select={select} /> : <UnitList task={task} units={units} />;
}

function Samples({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const parameters = useSearchParams();
  const { query } = useDeferredValue(listOf(parameters));
  const isNarrowed = Object.keys(query).some((name) => name !== "sort");
  const samples = useInfiniteQuery({
    ...endpointPages("listSamples", {
      params: { taskId: task.id },
      query: { limit: 50, ...query } as InputOf<"listSamples">["query"] & {},
    }),
    placeholderData: (before) => before,
  });
  const rows = samples.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = samples.data?.pages[0]?.total ?? null;
  const leftOut = leftOutWords(samples.data?.pages[0]?.leftOut ?? 0);
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
        <SampleFilters task={task} />
      </div>
      {leftOut !== null && <p className="mb-4 text-small text-soft">{leftOut}</p>}
      {samples.isPending && <SkeletonRows label="Loading samples" rows={10} />}
      {samples.isError && (
        <ErrorState title="The samples could not be loaded" error={samples.error} onRetry={() => void samples.refetch()} />
      )}
      {samples.isSuccess &&
        rows.length === 0 &&
        (isNarrowed ? (
          <EmptyState title={query.search ? `Nothing contains “${query.search}”` : "No sample matches"}>
            {query.search ? "Search for fewer or other words, or choose fewer conditions." : "Choose fewer conditions."}
          </EmptyState>
        ) : (
          <EmptyState title="No sample yet" action={importLink}>
            A sample is one {task.inputName} with the {task.kind === "pairwise" ? "two outputs to compare" : `${task.outputName} to judge`}.
            Import them from CSV or JSONL.
          </EmptyState>
        ))}
      {rows.length > 0 && (
        <>
          <ul className="divide-y overflow-hidden rounded-panel border bg-card">
            {rows.map((sample) => (
              <SampleRow key={sample.id} sample={sample} task={task} href={sampleHref(task.projectId, parameters, sample.id)} />
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
