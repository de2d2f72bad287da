"use client";

import Link from "next/link";
import { cn } from "@/components/ui/cn";
import type { ProjectSummary } from "@/lib/domain/project";
import { stagesFor } from "./project-pages";
import { StageMenu } from "./stage-menu";

interface ProjectNavigationProps {
  project: Pick<ProjectSummary, "id" | "role">;
  /** The segment of the open page. */
  current: string | undefined;
}

/** The top line's navigation: a menu for each stage of the study; a stage with one page is that page's link. */
export function ProjectNavigation({ project, current }: ProjectNavigationProps) {
  return (
    <nav aria-label="Project" className="max-md:hidden">
      <ul className="flex items-center gap-0.5">
        {stagesFor(project.role).map(({ stage, pages }) => {
          const [only, ...others] = pages;
          return (
            <li key={stage}>
              {only && others.length === 0 ? (
                <Link
                  href={`/projects/${project.id}/${only.segment}`}
                  aria-current={only.segment === current ? "page" : undefined}
                  className={cn(stageLook, "aria-[current=page]:font-medium aria-[current=page]:text-ink")}
                >
                  {only.label}
                </Link>
              ) : (
                <StageMenu projectId={project.id} stage={stage} pages={pages} current={current} className={stageLook} />
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const stageLook =
  "flex items-center gap-1 rounded-mark px-2 py-1 text-small base:text-soft transition-colors duration-100 hover:bg-sunken hover:text-ink";
