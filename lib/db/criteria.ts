import "server-only";
import type { Criterion } from "@/lib/domain/criterion";
import { found } from "@/lib/domain/errors";
import { type Db, db } from "./client";

const criteria = (on: Db, criteriaSetId: string) =>
  on
    .selectFrom("criteria")
    .select(["id", "position", "name", "definition", "scale", "overall", "sampleId"])
    .where("criteriaSetId", "=", criteriaSetId);

/** One criterion, only if it belongs to the set. Throws not_found. */
export async function getCriterionOfSet(tx: Db, criteriaSetId: string, criterionId: string): Promise<Criterion> {
  const criterion = await criteria(tx, criteriaSetId).where("id", "=", criterionId).executeTakeFirst();
  return found(criterion, "criterion in this task's criteria set");
}

/** The criteria that apply to a sample: the set's, and those that belong to this sample. In order. */
export async function listCriteriaForSample(criteriaSetId: string, sampleId: string): Promise<Criterion[]> {
  return criteria(db(), criteriaSetId)
    .where((eb) => eb.or([eb("sampleId", "is", null), eb("sampleId", "=", sampleId)]))
    .orderBy("position")
    .execute();
}
