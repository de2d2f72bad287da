"use client";

import type { TaskSummary } from "@/lib/domain/project";
import { Select } from "../ui/select";

/** Selects the page's task; renders nothing if there is only one. */
export function TaskSelect({ tasks, task, onChoose }: { tasks: TaskSummary[]; task: TaskSummary; onChoose: (id: string) => void }) {
  if (tasks.length < 2) return null;
  const options = tasks.map(({ id, name, archivedAt }) => ({ value: id, label: archivedAt === null ? name : `${name} (archived)` }));
  return <Select aria-label="Task" className="w-auto max-w-72" value={task.id} onValueChange={onChoose} options={options} />;
}
