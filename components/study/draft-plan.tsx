"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Run } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import type { PlanContent, PlanPreview, TaskPlans } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";
import { ErrorState } from "../ui/error-state";
import { Panel } from "../ui/panel";
import { Skeleton } from "../ui/skeleton";
import { BalanceTable } from "./balance-table";
import { ChoicesPanel } from "./choices-panel";
import { Feasibility } from "./feasibility";
import { firstChoices } from "./first-choices";
import { LinkPanel } from "./link-panel";
import { GridLegend, PlanGrid } from "./plan-grid";
import { PlanHeadline } from "./plan-headline";
import { SizePanel } from "./size-panel";
import { StartBar, WhatStartingFreezes } from "./start-bar";
import { useDraftPlan } from "./use-draft-plan";

interface DraftPlanProps {
  task: TaskSummary;
  plans: TaskPlans;
  runs: readonly Run[];
  select: ReactNode;
}

/** The draft plan: its choices, what they come to, and the start. */
export function DraftPlan({ task, plans, runs, select }: DraftPlanProps) {
  const [initial] = useState(() => firstChoices(task, plans, runs, crypto.getRandomValues(new Uint32Array(1))[0] ?? 0));
  const [loaded] = useState(() => (plans.items[0]?.status === "draft" ? plans.items[0].updatedAt : "none"));
  const draft = useDraftPlan(task.id, initial, loaded);
  const start = useStart(task.id, draft);
  const { content, preview, problems } = draft;
  const [latest] = plans.items;
  const version = latest === undefined ? 1 : latest.status === "draft" ? latest.version : latest.version + 1;
  const about = (
    <>
      <span className="font-medium text-ink">Study plan</span> · {task.name} · Draft, nobody has been given work
    </>
  );
  return (
    <>
      <PlanHeadline
        {...{ about, content, before: draft.before, lastChange: draft.lastChange, actions: select }}
        preview={preview.data}
        onKeep={draft.keep}
        onUndo={draft.undo}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[26rem_minmax(0,1fr)]">
        <ChoicesPanel {...{ task, runs, content, problems }} people={plans.people} onChange={draft.change} />
        {preview.isError ? (
          <ErrorState title="The preview could not be computed" error={preview.error} onRetry={() => void preview.refetch()} />
        ) : preview.data === undefined ? (
          <Skeleton className="h-160" />
        ) : (
          <Outcome content={content} preview={preview.data} problems={problems} />
        )}
      </div>
      <SizePanel taskId={task.id} plan={draft.previewed} content={content} onChange={draft.change} />
      {latest?.status === "draft" && (
        <div className="mt-5">
          <LinkPanel taskId={task.id} />
        </div>
      )}
      <WhatStartingFreezes />
      <StartBar
        {...{ version, problems, people: content.people, saveState: draft.saveState, saveError: draft.saveError, isStale: draft.isStale }}
        busy={start.isBusy}
        error={start.error}
        onRetrySave={draft.retrySave}
        onStart={start.start}
      />
    </>
  );
}

type DraftState = ReturnType<typeof useDraftPlan>;

/** Saves the choices as they are on the screen and starts them. */
function useStart(taskId: string, { content, basedOn, noteSaved }: Pick<DraftState, "content" | "basedOn" | "noteSaved">) {
  const client = useQueryClient();
  const save = useEndpointMutation("savePlan");
  const begin = useEndpointMutation("startPlan", { refresh: ["listTaskPlans", "listTasks", "getTask"] });
  const params = { taskId };
  const start = () =>
    save.mutate(
      { params, query: { basedOn }, body: content },
      {
        onSuccess: ({ updatedAt }) => {
          noteSaved(updatedAt);
          begin.mutate(
            { params, body: { basedOn: updatedAt } },
            { onError: () => void client.invalidateQueries({ queryKey: ["previewPlan"] }) },
          );
        },
      },
    );
  return { start, isBusy: save.isPending || begin.isPending, error: save.error ?? begin.error };
}

function Outcome({ content, preview, problems }: { content: PlanContent; preview: PlanPreview; problems: PlanPreview["problems"] }) {
  // The preview may still be of fewer arms than there are now.
  const arms = content.arms.length === preview.seats[0]?.byArm.length ? content.arms : null;
  return (
    <Panel
      // Stays beside the choices that change it.
      className="lg:sticky lg:top-16"
      title="Who rates what"
      description={`${figuresOf(preview.ratings, "rating")} of ${figuresOf(preview.samples, "sample")}${preview.shared > 0 ? `, ${count(preview.shared)} of them by everyone` : ""}; hours at a person's own pace, else the median`}
      actions={arms && <GridLegend arms={arms} />}
      footer={<Feasibility content={content} preview={preview} problems={problems} />}
    >
      {arms && (
        <div className="flex flex-col gap-5">
          <PlanGrid content={content} preview={preview} />
          <BalanceTable content={content} preview={preview} />
        </div>
      )}
    </Panel>
  );
}
