import "server-only";
import type { CountedPanel, TaskRates } from "@/lib/domain/criteria-round";
import { countedOutcomes } from "@/lib/review/counted-outcomes";
import { listRoundRows } from "./criteria-rounds";
import { listUnions } from "./criteria-unions";

/** What each panel's experts chose, by the task's rounds whose redlines were shown, the newest first. */
export async function listCountedPanels(taskId: string): Promise<(Omit<TaskRates, "figures"> & { counted: CountedPanel })[]> {
  const shown = (await listRoundRows(taskId)).filter(({ collectedAt }) => collectedAt !== null);
  const unions = await listUnions(shown);
  return shown.flatMap(({ id, number, publishedVersion, judge, removedBefore }) => {
    const union = unions.get(id);
    return union === undefined ? [] : [{ roundId: id, number, publishedVersion, judge, counted: countedOutcomes(union, removedBefore) }];
  });
}
