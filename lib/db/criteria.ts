import "server-only";
import type { Criterion } from "@/lib/domain/criterion";
import { db } from "./client";

/** The criteria that apply to a sample: the set's, and those that belong to this sample. In order. */
export async function listCriteriaForSample(criteriaSetId: string, sampleId: string): Promise<Criterion[]> {
  return db()
    .selectFrom("criteria")
    .select(["id", "position", "name", "definition", "scale", "overall", "group", "sampleId"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where((eb) => eb.or([eb("sampleId", "is", null), eb("sampleId", "=", sampleId)]))
    .orderBy("position")
    .execute();
}

/** Whether a criterion is one of a set. */
export async function isCriterionOf(criteriaSetId: string, id: string): Promise<boolean> {
  const own = db().selectFrom("criteria").select("id").where("id", "=", id).where("criteriaSetId", "=", criteriaSetId);
  return (await own.executeTakeFirst()) !== undefined;
}
