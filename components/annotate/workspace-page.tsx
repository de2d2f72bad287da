"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Activity, useEffect, useEffectEvent, useState } from "react";
import { TopLine } from "@/components/shell/top-line";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageBody } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import type { ShowSample } from "./use-desk";
import { Workspace } from "./workspace";

/**
 * Opens the workspace on an assignment: on the one handed over when the last was submitted, without asking again, or loads it. A prepared one is shown at
 * once; behind it the last stays as it is, and comes back if it cannot be submitted.
 */
export function WorkspacePage({ projectId }: { projectId: string }) {
  const assignmentId = usePathname().split("/").at(-1) ?? "";
  const [handed, setHanded] = useState<OpenedAssignment | null>(null);
  const arrive = useEffectEvent((_: string) => setHanded(null));
  useEffect(() => arrive(assignmentId), [assignmentId]);
  const show: ShowSample = (next) => {
    setHanded(next);
    if (next === null || next.status === "prepared") return;
    // The address changes without asking the server for a page that would hold nothing new.
    window.history.pushState(null, "", `/projects/${projectId}/annotate/${next.id}`);
  };
  const opened = useQuery({
    ...endpointQuery("openAssignment", { params: { assignmentId } }),
    ...(handed?.id === assignmentId && { initialData: handed }),
    // The screen is newer than a refetch would be; the next visit loads fresh data.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (opened.data) {
    const inFront = handed !== null && handed.id !== assignmentId ? handed : null;
    return [opened.data, ...(inFront ? [inFront] : [])].map((sample) => (
      <Activity key={keyOf(sample)} mode={inFront === null || sample === inFront ? "visible" : "hidden"}>
        <Workspace opened={sample} show={show} />
      </Activity>
    ));
  }
  if (opened.error) {
    return (
      <>
        <TopLine />
        <PageBody>
          <h1 className="sr-only">Sample</h1>
          <ErrorState title="This sample could not be opened" error={opened.error} onRetry={() => opened.refetch()} />
          <Button asChild variant="link" className="mt-4">
            <Link href={`/projects/${projectId}/annotate`}>All tasks</Link>
          </Button>
        </PageBody>
      </>
    );
  }
  return <WorkspaceSkeleton />;
}

/** Beginning a prepared sample changes nothing on the screen; any other change of state begins anew. */
const keyOf = ({ id, status }: OpenedAssignment) => `${id} ${status === "prepared" ? "open" : status}`;

/** The loading state, at the workspace's real size. */
export function WorkspaceSkeleton() {
  const lines = ["w-full", "w-11/12", "w-[97%]", "w-4/5", "w-[94%]", "w-2/3"];
  return (
    <div className="flex h-full flex-col" role="status" aria-label="Loading the sample">
      <h1 className="sr-only">Sample</h1>
      <TopLine />
      <div className="grid min-h-0 grow grid-cols-1 lg:grid-cols-[15rem_minmax(0,1fr)_minmax(26rem,35rem)]">
        <div className="flex flex-col gap-4 border-r p-5 max-lg:hidden">
          {lines.slice(1).map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="mx-auto flex w-full max-w-measure flex-col gap-3 px-4 py-6">
          {lines.map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="flex flex-col gap-4 border-l bg-card p-6">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </div>
    </div>
  );
}
