import "server-only";
import { sql } from "kysely";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";
import { armOfUnit } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

/** Ratings whose raters marked further scores as acceptable, on criteria that allow it; undefined: no criterion does. */
export async function readAlsoAcceptable(
  criteriaSetId: string,
  criteria: ReportData["criteria"],
  places: ReportPlaces,
): Promise<ReportData["alsoAcceptable"]> {
  const allowing = criteria.flatMap(({ id, several }) => (several ? [id] : []));
  if (allowing.length === 0) return undefined;
  const rows = await db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(["a.annotatorId", "a.sampleId", "e.criterionId", "e.alsoAcceptable", armOfUnit.as("arm")])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where(isSubmittedWork)
    .where(isFirstInArm)
    .where("e.criterionId", "in", allowing)
    .where("e.score", "is not", null)
    .where(({ ref }) => sql<boolean>`${ref("e.alsoAcceptable")} <> '{}'`)
    // Of two rounds in one arm, the first is read last: it counts.
    .orderBy("a.round", "desc")
    .execute();
  return rows
    .flatMap(({ annotatorId, sampleId, criterionId, alsoAcceptable: scores, arm }) => {
      const [rater, sample, criterion] = [places.raters.get(annotatorId), places.samples.get(sampleId), places.criteria.get(criterionId)];
      return rater === undefined || sample === undefined || criterion === undefined ? [] : [{ rater, sample, criterion, arm, scores }];
    })
    .sort((a, b) => a.sample - b.sample || a.criterion - b.criterion || a.rater - b.rater);
}
