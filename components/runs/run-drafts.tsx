"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointPages, endpointQuery } from "@/lib/client/endpoint-query";
import type { RunDraft } from "@/lib/domain/exchange";
import type { Run } from "@/lib/domain/judge";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import { decimals, figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "../ui/table";
import { plainCriterionName } from "../words/criterion-name";
import { isGoing } from "../words/run-words";
import { DraftDetails } from "./draft-details";
import { ExchangesDialog } from "./exchanges-dialog";

/** A run's drafts in sample order, each with a link to the requests behind it. */
export function RunDrafts({ run }: { run: Run }) {
  const [sample, setSample] = useState<RunDraft["sample"] | null>(null);
  const task = useQuery(endpointQuery("getTask", { params: { taskId: run.taskId } }));
  const ofPairs = task.data?.kind === "pairwise";
  const made = run.units.done + run.units.dropped;
  const pages = endpointPages("listRunDrafts", { params: { runId: run.id }, query: { limit: 25 } });
  // The list grows while the run is in progress, so its key includes the number of drafts.
  const drafts = useInfiniteQuery({ ...pages, queryKey: [...pages.queryKey, made], placeholderData: keepPreviousData });
  const rows = drafts.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel title="Drafts">
      {drafts.isPending && <SkeletonRows label="Loading drafts" rows={3} />}
      {drafts.isError && <ErrorState title="The drafts could not be loaded" error={drafts.error} onRetry={() => void drafts.refetch()} />}
      {drafts.isSuccess && rows.length === 0 && <p className="text-small text-soft">{isGoing(run) ? "None yet." : "None."}</p>}
      {rows.length > 0 && (
        <Table label="Drafts of the run">
          <TableHead>
            <tr>
              <HeaderCell>Sample and criterion</HeaderCell>
              <HeaderCell numeric>{ofPairs ? "Better" : "Score"}</HeaderCell>
              <HeaderCell>What it says</HeaderCell>
            </tr>
          </TableHead>
          <TableBody>
            {rows.map((draft) => (
              <DraftRow key={draft.id} draft={draft} ofPairs={ofPairs} onOpen={() => setSample(draft.sample)} />
            ))}
          </TableBody>
        </Table>
      )}
      {drafts.hasNextPage && (
        <div className="mt-3 flex items-center justify-between gap-4">
          <p className="text-small text-soft">The first {figuresOf(rows.length, "draft")}</p>
          <Button size="small" busy={drafts.isFetchingNextPage} onClick={() => void drafts.fetchNextPage()}>
            Show more drafts
          </Button>
        </div>
      )}
      {sample && <ExchangesDialog runId={run.id} sample={sample} onClose={() => setSample(null)} />}
    </Panel>
  );
}

interface DraftRowProps {
  draft: RunDraft;
  /** Whether the score is a preference between two outputs. */
  ofPairs: boolean;
  onOpen: () => void;
}

function DraftRow({ draft, ofPairs, onOpen }: DraftRowProps) {
  const { sample, criterion, score, label, text, dropped, cached, asked } = draft;
  return (
    <TableRow>
      <Cell className="min-w-32 wrap-anywhere sm:w-56">
        {sample.externalId}
        <span className="block text-small text-soft">
          {plainCriterionName(criterion.name)}
          {criterion.ownToSample && ", of this sample alone"}
        </span>
      </Cell>
      <Cell numeric>
        {score === null ? (
          <span className="text-soft">none</span>
        ) : ofPairs ? (
          preferenceOf(score)
        ) : label !== null ? (
          <span className="wrap-anywhere">{label}</span>
        ) : (
          <>
            {Number.isInteger(score) ? score : decimals(score)}
            <span className="block text-label text-soft">
              {criterion.min} to {criterion.max}
            </span>
          </>
        )}
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {dropped !== null && <Badge tone="caution">dropped</Badge>}
          {cached && <Badge tone="quiet">from an earlier answer</Badge>}
          <span className="line-clamp-2 text-small">{dropped !== null && dropped !== "" ? dropped : text}</span>
        </span>
        {draft.details !== null && <DraftDetails details={draft.details} ofPairs={ofPairs} />}
        {asked && (
          <Button
            variant="link"
            size="small"
            className="mt-0.5 font-normal"
            onClick={onOpen}
            aria-label={`What was asked about ${sample.externalId}`}
          >
            What was asked
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}
