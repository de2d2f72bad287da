"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { EstimateView } from "../words/estimate-view";
import { variantWords } from "../words/run-words";
import { BudgetFields } from "./budget-fields";
import { fittingJudges } from "./fitting-judges";
import { useRunForm } from "./use-run-form";

/** Chooses a judge and a budget, estimates the cost on request, and starts the run. */
export function StartRunDialog({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  const router = useRouter();
  const formId = useId();
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const catalogue = useQuery(endpointQuery("listProtocols", {}));
  const start = useEndpointMutation("startRun", { refresh: ["listRuns", "listTasks", "getTask"] });
  const estimate = useEndpointMutation("estimateRun");
  const fitting = fittingJudges(judges.data?.items ?? [], catalogue.data?.items ?? [], task.kind);
  const form = useRunForm(fitting);
  const { chosen, fields, set, problems, body } = form;
  const params = { taskId: task.id };
  const isReady = judges.isSuccess && catalogue.isSuccess;
  const failed = judges.error ?? catalogue.error;
  const isStale = JSON.stringify(estimate.variables?.body) !== JSON.stringify(body);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body === null) return;
    start.mutate({ params, body }, { onSuccess: (run) => router.push(`/projects/${task.projectId}/runs/${run.id}`) });
  };
  const disabled = body === null || task.publishedSet === null;
  const footer = (
    <>
      <Button
        className="mr-auto"
        busy={estimate.isPending}
        disabled={disabled}
        onClick={() => body !== null && estimate.mutate({ params, body })}
      >
        What would it cost?
      </Button>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={start.isPending} disabled={disabled}>
        Start
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Start a run" footer={footer}>
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          {(judges.isPending || catalogue.isPending) && <Skeleton className="h-16" />}
          {failed !== null && <FieldError>The judges could not be loaded: {failed.message}</FieldError>}
          {isReady && fitting.length === 0 && <NoJudge task={task} hasOthers={judges.data.items.length > 0} />}
          {fitting.length > 0 && (
            <Field label="Judge">
              {(control) => (
                <Select
                  {...control}
                  value={chosen?.judge.id}
                  onValueChange={(judgeId) => set({ judgeId, variant: "plain" })}
                  options={fitting.map(({ judge, description }) => ({ value: judge.id, label: judge.name, description }))}
                />
              )}
            </Field>
          )}
          {chosen && chosen.variants.length > 1 && (
            <Field label="Variant" hint={variantWords[fields.variant].hint}>
              {(control) => (
                <Select
                  {...control}
                  value={fields.variant}
                  onValueChange={(variant) => set({ variant })}
                  options={chosen.variants.map((value) => ({ value, label: variantWords[value].label }))}
                />
              )}
            </Field>
          )}
          <Field
            label="Only the first samples"
            hint={`If empty: all ${count(task.counts.samples)}. A few make a good trial.`}
            error={problems.limit}
          >
            {(control) => (
              <Input
                {...control}
                className="w-32"
                inputMode="numeric"
                placeholder="all"
                value={fields.limit}
                onChange={(event) => set({ limit: event.target.value })}
              />
            )}
          </Field>
          {chosen?.asksModel && (
            <>
              <BudgetFields
                typed={fields}
                onChange={set}
                hints={{ budgetUsd: "The run pauses before it could cost more.", budgetTokens: "Input and output together." }}
              />
              <label htmlFor={`${formId}-reuse`} className="flex items-start gap-2.5 text-body">
                <Checkbox
                  id={`${formId}-reuse`}
                  className="mt-0.5"
                  checked={fields.reuseAnswers}
                  onCheckedChange={(on) => set({ reuseAnswers: on === true })}
                />
                Reuse this project's earlier answers to identical requests
              </label>
            </>
          )}
          {task.publishedSet === null ? (
            <FieldError>This task has no published criteria yet, so there is nothing to score.</FieldError>
          ) : (
            <Units task={task} wanted={body?.sampleLimit ?? null} isOverall={chosen?.criteria === "overall"} />
          )}
          {estimate.isError && !isStale && <FieldError>{estimate.error.message}</FieldError>}
          {estimate.isSuccess && !isStale && <EstimateView estimate={estimate.data} />}
          {start.isError && <FieldError>{start.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Units({ task, wanted, isOverall }: { task: TaskSummary; wanted: number | null; isOverall: boolean }) {
  const samples = Math.min(wanted ?? task.counts.samples, task.counts.samples);
  const criteria = isOverall ? 1 : task.counts.criteria;
  return (
    <p className="text-small text-soft">
      {figuresOf(samples, "sample")} × {figuresOf(criteria, "criterion", "criteria")} ={" "}
      <span className="font-medium text-ink">{figuresOf(samples * criteria, "unit")}</span>
    </p>
  );
}

function NoJudge({ task, hasOthers }: { task: TaskSummary; hasOthers: boolean }) {
  const href = `/projects/${task.projectId}/settings?tab=judges`;
  return (
    <EmptyState
      title={hasOthers ? `No judge here fits a ${task.kind} task` : "No model is connected"}
      action={
        <Button asChild variant="primary">
          <Link href={href}>{hasOthers ? "Add a judge" : "Connect a model"}</Link>
        </Button>
      }
    />
  );
}
