import "server-only";
import type { DraftContent } from "@/lib/domain/draft";
import { found } from "@/lib/domain/errors";
import { movedDraft } from "@/lib/review/moved-draft";
import type { Db } from "./client";

/** Which run's drafts to make wrong, and where: the drafts of these samples. */
interface Planted {
  /** The run whose drafts people see otherwise, and whose judge seems to have written the planted ones. */
  shownRunId: string;
  /** A run that is known to be wrong, whose drafts are taken as they are; null: the shown run's, with their scores on the far side. */
  sourceRunId: string | null;
  sampleIds: readonly string[];
  criteriaSetId: string;
}

const rowsPerStatement = 2000;

/** Makes a run of drafts that are wrong on purpose; `missing`: how many of the samples lack a draft in the source, so that none is made. */
export async function createPlantedRun(
  tx: Db,
  { shownRunId, sourceRunId, sampleIds, criteriaSetId }: Planted,
): Promise<{ id: string } | { missing: number }> {
  const source = sourceRunId ?? shownRunId;
  const drafts = await listUnits(tx, { runId: source, sampleIds, criteriaSetId });
  const missing = new Set(drafts.filter(({ items }) => items === null).map(({ sampleId }) => sampleId)).size;
  if (missing > 0) return { missing };
  const shown = found(await tx.selectFrom("runs").selectAll().where("id", "=", shownRunId).executeTakeFirst(), "run");
  const { taskId, judgeId, model, protocol, promptVersion } = shown;
  const now = new Date();
  const { id } = await tx
    .insertInto("runs")
    .values({
      taskId,
      judgeId,
      criteriaSetId,
      model,
      protocol,
      promptVersion,
      kind: "evaluation",
      status: "done",
      variant: "planted",
      startedAt: now,
      endedAt: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = drafts.map(({ sampleId, criterionId, items, raw, score, scale }) => ({
    ...{ runId: id, sampleId, criterionId, raw: raw ?? "" },
    ...written(sourceRunId === null ? movedDraft({ score, items: items ?? [] }, scale) : { score, items: items ?? [] }),
  }));
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    await tx
      .insertInto("drafts")
      .values(rows.slice(from, from + rowsPerStatement))
      .execute();
  return { id };
}

/** Each unit of the samples with its draft in a run; without one, `items` is null. */
const listUnits = (tx: Db, { runId, sampleIds, criteriaSetId }: { runId: string; sampleIds: readonly string[]; criteriaSetId: string }) =>
  tx
    .selectFrom("samples as s")
    .innerJoin("criteria as c", (join) =>
      join
        .on("c.criteriaSetId", "=", criteriaSetId)
        .on(({ or, eb, ref }) => or([eb("c.sampleId", "is", null), eb("c.sampleId", "=", ref("s.id"))])),
    )
    .leftJoin("drafts as d", (join) => join.on("d.runId", "=", runId).onRef("d.sampleId", "=", "s.id").onRef("d.criterionId", "=", "c.id"))
    .select(["s.id as sampleId", "c.id as criterionId", "c.scale", "d.score", "d.items", "d.raw"])
    .where("s.id", "=", ({ fn, val }) => fn.any(val([...sampleIds])))
    .execute();

const written = ({ score, items }: Pick<DraftContent, "score" | "items">) => ({ score, items: JSON.stringify(items) });
