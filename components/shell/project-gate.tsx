"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageBody } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api-error";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { ProjectSummary } from "@/lib/domain/project";
import { type ProjectPage, pageOf, pagesFor } from "./project-pages";

/** Shows a project page if the role allows it, otherwise says whom to ask. For an unknown project, links back to the list. */
export function ProjectGate({ projectId, children }: { projectId: string; children: ReactNode }) {
  const page = pageOf(usePathname());
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  if (project.error instanceof ApiError && project.error.status === 404) return <NoProject />;
  // A page that reports a loading failure itself need not wait, nor does an annotator's way to their work.
  if (page === undefined || project.isError) return children;
  if (project.isPending && pagesFor("annotator").includes(page)) return children;
  if (project.isPending) {
    return (
      <PageBody>
        <h1 className="sr-only">{page.label}</h1>
        <SkeletonRows label={`Loading ${page.label}`} rows={4} />
      </PageBody>
    );
  }
  return page.roles.includes(project.data.role) ? children : <BeyondRole page={page} project={project.data} />;
}

function NoProject() {
  const action = (
    <Button asChild>
      <Link href="/projects">All projects</Link>
    </Button>
  );
  return (
    <PageBody>
      <h1 className="sr-only">No such project</h1>
      <EmptyState title="There is no such project, or you are not in it" action={action}>
        The address may be mistyped, or the project was deleted. If someone sent you the address, ask them to add you to the project.
      </EmptyState>
    </PageBody>
  );
}

function BeyondRole({ page, project }: { page: ProjectPage; project: ProjectSummary }) {
  const action = (
    <Button asChild>
      <Link href={`/projects/${project.id}`}>Back to {project.name}</Link>
    </Button>
  );
  const who = new Intl.ListFormat("en").format(page.roles.map((role) => `${role}s`));
  return (
    <PageBody>
      <h1 className="sr-only">{page.label}</h1>
      <EmptyState title={`${page.label} is for the ${who} of this project`} action={action}>
        You are {project.role === "researcher" ? "a" : "an"} {project.role} here. {whomToAsk(project.admins)}
      </EmptyState>
    </PageBody>
  );
}

function whomToAsk(admins: readonly string[]): string {
  if (admins.length === 0) return "Ask an administrator of this installation for another role.";
  return `Ask ${new Intl.ListFormat("en", { type: "disjunction" }).format(admins)} for another role.`;
}
