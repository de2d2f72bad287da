"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ImportSummary } from "@/lib/domain/import";
import { figuresOf, percent } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { Moment } from "../ui/moment";
import { SkeletonRows } from "../ui/skeleton";
import { countSentence, statusWords } from "./import-words";

const pollMs = 1500;
const tones = { staging: "accent", staged: "caution", running: "accent", done: "good", failed: "bad", undone: "quiet" } as const;
const isGoing = ({ status }: ImportSummary) => status === "staging" || status === "running";

/** The project's imports, newest first. Each can be viewed again and undone. */
export function ImportList({ projectId }: { projectId: string }) {
  const imports = useQuery({
    ...endpointQuery("listImports", { params: { projectId } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isGoing) ? pollMs : false),
  });
  const another = (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectId}/samples/import`}>Import a file</Link>
    </Button>
  );
  if (imports.isPending) return <SkeletonRows label="Loading imports" rows={3} />;
  if (imports.isError)
    return <ErrorState title="The imports could not be loaded" error={imports.error} onRetry={() => void imports.refetch()} />;
  if (imports.data.items.length === 0) {
    return (
      <EmptyState title="Nothing has been imported" action={another}>
        Samples, ratings made elsewhere and whole studies are imported as files. Each import can be undone.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">{another}</div>
      <ul className="divide-y rounded-panel border bg-card">
        {imports.data.items.map((summary) => (
          <ImportRow key={summary.id} projectId={projectId} summary={summary} />
        ))}
      </ul>
    </div>
  );
}

function ImportRow({ projectId, summary }: { projectId: string; summary: ImportSummary }) {
  const [asking, setAsking] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere">
          <Link className="hover:text-accent" href={`/projects/${projectId}/samples/import?import=${summary.id}`}>
            {summary.fileName}
          </Link>
          <Badge tone={tones[summary.status]}>{statusWords[summary.status]}</Badge>
        </p>
        <p className="text-small text-soft">
          {summary.taskName !== null && `Into ${summary.taskName}: `}
          {isGoing(summary) && summary.progress !== null ? percent(summary.progress) : countSentence(summary.counts)}
          {summary.problemCount > 0 && `, ${figuresOf(summary.problemCount, "problem")}`}
          {summary.warnings.length > 0 && `, ${figuresOf(summary.warnings.length, "kind of oddity", "kinds of oddities")}`}
        </p>
        {summary.error !== null && <p className="text-small wrap-anywhere text-removed">{summary.error}</p>}
      </div>
      <Moment at={summary.createdAt} className="text-small whitespace-nowrap text-soft" />
      {summary.undoable && (
        <Button size="small" variant="danger" onClick={() => setAsking(true)}>
          Undo
        </Button>
      )}
      {asking && <UndoDialog summary={summary} onClose={() => setAsking(false)} />}
    </li>
  );
}

function UndoDialog({ summary, onClose }: { summary: ImportSummary; onClose: () => void }) {
  const undo = useEndpointMutation("undoImport", {
    refresh: ["listImports", "getImport", "listTasks", "listSamples", "readReport", "getProject"],
  });
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Keep it</Button>
      </DialogClose>
      <Button
        variant="destroy"
        busy={undo.isPending}
        onClick={() => undo.mutate({ params: { importId: summary.id } }, { onSuccess: onClose })}
      >
        Undo import
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Undo the import of ${summary.fileName}`} footer={footer} width="narrow">
        <p className="text-body">This removes what it added: {countSentence(summary.counts)}.</p>
        {undo.isError && <FieldError>{undo.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}
