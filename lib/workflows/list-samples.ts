import "server-only";
import { listSampleRows } from "@/lib/db/samples";
import { getTaskProject } from "@/lib/db/tasks";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";
import type { SampleRow } from "@/lib/domain/project";
import type { SampleFilter } from "@/lib/domain/sample-filter";

interface Input extends Partial<SampleFilter> {
  taskId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Samples of a task, with the systems' names: for researchers. */
export async function listSamples(actor: Actor, { sort = "import", ...input }: Input): Promise<Page<SampleRow> & { leftOut: number }> {
  demand(actor, "samples.read", await getTaskProject(input.taskId), "task");
  return listSampleRows({ ...input, sort, readerId: actor.userId });
}
