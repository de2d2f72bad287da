"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { PreparedExport } from "@/lib/domain/prepared-export";
import type { TaskSummary } from "@/lib/domain/project";
import { bytes, percent } from "../charts/format";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { Panel } from "../ui/panel";
import { Progress } from "../ui/progress";
import { formatLabel } from "./export-formats";

const pollMs = 1000;
const isGoing = ({ status }: PreparedExport) => status === "waiting" || status === "running";

/** The files that were prepared, or are being, newest first; nothing while there are none. */
export function PreparedExports({ projectId, tasks }: { projectId: string; tasks: readonly TaskSummary[] }) {
  const prepared = useQuery({
    ...endpointQuery("listPreparedExports", { params: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isGoing) ? pollMs : false),
  });
  if (prepared.isError)
    return <ErrorState title="The prepared files could not be loaded" error={prepared.error} onRetry={() => void prepared.refetch()} />;
  if (prepared.isPending || prepared.data.items.length === 0) return null;
  return (
    <Panel title="Prepared files" description="You can leave this page while a file is being prepared.">
      <ul className="divide-y" aria-label="Prepared files">
        {prepared.data.items.map((one) => (
          <PreparedFile key={one.id} prepared={one} taskName={tasks.find(({ id }) => id === one.taskId)?.name ?? "All tasks"} />
        ))}
      </ul>
    </Panel>
  );
}

function PreparedFile({ prepared, taskName }: { prepared: PreparedExport; taskName: string }) {
  const discard = useEndpointMutation("discardPreparedExport", { refresh: ["listPreparedExports"] });
  const params = { exportId: prepared.id };
  const name = `${formatLabel(prepared.format)}, ${prepared.format === "redline" ? "whole project" : taskName}`;
  const going = isGoing(prepared);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-64">
        <p className="text-body font-medium wrap-anywhere">{name}</p>
        <Standing prepared={prepared} />
        {going && (
          <Progress
            className="mt-2"
            label={`Preparing ${name}`}
            value={prepared.progress === null ? null : Math.round(prepared.progress * 100)}
          />
        )}
        {discard.isError && <ErrorState className="mt-2" title="It could not be deleted" error={discard.error} />}
      </div>
      <div className="flex gap-2">
        <Button aria-label={`${going ? "Cancel" : "Delete"} ${name}`} busy={discard.isPending} onClick={() => discard.mutate({ params })}>
          {going ? "Cancel" : "Delete"}
        </Button>
        {prepared.status === "done" && (
          <Button asChild variant="primary">
            <a href={endpointUrl("downloadPreparedExport", { params })} aria-label={`Download the prepared ${name}`} download>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        )}
      </div>
    </li>
  );
}

function Standing({ prepared: { status, progress, size, error, expiresAt } }: { prepared: PreparedExport }) {
  if (status === "failed") return <p className="text-small wrap-anywhere text-removed">Failed: {error}</p>;
  if (status === "done")
    return (
      <p className="text-small text-soft">
        {bytes(size)}, until {expiresAt !== null && <Moment at={expiresAt} />}
      </p>
    );
  const share = progress === null ? "" : `${percent(progress)}, `;
  return (
    <p className="text-small text-soft" role="status">
      {status === "waiting" ? "Waiting for the worker" : `${share}${bytes(size)} so far`}
    </p>
  );
}
