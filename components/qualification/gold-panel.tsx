"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { GoldSample, GoldUse } from "@/lib/domain/gold";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { SkeletonRows } from "../ui/skeleton";
import { ChooseSampleDialog } from "./choose-sample-dialog";
import { GoldDialog } from "./gold-dialog";

/** What a gold sample is used for, in words. */
const goldUseWords: Record<GoldUse, string> = {
  exam: "exam",
  hidden: "hidden among the work",
  attention: "attention check",
  calibration: "calibration",
};

/** A task's samples with known answers. */
export function GoldPanel({ task }: { task: TaskSummary }) {
  const [dialog, setDialog] = useState<{ choose: true } | { externalId: string; sampleId: string } | null>(null);
  const gold = useQuery(endpointQuery("listGoldSamples", { params: { taskId: task.id } }));
  if (gold.isPending) return <SkeletonRows label="Loading the gold samples" rows={6} />;
  if (gold.isError)
    return <ErrorState title="The gold samples could not be loaded" error={gold.error} onRetry={() => void gold.refetch()} />;
  const { items } = gold.data;
  const add = (
    <Button variant={items.length === 0 ? "primary" : "secondary"} onClick={() => setDialog({ choose: true })}>
      Add a sample
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-measure text-soft">
          A gold sample has known answers and is never given out as work: for the exam, hidden among the work, as an attention check, or in
          a calibration round.
        </p>
        {items.length > 0 && add}
      </div>
      {items.length === 0 ? (
        <EmptyState title="No gold sample yet" action={add}>
          Choose a sample whose right scores you are sure of, and say what they are and why.
        </EmptyState>
      ) : (
        <ul className="divide-y overflow-hidden rounded-panel border bg-card">
          {items.map((one) => (
            <GoldItem key={one.sampleId} one={one} onEdit={() => setDialog(one)} />
          ))}
        </ul>
      )}
      {dialog !== null &&
        ("choose" in dialog ? (
          <ChooseSampleDialog
            task={task}
            taken={items.map(({ sampleId }) => sampleId)}
            onChoose={({ id, externalId }) => setDialog({ sampleId: id, externalId })}
            onClose={() => setDialog(null)}
          />
        ) : (
          <GoldDialog
            task={task}
            sample={dialog}
            gold={items.find(({ sampleId }) => sampleId === dialog.sampleId) ?? null}
            onClose={() => setDialog(null)}
          />
        ))}
    </div>
  );
}

function GoldItem({ one, onEdit }: { one: GoldSample; onEdit: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
      <span className="min-w-0 grow basis-64">
        <span className="block truncate" dir="auto">
          {one.inputStart}
        </span>
        <span className="block truncate text-small text-soft">
          {one.externalId} · {figuresOf(one.answers.length, "answer")}
          {one.older > 0 && ` · ${figuresOf(one.older, "answer")} on older criteria`}
        </span>
        {one.missing.length > 0 && <span className="block text-small text-caution">No answer yet: {one.missing.join(", ")}</span>}
      </span>
      <Badge tone="plain">{goldUseWords[one.use]}</Badge>
      <Button size="small" onClick={onEdit} aria-label={`Edit ${one.externalId}`}>
        Edit
      </Button>
    </li>
  );
}
