import "server-only";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";

/** First and second scores of the units that a plan had the same person rate twice. */
export async function readRepeats(criteriaSetId: string, places: ReportPlaces): Promise<NonNullable<ReportData["repeats"]>> {
  const rows = await db()
    .selectFrom("planSlots as slot")
    .innerJoin("assignments as again", "again.id", "slot.assignmentId")
    .innerJoin("assignments as first", (join) =>
      join
        .onRef("first.sampleId", "=", "again.sampleId")
        .onRef("first.annotatorId", "=", "again.annotatorId")
        .onRef("first.criteriaSetId", "=", "again.criteriaSetId")
        .on("first.round", "=", 0)
        .on("first.status", "=", "submitted")
        .on("first.purpose", "=", "work"),
    )
    .innerJoin("evaluations as e", "e.assignmentId", "again.id")
    .innerJoin("evaluations as f", (join) => join.onRef("f.assignmentId", "=", "first.id").onRef("f.criterionId", "=", "e.criterionId"))
    .select(["again.annotatorId", "again.sampleId", "e.criterionId"])
    .select(({ ref }) => [ref("f.score").$notNull().as("before"), ref("e.score").$notNull().as("after")])
    .where("slot.purpose", "=", "repeat")
    .where("again.criteriaSetId", "=", criteriaSetId)
    .where("again.status", "=", "submitted")
    .where("f.score", "is not", null)
    .where("e.score", "is not", null)
    .execute();
  return rows.flatMap(({ annotatorId, sampleId, criterionId, before, after }) => {
    const [rater, sample, criterion] = [places.raters.get(annotatorId), places.samples.get(sampleId), places.criteria.get(criterionId)];
    return rater === undefined || sample === undefined || criterion === undefined ? [] : [{ rater, sample, criterion, before, after }];
  });
}
