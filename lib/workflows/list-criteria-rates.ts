import "server-only";
import { listRoundRows } from "@/lib/db/criteria-rounds";
import { listUnions } from "@/lib/db/criteria-unions";
import { getTaskProject } from "@/lib/db/tasks";
import type { TaskRates } from "@/lib/domain/criteria-round";
import { type Actor, demand } from "@/lib/domain/policy";
import { panelFigures } from "@/lib/report/criteria-panel";
import { countedOutcomes } from "@/lib/review/counted-outcomes";

/** What the panel did to the judge's criteria, per round whose redlines were shown, newest first. */
export async function listCriteriaRates(actor: Actor, input: { taskId: string }): Promise<{ items: TaskRates[] }> {
  demand(actor, "criteria.edit", await getTaskProject(input.taskId), "task");
  const shown = (await listRoundRows(input.taskId)).filter(({ collectedAt }) => collectedAt !== null);
  const unions = await listUnions(shown);
  const items = shown.flatMap(({ id, number, publishedVersion, judge, removedBefore }) => {
    const union = unions.get(id);
    if (union === undefined) return [];
    return [{ roundId: id, number, publishedVersion, judge, figures: panelFigures(countedOutcomes(union, removedBefore)) }];
  });
  return { items };
}
