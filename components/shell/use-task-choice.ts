"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { TaskSummary } from "@/lib/domain/project";

/** The page's task: the URL's `task` parameter, otherwise the project's first that is not archived. */
export function useTaskChoice(projectId: string) {
  const [chosenId, setChosenId] = useQueryState("task", parseAsString.withOptions({ history: "push" }));
  const query = useQuery(endpointQuery("listTasks", { params: { projectId } }));
  const tasks = query.data?.items ?? [];
  const task: TaskSummary | null =
    tasks.find(({ id }) => id === chosenId) ?? tasks.find(({ archivedAt }) => archivedAt === null) ?? tasks[0] ?? null;
  return { query, tasks, task, choose: (id: string) => void setChosenId(id) };
}
