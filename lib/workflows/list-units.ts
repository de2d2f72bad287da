import "server-only";
import { foundSelection } from "@/lib/db/found-selection";
import { listSelectedUnits } from "@/lib/db/list-selected-units";
import { getTaskProject } from "@/lib/db/tasks";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";
import type { SelectedUnit, SelectionCounts, UnitSelection } from "@/lib/domain/unit-selection";

interface Input {
  taskId: string;
  cursor?: string | undefined;
  limit: number;
  selection: UnitSelection;
}

/**
 * The units behind a figure of a task's report, with how many units, ratings and lines there are: for researchers. Those of samples that the reader has
 * open themselves are counted and listed without scores; where scores decide which units there are, they are left out, fitting or not.
 */
export async function listUnits(
  actor: Actor,
  { taskId, selection, ...page }: Input,
): Promise<Page<SelectedUnit> & { counts: SelectionCounts; leftOut: number }> {
  demand(actor, "samples.read", await getTaskProject(taskId), "task");
  const found = await foundSelection(taskId, selection, actor.userId);
  if (found === null) return { items: [], nextCursor: null, total: 0, counts: { units: 0, ratings: 0, lines: 0, samples: 0 }, leftOut: 0 };
  const { items, ...rest } = await listSelectedUnits(found, page);
  return { ...rest, items: items.map((unit) => (unit.withheld ? { ...unit, scores: [], judgeScore: null, words: [] } : unit)) };
}
