"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { request } from "@/lib/client/request";
import { WorkspaceSkeleton } from "./workspace-page";

/** Leads an annotator with one task straight into the sample to continue with, everybody else to the list of tasks. */
export function NextSample({ projectId }: { projectId: string }) {
  const router = useRouter();
  const target = useQuery({ queryKey: ["nextSample", projectId], queryFn: () => placeToContinue(projectId), gcTime: 0, retry: false });
  const list = `/projects/${projectId}/annotate`;
  const path = target.data ?? (target.error ? list : null);
  useEffect(() => {
    if (path !== null) router.replace(path);
  }, [router, path]);
  return <WorkspaceSkeleton />;
}

async function placeToContinue(projectId: string): Promise<string> {
  const list = `/projects/${projectId}/annotate`;
  const { items } = await request("listTasks", { params: { projectId } });
  const [only, ...others] = items.filter(({ archivedAt }) => archivedAt === null);
  if (only === undefined || others.length > 0 || only.mine.open + only.mine.available === 0) return list;
  const { assignmentId, why, gate } = await request("nextAssignment", { params: { taskId: only.id } });
  if (assignmentId !== null) return `${list}/${assignmentId}`;
  return why === null && gate === null ? list : `${list}?continue=${only.id}`;
}
