"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CodebookEntry, ReasonCodebooks, ReasonCodesReply } from "@/lib/domain/reason-codes";
import { Button } from "../ui/button";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { Codebook } from "./codebook";

const kinds = {
  items: { title: "For lines of drafts", description: "Why an annotator revises or removes a line; the first nine have number keys." },
  criteria: { title: "For criteria", description: "Why an expert or a researcher revises or removes a proposed criterion." },
} as const;

/** The project's reasons: relabel, add, retire, and delete those that nobody has used. */
export function ReasonsPanel({ projectId }: { projectId: string }) {
  const query = useQuery(endpointQuery("listReasonCodes", { params: { projectId } }));
  if (query.isPending) return <SkeletonRows label="Loading reasons" rows={8} />;
  if (query.isError) return <ErrorState title="The reasons could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  return <Loaded key={query.dataUpdatedAt} projectId={projectId} stored={query.data} />;
}

function Loaded({ projectId, stored }: { projectId: string; stored: ReasonCodesReply }) {
  const [books, setBooks] = useState<ReasonCodebooks>({ items: stored.items, criteria: stored.criteria });
  const save = useEndpointMutation("saveReasonCodes", { refresh: ["listReasonCodes"] });
  const isChanged = (["items", "criteria"] as const).some((kind) => JSON.stringify(books[kind]) !== JSON.stringify(stored[kind]));
  const isBlank = [...books.items, ...books.criteria].some(({ label }) => label.trim() === "");
  const change = (kind: keyof ReasonCodebooks) => (entries: CodebookEntry[]) => setBooks({ ...books, [kind]: entries });
  return (
    <div className="flex flex-col gap-6">
      {(["items", "criteria"] as const).map((kind) => (
        <Panel key={kind} {...kinds[kind]}>
          <Codebook
            name={kinds[kind].title}
            entries={books[kind]}
            stored={stored[kind]}
            used={stored.used?.[kind] ?? []}
            onChange={change(kind)}
          />
        </Panel>
      ))}
      {save.isError && <FieldError>{save.error.message}</FieldError>}
      <div className="flex justify-end">
        <Button
          variant="primary"
          busy={save.isPending}
          disabled={!isChanged || isBlank}
          onClick={() => save.mutate({ params: { projectId }, body: books }, { onSuccess: () => toast("Reasons saved.") })}
        >
          Save reasons
        </Button>
      </div>
    </div>
  );
}
