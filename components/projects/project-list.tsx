"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { ProjectSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { closeUnopened, onDemand } from "../ui/on-demand";
import { PageBody, PageHeader } from "../ui/page-header";
import { SkeletonRows } from "../ui/skeleton";

// The form and its schemas load on demand.
const CreateProjectDialog = onDemand(() => import("./create-project-dialog").then((file) => file.CreateProjectDialog));

/** The viewer's projects, with archived ones collapsed below. */
export function ProjectList() {
  const [creating, setCreating] = useState(false);
  const session = useQuery(sessionQuery());
  const mayCreate = session.data?.user.instanceAdmin ?? false;
  const projects = useQuery(endpointQuery("listProjects", {}));
  const create = mayCreate ? (
    <Button variant="primary" onClick={() => setCreating(true)}>
      New project
    </Button>
  ) : null;
  return (
    <PageBody>
      <PageHeader title="Projects" description="People and the tasks they judge together." actions={create} />
      {projects.isPending && <SkeletonRows label="Loading projects" rows={4} />}
      {projects.isError && (
        <ErrorState title="The projects could not be loaded" error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.isSuccess && <Lists projects={projects.data.items} create={create} mayCreate={mayCreate} />}
      {creating && <CreateProjectDialog open onOpenChange={setCreating} onMissing={closeUnopened(() => setCreating(false))} />}
    </PageBody>
  );
}

function Lists({ projects, create, mayCreate }: { projects: ProjectSummary[]; create: React.ReactNode; mayCreate: boolean }) {
  const active = projects.filter(({ archivedAt }) => archivedAt === null);
  const archived = projects.filter(({ archivedAt }) => archivedAt !== null);
  if (projects.length === 0) {
    return (
      <EmptyState title="No project yet" action={create}>
        {mayCreate
          ? "A project holds tasks, samples, judges and people. Create one, then import samples or a whole study into it."
          : "You are not in any project yet. An administrator can invite you to one."}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      {active.length > 0 && <Rows projects={active} />}
      {archived.length > 0 && (
        <details>
          <summary className="mb-3 w-fit text-small text-soft hover:text-ink">{figuresOf(archived.length, "archived project")}</summary>
          <Rows projects={archived} />
        </details>
      )}
    </div>
  );
}

function Rows({ projects }: { projects: ProjectSummary[] }) {
  return (
    <ul className="divide-y overflow-hidden rounded-panel border bg-card">
      {projects.map((project) => (
        <li key={project.id} className="relative px-5 py-4 hover:bg-paper">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Link
              href={`/projects/${project.id}`}
              className="min-w-0 wrap-anywhere text-title font-semibold after:absolute after:inset-0 hover:text-accent"
            >
              {project.name}
            </Link>
            {project.demo && <Badge tone="caution">demo</Badge>}
            {project.archivedAt !== null && <Badge tone="quiet">archived</Badge>}
            <span className="ml-auto text-small whitespace-nowrap text-soft">{project.role}</span>
          </div>
          {project.description !== "" && <p className="mt-1 line-clamp-2 max-w-measure text-body text-soft">{project.description}</p>}
          <p className="mt-1.5 text-small text-soft">
            {figuresOf(project.tasks, "task")} · {figuresOf(project.samples, "sample")} · {figuresOf(project.annotators, "annotator")}
          </p>
        </li>
      ))}
    </ul>
  );
}
