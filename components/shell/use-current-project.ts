"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { ProjectSummary } from "@/lib/domain/project";

const projectIdIn = (pathname: string) => /^\/projects\/([0-9a-f-]{36})(?:\/|$)/.exec(pathname)?.[1];

/** The project in the URL, once it is loaded. */
export function useCurrentProject(): ProjectSummary | undefined {
  const projectId = projectIdIn(usePathname());
  const project = useQuery({
    ...endpointQuery("getProject", { params: { projectId: projectId ?? "" } }),
    enabled: projectId !== undefined,
  });
  return projectId === undefined ? undefined : project.data;
}
