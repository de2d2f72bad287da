import "server-only";
import { listPromptVersionRows } from "@/lib/db/prompt-versions";
import { type Actor, demand } from "@/lib/domain/policy";
import type { PromptVersionRow } from "@/lib/domain/prompt-version";

/** The project's prompt versions, newest first within each protocol, with the judges that use each. */
export async function listPromptVersions(actor: Actor, input: { projectId: string }): Promise<{ items: PromptVersionRow[] }> {
  demand(actor, "run.read", input.projectId);
  return { items: await listPromptVersionRows(input.projectId) };
}
