import "server-only";
import { Command } from "commander";
import type { Actor } from "@/lib/domain/policy";
import type { TaskPerson } from "@/lib/domain/task-person";
import { excludeAnnotator } from "@/lib/workflows/exclude-annotator";
import { liftExclusion } from "@/lib/workflows/lift-exclusion";
import { readTaskPeople } from "@/lib/workflows/read-task-people";
import { localActor } from "./local-actor";
import { printJson, UsageError } from "./output";
import { getProject, getTask } from "./projects";

interface TaskOptions {
  project: string;
  task?: string;
}

/** `redline people …`: what a task's annotators have done, and excluding them; every reply is one JSON document. */
export const peopleCommand = (): Command =>
  new Command("people")
    .addCommand(inTask("list", "what each annotator has done, pace, cost and agreement with the others").action(list))
    .addCommand(
      inTask("exclude", "leave an annotator out of reports; their work is kept, and they get no more")
        .argument("<name>", "name or code")
        .requiredOption("--reason <text>", "printed in the report and kept in the audit log")
        .option("--whole-project", "in every task of the project")
        .action(exclude),
    )
    .addCommand(inTask("include", "lift the exclusions of an annotator").argument("<name>", "name or code").action(include));

const inTask = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .requiredOption("--project <name>")
    .option("--task <name>", "needed where the project has several");

async function placeOf({ project, task }: TaskOptions): Promise<{ actor: Actor; projectId: string; taskId: string }> {
  const actor = await localActor();
  const { id: projectId, ...rest } = await getProject(actor, project);
  const { id: taskId } = await getTask(actor, { id: projectId, ...rest }, task);
  return { actor, projectId, taskId };
}

async function list(options: TaskOptions): Promise<void> {
  const { actor, taskId } = await placeOf(options);
  printJson(await readTaskPeople(actor, { taskId }));
}

async function exclude(name: string, options: TaskOptions & { reason: string; wholeProject?: true }): Promise<void> {
  const { actor, projectId, taskId } = await placeOf(options);
  const { annotatorId } = await personCalled(actor, taskId, name);
  const reason = options.reason.trim();
  if (reason === "") throw new UsageError("--reason must say why.");
  printJson(await excludeAnnotator(actor, { projectId, annotatorId, taskId: options.wholeProject ? null : taskId, reason }));
}

async function include(name: string, options: TaskOptions): Promise<void> {
  const { actor, taskId } = await placeOf(options);
  const { exclusions } = await personCalled(actor, taskId, name);
  if (exclusions.length === 0) throw new UsageError(`${name} is not excluded.`);
  for (const { id } of exclusions) await liftExclusion(actor, { exclusionId: id });
  printJson({ lifted: exclusions.length });
}

async function personCalled(actor: Actor, taskId: string, name: string): Promise<TaskPerson> {
  const { items } = await readTaskPeople(actor, { taskId });
  const person = items.find((one) => [one.name, one.code].includes(name));
  if (person === undefined) throw new UsageError(`No annotator of this task is called "${name}".`);
  return person;
}
