import "server-only";
import { listSampleRows } from "@/lib/db/samples";
import { getTaskProject } from "@/lib/db/tasks";
import type { Page } from "@/lib/domain/page";
import { type Actor, demand } from "@/lib/domain/policy";
import type { SampleRow } from "@/lib/domain/project";

interface Input {
  taskId: string;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Samples of a task in import order, with the systems' names: for researchers. */
export async function listSamples(actor: Actor, input: Input): Promise<Page<SampleRow>> {
  demand(actor, "samples.read", await getTaskProject(input.taskId), "task");
  return listSampleRows(input);
}
