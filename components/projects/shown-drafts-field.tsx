"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import { Field, FieldError } from "../ui/field";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";
import { shownRunOptions } from "../words/shown-run-options";

const newest = "newest";

/** Selects the run whose drafts annotators see: the newest finished one or a chosen one. */
export function ShownDraftsField({ task }: { task: TaskSummary }) {
  const runs = useQuery(endpointQuery("listRuns", { params: { taskId: task.id } }));
  const update = useEndpointMutation("updateTask", { refresh: ["listTasks", "getTask"] });
  if (runs.isPending) return <Skeleton className="h-9 w-full sm:w-96" />;
  if (runs.isError) return <FieldError>The runs could not be loaded: {runs.error.message}</FieldError>;
  const options = shownRunOptions(task, runs.data.items, task.draftRunId);
  if (options.length === 0) {
    return (
      <p className="text-body text-soft">
        There are no drafts yet. Once a judge has drafted the published criteria, annotators see its drafts.
        {task.arm === "drafted" &&
          " Until then no sample is handed out; without a model, choose Without a draft under Annotators score, above."}
      </p>
    );
  }
  return (
    <Field label="Show the drafts of" hint="Existing assignments keep the drafts they were given." error={update.error?.message}>
      {(control) => (
        <Select
          {...control}
          className="sm:w-96"
          disabled={update.isPending}
          value={task.draftRunId ?? newest}
          onValueChange={(value) => update.mutate({ params: { taskId: task.id }, body: { draftRunId: value === newest ? null : value } })}
          options={[{ value: newest, label: "The newest finished run" }, ...options]}
        />
      )}
    </Field>
  );
}
