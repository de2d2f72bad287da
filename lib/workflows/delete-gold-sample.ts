import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { deleteGoldRow, findGoldUse, getSampleForGold } from "@/lib/db/gold-samples";
import { getTaskProject } from "@/lib/db/tasks";
import { found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";

/** Forgets a sample's known answers: it is given out as work again. An exam that is in force keeps its copy of them. Throws not_found. */
export async function deleteGoldSample(actor: Actor, input: { taskId: string; sampleId: string }): Promise<{ ok: true }> {
  const projectId = await getTaskProject(input.taskId);
  demand(actor, "task.edit", projectId, "task");
  await inTransaction(async (tx) => {
    const { externalId } = await getSampleForGold(tx, input);
    const use = found(await findGoldUse(tx, input.sampleId), "sample with known answers");
    await deleteGoldRow(tx, input.sampleId);
    const event = { projectId, userId: actor.userId, verb: "gold.delete" as const, targetKind: "sample", targetId: input.sampleId };
    await appendAudit(tx, { ...event, details: { sample: externalId, use } });
  });
  return { ok: true };
}
