import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { ProjectGate } from "@/components/shell/project-gate";

/** Project pages keep their choices (task, page, search) in the URL. */
export default async function ProjectLayout({ children, params }: { children: ReactNode; params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return (
    <NuqsAdapter>
      <ProjectGate projectId={projectId}>{children}</ProjectGate>
    </NuqsAdapter>
  );
}
