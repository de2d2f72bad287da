"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";
import type { TaskPerson } from "@/lib/domain/task-person";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { SkeletonRows } from "../ui/skeleton";
import { ExcludeDialog } from "./exclude-dialog";
import { TaskPeopleTable } from "./task-people-table";

/** What each annotator of a task has done, with excluding and its lifting. */
export function TaskPeoplePanel({ task }: { task: TaskSummary }) {
  const people = useQuery(endpointQuery("readTaskPeople", { params: { taskId: task.id } }));
  const [sought, setSought] = useState("");
  const [excluding, setExcluding] = useState<TaskPerson | null>(null);
  if (people.isPending) return <SkeletonRows label="Loading people" rows={6} />;
  if (people.isError)
    return <ErrorState title="The people could not be loaded" error={people.error} onRetry={() => void people.refetch()} />;
  if (people.data.items.length === 0) {
    return <EmptyState title="Nobody has started yet">Annotators appear here with their first sample.</EmptyState>;
  }
  const matches = ({ label, name }: TaskPerson) => `${label} ${name ?? ""}`.toLowerCase().includes(sought.trim().toLowerCase());
  const items = people.data.items.filter(matches);
  return (
    <div className="flex flex-col gap-4">
      {people.data.items.length > 10 && (
        <Field label="Find a person" className="max-w-72">
          {(control) => <Input {...control} type="search" value={sought} onChange={(event) => setSought(event.target.value)} />}
        </Field>
      )}
      <TaskPeopleTable people={{ ...people.data, items }} onExclude={setExcluding} />
      {excluding && <ExcludeDialog task={task} person={excluding} onClose={() => setExcluding(null)} />}
    </div>
  );
}
