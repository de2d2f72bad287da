"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { endpointPages, endpointQuery } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import type { Scale } from "@/lib/domain/criterion";
import { labelsOf } from "@/lib/domain/labels";
import type { TaskSummary } from "@/lib/domain/project";
import type { UnitQuery } from "@/lib/domain/unit-query";
import type { Counted, SelectedUnit } from "@/lib/domain/unit-selection";
import { withheldWords } from "@/lib/domain/withheld";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { plainCriterionName } from "../words/criterion-name";
import { leftOutWords } from "../words/left-out-words";
import { scoreName } from "../words/score-name";
import { reportHref, sampleHref } from "./sample-address";
import { countWords, selectionWords } from "./selection-words";

/** The units behind a figure of the report, with the figure's n. */
export function UnitList({ task, units: query }: { task: TaskSummary; units: UnitQuery }) {
  const parameters = useSearchParams();
  const [sort, setSort] = useQueryState("sort", parseAsString.withDefault("import"));
  const list = useInfiniteQuery({
    ...endpointPages("listUnits", { params: { taskId: task.id }, query: { limit: 50, ...query } as InputOf<"listUnits">["query"] & {} }),
    placeholderData: (before) => before,
  });
  const scales = useScales(task);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const counts = list.data?.pages[0]?.counts;
  const leftOut = leftOutWords(list.data?.pages[0]?.leftOut ?? 0);
  const figure = parameters.get("figure");
  const counted = counts && countedWords(parameters, counts[(query.of ?? "units") as Counted], query.of ?? "units");
  // A name can have other labels in another version of the criteria: the listed units say which version it is.
  const listed = rows.find(({ criterion }) => criterion === query.criterion)?.criterionId;
  const chosen = scales.find(({ id, name }) => (listed === undefined ? name === query.criterion : id === listed))?.scale;
  return (
    <>
      <PageHeader
        title={counts === undefined ? "Units" : countWords(counts, query.of)}
        description={
          <>
            {selectionWords(query, chosen ? labelsOf(chosen) : null)}
            {counts && `, in ${figuresOf(counts.samples, "sample")}`}
            {leftOut !== null && ` (${leftOut})`}
            {counted && <span className="mt-1 block">{counted}</span>}
          </>
        }
        actions={
          <>
            <Link className="rounded-mark text-accent underline underline-offset-2" href={reportHref(task.projectId, parameters)}>
              {figure === null ? "Report" : `Report, “${figure}”`}
            </Link>
            <Select
              aria-label="Order"
              className="w-auto"
              value={sort}
              onValueChange={(value) => void setSort(value)}
              options={[
                { value: "import", label: "In order of import" },
                { value: "disagreement", label: "Widest disagreement first" },
              ]}
            />
          </>
        }
      />
      {list.isPending && <SkeletonRows label="Loading the units" rows={10} />}
      {list.isError && <ErrorState title="The units could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState title="No unit matches">
          {leftOut === null
            ? "The report may rest on older ratings than this list. Go back and wait until it has been recomputed."
            : `${leftOut}.`}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <ul className="divide-y overflow-hidden rounded-panel border bg-card">
            {rows.map((unit) => (
              <UnitRow
                key={`${unit.sampleId} ${unit.criterionId}`}
                unit={unit}
                scale={scales.find(({ id }) => id === unit.criterionId)?.scale}
                pair={task.kind === "pairwise"}
                judge={query.judge ?? null}
                of={query.of}
                href={sampleHref(task.projectId, parameters, unit.sampleId, unit.criterionId)}
              />
            ))}
          </ul>
          <div className="flex items-center justify-between gap-4 py-4">
            <p className="text-small text-soft">
              {count(rows.length)} shown{counts && ` of ${count(counts.units)}`}
            </p>
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

/** What a figure's n counts, where that is not what is listed. */
function countedWords(parameters: URLSearchParams, listed: number | undefined, of: string): string | null {
  const [n, what] = [Number(parameters.get("n")), parameters.get("counts")];
  if (what === null || (what === of && n === listed)) return null;
  return `The figure’s n is ${count(n)} and counts ${what}; these are what they are made of.`;
}

/** The criteria of all of a task's sets, since the report may cover an earlier one than is published. */
function useScales(task: TaskSummary) {
  const sets = useQuery(endpointQuery("listCriteriaSets", { params: { taskId: task.id } })).data?.items ?? [];
  return sets.flatMap(({ criteria }) => criteria);
}

interface RowProps {
  unit: SelectedUnit;
  scale: Scale | undefined;
  pair: boolean;
  judge: string | null;
  of: string | undefined;
  href: string;
}

function UnitRow({ unit, scale, pair, judge, of, href }: RowProps) {
  const named = (score: number) => (scale ? scoreName(score, pair, scale) : String(score));
  const systems = [unit.system, unit.systemB].filter((system) => system !== null).join(" / ");
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 py-3 hover:bg-paper focus-visible:-outline-offset-2 sm:grid-cols-[8rem_1fr_auto]"
      >
        <span className="truncate text-small text-soft" title={unit.externalId}>
          {unit.externalId}
        </span>
        <span className="col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:row-start-auto">
          <span className="block truncate text-body">{unit.inputStart}</span>
          <span className="block truncate text-small text-soft">
            {plainCriterionName(unit.criterion)}
            {systems !== "" && ` · ${systems}`}
          </span>
        </span>
        <span className="text-right text-small tabular-nums">
          {unit.withheld && <span className="block max-w-xs text-left text-soft">{withheldWords}</span>}
          {unit.scores.length > 0 && <span className="block">people {unit.scores.map(named).join(", ")}</span>}
          {judge !== null && unit.judgeScore !== null && (
            <span className="block text-soft">
              {judge} {named(unit.judgeScore)}
            </span>
          )}
          {of === "lines" && <span className="block text-soft">{figuresOf(unit.lines, "line")}</span>}
        </span>
      </Link>
    </li>
  );
}
