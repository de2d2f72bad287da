"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { leadsStudy } from "@/lib/domain/policy";
import type { ProjectSummary, TaskSummary } from "@/lib/domain/project";
import { figuresOf } from "../charts/format";
import { Badge } from "../ui/badge";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { Skeleton, SkeletonRows } from "../ui/skeleton";
import { ModelBanner } from "./model-banner";
import { TaskCard } from "./task-card";

/** A project's home page: its tasks, their progress and the next steps. */
export function ProjectHome({ projectId }: { projectId: string }) {
  const project = useQuery(endpointQuery("getProject", { params: { projectId } }));
  if (project.isError) {
    return (
      <PageBody>
        <ErrorState title="The project could not be loaded" error={project.error} onRetry={() => void project.refetch()} />
      </PageBody>
    );
  }
  if (project.isPending) {
    return (
      <PageBody>
        <Skeleton className="mb-8 h-8 w-72" />
        <SkeletonRows label="Loading the project" rows={4} />
      </PageBody>
    );
  }
  return <Loaded project={project.data} />;
}

function Loaded({ project }: { project: ProjectSummary }) {
  const params = { projectId: project.id };
  const isAdmin = project.role === "admin";
  const tasks = useQuery(endpointQuery("listTasks", { params }));
  const judges = useQuery({ ...endpointQuery("listJudges", { params }), enabled: isAdmin });
  const hasModel = judges.data?.items.some(({ kind, archivedAt }) => kind === "endpoint" && archivedAt === null) ?? true;
  return (
    <PageBody>
      <PageHeader
        title={project.name}
        description={project.description === "" ? undefined : <p className="max-w-measure whitespace-pre-line">{project.description}</p>}
        actions={leadsStudy(project.role) && <Actions projectId={project.id} isAdmin={isAdmin} />}
      />
      <div className="flex flex-col gap-6">
        {project.archivedAt !== null && (
          <Banner>This project is archived. It can be read and exported, and restored under Settings.</Banner>
        )}
        {project.demo && (
          <Banner>
            This is the demo project. Each task says where its texts and scores come from; do not cite figures from made-up tasks.
          </Banner>
        )}
        {isAdmin && !hasModel && <ModelBanner projectId={project.id} />}
        {tasks.isPending && <SkeletonRows label="Loading tasks" rows={3} />}
        {tasks.isError && <ErrorState title="The tasks could not be loaded" error={tasks.error} onRetry={() => void tasks.refetch()} />}
        {tasks.isSuccess && <Tasks tasks={tasks.data.items} project={project} hasModel={hasModel} />}
      </div>
    </PageBody>
  );
}

function Actions({ projectId, isAdmin }: { projectId: string; isAdmin: boolean }) {
  return (
    <>
      {isAdmin && (
        <Button asChild>
          <Link href={`/projects/${projectId}/samples/import`}>Import</Link>
        </Button>
      )}
      <Button asChild variant="primary">
        <Link href={`/projects/${projectId}/tasks/new`}>New task</Link>
      </Button>
    </>
  );
}

function Tasks({ tasks, project, hasModel }: { tasks: TaskSummary[]; project: ProjectSummary; hasModel: boolean }) {
  const active = tasks.filter(({ archivedAt }) => archivedAt === null);
  const archived = tasks.filter(({ archivedAt }) => archivedAt !== null);
  if (tasks.length === 0) {
    return (
      <EmptyState
        title="No task yet"
        action={leadsStudy(project.role) ? <Actions projectId={project.id} isAdmin={project.role === "admin"} /> : undefined}
      >
        {!leadsStudy(project.role)
          ? "There is nothing to judge here yet. You will find your work on this page."
          : "A task says what is judged: a kind of input, a kind of output, and guidelines. Create one, or import a file that describes its own."}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-4 xl:grid-cols-2">
        {active.map((task) => (
          <TaskCard key={task.id} task={task} role={project.role} hasModel={hasModel} />
        ))}
      </ul>
      {archived.length > 0 && (
        <details>
          <summary className="mb-3 w-fit text-small text-soft hover:text-ink">{figuresOf(archived.length, "archived task")}</summary>
          <ul className="divide-y rounded-panel border bg-card">
            {archived.map((task) => (
              <li key={task.id} className="flex items-center gap-3 px-5 py-3">
                <Link className="min-w-0 wrap-anywhere hover:text-accent" href={`/projects/${task.projectId}/tasks/${task.id}`}>
                  {task.name}
                </Link>
                <Badge tone="quiet">archived</Badge>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
