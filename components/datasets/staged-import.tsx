"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ImportSummary } from "@/lib/domain/import";
import { figuresOf, percent } from "../charts/format";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Progress } from "../ui/progress";
import { ImportPreview, Warnings } from "./import-preview";
import { countSentence } from "./import-words";
import { MapColumns } from "./map-columns";
import { ProblemsTable } from "./problems-table";

interface StepProps {
  projectId: string;
  summary: ImportSummary;
  /** Back to choosing a file. */
  onLeave: () => void;
}

/** An uploaded import: being checked, ready for review, being written, written or failed. */
export function StagedImport({ projectId, summary, onLeave }: StepProps) {
  useRefreshWhenDone(summary.status);
  const commit = useEndpointMutation("commitImport", { refresh: ["getImport", "listImports"] });
  const discard = useEndpointMutation("discardImport", { refresh: ["listImports"] });
  const params = { importId: summary.id };
  // Its choices begin anew once the file has been read with other columns. Several tables have different columns.
  const table = summary.columns.length === 1 ? summary.columns[0] : undefined;
  if (summary.status === "staging" || summary.status === "running") return <UnderWay summary={summary} />;
  if (summary.status === "staged") {
    return (
      <div className="flex flex-col gap-6">
        <ImportPreview
          summary={summary}
          columns={
            table !== undefined && <MapColumns key={JSON.stringify(table.mapping)} projectId={projectId} summary={summary} found={table} />
          }
          busy={commit.isPending || discard.isPending}
          onCommit={(body) => commit.mutate({ params, body })}
          onDiscard={() => discard.mutate({ params }, { onSuccess: onLeave })}
        />
        {(commit.isError || discard.isError) && (
          <ErrorState title="It could not be done; nothing was written" error={commit.error ?? discard.error} />
        )}
      </div>
    );
  }
  return <Finished projectId={projectId} summary={summary} onLeave={onLeave} />;
}

/** An import's data shows on every other page, so their cached data is refetched once it ends. */
function useRefreshWhenDone(status: ImportSummary["status"]) {
  const client = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    if (status === "done" || status === "undone") {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "getImport" && queryKey[0] !== "session" });
    }
  }, [client, status]);
}

function UnderWay({ summary }: { summary: ImportSummary }) {
  const doing = summary.status === "staging" ? "Checking" : "Writing";
  const share = summary.progress;
  return (
    <div className="flex min-h-32 flex-col justify-center gap-3 rounded-panel border bg-card px-6" role="status">
      <p className="wrap-anywhere text-body">
        {doing} {summary.fileName}
        {share !== null && `, ${percent(share)}`}
      </p>
      <Progress label={doing} value={share === null ? null : Math.round(share * 100)} />
      <p className="text-small text-soft">You can leave this page: the import continues and is listed under Settings, Imports.</p>
    </div>
  );
}

function Finished({ projectId, summary, onLeave }: StepProps) {
  const undo = useEndpointMutation("undoImport", { refresh: ["getImport", "listImports"] });
  const failed = summary.status === "failed";
  const skipped = summary.counts.skippedRows === 0 ? "" : ` ${figuresOf(summary.counts.skippedRows, "invalid row")} left out.`;
  const left = summary.counts.samplesChanged - summary.counts.samplesUpdated;
  const kept = left === 0 ? "" : ` ${figuresOf(left, "changed sample")} left as before.`;
  const sentence = {
    done: `Imported from ${summary.fileName}: ${countSentence(summary.counts)}.${skipped}${kept}`,
    failed: `${summary.fileName} was not imported, and nothing of it was written. ${summary.error ?? ""}`,
    undone: `The import of ${summary.fileName} was undone.`,
  }[summary.status as "done" | "failed" | "undone"];
  return (
    <div className="flex flex-col gap-6">
      <Banner tone={failed ? "bad" : summary.status === "done" ? "good" : "caution"}>
        <p className="wrap-anywhere">{sentence}</p>
      </Banner>
      <div className="flex flex-wrap gap-2">
        {summary.status === "done" && (
          <>
            <Button asChild variant="primary">
              <Link href={`/projects/${projectId}/tasks`}>Go to tasks</Link>
            </Button>
            {summary.counts.ratings > 0 && (
              <Button asChild>
                <Link href={`/projects/${projectId}/report`}>Read the report</Link>
              </Button>
            )}
          </>
        )}
        <Button onClick={onLeave}>Import another file</Button>
        {summary.undoable && (
          <Button variant="danger" busy={undo.isPending} onClick={() => undo.mutate({ params: { importId: summary.id } })}>
            Undo this import
          </Button>
        )}
      </div>
      {undo.isError && <ErrorState title="The import could not be undone" error={undo.error} />}
      {summary.problemCount > 0 && <ProblemsTable problems={summary.problems} problemCount={summary.problemCount} />}
      <Warnings warnings={summary.warnings} />
    </div>
  );
}
