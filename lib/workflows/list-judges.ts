import "server-only";
import { listJudgeRows } from "@/lib/db/judges";
import type { Judge } from "@/lib/domain/judge";
import { type Actor, demand } from "@/lib/domain/policy";

/** Judges of a project. Keys never leave the server; `hasKey` says whether there is one. */
export async function listJudges(actor: Actor, input: { projectId: string }): Promise<{ items: Judge[] }> {
  demand(actor, "run.read", input.projectId);
  return { items: await listJudgeRows(input.projectId) };
}
