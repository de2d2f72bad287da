import "server-only";
import { getCodebooks, listUsedCodes } from "@/lib/db/reason-codes";
import { type Actor, demand, may } from "@/lib/domain/policy";
import type { ReasonCodesReply } from "@/lib/domain/reason-codes";

/** A project's reasons, for all its members; which of them are in use, for those who edit them. */
export async function listReasonCodes(actor: Actor, { projectId }: { projectId: string }): Promise<ReasonCodesReply> {
  demand(actor, "project.see", projectId);
  const books = await getCodebooks(projectId);
  return { ...books, used: may(actor, "task.edit", projectId) ? await listUsedCodes(projectId) : null };
}
