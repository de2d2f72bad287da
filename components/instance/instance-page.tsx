"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";
import { DatabasePanel } from "./database-panel";
import { QueuePanel } from "./queue-panel";
import { RetentionPanel } from "./retention-panel";
import { StatePanel } from "./state-panel";
import { StoragePanel } from "./storage-panel";

const refreshMs = 10_000;

/** The state of this installation in pictures, with the figures of /metrics, and how long it keeps what is not work. */
export function InstancePage() {
  const session = useQuery(sessionQuery());
  return (
    <PageBody className="max-w-5xl">
      <PageHeader title="Instance" description="How this installation is doing, and how long it keeps what is not people's work." />
      {session.isPending && <SkeletonRows label="Loading the instance" rows={6} />}
      {session.data?.user.instanceAdmin === false && (
        <EmptyState title="This page is for administrators of this installation">Ask one of them how it is doing.</EmptyState>
      )}
      {session.data?.user.instanceAdmin && <State />}
    </PageBody>
  );
}

function State() {
  const state = useQuery({ ...endpointQuery("readInstance", {}), refetchInterval: refreshMs });
  if (state.isPending) return <SkeletonRows label="Loading the instance" rows={6} />;
  if (state.isError) return <ErrorState title="The instance could not be read" error={state.error} onRetry={() => void state.refetch()} />;
  const { figures, workers, slowStatements, projects, retention, readAt } = state.data;
  return (
    <div className="flex flex-col gap-6">
      <StatePanel figures={figures} />
      <QueuePanel figures={figures} workers={workers} />
      <StoragePanel projects={projects} />
      <DatabasePanel figures={figures} slowStatements={slowStatements} />
      <RetentionPanel key={JSON.stringify(retention)} retention={retention} />
      <p className="text-small text-soft">
        Read <Moment at={readAt} />, and again every ten seconds. Programs read the same figures at /metrics.
      </p>
    </div>
  );
}
