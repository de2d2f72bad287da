import "server-only";
import { sql } from "kysely";
import type { PlantedScore, ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";
import { armOfUnit, draftWasShown } from "./unit-arm";
import { isSubmittedPlanted } from "./work-in-arms";

/** What people scored beside drafts that were wrong on purpose, in the order of submission. */
export async function readPlanted(
  { taskId, criteriaSetId }: { taskId: string; criteriaSetId: string },
  raters: ReportData["raters"],
  places: ReportPlaces,
): Promise<PlantedScore[]> {
  const rows = await db()
    .selectFrom("assignments as a")
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .innerJoin("runs as r", "r.id", "a.runId")
    .innerJoin("drafts as d", (join) => join.on(draftWasShown))
    .select(["a.annotatorId", "r.judgeId", "a.sampleId", "e.criterionId"])
    .select(({ ref }) => [
      ref("e.score").$notNull().as("score"),
      ref("d.score").$notNull().as("plantedScore"),
      sql<"drafted" | "blind-then-drafted">`${armOfUnit}`.as("arm"),
      sql<number>`floor(extract(epoch from ${ref("a.submittedAt")}) / 86400)::int`.as("day"),
    ])
    .where("a.taskId", "=", taskId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where(isSubmittedPlanted)
    .where("e.score", "is not", null)
    .where("d.score", "is not", null)
    .orderBy("a.submittedAt")
    .orderBy("e.id")
    .execute();
  return rows.flatMap(({ annotatorId, judgeId, sampleId, criterionId, ...rest }) => {
    const person = raters[places.raters.get(annotatorId) ?? -1];
    const [judge, sample, criterion] = [places.raters.get(judgeId), places.samples.get(sampleId), places.criteria.get(criterionId)];
    if (person === undefined || judge === undefined || sample === undefined || criterion === undefined) return [];
    const { id, name, code = null } = person;
    return [{ ...rest, person: { id, name, code }, judge, sample, criterion }];
  });
}
