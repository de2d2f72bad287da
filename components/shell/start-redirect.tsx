"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { PageBody } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { startPage } from "./project-pages";

/** Redirects to the start page: the sign-in page for visitors, their work for annotators. */
export function StartRedirect() {
  const router = useRouter();
  const session = useQuery(sessionQuery());
  const projects = useQuery({ ...endpointQuery("listProjects", {}), enabled: Boolean(session.data) });
  const target = session.data === null ? "/sign-in" : projects.data ? startPage(projects.data.items) : null;
  useEffect(() => {
    if (target !== null) router.replace(target);
  }, [router, target]);
  const error = session.error ?? projects.error;
  return (
    <PageBody>
      {error ? (
        <ErrorState error={error} onRetry={() => (session.error ? session.refetch() : projects.refetch())} />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-8 w-56" />
        </div>
      )}
    </PageBody>
  );
}
