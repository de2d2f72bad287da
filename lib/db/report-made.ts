import "server-only";
import { sql } from "kysely";
import { madeKindOf } from "@/lib/domain/made-dimension";
import { type Outcome, outcomes } from "@/lib/domain/outcomes";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";
import { armOfUnit, unitWasDrafted } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

type Tally = Record<string, Partial<Record<Outcome, number>>>;

/** What people did with the dimensions that the judges whose drafts they saw had made for a sample: one entry per person and dimension. */
export async function readMade(criteriaSetId: string, places: ReportPlaces): Promise<NonNullable<ReportData["made"]>> {
  const rows = await db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .innerJoin("criteriaSets as cs", (join) => join.onRef("cs.id", "=", "c.criteriaSetId").onRef("cs.derivedByRunId", "=", "a.runId"))
    .innerJoin("runs as r", (join) => join.onRef("r.id", "=", "a.runId").on(unitWasDrafted))
    .leftJoin("drafts as d", (join) =>
      join.onRef("d.runId", "=", "a.runId").onRef("d.sampleId", "=", "a.sampleId").onRef("d.criterionId", "=", "c.id"),
    )
    .select(["a.annotatorId", "r.judgeId", "a.sampleId", "c.name", "e.score", "d.score as draft"])
    .select(({ ref }) => [
      sql<Tally>`${ref("e.tally")}`.as("tally"),
      sql<"drafted" | "blind-then-drafted">`${armOfUnit}`.as("arm"),
      sql<number>`floor(extract(epoch from ${ref("a.submittedAt")}) / 86400)::int`.as("day"),
    ])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where(isSubmittedWork)
    .where(isFirstInArm)
    .where("c.sampleId", "is not", null)
    .orderBy("a.submittedAt")
    .orderBy("e.id")
    .execute();
  return rows.flatMap(({ annotatorId, judgeId, sampleId, name, tally, ...rest }) => {
    const [annotator, judge, sample] = [places.raters.get(annotatorId), places.raters.get(judgeId), places.samples.get(sampleId)];
    if (annotator === undefined || judge === undefined || sample === undefined) return [];
    return [{ ...rest, ...linesIn(tally), annotator, judge, sample, kind: madeKindOf(name) }];
  });
}

/** How many of a unit's lines, without headings, came to each outcome. */
function linesIn(tally: Tally): Record<Outcome, number> {
  const counts = Object.entries(tally).flatMap(([kind, of]) => (kind === "heading" ? [] : [of]));
  const sum = (outcome: Outcome) => counts.reduce((total, of) => total + (of[outcome] ?? 0), 0);
  return Object.fromEntries(outcomes.map((outcome) => [outcome, sum(outcome)])) as Record<Outcome, number>;
}
