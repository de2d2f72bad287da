"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Judge } from "@/lib/domain/judge";
import type { TaskSummary } from "@/lib/domain/project";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { Field, FieldError } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { EstimateView } from "../words/estimate-view";
import { newestWording, productWording, useProposeForm } from "./use-propose-form";

interface ProposeDialogProps {
  task: TaskSummary;
  /** Judges available for proposals; at least one. */
  models: Judge[];
  /** All judges in the project, to name the one used for embeddings. */
  judges: Judge[];
  onClose: () => void;
}

/** Asks a judge for criteria: which judge, and how many further lists to sample to measure consistency. */
export function ProposeDialog({ task, models, judges, onClose }: ProposeDialogProps) {
  const formId = useId();
  const ask = useEndpointMutation("startRun", { refresh: ["listRuns"] });
  const estimate = useEndpointMutation("estimateRun");
  const { chosen, fields, set, problems, body, samplesAny } = useProposeForm(models);
  const params = { taskId: task.id };
  const isStale = JSON.stringify(estimate.variables?.body) !== JSON.stringify(body);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body !== null) ask.mutate({ params, body }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <Button
        className="mr-auto"
        busy={estimate.isPending}
        disabled={body === null}
        onClick={() => body !== null && estimate.mutate({ params, body })}
      >
        What would it cost?
      </Button>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" form={formId} variant="primary" busy={ask.isPending} disabled={body === null}>
        Ask
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Ask for a proposal of criteria" footer={footer}>
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <Field label="Judge">
            {(control) => (
              <Select
                {...control}
                value={chosen?.id}
                onValueChange={(judgeId) => set({ judgeId })}
                options={models.map(({ id, name, model }) => ({ value: id, label: name, ...(model !== null && { description: model }) }))}
              />
            )}
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Further lists" hint="To check whether it would propose the same again. 0: none." error={problems.samples}>
              {(control) => (
                <Input {...control} inputMode="numeric" value={fields.samples} onChange={(event) => set({ samples: event.target.value })} />
              )}
            </Field>
            {samplesAny && (
              <Field label="Their temperature" hint="The proposal itself is made at 0." error={problems.temperature}>
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={fields.temperature}
                    onChange={(event) => set({ temperature: event.target.value })}
                  />
                )}
              </Field>
            )}
          </div>
          {samplesAny && (
            <Field label="Embeddings model" hint={embeddingsHint(chosen, judges)}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  className="font-mono text-small"
                  value={fields.embeddingsModel}
                  onChange={(event) => set({ embeddingsModel: event.target.value })}
                />
              )}
            </Field>
          )}
          {task.kind === "pointwise" && (
            <div className="flex items-center gap-2 text-body">
              <Checkbox id={`${formId}-labels`} checked={fields.labels} onCheckedChange={(labels) => set({ labels: labels === true })} />
              <label htmlFor={`${formId}-labels`}>Criteria may have labels in place of numbers</label>
            </div>
          )}
          <WordingField projectId={task.projectId} value={fields.wording} onChange={(wording) => set({ wording })} />
          {estimate.isError && !isStale && <FieldError>{estimate.error.message}</FieldError>}
          {estimate.isSuccess && !isStale && <EstimateView estimate={estimate.data} />}
          {ask.isError && <FieldError>{ask.error.message}</FieldError>}
        </form>
      </DialogContent>
    </Dialog>
  );
}

function embeddingsHint(chosen: Judge | null, judges: readonly Judge[]): string {
  const named = judges.find(({ id }) => id === chosen?.roles.embedding);
  return named === undefined
    ? "It computes embeddings of the criteria on the judge's server, for example text-embedding-3-small. If empty, lists are compared by shared words, which is less sensitive."
    : `It computes embeddings of the criteria on the server of ${named.name}. If empty: ${named.model}.`;
}

/** Selects the prompt version; hidden if the project has none. */
function WordingField({ projectId, value, onChange }: { projectId: string; value: string; onChange: (wording: string) => void }) {
  const versions = useQuery(endpointQuery("listPromptVersions", { params: { projectId } }));
  const own = versions.data?.items.filter(({ protocol }) => protocol === "criteria-proposal") ?? [];
  const [newest, ...older] = own;
  if (newest === undefined) return null;
  return (
    <Field label="Wording" hint="Written under Settings, Prompts.">
      {(control) => (
        <Select
          {...control}
          value={value}
          onValueChange={onChange}
          options={[
            { value: newestWording, label: `Version ${newest.version}, the newest`, ...(newest.note && { description: newest.note }) },
            ...older.map(({ id, version, note }) => ({ value: id, label: `Version ${version}`, ...(note && { description: note }) })),
            { value: productWording, label: "Built-in" },
          ]}
        />
      )}
    </Field>
  );
}
