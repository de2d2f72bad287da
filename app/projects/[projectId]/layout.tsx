import type { ReactNode } from "react";
import { AddressChoices } from "@/components/shell/address-choices";
import { ProjectGate } from "@/components/shell/project-gate";

export default async function ProjectLayout({ children, params }: { children: ReactNode; params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  return (
    <AddressChoices>
      <ProjectGate projectId={projectId}>{children}</ProjectGate>
    </AddressChoices>
  );
}
