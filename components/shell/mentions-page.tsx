"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Moment } from "@/components/ui/moment";
import { PageBody, PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { MentionOfYou } from "@/lib/domain/comment";

const hrefOf = ({ project, on, targetId }: MentionOfYou) =>
  on === "assignment" ? `/projects/${project.id}/annotate/${targetId}` : `/projects/${project.id}/discussion?on=${on}&id=${targetId}`;
const placeWords = { assignment: "on one person's work", sample: "on a sample", criterion: "on a criterion" } as const;

/** The comments that mention the signed-in person, in all their projects. */
export function MentionsPage() {
  const mentions = useQuery(endpointQuery("listMentions", {}));
  const see = useEndpointMutation("markMentionsSeen", { refresh: ["listMentions"] });
  const items = mentions.data?.items ?? [];
  const unseen = items.filter(({ seen }) => !seen).map(({ commentId }) => commentId);
  return (
    <PageBody className="max-w-3xl">
      <PageHeader
        title="Mentions of you"
        actions={
          unseen.length > 0 && (
            <Button busy={see.isPending} onClick={() => see.mutate({ body: { commentIds: unseen } })}>
              Mark all as seen
            </Button>
          )
        }
      />
      {mentions.isPending && <SkeletonRows label="Loading the mentions" rows={4} />}
      {mentions.isError && (
        <ErrorState title="The mentions could not be loaded" error={mentions.error} onRetry={() => void mentions.refetch()} />
      )}
      {mentions.isSuccess && items.length === 0 && (
        <EmptyState title="Nobody has mentioned you">A comment with @ and your name appears here.</EmptyState>
      )}
      {items.length > 0 && (
        <ul aria-label="Mentions" className="divide-y rounded-panel border bg-card">
          {items.map((mention) => (
            <li key={mention.commentId}>
              <Link
                href={hrefOf(mention)}
                onClick={() => mention.seen || see.mutate({ body: { commentIds: [mention.commentId] } })}
                className="block px-5 py-3 hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="flex flex-wrap items-baseline gap-x-2 text-small text-soft">
                  <span className="font-medium text-ink">{mention.by}</span>
                  <span>
                    {placeWords[mention.on]}, {mention.task.name}, {mention.project.name}
                  </span>
                  <Moment at={mention.at} />
                  {!mention.seen && <Badge tone="accent">new</Badge>}
                </span>
                <span className="block whitespace-pre-line wrap-anywhere" dir="auto">
                  {mention.text}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PageBody>
  );
}
