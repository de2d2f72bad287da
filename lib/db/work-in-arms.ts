import "server-only";
import { type ExpressionBuilder, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";

const eb = expressionBuilder<{ a: DB["assignments"] }, "a">();

/** Whether assignment `a` is submitted work; exams, calibration and known answers are none. */
export const isSubmittedWork = eb.and([eb("a.status", "=", "submitted"), eb("a.purpose", "=", "work")]);

/** Whether assignment `a` is the first in its arm: no sample that its plan had rated a second time for its own sake. */
export const isFirstInArm = ({ or, eb: of, exists, selectFrom }: ExpressionBuilder<DB & { a: DB["assignments"] }, "a">) =>
  or([
    of("a.round", "=", 0),
    exists(
      selectFrom("planSlots as slot")
        .select("slot.planId")
        .whereRef("slot.assignmentId", "=", "a.id")
        .where("slot.purpose", "<>", "repeat"),
    ),
  ]);

/**
 * What is submitted under a criteria set: the arms of its work, each with the runs whose drafts were to be shown, and how many units had a draft that
 * was wrong on purpose.
 */
export async function listWorkKinds(criteriaSetId: string) {
  const groups = await db()
    .selectFrom("assignments as a")
    .select(["a.purpose", "a.arm", "a.runId"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where((of) =>
      of.or([of("a.purpose", "=", "planted"), of.and([of("a.purpose", "=", "work"), of("a.arm", "<>", "unstated"), isFirstInArm(of)])]),
    )
    .groupBy(["a.purpose", "a.arm", "a.runId"])
    .execute();
  const planted = groups.filter(({ purpose }) => purpose === "planted");
  return {
    kinds: groups.filter(({ purpose }) => purpose === "work").map(({ arm, runId }) => ({ arm, runId })),
    planted: planted.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Whether work was done in more than one arm, or in one with a first and a final score. */
export const isInArms = (kinds: Awaited<ReturnType<typeof listWorkKinds>>["kinds"]): boolean =>
  kinds.length > 1 || kinds[0]?.arm === "blind-then-drafted";
