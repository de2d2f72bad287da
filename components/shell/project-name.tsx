"use client";

import { ChevronsUpDown } from "lucide-react";
import { lazy } from "react";
import { OnDemandMenu } from "@/components/ui/on-demand-menu";
import type { ProjectSummary } from "@/lib/domain/project";

const load = () => import("./project-menu-list").then((file) => ({ default: file.ProjectMenuList }));
const ProjectMenuList = lazy(load);

/** The current project, and a menu of the others. */
export function ProjectName({ project }: { project: ProjectSummary }) {
  return (
    <OnDemandMenu
      menu={(trigger) => <ProjectMenuList trigger={trigger} />}
      prepare={load}
      className="flex min-w-0 items-center gap-1 rounded-mark text-body text-soft hover:text-ink"
    >
      <span className="max-w-56 truncate">{project.name}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">, switch project</span>
    </OnDemandMenu>
  );
}
