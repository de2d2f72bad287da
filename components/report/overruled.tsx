"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { InputOf } from "@/lib/client/request";
import { figureUnits } from "@/lib/domain/figure-units";
import type { TaskReport } from "@/lib/domain/report";
import type { SelectedUnit } from "@/lib/domain/unit-selection";
import { FigureLink, SampleLink, useFigurePlace } from "../charts/figure-link";
import { count, figuresOf, percent, percentRange } from "../charts/format";
import { ErrorState } from "../ui/error-state";
import { Skeleton } from "../ui/skeleton";
import { plainCriterionName } from "../words/criterion-name";
import { leftOutWords } from "../words/left-out-words";
import { type ReasonRow, reasonRows } from "./draft-rows";

interface OverruledProps {
  judge: string;
  /** What people did with the judge's drafts. */
  done: Parameters<typeof reasonRows>[0];
  /** Those with labels name their scores. */
  criteria: readonly Pick<TaskReport["criteria"][number], "name" | "labels">[];
}

/** Why people overruled the judge, the most frequent reason first; the chosen one has some of its samples beside it, where samples can be opened. */
export function Overruled({ judge, done, criteria }: OverruledProps) {
  const given = reasonRows(done);
  const canOpen = useFigurePlace() !== null;
  const [chosenCode, choose] = useState<string | null>(null);
  const [most] = given;
  if (most === undefined) return null;
  const whyNone = new Set(given.flatMap(({ interval }) => (typeof interval === "string" ? interval : [])));
  const chosen = given.find(({ code }) => code === chosenCode) ?? most;
  return (
    <section aria-labelledby="why-overruled" className="mt-6 border-line border-t pt-4">
      <h3 id="why-overruled" className="text-small font-semibold text-ink">
        Why people overruled it
      </h3>
      <p className="text-small text-soft">{figuresOf(most.total, "reason")} given</p>
      <div className={canOpen ? "mt-2 grid grid-cols-1 gap-4 lg:grid-cols-2" : "mt-2"}>
        <ul className="grid content-start grid-cols-[minmax(6rem,auto)_minmax(4rem,1fr)_auto] gap-x-3">
          {given.map(({ code, words, count: n, total, interval }) => (
            <li
              key={code}
              className={`col-span-3 grid grid-cols-subgrid items-center rounded-mark px-2 py-1.5 text-small ${canOpen && code === chosen.code ? "bg-sunken" : ""}`}
            >
              {canOpen ? (
                <button
                  type="button"
                  aria-pressed={code === chosen.code}
                  aria-controls="overruled-samples"
                  className={`w-fit rounded-mark text-left text-ink wrap-anywhere underline decoration-edge underline-offset-2 ${code === chosen.code ? "font-semibold" : ""}`}
                  onClick={() => choose(code)}
                >
                  {words}
                </button>
              ) : (
                <span className="text-ink wrap-anywhere">{words}</span>
              )}
              <span aria-hidden className="h-2.5">
                <span
                  className={`block h-full rounded-[3px] ${canOpen && code !== chosen.code ? "bg-edge" : "bg-accent"}`}
                  style={{ width: `${(n / most.count) * 100}%` }}
                />
              </span>
              <span className="text-right text-ink tabular-nums">
                <FigureLink units={figureUnits.overruled(judge, code)} n={n} figure="lines overruled" className="underline decoration-edge">
                  {count(n)}
                </FigureLink>{" "}
                <span className="inline-block min-w-14 text-soft">{percent(n / total)}</span>
                {interval !== null && (
                  <span className="block text-label text-soft">
                    {typeof interval === "string" ? "no interval" : percentRange(interval)}
                  </span>
                )}
              </span>
            </li>
          ))}
          {whyNone.size > 0 && <li className="col-span-3 px-2 pt-1 text-label text-soft">{[...whyNone].join(" ")}</li>}
        </ul>
        {canOpen && (
          <div id="overruled-samples" data-screen-only className="rounded-control bg-sunken px-4 py-3">
            <Samples judge={judge} criteria={criteria} reason={chosen} />
          </div>
        )}
      </div>
    </section>
  );
}

/** How many samples are shown beside a reason, and of each how many of the words that people wrote. */
const few = 4;

/** The first units with lines that were overruled for a reason, and the way to all of them. */
function Samples({ judge, criteria, reason }: Pick<OverruledProps, "judge" | "criteria"> & { reason: ReasonRow }) {
  const { code, words, count: n } = reason;
  const { projectId: _, taskId = "", filter } = useFigurePlace() ?? {};
  const units = figureUnits.overruled(judge, code);
  const query = { ...filter, ...units, limit: few } as InputOf<"listUnits">["query"] & {};
  const list = useQuery(endpointQuery("listUnits", { params: { taskId }, query }));
  const leftOut = leftOutWords(list.data?.leftOut ?? 0);
  if (list.isError) return <ErrorState title="The samples could not be loaded" error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
        <span className="text-ink">
          {words}: {figuresOf(n, "line")}
          {list.data && ` in ${figuresOf(list.data.counts.samples, "sample")}`}
          {leftOut !== null && ` (${leftOut})`}
        </span>
        <FigureLink units={units} n={n} figure="lines overruled" className="text-accent underline">
          Read them all
        </FigureLink>
      </p>
      {list.data ? (
        <ul className="mt-1 divide-y">
          {list.data.items.map((unit) => (
            <Sample
              key={`${unit.sampleId} ${unit.criterionId}`}
              unit={unit}
              judge={judge}
              labels={criteria.find(({ name }) => name === unit.criterion)?.labels ?? null}
            />
          ))}
        </ul>
      ) : (
        <div role="status" aria-label="Loading the samples">
          <Skeleton className="mt-2 h-64" />
        </div>
      )}
    </>
  );
}

interface SampleProps {
  unit: SelectedUnit;
  judge: string;
  labels: readonly string[] | null;
}

function Sample({ unit, judge, labels }: SampleProps) {
  const { sampleId, externalId, inputStart, criterion, scores, judgeScore, words } = unit;
  const named = (score: number) => labels?.[score] ?? String(score);
  return (
    <li className="py-2 text-small">
      <p className="flex justify-between gap-4 text-label text-soft">
        <span className="min-w-0 wrap-anywhere">{plainCriterionName(criterion)}</span>
        <span className="max-w-32 shrink-0 truncate">{externalId}</span>
      </p>
      <p className="truncate text-ink">
        <SampleLink sampleId={sampleId}>{inputStart}</SampleLink>
      </p>
      <p className="text-label text-soft tabular-nums wrap-anywhere">
        {judgeScore !== null && `${judge} ${named(judgeScore)}; `}
        {scores.length === 0 ? "no scores of people" : `people ${scores.map(named).join(", ")}`}
      </p>
      {words.slice(0, few).map((written, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same
        <p key={at} className="line-clamp-3 text-ink wrap-anywhere">
          “{written}”
        </p>
      ))}
    </li>
  );
}
