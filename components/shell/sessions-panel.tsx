"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Moment } from "@/components/ui/moment";
import { Panel } from "@/components/ui/panel";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { endAllSessions, endSession, type OwnSession, sessionsQuery } from "@/lib/client/account-security";
import { browserWords } from "@/lib/domain/browser-words";

/** Where the person is signed in, with a way to end each session and all of them. */
export function SessionsPanel({ currentId }: { currentId: string }) {
  const sessions = useQuery(sessionsQuery());
  const client = useQueryClient();
  const all = useMutation({
    mutationFn: endAllSessions,
    onSuccess: () => {
      client.clear();
      window.location.assign("/sign-in");
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Panel
      title="Where you are signed in"
      description="Signing out here leaves API keys as they are. They end when they expire or are revoked, with a new password, and with the account."
      actions={
        <Button variant="danger" busy={all.isPending} onClick={() => all.mutate()}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.error ? (
        <ErrorState title="The sessions could not be loaded" error={sessions.error} onRetry={() => sessions.refetch()} />
      ) : sessions.data ? (
        <ul className="divide-y border-y">
          {sessions.data
            .toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId) || b.updatedAt.localeCompare(a.updatedAt))
            .map((session) => (
              <SessionRow key={session.id} session={session} isThis={session.id === currentId} />
            ))}
        </ul>
      ) : (
        <SkeletonRows rows={2} label="Loading your sessions" />
      )}
    </Panel>
  );
}

function SessionRow({ session, isThis }: { session: OwnSession; isThis: boolean }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
    onError: (error) => toast.error(error.message),
  });
  const browser = browserWords(session.userAgent ?? "");
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-40 grow">
        <p className="font-medium wrap-anywhere">{browser}</p>
        <p className="text-small wrap-anywhere text-soft">
          since <Moment at={session.createdAt} />
          {session.ipAddress ? `, from ${session.ipAddress}` : ""}
        </p>
      </div>
      {isThis ? (
        <Badge tone="quiet">this browser</Badge>
      ) : (
        <Button
          size="small"
          variant="danger"
          busy={end.isPending}
          onClick={() => end.mutate(session)}
          aria-label={`Sign out ${browser}, signed in ${session.createdAt}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
