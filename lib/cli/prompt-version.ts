import "server-only";
import type { Actor } from "@/lib/domain/policy";
import { listPromptVersions } from "@/lib/workflows/list-prompt-versions";
import { UsageError } from "./output";

/** The id of a version of the project's own prompts for a protocol; an unknown version is bad usage. */
export async function findPromptVersionId(actor: Actor, projectId: string, protocol: string, version: number): Promise<string> {
  const { items } = await listPromptVersions(actor, { projectId });
  const own = items.filter((item) => item.protocol === protocol);
  const chosen = own.find((item) => item.version === version);
  if (chosen) return chosen.id;
  const known = own.map((item) => item.version).join(", ");
  throw new UsageError(`there is no version ${version} of the prompts of "${protocol}"; the project has ${known || "no versions"}`);
}
