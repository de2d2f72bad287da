import "server-only";
import { listGuidelineVersions } from "@/lib/db/guidelines";
import { getTaskProject } from "@/lib/db/tasks";
import type { GuidelineVersion } from "@/lib/domain/guidelines";
import { type Actor, demand } from "@/lib/domain/policy";

/** The versions of a task's guidelines and who has read which. Annotators get the version in force with their work. */
export async function listGuidelines(actor: Actor, input: { taskId: string }): Promise<{ items: GuidelineVersion[] }> {
  demand(actor, "progress.read", await getTaskProject(input.taskId), "task");
  return { items: await listGuidelineVersions(input.taskId) };
}
