import "server-only";
import { randomUUID } from "node:crypto";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import {
  appendCriteriaActions,
  createCriteriaSetRow,
  findDraftSet,
  getCriteriaSet,
  getProposalOf,
  toCriteriaSet,
} from "@/lib/db/criteria-sets";
import { lockTask } from "@/lib/db/tasks";
import type { CriterionContent } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import { additionsOf } from "@/lib/review/additions";

interface Input {
  taskId: string;
  proposalDraftId?: string | undefined;
  copyOf?: string | undefined;
  criteria?: CriterionContent[] | undefined;
}

/**
 * Starts a draft set: empty, from a judge's proposal, as a copy of another set of the task, or with criteria already written. Copied and
 * written criteria enter as additions, so that the draft's actions alone determine its content. Throws conflict while the task has a
 * draft set.
 */
export async function createCriteriaSet(actor: Actor, input: Input): Promise<CriteriaSet> {
  const { taskId, proposalDraftId, copyOf } = input;
  if ([proposalDraftId, copyOf, input.criteria].filter((source) => source !== undefined).length > 1) {
    throw new AppError("invalid_input", "Start from either a proposal, a copy or given criteria.");
  }
  return inTransaction(async (client) => {
    const { projectId, kind } = await lockTask(client, taskId);
    demand(actor, "criteria.edit", projectId, "task");
    if ((await findDraftSet(client, taskId)) !== null) {
      throw new AppError("conflict", "This task already has a draft criteria set. Publish or discard it first.");
    }
    if (proposalDraftId !== undefined) await getProposalOf(client, taskId, proposalDraftId);
    const source = copyOf === undefined ? null : await getCriteriaSet(copyOf, { tx: client });
    if (source !== null && source.taskId !== taskId) throw new AppError("not_found", "There is no such criteria set in this task.");
    const unfit = pairScaleProblem(kind, input.criteria ?? []);
    if (unfit !== null) throw new AppError("invalid_input", unfit);
    const criteriaSetId = await createCriteriaSetRow(client, { taskId, proposalDraftId: proposalDraftId ?? null });
    const additions = additionsOf(source?.criteria ?? input.criteria ?? [], randomUUID, new Date());
    await appendCriteriaActions(client, { criteriaSetId, userId: actor.userId, afterSeq: -1 }, additions);
    await appendAudit(client, {
      projectId,
      userId: actor.userId,
      verb: "criteria.draft",
      targetKind: "criteria-set",
      targetId: criteriaSetId,
      details: { from: proposalDraftId ? "proposal" : copyOf ? "copy" : "scratch" },
    });
    return toCriteriaSet(await getCriteriaSet(criteriaSetId, { tx: client }));
  });
}
