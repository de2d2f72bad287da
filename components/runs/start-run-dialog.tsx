"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import { count, figuresOf } from "../charts/format";
import { Button } from "../ui/button";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";

/** Chooses a judge and how many samples, says how many requests that is, and starts. */
export function StartRunDialog({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  const router = useRouter();
  const formId = useId();
  const judges = useQuery(endpointQuery("listJudges", { params: { projectId: task.projectId } }));
  const start = useEndpointMutation("startRun", { refresh: ["listRuns", "listTasks", "getTask"] });
  const [judgeId, setJudgeId] = useState<string>();
  const [limit, setLimit] = useState("");
  const models = judges.data?.items.filter(({ kind, archivedAt }) => kind === "endpoint" && archivedAt === null) ?? [];
  const chosen = judgeId ?? models[0]?.id;
  const wanted = limit.trim() === "" ? null : Number(limit);
  const limitProblem = wanted !== null && (!Number.isInteger(wanted) || wanted < 1) ? "A whole number from 1." : undefined;
  const samples = Math.min(wanted ?? task.counts.samples, task.counts.samples);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined || limitProblem) return;
    start.mutate(
      { params: { taskId: task.id }, body: { judgeId: chosen, ...(wanted !== null && { sampleLimit: wanted }) } },
      { onSuccess: (run) => router.push(`/projects/${task.projectId}/runs/${run.id}`) },
    );
  };
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        busy={start.isPending}
        disabled={chosen === undefined || task.publishedSet === null}
      >
        Start
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Start a run" footer={footer} width="narrow">
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          {judges.isPending && <Skeleton className="h-16" />}
          {judges.isError && <FieldError>The judges could not be loaded: {judges.error.message}</FieldError>}
          {judges.isSuccess && models.length === 0 && (
            <EmptyState
              title="No model is connected"
              action={
                <Button asChild variant="primary">
                  <Link href={`/projects/${task.projectId}/settings?tab=judges`}>Connect a model</Link>
                </Button>
              }
            />
          )}
          {models.length > 0 && (
            <Field label="Judge">
              {(control) => (
                <Select
                  {...control}
                  value={chosen}
                  onValueChange={setJudgeId}
                  options={models.map(({ id, name, model }) => ({ value: id, label: name, ...(model !== null && { description: model }) }))}
                />
              )}
            </Field>
          )}
          <Field
            label="Only the first samples"
            hint={`Left empty: all ${count(task.counts.samples)}. A few are a good trial.`}
            error={limitProblem}
          >
            {(control) => (
              <Input {...control} className="w-32" inputMode="numeric" value={limit} onChange={(event) => setLimit(event.target.value)} />
            )}
          </Field>
          {task.publishedSet === null ? (
            <FieldError>This task has no published criteria yet, so there is nothing to score.</FieldError>
          ) : (
            <p className="text-small text-soft">
              {figuresOf(samples, "sample")} × {figuresOf(task.counts.criteria, "criterion", "criteria")} ={" "}
              <span className="font-medium text-ink">{figuresOf(samples * task.counts.criteria, "unit")}</span>, each asked once or twice.
            </p>
          )}
          {start.isError && <FieldError>{start.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}
