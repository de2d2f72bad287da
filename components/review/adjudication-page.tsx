"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { endpointPages, endpointQuery } from "@/lib/client/endpoint-query";
import { adjudicationState, type DisputedUnit } from "@/lib/domain/adjudication";
import type { TaskSummary } from "@/lib/domain/project";
import { count, decimals, figuresOf, percent } from "../charts/format";
import { TaskPage } from "../shell/task-page";
import { Button } from "../ui/button";
import { cn } from "../ui/cn";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Kbd } from "../ui/kbd";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { usePageKeys } from "../ui/use-page-keys";
import { DisputedUnitView } from "./disputed-unit-view";

const all = "all";
const stateWords = { open: "To adjudicate", begun: "Begun by you", adjudicated: "Adjudicated" } as const;

/** The units of a task on which people disagree, one after the other, most disputed first. */
export function AdjudicationPage({ projectId }: { projectId: string }) {
  return (
    <TaskPage projectId={projectId} title="Adjudicate">
      {(task, select) => <Adjudication key={task.id} task={task} select={select} />}
    </TaskPage>
  );
}

/** At most two decimals, and none for a whole number. */
const points = (value: number) => (Number.isInteger(value) ? count(value) : decimals(value));

const keyOf = ({ sampleId, criterionId }: DisputedUnit) => `${sampleId}.${criterionId}`;

function Adjudication({ task, select }: { task: TaskSummary; select: ReactNode }) {
  const [place, setPlace] = useQueryStates({
    state: parseAsStringLiteral(adjudicationState.options).withDefault("open"),
    criterion: parseAsString,
    unit: parseAsString,
  });
  const query = { limit: 50, state: place.state, ...(place.criterion && { criterion: place.criterion }) };
  // The list stays as it is while its units are labelled, so that the next one is the next one.
  const queue = useInfiniteQuery({ ...endpointPages("listAdjudications", { params: { taskId: task.id }, query }), staleTime: 60_000 });
  const units = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const chosen = units.find((unit) => keyOf(unit) === place.unit) ?? units.find(({ own }) => !own) ?? units[0];
  const step = (by: 1 | -1) => {
    const next = chosen && units[units.indexOf(chosen) + by];
    if (next) void setPlace({ unit: keyOf(next) });
  };
  usePageKeys({ j: () => step(1), k: () => step(-1) });
  const counts = queue.data?.pages[0]?.counts;
  return (
    <>
      <PageHeader
        title="Adjudicate"
        description="Units with two or more ratings, by the distance between the highest and the lowest, then by the mean difference of two; two different labels count as one point. You give a label before you see the judge's draft, then confirm or change it."
        actions={select}
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          aria-label="State"
          className="w-52"
          value={place.state}
          onValueChange={(value) =>
            void setPlace({ state: adjudicationState.options.find((known) => known === value) ?? null, unit: null })
          }
          options={adjudicationState.options.map((value) => ({
            value,
            label: `${stateWords[value]}${counts ? ` (${counts[value]})` : ""}`,
          }))}
        />
        <CriterionSelect task={task} value={place.criterion} onChoose={(criterion) => void setPlace({ criterion, unit: null })} />
        <span className="ml-auto text-small text-soft max-md:hidden">
          <Kbd>J</Kbd> next, <Kbd>K</Kbd> previous
        </span>
      </div>
      {queue.isPending && <SkeletonRows label="Loading the queue" rows={8} />}
      {queue.isError && <ErrorState title="The queue could not be loaded" error={queue.error} onRetry={() => void queue.refetch()} />}
      {queue.isSuccess && chosen === undefined && (
        <EmptyState title="Nothing to adjudicate here">A unit appears once two people have submitted a rating of it.</EmptyState>
      )}
      {chosen && (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <details open className="lg:contents">
            <summary className="mb-2 text-small text-accent lg:hidden">{figuresOf(units.length, "unit")}</summary>
            <div>
              <ol aria-label="Units" className="max-h-[70dvh] divide-y overflow-y-auto rounded-panel border bg-card max-lg:max-h-52">
                {units.map((unit) => (
                  <li key={keyOf(unit)}>
                    <button
                      type="button"
                      aria-current={unit === chosen ? "true" : undefined}
                      onClick={() => void setPlace({ unit: keyOf(unit) })}
                      className={cn(
                        "block w-full px-3 py-2 text-left text-small hover:bg-sunken focus-visible:-outline-offset-2",
                        unit === chosen && "bg-accent-soft",
                      )}
                    >
                      <span className="block truncate font-medium">
                        Sample {unit.number} · {unit.criterion}
                      </span>
                      <span className="text-soft">
                        {unit.labelled ? `${percent(unit.meanDifference)} of pairs differ` : `range ${points(unit.range)}`},{" "}
                        {figuresOf(unit.ratings, "rating")}
                        {unit.own && ", yours"}
                      </span>
                    </button>
                  </li>
                ))}
              </ol>
              {queue.hasNextPage && (
                <Button size="small" className="mt-2" busy={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
                  Show more
                </Button>
              )}
            </div>
          </details>
          <DisputedUnitView key={keyOf(chosen)} task={task} unit={chosen} onDone={() => step(1)} />
        </div>
      )}
    </>
  );
}

function CriterionSelect({ task, value, onChoose }: { task: TaskSummary; value: string | null; onChoose: (id: string | null) => void }) {
  const sets = useQuery(endpointQuery("listCriteriaSets", { params: { taskId: task.id } })).data?.items ?? [];
  const criteria = sets.find(({ id }) => id === task.publishedSet?.id)?.criteria ?? [];
  return (
    <Select
      aria-label="Criterion"
      className="w-52"
      value={value ?? all}
      onValueChange={(chosen) => onChoose(chosen === all ? null : chosen)}
      options={[{ value: all, label: "All criteria" }, ...criteria.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}
