"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointPages } from "@/lib/client/endpoint-query";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { SkeletonRows } from "../ui/skeleton";
import { plainCriterionName } from "../words/criterion-name";
import { ExchangesDialog } from "./exchanges-dialog";

/** A run's failed units, each with the reason and the raw reply. */
export function FailedUnits({ runId, failed }: { runId: string; failed: number }) {
  const [opened, setOpened] = useState<{ id: string; externalId: string } | null>(null);
  const pages = endpointPages("listFailedUnits", { params: { runId }, query: { limit: 20 } });
  // The list grows while the run is in progress, so its key includes the number of failures.
  const units = useInfiniteQuery({ ...pages, queryKey: [...pages.queryKey, failed], placeholderData: keepPreviousData });
  if (units.isPending) return <SkeletonRows label="Loading failed units" rows={3} />;
  if (units.isError)
    return <ErrorState title="The failed units could not be loaded" error={units.error} onRetry={() => void units.refetch()} />;
  const rows = units.data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return <p className="text-small text-soft">There are no failed units left.</p>;
  return (
    <>
      <ul className="divide-y rounded-control border">
        {rows.map((unit) => (
          <li key={`${unit.sample.id} ${unit.criterion.id}`} className="px-4 py-3">
            <p className="text-body">
              <span className="font-medium wrap-anywhere">{unit.sample.externalId}</span>
              <span className="text-soft"> · {plainCriterionName(unit.criterion.name)}</span>
            </p>
            <p className="text-small text-removed">
              {unit.message}
              <span className="text-soft"> ({unit.attempts === 0 ? "not asked" : figuresOf(unit.attempts, "attempt")})</span>
            </p>
            <Button
              variant="link"
              size="small"
              className="mt-1 font-normal"
              aria-label={`What was asked about ${unit.sample.externalId}`}
              onClick={() => setOpened(unit.sample)}
            >
              What was asked
            </Button>
            {unit.rawReply !== null && (
              <details className="mt-1">
                <summary className="w-fit text-small text-soft hover:text-ink">Raw reply</summary>
                <pre className="manuscript mt-2 max-h-72 overflow-auto rounded-control bg-sunken p-3 font-mono text-label" tabIndex={0}>
                  {unit.rawReply === "" ? "(empty)" : unit.rawReply}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex items-center justify-between gap-4">
        <p className="text-small text-soft">
          {rows.length} of {figuresOf(failed, "failed unit")}
        </p>
        {units.hasNextPage && (
          <Button size="small" busy={units.isFetchingNextPage} onClick={() => void units.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
      {opened && <ExchangesDialog runId={runId} sample={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
