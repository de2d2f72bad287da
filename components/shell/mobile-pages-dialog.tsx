"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { ProjectSummary } from "@/lib/domain/project";
import { ProjectNavigation } from "./project-navigation";

interface MobilePagesDialogProps {
  project: ProjectSummary;
  current: string | undefined;
  onClose: () => void;
}

/** The project's pages on a phone. */
export function MobilePagesDialog({ project, current, onClose }: MobilePagesDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={project.name} width="narrow">
        <ProjectNavigation direction="down" projectId={project.id} role={project.role} current={current} onNavigate={onClose} />
      </DialogContent>
    </Dialog>
  );
}
