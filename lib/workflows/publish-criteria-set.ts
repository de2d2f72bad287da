import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { findReplacedWork } from "@/lib/db/criteria-rounds";
import { getCriteriaSet, publishCriteriaSetRow, toCriteriaSet } from "@/lib/db/criteria-sets";
import { demandNoRunningStudy } from "@/lib/db/study-plans";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import { pairScaleProblem } from "@/lib/domain/preference";
import type { CriteriaSet } from "@/lib/domain/project";
import { publishProblem } from "@/lib/review/apply-criteria-actions";

/**
 * Freezes a draft set and makes it the task's criteria for all work from now on; publishing it again changes nothing. Throws conflict
 * saying what is missing: undecided proposals, no criterion, a name twice, two overall criteria; for a pairwise task, a scale that is not
 * a preference.
 */
export async function publishCriteriaSet(actor: Actor, input: { criteriaSetId: string }): Promise<CriteriaSet> {
  return inTransaction(async (client) => {
    const set = await getCriteriaSet(input.criteriaSetId, { tx: client, lock: true });
    demand(actor, "criteria.edit", set.projectId, "criteria set");
    if (set.status === "published") return toCriteriaSet(set);
    const problem = publishProblem(set.state) ?? pairScaleProblem(set.kind, set.state.criteria);
    if (problem !== null) throw new AppError("conflict", problem);
    await demandNoRunningStudy(client, set.taskId);
    const replaces = await findReplacedWork(set.taskId, client);
    await publishCriteriaSetRow(client, { id: set.id, taskId: set.taskId, userId: actor.userId }, set.state.criteria);
    await appendAudit(client, {
      projectId: set.projectId,
      userId: actor.userId,
      verb: "criteria.publish",
      targetKind: "criteria-set",
      targetId: set.id,
      details: { version: set.version, criteria: set.state.criteria.length, replaces },
    });
    return toCriteriaSet(await getCriteriaSet(set.id, { tx: client }));
  });
}
