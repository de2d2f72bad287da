"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { FrozenSummary } from "@/lib/domain/frozen-report";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { closeUnopened, onDemand } from "../ui/on-demand";
import { Panel } from "../ui/panel";
import { narrowingWords } from "../words/narrowing-words";
import { isNarrowed, type NarrowedTask } from "./not-narrowed";

const ConfirmByNameDialog = onDemand(async () => (await import("../ui/confirm-by-name-dialog")).ConfirmByNameDialog);

/** A task's frozen reports, however the report above is narrowed: opened, downloaded, and by admins deleted. Nothing while there are none. */
export function FrozenReportsPanel({ projectId, report }: { projectId: string; report: NarrowedTask }) {
  const frozen = useQuery(endpointQuery("listFrozenReports", { params: { projectId } }));
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  const [deleting, setDeleting] = useState<FrozenSummary | null>(null);
  const remove = useEndpointMutation("deleteFrozenReport", { refresh: ["listFrozenReports"] });
  if (frozen.isError)
    return <ErrorState title="The frozen reports could not be loaded" error={frozen.error} onRetry={() => void frozen.refetch()} />;
  const items = frozen.data?.items.filter((item) => item.taskId === report.taskId) ?? [];
  if (items.length === 0) return null;
  return (
    <Panel
      title="Frozen reports"
      description={[
        "Kept as they were, with the data behind them. “redline report --from” recomputes a downloaded one and names each figure that differs.",
        ...(isNarrowed(report) ? ["All of the task, however this report is narrowed."] : []),
      ].join(" ")}
    >
      <ul className="divide-y">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 grow basis-64">
              <Link href={`/reports/frozen/${item.id}`} className="text-body font-medium wrap-anywhere underline underline-offset-4">
                {item.name}
              </Link>
              <p className="text-small text-soft">
                <Moment at={item.frozenAt} />
                {item.frozenBy !== null && `, by ${item.frozenBy}`}
                {isNarrowed(item) && `, only ${narrowingWords(item.filter)}`}
                {" · "}
                <span title={item.hash} className="font-mono">
                  SHA-256 {item.hash.slice(0, 12)}…
                </span>
              </p>
            </div>
            <Button asChild size="small">
              <a href={endpointUrl("exportFrozenReport", { params: { frozenId: item.id } })} download aria-label={`Download ${item.name}`}>
                <Download aria-hidden />
                Download
              </a>
            </Button>
            {project.data?.role === "admin" && (
              <Button size="small" variant="quiet" aria-label={`Delete ${item.name}`} onClick={() => setDeleting(item)}>
                <Trash2 aria-hidden />
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmByNameDialog
          open
          onOpenChange={() => setDeleting(null)}
          onMissing={closeUnopened(() => setDeleting(null))}
          title="Delete this frozen report?"
          name={deleting.name}
          confirmLabel="Delete"
          onConfirm={() => remove.mutateAsync({ params: { frozenId: deleting.id } })}
        >
          The report, its data and its address are gone for good; papers that cite it can no longer be checked against it. The deletion is
          logged.
        </ConfirmByNameDialog>
      )}
    </Panel>
  );
}
