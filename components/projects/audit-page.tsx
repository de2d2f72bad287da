"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { endpointPages } from "@/lib/client/endpoint-query";
import { endpointUrl } from "@/lib/client/request";
import type { AuditPage as Log } from "@/lib/domain/audit";
import { verbWords } from "@/lib/domain/audit-words";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { PageBody, PageHeader } from "../ui/page-header";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { AuditEventItem } from "./audit-event-item";

const everything = "all";

/** Who did what in the project, when, on what, with old and new values. The filter is in the URL. */
export function AuditPage({ projectId }: { projectId: string }) {
  const [chosen, setChosen] = useQueryStates({
    who: parseAsString,
    verb: parseAsString,
    kind: parseAsString,
    from: parseAsString,
    to: parseAsString,
  });
  const filter = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null));
  const log = useInfiniteQuery({
    ...endpointPages("listAudit", { params: { projectId }, query: { limit: 50, ...filter } }),
    placeholderData: (before) => before,
  });
  const pages = log.data?.pages as Log[] | undefined;
  const events = pages?.flatMap(({ items }) => items) ?? [];
  const file = (format: "csv" | "jsonl") => endpointUrl("exportAudit", { params: { projectId }, query: { format, ...filter } });
  return (
    <PageBody className="max-w-5xl">
      <PageHeader
        title="Audit"
        description="Who did what, newest first. What annotators do to drafts is kept with their work."
        actions={
          <>
            <DownloadLink href={file("csv")} label="CSV" />
            <DownloadLink href={file("jsonl")} label="JSON Lines" />
          </>
        }
      />
      <Filters log={pages?.[0]} chosen={chosen} onChange={(change) => void setChosen(change)} />
      {log.isPending && <SkeletonRows label="Loading the log" rows={6} />}
      {log.isError && <ErrorState title="The log could not be loaded" error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && events.length === 0 && (
        <EmptyState title="No matching events">Choose another person, event, object or day.</EmptyState>
      )}
      {events.length > 0 && (
        <ol aria-label="Events" className="divide-y rounded-panel border bg-card">
          {events.map((event) => (
            <AuditEventItem key={event.id} event={event} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button className="mt-3" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </PageBody>
  );
}

function DownloadLink({ href, label }: { href: string; label: string }) {
  return (
    <Button asChild>
      <a href={href} download>
        <Download aria-hidden />
        Download {label}
      </a>
    </Button>
  );
}

type Chosen = Record<"who" | "verb" | "kind" | "from" | "to", string | null>;

function Filters({ log, chosen, onChange }: { log: Log | undefined; chosen: Chosen; onChange: (change: Partial<Chosen>) => void }) {
  const select = (field: "who" | "verb" | "kind", label: string, all: string, options: { value: string; label: string }[]) => (
    <Field label={label} className="min-w-0 grow basis-40">
      {(control) => (
        <Select
          {...control}
          value={options.some(({ value }) => value === chosen[field]) ? (chosen[field] ?? everything) : everything}
          onValueChange={(value) => onChange({ [field]: value === everything ? null : value })}
          options={[{ value: everything, label: all }, ...options]}
        />
      )}
    </Field>
  );
  const day = (field: "from" | "to", label: string) => (
    <Field label={label} className="basis-36">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={chosen[field] ?? ""}
          onChange={(event) => onChange({ [field]: event.target.value || null })}
        />
      )}
    </Field>
  );
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      {select(
        "who",
        "Person",
        "Everyone",
        (log?.people ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select(
        "verb",
        "Event",
        "Everything",
        (log?.verbs ?? []).map((verb) => ({ value: verb, label: verbWords(verb) })),
      )}
      {select(
        "kind",
        "Object",
        "Anything",
        (log?.kinds ?? []).map((kind) => ({ value: kind, label: kind })),
      )}
      {day("from", "From (UTC)")}
      {day("to", "To (UTC)")}
    </div>
  );
}
