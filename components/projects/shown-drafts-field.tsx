"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Field, FieldError } from "../ui/field";
import { Select } from "../ui/select";
import { Skeleton } from "../ui/skeleton";

const newest = "newest";

/** Which run's drafts annotators see: the newest finished one, or one that was chosen. */
export function ShownDraftsField({ task }: { task: TaskSummary }) {
  const runs = useQuery(endpointQuery("listRuns", { params: { taskId: task.id } }));
  const update = useEndpointMutation("updateTask", { refresh: ["listTasks", "getTask"] });
  if (runs.isPending) return <Skeleton className="h-9 w-full sm:w-96" />;
  if (runs.isError) return <FieldError>The runs could not be loaded: {runs.error.message}</FieldError>;
  const evaluations = runs.data.items.filter(({ kind }) => kind === "evaluation");
  if (evaluations.length === 0) {
    return <p className="text-body text-soft">There is no run yet. When a judge has drafted, annotators see its drafts here.</p>;
  }
  const options = [
    { value: newest, label: "The newest finished run" },
    ...evaluations.map((run) => ({
      value: run.id,
      label: run.judge.name,
      description: `${run.createdAt.slice(0, 10)}, ${figuresOf(run.units.done, "draft")}, criteria version ${run.criteriaSet?.version ?? "none"}`,
    })),
  ];
  return (
    <Field label="Show the drafts of" hint="Assignments already given out keep the drafts they were given." error={update.error?.message}>
      {(control) => (
        <Select
          {...control}
          className="sm:w-96"
          disabled={update.isPending}
          value={task.draftRunId ?? newest}
          onValueChange={(value) => update.mutate({ params: { taskId: task.id }, body: { draftRunId: value === newest ? null : value } })}
          options={options}
        />
      )}
    </Field>
  );
}
