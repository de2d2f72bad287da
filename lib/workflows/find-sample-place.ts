import "server-only";
import { foundSelection } from "@/lib/db/found-selection";
import { findUnitPlace } from "@/lib/db/list-selected-units";
import { getSampleTask } from "@/lib/db/sample-detail";
import { findSamplePlace as findPlace } from "@/lib/db/samples";
import { type Actor, demand } from "@/lib/domain/policy";
import type { SampleFilter } from "@/lib/domain/sample-filter";
import type { SamplePlace, UnitSelection } from "@/lib/domain/unit-selection";

interface Input {
  sampleId: string;
  /** Which of the sample's units, in a list of units. */
  criterionId: string | null;
  /** What the list is narrowed to: units behind a figure, or else samples. */
  selection: UnitSelection | null;
  filter: SampleFilter;
}

/** The position of a sample in a list, with its neighbours: for researchers. */
export async function findSamplePlace(actor: Actor, { sampleId, criterionId, selection, filter }: Input): Promise<SamplePlace> {
  const { taskId, projectId } = await getSampleTask(sampleId);
  demand(actor, "samples.read", projectId, "sample");
  if (selection === null) return findPlace({ ...filter, taskId, readerId: actor.userId }, sampleId);
  const found = await foundSelection(taskId, selection, actor.userId);
  return found === null ? { place: null, total: 0, previous: null, next: null } : findUnitPlace(found, { sampleId, criterionId });
}
