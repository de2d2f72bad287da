import "server-only";
import { randomUUID } from "node:crypto";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { closeRoundRow, findReplacedWork, getRoundRow } from "@/lib/db/criteria-rounds";
import {
  appendCriteriaActions,
  createCriteriaSetRow,
  findDraftSet,
  getCriteriaSet,
  publishCriteriaSetRow,
  toCriteriaSet,
} from "@/lib/db/criteria-sets";
import { listUnions } from "@/lib/db/criteria-unions";
import { demandNoRunningStudy } from "@/lib/db/study-plans";
import { lockTask } from "@/lib/db/tasks";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import { additionsOf } from "@/lib/review/additions";
import { publishProblem } from "@/lib/review/apply-criteria-actions";
import { consensusOf } from "@/lib/review/criteria-union";

/**
 * Publishes a round's consensus as the task's next version and ends the round. Throws conflict saying what is missing: a decision on every criterion,
 * what a draft set needs too, and that the task has no draft set, which would be older than this version.
 */
export async function publishCriteriaRound(actor: Actor, input: { roundId: string }): Promise<CriteriaSet> {
  return inTransaction(async (tx) => {
    const { taskId, projectId } = await getRoundRow(input.roundId, { tx });
    demand(actor, "criteria.edit", projectId, "round");
    const { kind } = await lockTask(tx, taskId);
    const round = await getRoundRow(input.roundId, { tx, lock: true });
    if (round.status !== "discussing") throw new AppError("conflict", "A round is published while it is discussed.");
    await demandNoRunningStudy(tx, taskId);
    if ((await findDraftSet(tx, taskId)) !== null) {
      throw new AppError("conflict", "This task has a draft criteria set. Publish or discard it first.");
    }
    const lines = (await listUnions([round], tx)).get(round.id)?.lines ?? [];
    const open = lines.filter(({ decision }) => decision === null).length;
    if (open > 0) throw new AppError("conflict", `${open} ${open === 1 ? "criterion has" : "criteria have"} no decision yet.`);
    const agreed = consensusOf(lines);
    const criteriaSetId = await createCriteriaSetRow(tx, { taskId, proposalDraftId: null });
    await appendCriteriaActions(tx, { criteriaSetId, userId: actor.userId, afterSeq: -1 }, additionsOf(agreed, randomUUID, new Date()));
    const set = await getCriteriaSet(criteriaSetId, { tx });
    const problem = publishProblem(set.state) ?? pairScaleProblem(kind, agreed);
    if (problem !== null) throw new AppError("conflict", problem);
    const replaces = await findReplacedWork(taskId, tx);
    await publishCriteriaSetRow(tx, { id: criteriaSetId, taskId, userId: actor.userId }, agreed);
    await closeRoundRow(tx, round.id, { userId: actor.userId, criteriaSetId });
    await appendAudit(tx, {
      projectId,
      userId: actor.userId,
      verb: "criteria.publish",
      targetKind: "criteria-set",
      targetId: criteriaSetId,
      details: { version: set.version, criteria: agreed.length, round: round.number, replaces },
    });
    return toCriteriaSet(await getCriteriaSet(criteriaSetId, { tx }));
  });
}
