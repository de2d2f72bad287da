import "server-only";
import { listPanelCandidates, listRedlines, listRoundRows, toRoundSummary } from "@/lib/db/criteria-rounds";
import { getTaskProject } from "@/lib/db/tasks";
import type { PanelCandidate, RoundSummary } from "@/lib/domain/criteria-round";
import { type Actor, demand, may } from "@/lib/domain/policy";

/** A task's rounds, newest first: all of them for moderators, who also get whom they can invite; their own for experts. */
export async function listCriteriaRounds(
  actor: Actor,
  input: { taskId: string },
): Promise<{ items: RoundSummary[]; candidates: PanelCandidate[] | null }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "criteria.redline", projectId, "task");
  const moderates = may(actor, "criteria.edit", projectId);
  const rounds = await listRoundRows(input.taskId);
  const own = (await listRedlines(rounds.map(({ id }) => id))).filter(({ userId }) => userId === actor.userId);
  const items = rounds.flatMap((round) => {
    const redline = own.find(({ roundId }) => roundId === round.id);
    if (redline === undefined && !moderates) return [];
    return [{ ...toRoundSummary(round), mine: redline === undefined ? null : { submitted: redline.submittedAt !== null } }];
  });
  return { items, candidates: moderates ? await listPanelCandidates(projectId) : null };
}
