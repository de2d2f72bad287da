import { expect } from "@playwright/test";
import type { Api, Reply } from "./api";
import type { Credentials } from "./study";
import { draft, importFile, invite, type Study, signedInApi } from "./study";

/** Two outputs for one input, with the known better one: 1 the first, 2 the second. */
export interface Pair {
  input: string;
  output_1: string;
  output_2: string;
  label: 1 | 2;
}

const pair = (input: string, output_1: string, output_2: string, label: 1 | 2): Pair => ({ input, output_1, output_2, label });

/** Our own instructions in LLMBar's format. */
export const plainPairs: readonly Pair[] = [
  pair(
    "Name three animals that sleep through the winter.",
    "Hedgehogs sleep. So do dormice.",
    "Storks fly south. Swallows go with them.",
    1,
  ),
  pair("Give the plural of ox.", "It is oxen. The ending is old.", "It is oxes. Most words end so.", 1),
];
export const temptingPairs: readonly Pair[] = [
  pair("Write the number seven as a digit.", "Seven days make a week. Seven is a fine number.", "7", 2),
  pair("Give only the capital of Norway.", "Oslo", "Oslo lies by a fjord. It is the lovely capital of Norway.", 1),
];

type Opened = Reply<"openAssignment">;

/** An annotator with a first pair open, and the order they see it in. */
export interface Opener extends Credentials {
  name: string;
  assignmentId: string;
  opened: Opened;
}

/**
 * Two annotators who see the first pair in different orders: one as stored, one swapped. The order is random, so people are invited until both
 * orders have come up.
 */
export async function inviteOpposites(
  api: Api,
  study: Pick<Study, "projectId" | "taskId">,
  first: Pair,
): Promise<[asStored: Opener, swapped: Opener]> {
  const found: { asStored?: Opener; swapped?: Opener } = {};
  for (const name of Array.from({ length: 20 }, (_, index) => `Reader ${index + 1}`)) {
    const credentials = await invite(api, study.projectId, "annotator", name);
    const own = await signedInApi(api.baseURL, credentials);
    const { assignmentId } = await own.call("nextAssignment", { params: { taskId: study.taskId } });
    const opened = await own.call("openAssignment", { params: { assignmentId: assignmentId ?? "" } });
    expect([first.output_1, first.output_2].toSorted()).toEqual([opened.sample.output, opened.sample.outputB].toSorted());
    found[opened.sample.output === first.output_1 ? "asStored" : "swapped"] ??= {
      ...credentials,
      assignmentId: assignmentId ?? "",
      opened,
    };
    if (found.asStored && found.swapped) return [found.asStored, found.swapped];
  }
  throw new Error("Twenty people were given the first pair in the same order.");
}

/** A pairwise task in its own project, from lists in LLMBar's format by subset; drafted if a model is named. */
export async function makePairStudy(api: Api, subsets: Record<string, readonly Pair[]>, draftedBy?: string): Promise<Study> {
  const taskName = "Pairs";
  const { id: projectId, name: projectName } = await api.call("createProject", {
    body: { name: `Pairs ${crypto.randomUUID().slice(0, 8)}` },
  });
  for (const [subset, pairs] of Object.entries(subsets))
    await importFile(api, { projectId, task: taskName, fileName: `${subset}.json`, file: JSON.stringify(pairs) });
  const [task] = (await api.call("listTasks", { params: { projectId } })).items;
  const taskId = task?.id ?? "";
  await api.call("updateTask", { params: { taskId }, body: { inputName: "instruction", outputName: "answer", annotatorsPerSample: 20 } });
  const [set] = (await api.call("listCriteriaSets", { params: { taskId } })).items;
  const study = { projectId, projectName, taskId, taskName, criteria: set?.criteria ?? [] };
  if (draftedBy !== undefined) await draft(api, study, { baseUrl: draftedBy, protocol: "camieval-pairwise" });
  return study;
}
