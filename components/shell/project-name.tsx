"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown } from "lucide-react";
import { Menu, MenuHeading, MenuLine, MenuLink } from "@/components/ui/menu";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { ProjectSummary } from "@/lib/domain/project";

/** The current project, and a menu of the others. */
export function ProjectName({ project }: { project: ProjectSummary }) {
  const label = (
    <>
      <span className="max-w-56 truncate">{project.name}</span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">, switch project</span>
    </>
  );
  return (
    <Menu
      label={label}
      align="start"
      listClassName="w-max max-w-80"
      className="flex min-w-0 items-center gap-1 rounded-mark text-body text-soft hover:text-ink"
    >
      <Projects currentId={project.id} />
    </Menu>
  );
}

function Projects({ currentId }: { currentId: string }) {
  const projects = useQuery(endpointQuery("listProjects", {}));
  return (
    <>
      <MenuHeading>Projects</MenuHeading>
      {projects.data?.items
        .filter(({ archivedAt }) => archivedAt === null)
        .map((project) => (
          <MenuLink key={project.id} href={`/projects/${project.id}`}>
            <span className="min-w-0 grow truncate">{project.name}</span>
            {project.id === currentId && <Check aria-label="this one" />}
          </MenuLink>
        ))}
      <MenuLine />
      <MenuLink href="/projects">All projects</MenuLink>
    </>
  );
}
