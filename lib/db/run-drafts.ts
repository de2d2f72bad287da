import "server-only";
import { readDraftDetails } from "@/lib/domain/draft-details";
import type { RunDraft } from "@/lib/domain/exchange";
import { labelOf } from "@/lib/domain/labels";
import { db } from "./client";
import { jsonOf } from "./json";
import { isAfter, samplesFrom, type UnitPlace } from "./unit-walk";

export type RunDraftRow = RunDraft & { samplePosition: number; criterionPosition: number };

/** How many of a draft's characters a list shows. */
const shownCharacters = 300;

/** Cuts between characters, never inside a surrogate pair. */
const beginning = (text: string) => [...text.slice(0, 2 * shownCharacters)].slice(0, shownCharacters).join("");

/** A run's drafts in the order of samples and criteria, after a given place. Criteria proposals belong to no sample and are not included. */
export async function listRunDraftRows(runId: string, after: UnitPlace | null, limit: number): Promise<RunDraftRow[]> {
  const rows = await db()
    // The page is found first, by walking the samples in order: in a large run the rest would otherwise be computed for every draft and discarded.
    .with("page", (cte) =>
      cte
        .selectFrom(samplesFrom(runId, after).as("s"))
        .crossJoinLateral((eb) =>
          eb
            .selectFrom("drafts as d")
            .innerJoin("criteria as c", "c.id", "d.criterionId")
            .select(["d.id", "c.position as criterionPosition"])
            .where("d.runId", "=", runId)
            .whereRef("d.sampleId", "=", "s.id")
            .orderBy("c.position")
            .as("d"),
        )
        .select(["d.id", "d.criterionPosition", "s.position"])
        .where(({ ref }) => isAfter(ref("s.position"), ref("d.criterionPosition"), after))
        .orderBy("s.position")
        .orderBy("d.criterionPosition")
        .limit(limit),
    )
    .selectFrom("page")
    .innerJoin("drafts as d", "d.id", "page.id")
    .innerJoin("samples as s", "s.id", "d.sampleId")
    .innerJoin("criteria as c", "c.id", "d.criterionId")
    .leftJoin("runUnits as u", (join) =>
      join.onRef("u.runId", "=", "d.runId").onRef("u.sampleId", "=", "d.sampleId").onRef("u.criterionId", "=", "d.criterionId"),
    )
    .select([
      "d.id",
      "d.score",
      "d.items",
      "d.cached",
      "d.details",
      "u.status",
      "u.errorMessage",
      "c.id as criterionId",
      "c.name",
      "c.scale",
      "c.sampleId as ownerId",
    ])
    .select(["page.position as samplePosition", "page.criterionPosition"])
    .select((eb) => [
      jsonOf(eb, ["s.id", "s.externalId"]).as("sample"),
      eb.fn<string>("left", ["d.raw", eb.val(shownCharacters)]).as("raw"),
      eb
        .exists(
          eb.selectFrom("exchanges as e").select("e.id").whereRef("e.runId", "=", "d.runId").whereRef("e.sampleId", "=", "d.sampleId"),
        )
        .$castTo<boolean>()
        .as("asked"),
    ])
    .orderBy("page.position")
    .orderBy("page.criterionPosition")
    .execute();
  return rows.map(({ items, raw, status, errorMessage, criterionId, name, scale, ownerId, details, ...row }) => ({
    ...row,
    criterion: { id: criterionId, name, ownToSample: ownerId !== null, min: scale.min, max: scale.max },
    label: row.score === null ? null : labelOf(scale, row.score),
    text: beginning(items.find(({ kind }) => kind !== "heading")?.text ?? raw),
    dropped: status === "dropped" ? (errorMessage ?? "") : null,
    details: readDraftDetails(details),
  }));
}
