import "server-only";
import { sql } from "kysely";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";

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
    .select(["a.annotatorId", "a.sampleId", "e.criterionId", "e.alsoAcceptable"])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.criterionId", "in", allowing)
    .where("e.score", "is not", null)
    .where(({ ref }) => sql<boolean>`${ref("e.alsoAcceptable")} <> '{}'`)
    .execute();
  return rows
    .flatMap(({ annotatorId, sampleId, criterionId, alsoAcceptable: scores }) => {
      const [rater, sample, criterion] = [places.raters.get(annotatorId), places.samples.get(sampleId), places.criteria.get(criterionId)];
      return rater === undefined || sample === undefined || criterion === undefined ? [] : [{ rater, sample, criterion, scores }];
    })
    .sort((a, b) => a.sample - b.sample || a.criterion - b.criterion || a.rater - b.rater);
}
