import "server-only";
import type { Tx } from "./client";
import { withKeyTriggers, withoutKeyTriggers } from "./without-key-triggers";

/**
 * Deletes the rows of which tasks have many, before the tasks themselves are deleted: table by table. A cascade would look for what belongs to every
 * single row, which takes minutes where there are millions. The tasks are locked already.
 */
export async function emptyTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  const samples = tx.selectFrom("samples").select("id").where("taskId", "in", taskIds);
  const assignments = tx.selectFrom("assignments").select("id").where("taskId", "in", taskIds);
  const evaluations = tx.selectFrom("evaluations").select("id").where("assignmentId", "in", assignments);
  const unchecked = await withoutKeyTriggers(tx);
  if (unchecked) {
    // Nobody may add to a row between the deletion of what belongs to it and its own, since nothing would find that later.
    for (const rows of [samples.forUpdate(), assignments.forUpdate(), evaluations.forUpdate()])
      await tx
        .selectFrom(rows.as("locked"))
        .select(({ fn }) => fn.countAll().as("n"))
        .execute();
  }
  await tx.deleteFrom("actions").where("evaluationId", "in", evaluations).execute();
  await tx.deleteFrom("evaluations").where("assignmentId", "in", assignments).execute();
  await tx.deleteFrom("reviews").where("assignmentId", "in", assignments).execute();
  await tx.deleteFrom("planSlots").where("sampleId", "in", samples).execute();
  await tx.deleteFrom("assignments").where("taskId", "in", taskIds).execute();
  for (const table of ["adjudications", "exchanges", "runUnits", "drafts", "goldAnswers", "goldSamples"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", samples).execute();
  for (const table of ["calibrationSamples", "judgeSplitSamples", "sampleUpdates"] as const)
    await tx.deleteFrom(table).where("sampleId", "in", samples).execute();
  await tx.deleteFrom("samples").where("taskId", "in", taskIds).execute();
  // What is left is little, and refers to nothing that is gone but criteria of single samples, which go with their task.
  if (unchecked) await withKeyTriggers(tx);
}
