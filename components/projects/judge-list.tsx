"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { Judge } from "@/lib/domain/judge";
import { figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { SkeletonRows } from "../ui/skeleton";
import { EndpointLimits } from "./endpoint-limits";
import { JudgeDialog } from "./judge-dialog";
import { type JudgePreset, presetNames } from "./judge-presets";
import { JudgeRow } from "./judge-row";
import { ModelPrices } from "./model-prices";

/** The project's judges: models, metrics, panels and imported raters. A link may open the form for one kind of endpoint. */
export function JudgeList({ projectId }: { projectId: string }) {
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId } }));
  const [preset, setPreset] = useQueryState("preset", parseAsStringLiteral(presetNames));
  const [editing, setEditing] = useState<Judge | null>(null);
  const add = (kind: JudgePreset) => void setPreset(kind);
  const all = judges.data?.items ?? [];
  const shown = all.filter(({ archivedAt }) => archivedAt === null);
  const models = shown.filter(({ kind }) => kind === "endpoint");
  const computed = shown.filter(({ kind }) => kind === "metric" || kind === "panel" || kind === "recalibrated");
  const imported = shown.filter(({ kind }) => kind === "imported");
  const archived = all.filter(({ archivedAt }) => archivedAt !== null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-measure text-body text-soft">
          A judge drafts evaluations: any OpenAI-compatible endpoint, a metric, or a panel of other judges.
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
      {models.length > 0 && <Rows judges={models} all={all} onEdit={setEditing} />}
      {computed.length > 0 && (
        <section className="mt-4 flex flex-col gap-3" aria-label="Metrics and panels">
          <h2 className="text-title">Metrics and panels</h2>
          <Rows judges={computed} all={all} onEdit={setEditing} />
        </section>
      )}
      {imported.length > 0 && (
        <section className="mt-4 flex flex-col gap-3" aria-label="Judges without an endpoint">
          <h2 className="text-title">From imports</h2>
          <Rows judges={imported} all={all} onEdit={setEditing} />
        </section>
      )}
      {archived.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit text-small text-soft hover:text-ink">{figuresOf(archived.length, "archived judge")}</summary>
          <div className="mt-3">
            <Rows judges={archived} all={all} onEdit={setEditing} />
          </div>
        </details>
      )}
      {models.length > 0 && <EndpointLimits projectId={projectId} />}
      <ModelPrices />
      {preset !== null && <JudgeDialog projectId={projectId} judge={null} preset={preset} onClose={() => void setPreset(null)} />}
      {editing && <JudgeDialog projectId={projectId} judge={editing} onClose={() => setEditing(null)} />}
    </div>
  );
}

/** `all`: every judge, for the names of those a judge refers to. */
function Rows({ judges, all, onEdit }: { judges: Judge[]; all: Judge[]; onEdit: (judge: Judge) => void }) {
  return (
    <ul className="divide-y rounded-panel border bg-card">
      {judges.map((judge) => (
        <JudgeRow key={judge.id} judge={judge} all={all} onEdit={() => onEdit(judge)} />
      ))}
    </ul>
  );
}
