"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { TopLine } from "@/components/shell/top-line";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageBody } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { Workspace } from "./workspace";

/** Loads an assignment and opens the workspace on it. */
export function WorkspacePage({ projectId, assignmentId }: { projectId: string; assignmentId: string }) {
  const opened = useQuery({
    ...endpointQuery("openAssignment", { params: { assignmentId } }),
    // The screen is newer than a refetch would be; the next visit loads fresh data.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (opened.data) return <Workspace key={`${opened.data.id} ${opened.data.status}`} opened={opened.data} />;
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

/** The loading state, at the workspace's real size. */
function WorkspaceSkeleton() {
  const lines = ["w-full", "w-11/12", "w-[97%]", "w-4/5", "w-[94%]", "w-2/3"];
  return (
    <div className="flex h-dvh flex-col" role="status" aria-label="Loading the sample">
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
