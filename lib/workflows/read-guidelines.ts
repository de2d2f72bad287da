import "server-only";
import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { noteReading } from "@/lib/db/guidelines";
import { getTaskProject } from "@/lib/db/tasks";
import { type Actor, demand } from "@/lib/domain/policy";

/** Notes that the annotator says they have read a version of the task's guidelines; repeating it changes nothing. Throws not_found. */
export async function readGuidelines(actor: Actor, input: { taskId: string; version: number }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "work.do", projectId, "task");
  const annotatorId = await getOrCreateAnnotator(projectId, { id: actor.userId, name: actor.name, email: actor.email });
  await noteReading({ ...input, annotatorId });
  return { ok: true };
}
