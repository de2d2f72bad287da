import "server-only";
import { labelsOf } from "@/lib/domain/labels";
import { scoresApart } from "@/lib/domain/scores-apart";
import { db } from "./client";
import { newestDraftsOf } from "./newest-drafts";
import { findPublishedSetId } from "./published-set";

/**
 * By sample that two judges or more have scored under the published criteria: the widest difference of their current scores on a criterion, as a share of
 * its scale.
 */
export async function readJudgesApart(taskId: string): Promise<Map<string, number>> {
  const setId = await findPublishedSetId(db(), taskId);
  const apart = new Map<string, number>();
  if (setId === null) return apart;
  const units = await db()
    .selectFrom(newestDraftsOf(setId).as("said"))
    .innerJoin("criteria as c", "c.id", "said.criterionId")
    .innerJoin("tasks as t", (join) => join.on("t.id", "=", taskId))
    .select(({ fn, ref }) => [
      ref("said.sampleId").$notNull().as("sampleId"),
      "c.scale",
      "t.kind",
      fn.min("said.score").as("low"),
      fn.max("said.score").as("high"),
    ])
    .where("c.sampleId", "is", null)
    .where("said.score", "is not", null)
    .groupBy(["said.sampleId", "c.id", "t.kind"])
    .having(({ fn }) => fn.countAll(), ">", 1)
    .execute();
  for (const { sampleId, scale, kind, low, high } of units) {
    const isNominal = kind === "pairwise" || labelsOf(scale) !== null;
    apart.set(sampleId, Math.max(apart.get(sampleId) ?? 0, scoresApart(scale, [low ?? 0, high ?? 0], isNominal)));
  }
  return apart;
}
