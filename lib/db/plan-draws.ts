import "server-only";
import type { DrawChances } from "@/lib/domain/study-plan";
import { db } from "./client";
import { isExcluded } from "./exclusions";
import { submittedWork } from "./submitted-work";

/** The plans under a criteria set that drew their samples with unequal chances, of which something is submitted. */
const listPlanDraws = (criteriaSetId: string) =>
  db()
    .selectFrom("studyPlans as p")
    .select(({ ref }) => ["p.id", "p.version", ref("p.chances").$notNull().as("chances")])
    .where("p.criteriaSetId", "=", criteriaSetId)
    .where("p.chances", "is not", null)
    .where(({ exists, ref }) => exists(submittedWork().where("a.planId", "=", ref("p.id"))))
    .orderBy("p.version")
    .execute();

/**
 * The samples that a plan asks for and nobody has rated in it without a draft yet, excluded people apart; `byExcluded`: these have.
 */
async function listUnrated(planId: string): Promise<{ sampleId: string; byExcluded: boolean }[]> {
  return db()
    .selectFrom("planSlots as slot")
    .leftJoin("assignments as a", (join) =>
      join.onRef("a.id", "=", "slot.assignmentId").on("a.status", "=", "submitted").on("slot.arm", "<>", "drafted"),
    )
    .select(["slot.sampleId", ({ eb, fn }) => eb(fn.count("a.id"), ">", 0).$castTo<boolean>().as("byExcluded")])
    .where("slot.planId", "=", planId)
    .groupBy("slot.sampleId")
    .having(({ fn, not, ref }) => fn.count("a.id").filterWhere(not(isExcluded(ref("a.annotatorId"), ref("a.taskId").$notNull()))), "=", 0)
    .execute();
}

export interface PlanDraws {
  draws: number[];
  chances: DrawChances;
  /** Samples that only people excluded since have rated in the plan without a draft. */
  byExcluded: ReadonlySet<string>;
}

/**
 * Versions of the plans under a criteria set that drew samples with unequal chances, and, of a single one, the chances: null also for samples drawn that
 * nobody has rated in the plan without a draft, even if others have.
 */
export async function readPlanDraws(criteriaSetId: string): Promise<PlanDraws> {
  const plans = await listPlanDraws(criteriaSetId);
  const draws = plans.map(({ version }) => version);
  const [only] = plans;
  if (only === undefined || plans.length > 1) return { draws, chances: {}, byExcluded: new Set() };
  // Samples with known answers are hidden among the work, but could not be drawn.
  const unrated = (await listUnrated(only.id)).filter(({ sampleId }) => sampleId in only.chances);
  const byNobody = unrated.flatMap(({ sampleId, byExcluded }) => (byExcluded ? [] : [[sampleId, null] as const]));
  return {
    draws,
    chances: { ...only.chances, ...Object.fromEntries(byNobody) },
    byExcluded: new Set(unrated.flatMap(({ sampleId, byExcluded }) => (byExcluded ? [sampleId] : []))),
  };
}
