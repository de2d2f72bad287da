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

/** The arms in which there is submitted work under a criteria set, each with the runs whose drafts were to be shown. */
export const listWorkKinds = (criteriaSetId: string) =>
  db()
    .selectFrom("assignments as a")
    .select(["a.arm", "a.runId"])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where(isSubmittedWork)
    .where(isFirstInArm)
    .where("a.arm", "<>", "unstated")
    .groupBy(["a.arm", "a.runId"])
    .execute();

/** Whether work was done in more than one arm, or in one with a first and a final score. */
export const isInArms = (kinds: Awaited<ReturnType<typeof listWorkKinds>>): boolean =>
  kinds.length > 1 || kinds[0]?.arm === "blind-then-drafted";
