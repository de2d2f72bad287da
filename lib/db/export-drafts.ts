import "server-only";
import type { DraftExport } from "@/lib/datasets/export-rows";
import { withItemIds } from "@/lib/domain/draft";
import { readDraftDetails } from "@/lib/domain/draft-details";
import { anyOf } from "./any-of";
import { bulkRows } from "./bulk-rows";
import type { Db, Tx } from "./client";
import { type ExportTask, sampleWindows } from "./export-windows";
import { labelOfScore } from "./label-of-score";

const selectDrafts = (on: Db, sampleIds: readonly string[]) =>
  on
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .innerJoin("samples as s", "s.id", "d.sampleId")
    .innerJoin("criteria as c", "c.id", "d.criterionId")
    .leftJoin("runUnits as u", (join) =>
      join.onRef("u.runId", "=", "d.runId").onRef("u.sampleId", "=", "d.sampleId").onRef("u.criterionId", "=", "d.criterionId"),
    )
    .where("d.sampleId", "=", anyOf(sampleIds))
    .where("r.kind", "=", "evaluation")
    .select(({ eb, fn }) => [
      "s.externalId as sampleId",
      fn.coalesce("s.inputId", "s.inputKey").as("inputKey"),
      "c.name as criterion",
      eb("c.sampleId", "is not", null).$castTo<boolean>().as("ownToSample"),
      "u.status",
      "u.errorMessage",
    ])
    .select(["j.name as judge", "r.id as runId", "r.createdAt as runCreatedAt", "r.model", "r.protocol", "r.promptVersion", "r.options"])
    .select(({ ref }) => labelOfScore(ref("c.scale"), ref("d.score")).as("label"))
    .select(["r.variant", "d.score", "d.items", "d.raw", "d.details", "d.cached", "d.inputTokens", "d.outputTokens", "d.costUsd"])
    .select(["d.latencyMs", "d.createdAt"])
    .orderBy("s.position")
    .orderBy("r.createdAt")
    .orderBy("r.id")
    .orderBy("c.position")
    .orderBy("c.id");

/** Every draft of the task's samples from any run and criteria set, in the order of samples and runs. */
export async function* exportDrafts(tx: Tx, task: ExportTask): AsyncGenerator<DraftExport> {
  for await (const rows of sampleWindows(tx, task, (ids) => bulkRows(tx, selectDrafts(tx, ids)))) {
    for (const {
      status,
      errorMessage,
      runId,
      runCreatedAt,
      model,
      protocol,
      promptVersion,
      options,
      createdAt,
      label,
      score,
      ...draft
    } of rows) {
      yield {
        task: task.name,
        ...draft,
        score: label ?? score,
        run: { id: runId, createdAt: runCreatedAt.toISOString(), model, protocol, promptVersion, options },
        dropped: status === "dropped" ? (errorMessage ?? "") : null,
        items: withItemIds(draft.items),
        details: readDraftDetails(draft.details),
        createdAt: createdAt.toISOString(),
      };
    }
  }
}
