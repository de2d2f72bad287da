import "server-only";
import { type ExpressionBuilder, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";

const eb = expressionBuilder<{ a: DB["assignments"] }, "a">();

/** Whether assignment `a` is submitted work; exams, calibration and known answers are none. */
export const isSubmittedWork = eb.and([eb("a.status", "=", "submitted"), eb("a.purpose", "=", "work")]);

/** Whether assignment `a` is submitted work beside drafts that were wrong on purpose. */
export const isSubmittedPlanted = eb.and([eb("a.status", "=", "submitted"), eb("a.purpose", "=", "planted"), eb("a.round", "=", 0)]);

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

/** How many units of a task under a criteria set had a draft that was wrong on purpose. */
export async function countPlanted(taskId: string, criteriaSetId: string): Promise<number> {
  const { planted } = await db()
    .selectFrom("assignments as a")
    .select(({ fn }) => fn.countAll<number>().as("planted"))
    .where("a.taskId", "=", taskId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "planted")
    .executeTakeFirstOrThrow();
  return planted;
}

/** An arm of submitted work, and the run whose drafts were to be shown. */
export type WorkKind = Pick<DB["assignments"], "arm" | "runId">;

/** The different ones; that of ratings which do not say is none. */
export const workKinds = (work: readonly WorkKind[]): WorkKind[] => [
  ...new Map(work.filter(({ arm }) => arm !== "unstated").map(({ arm, runId }) => [`${arm} ${runId}`, { arm, runId }])).values(),
];

/** Whether work was done in more than one arm, or in one with a first and a final score. */
export const isInArms = (kinds: readonly WorkKind[]): boolean => kinds.length > 1 || kinds[0]?.arm === "blind-then-drafted";
