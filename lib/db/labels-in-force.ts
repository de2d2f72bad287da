import "server-only";
import { type Db, db } from "./client";

/** A unit's label in force: the one confirmed last. */
export const labelsInForce = (on: Db = db()) =>
  on
    .selectFrom("adjudications as j")
    .distinctOn(["j.sampleId", "j.criterionId"])
    .selectAll("j")
    .where("j.finalAt", "is not", null)
    .orderBy("j.sampleId")
    .orderBy("j.criterionId")
    .orderBy("j.finalAt", "desc")
    .orderBy("j.id", "desc");
