"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { endpointPages } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Page } from "@/lib/domain/page";
import type { WebhookDelivery } from "@/lib/domain/webhook";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { SkeletonRows } from "../ui/skeleton";
import { toast } from "../ui/toast";

const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const momentOf = (time: string) => moment.format(new Date(time));
const tones = { delivered: "good", pending: "caution", failed: "bad" } as const;
/** While something is on its way, the log is read again. */
const refetchMs = 2000;

/** What was sent to a webhook, newest first, with every attempt. */
export function WebhookLog({ webhookId }: { webhookId: string }) {
  const log = useInfiniteQuery({
    ...endpointPages("listWebhookDeliveries", { params: { webhookId }, query: { limit: 20 } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => (page as Page<WebhookDelivery>).items.some(({ status }) => status === "pending"))
        ? refetchMs
        : false,
  });
  const pages = log.data?.pages as Page<WebhookDelivery>[] | undefined;
  const deliveries = pages?.flatMap(({ items }) => items) ?? [];
  if (log.isPending) return <SkeletonRows rows={2} label="Loading deliveries" />;
  if (log.isError) return <ErrorState title="The deliveries could not be loaded" error={log.error} onRetry={() => void log.refetch()} />;
  if (deliveries.length === 0) return <p className="text-small text-soft">Nothing in the last 30 days.</p>;
  return (
    <>
      <ol aria-label="Deliveries" className="divide-y rounded-control border bg-paper">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button size="small" className="self-start" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Delivery({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, event, status, tries, createdAt, nextTryAt } = delivery;
  const resend = useEndpointMutation("resendWebhookDelivery", { refresh: ["listWebhookDeliveries", "listWebhooks"] });
  return (
    <li className="flex flex-col gap-1 px-3 py-2.5 text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono">{event}</span>
        <Badge tone={tones[status]}>{status}</Badge>
        <time dateTime={createdAt} className="text-soft">
          {momentOf(createdAt)}
        </time>
        {status !== "pending" && (
          <Button
            size="small"
            variant="quiet"
            className="ml-auto"
            busy={resend.isPending}
            onClick={() =>
              resend.mutate({ params: { webhookId, deliveryId: id } }, { onError: (error: Error) => toast.error(error.message) })
            }
            aria-label={`Send ${event} of ${momentOf(createdAt)} again`}
          >
            Send again
          </Button>
        )}
      </div>
      <ul className="text-soft">
        {tries.map((one, index) => (
          <li key={`${one.at} ${index.toString()}`}>
            {momentOf(one.at)}: {one.error ?? `Accepted (${one.status ?? ""}).`} {one.durationMs} ms
          </li>
        ))}
        {tries.length === 0 && <li>On its way.</li>}
        {status === "pending" && nextTryAt !== null && <li>Next attempt about {momentOf(nextTryAt)}.</li>}
      </ul>
    </li>
  );
}
