import "server-only";
import type { Judge } from "@/lib/domain/judge";
import type { Actor } from "@/lib/domain/policy";
import { createProjectBody, type ProjectSummary, type TaskSummary } from "@/lib/domain/project";
import { listJudges } from "@/lib/workflows/list-judges";
import { listProjects } from "@/lib/workflows/list-projects";
import { listTasks } from "@/lib/workflows/list-tasks";
import { UsageError } from "./output";

/** The name given to a project that may be new. */
export function projectName(name: string): string {
  const valid = createProjectBody.shape.name.safeParse(name);
  if (!valid.success) throw new UsageError("--project: a name of 1 to 200 characters");
  return valid.data;
}

/** The project of that name, or null. */
export async function findProject(actor: Actor, name: string): Promise<ProjectSummary | null> {
  return (await listProjects(actor)).items.find((project) => project.name === name) ?? null;
}

/** The project of that name; an unknown name is bad usage. */
export async function getProject(actor: Actor, name: string): Promise<ProjectSummary> {
  const project = await findProject(actor, name);
  if (!project) throw new UsageError(`there is no project "${name}"`);
  return project;
}

/** The task of that name; without a name, the project's only one. */
export async function getTask(actor: Actor, project: ProjectSummary, name: string | undefined): Promise<TaskSummary> {
  const { items } = await listTasks(actor, { projectId: project.id });
  const names = items.map((task) => `"${task.name}"`).join(", ");
  if (name === undefined && items.length !== 1) throw new UsageError(`choose a --task; "${project.name}" has ${names || "none"}`);
  const task = name === undefined ? items[0] : items.find((entry) => entry.name === name);
  if (!task) throw new UsageError(`there is no task "${name}" in "${project.name}"; it has ${names || "none"}`);
  return task;
}

/** The judge of that name; an unknown name is bad usage. */
export async function getJudge(actor: Actor, projectName: string, name: string): Promise<Judge> {
  const project = await getProject(actor, projectName);
  const { items } = await listJudges(actor, { projectId: project.id });
  const judge = items.find((entry) => entry.name === name);
  const names = items.map((entry) => `"${entry.name}"`).join(", ");
  if (!judge) throw new UsageError(`there is no judge "${name}" in "${project.name}"; it has ${names || "none"}`);
  return judge;
}
