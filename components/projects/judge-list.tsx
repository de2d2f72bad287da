"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Judge } from "@/lib/domain/judge";
import { duration } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { SkeletonRows } from "../ui/skeleton";
import { JudgeDialog } from "./judge-dialog";
import { type JudgePreset, presetNames } from "./judge-presets";

/** The project's judges: models to ask, and raters that came with imports. A link may open the form for one kind of endpoint. */
export function JudgeList({ projectId }: { projectId: string }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  const [preset, setPreset] = useQueryState("preset", parseAsStringLiteral(presetNames));
  const [editing, setEditing] = useState<Judge | null>(null);
  const add = (kind: JudgePreset) => void setPreset(kind);
  const shown = judges.data?.items.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const models = shown.filter(({ kind }) => kind === "endpoint");
  const others = shown.filter(({ kind }) => kind !== "endpoint");
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-measure text-body text-soft">
          A judge drafts evaluations. Any endpoint that speaks OpenAI's interface will do.
        </p>
        <Button variant="primary" onClick={() => add("openai")}>
          Add a judge
        </Button>
      </div>
      {judges.isPending && <SkeletonRows label="Loading judges" rows={2} />}
      {judges.isError && <ErrorState title="The judges could not be loaded" error={judges.error} onRetry={() => void judges.refetch()} />}
      {judges.isSuccess && models.length === 0 && (
        <EmptyState
          title="No model is connected"
          action={
            <>
              <Button onClick={() => add("openai")}>OpenAI</Button>
              <Button onClick={() => add("ollama")}>Ollama</Button>
              <Button onClick={() => add("vllm")}>vLLM</Button>
              <Button onClick={() => add("lmstudio")}>LM Studio</Button>
            </>
          }
        >
          OpenAI needs a key; Ollama, vLLM and LM Studio run on your own machine without one.
        </EmptyState>
      )}
      {models.length > 0 && <Rows judges={models} onEdit={setEditing} />}
      {others.length > 0 && (
        <section className="mt-4 flex flex-col gap-3" aria-label="Judges without an endpoint">
          <h2 className="text-title">Came with imports</h2>
          <Rows judges={others} onEdit={setEditing} />
        </section>
      )}
      {preset !== null && <JudgeDialog projectId={projectId} judge={null} preset={preset} onClose={() => void setPreset(null)} />}
      {editing && <JudgeDialog projectId={projectId} judge={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

function Rows({ judges, onEdit }: { judges: Judge[]; onEdit: (judge: Judge) => void }) {
  return (
    <ul className="divide-y rounded-panel border bg-card">
      {judges.map((judge) => (
        <JudgeRow key={judge.id} judge={judge} onEdit={() => onEdit(judge)} />
      ))}
    </ul>
  );
}

function JudgeRow({ judge, onEdit }: { judge: Judge; onEdit: () => void }) {
  const test = useEndpointMutation("testJudge");
  const update = useEndpointMutation("updateJudge", { refresh: ["listJudges"] });
  const params = { judgeId: judge.id };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere">
          {judge.name}
          {judge.hasKey && <Badge tone="quiet">key stored</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-soft">
          {judge.kind === "endpoint"
            ? `${judge.model ?? "no model"} at ${judge.baseUrl ?? "no address"}`
            : judge.kind === "metric"
              ? "A metric computed without a model."
              : "Its scores were read from a file; it cannot be asked."}
        </p>
        {test.isPending && <p className="mt-1 text-small text-soft">Asking one small question</p>}
        {test.isSuccess && (
          <p className={`mt-1 text-small ${test.data.ok ? "text-inserted" : "text-removed"}`} role="status">
            {test.data.message}
            {test.data.latencyMs !== null && ` Answered in ${duration(test.data.latencyMs / 1000)}.`}
          </p>
        )}
        {(test.isError || update.isError) && <FieldError>{(test.error ?? update.error)?.message}</FieldError>}
      </div>
      {judge.kind === "endpoint" && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={test.isPending} onClick={() => test.mutate({ params })}>
            Test
          </Button>
          <Button size="small" onClick={onEdit}>
            Change
          </Button>
          <Button size="small" variant="danger" busy={update.isPending} onClick={() => update.mutate({ params, body: { archived: true } })}>
            Archive
          </Button>
        </div>
      )}
    </li>
  );
}
