import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { hasOpenRound } from "@/lib/db/criteria-rounds";
import { getCodebooks, listUsedCodes, saveCodebooks } from "@/lib/db/reason-codes";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { CodebookEntry, ReasonCodebooks, ReasonCodesReply } from "@/lib/domain/reason-codes";

/**
 * Edits a project's reasons. Throws conflict when a code in use is missing: it can be retired. While a round is open, no code for criteria can be
 * deleted, used or not: the refusal would tell which codes experts have used.
 */
export async function saveReasonCodes(actor: Actor, input: { projectId: string } & ReasonCodebooks): Promise<ReasonCodesReply> {
  const { projectId, items, criteria } = input;
  return inTransaction(async (tx) => {
    demand(actor, "task.edit", projectId);
    const before = await getCodebooks(projectId, { tx, lock: true });
    const used = await listUsedCodes(projectId, tx);
    demandKept(before.items, items, used.items);
    const locked = await hasOpenRound(tx, projectId);
    demandKept(before.criteria, criteria, locked ? before.criteria.map(({ code }) => code) : used.criteria);
    await saveCodebooks(tx, projectId, { items, criteria });
    const audit = { projectId, userId: actor.userId, targetKind: "project", targetId: projectId };
    await appendAudit(tx, { ...audit, verb: "reasons.save", details: { before, after: { items, criteria } } });
    return { items, criteria, used };
  });
}

function demandKept(before: readonly CodebookEntry[], after: readonly CodebookEntry[], inUse: readonly string[]): void {
  const lost = before.find(({ code }) => inUse.includes(code) && !after.some((entry) => entry.code === code));
  if (lost === undefined) return;
  throw new AppError(
    "conflict",
    `The reason "${lost.label}" (${lost.code}) is in use or may be by an open round: retire it instead of deleting it.`,
  );
}
