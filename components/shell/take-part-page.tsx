"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { takePart } from "@/lib/client/account";
import { ApiError } from "@/lib/client/api-error";
import { AccountCard } from "./account-card";

/** The target of a participation link: signs the person in and leads them to the study. */
export function TakePartPage({ token, query }: { token: string; query: Record<string, string> }) {
  const [leaveAccount, setLeaveAccount] = useState(false);
  const opening = useQuery({
    queryKey: ["takePart", token, query, leaveAccount],
    queryFn: () => takePart({ token, query, leaveAccount }),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const path = opening.data;
  useEffect(() => {
    // A full load: nothing that this tab knows of another account may stay.
    if (path !== undefined) window.location.replace(path);
  }, [path]);
  const account = opening.error instanceof ApiError ? opening.error.details?.signedInAs : undefined;
  if (typeof account === "string")
    return (
      <AccountCard title="Take part" description={`You are signed in as ${account}. Taking part signs you out of that account.`}>
        <Button variant="primary" size="large" onClick={() => setLeaveAccount(true)}>
          Sign out and take part
        </Button>
      </AccountCard>
    );
  if (opening.error)
    return (
      <AccountCard title="Take part">
        <ErrorState title="You cannot take part now" error={opening.error} onRetry={() => void opening.refetch()} />
      </AccountCard>
    );
  return (
    <AccountCard title="Take part">
      <div role="status" aria-label="Opening the study" className="flex flex-col gap-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </AccountCard>
  );
}
