"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { Exchange } from "@/lib/domain/exchange";
import { count, dollars, duration, figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Dialog, DialogContent } from "../ui/dialog";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { SkeletonRows } from "../ui/skeleton";
import { wordsOf } from "../words/option-fields";
import { readRequest } from "./request-messages";

interface ExchangesDialogProps {
  runId: string;
  sample: { id: string; externalId: string };
  onClose: () => void;
}

/** Every request a run made about a sample, byte for byte, with the text of its reply. Requests are shown without API keys. */
export function ExchangesDialog({ runId, sample, onClose }: ExchangesDialogProps) {
  const exchanges = useQuery(endpointQuery("listExchanges", { params: { runId, sampleId: sample.id } }));
  const rows = exchanges.data?.items ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        reading
        width="wide"
        title={`What was asked about ${sample.externalId}`}
        description={exchanges.isSuccess ? `${figuresOf(rows.length, "question")}, in the order asked` : undefined}
      >
        {exchanges.isPending && <SkeletonRows label="Loading what was asked" rows={3} />}
        {exchanges.isError && (
          <ErrorState title="What was asked could not be loaded" error={exchanges.error} onRetry={() => void exchanges.refetch()} />
        )}
        {exchanges.isSuccess && rows.length === 0 && <p className="text-small text-soft">Nothing was asked about this sample.</p>}
        <ol className="flex flex-col divide-y [&>*]:py-5 [&>*:first-child]:pt-0 [&>*:last-child]:pb-0">
          {rows.map((exchange, index) => (
            <ExchangeView key={exchange.id} exchange={exchange} number={index + 1} />
          ))}
        </ol>
      </DialogContent>
    </Dialog>
  );
}

/** A preformatted text, focusable so that it can be scrolled by keyboard. */
const PlainText = ({ children }: { children: string }) => (
  <pre className="manuscript max-h-72 overflow-auto rounded-control bg-sunken p-3 font-mono text-label" tabIndex={0}>
    {children}
  </pre>
);

const roleWords: Record<string, string> = { system: "System", user: "Question", assistant: "Earlier answer" };

function ExchangeView({ exchange, number }: { exchange: Exchange; number: number }) {
  const { step, role, reply, problem, cachedFromId } = exchange;
  const request = readRequest(exchange.request);
  return (
    <li className="flex flex-col gap-3">
      <div>
        <h3 className="flex flex-wrap items-center gap-2 text-body">
          {number}. {wordsOf(step)}
          {role !== "judge" && <Badge tone="quiet">{role}</Badge>}
          {cachedFromId !== null && <Badge tone="quiet">taken from an earlier answer</Badge>}
          {problem !== null && <Badge tone="bad">not readable</Badge>}
        </h3>
        <p className="text-small text-soft">
          {request.model} · <Moment at={exchange.createdAt} /> · {spent(exchange)}
        </p>
      </div>
      {request.messages.map((message) => (
        <div key={message.key}>
          <h4 className="mb-1 text-label font-medium text-soft">{roleWords[message.role] ?? message.role}</h4>
          <PlainText>{message.text}</PlainText>
        </div>
      ))}
      <div>
        <h4 className="mb-1 text-label font-medium text-soft">Reply</h4>
        {reply === null ? (
          <p className="text-small text-soft">No answer of a model. An administrator of this installation can see what arrived.</p>
        ) : (
          <PlainText>{reply === "" ? "(empty)" : reply}</PlainText>
        )}
        {problem !== null && <p className="mt-1 text-small text-removed">{problem}</p>}
      </div>
      <details>
        <summary className="mb-1 w-fit text-small text-soft hover:text-ink">{requestTitle(exchange)}</summary>
        <PlainText>{exchange.request}</PlainText>
      </details>
    </li>
  );
}

function requestTitle({ requestExact, cachedFromId }: Exchange): string {
  if (cachedFromId !== null) return "The request that would have been sent";
  return requestExact
    ? "The request as sent"
    : "The request, stored by an earlier version: key order and spacing may differ from what was sent";
}

function spent({ inputTokens, outputTokens, costUsd, latencyMs }: Exchange): string {
  const tokens = (value: number | null) => (value === null ? "unknown" : count(value));
  return [
    `${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out`,
    ...(costUsd === null ? [] : [dollars(costUsd)]),
    ...(latencyMs === null ? [] : [duration(latencyMs / 1000)]),
  ].join(", ");
}
