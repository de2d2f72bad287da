import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { hasCalibrated } from "./calibrated";
import { db } from "./client";
import { hasReadGuidelines } from "./guidelines";

const sub = expressionBuilder<DB>();

interface Person {
  taskId: string;
  annotatorId: string;
}

/** Whether a pass (null: none) holds under the exam in force, which may ask those who passed before to pass again. */
export const passCounts = (passedAt: Expression<Date | null>, taskId: Expression<string>) =>
  sub.and([
    sub(passedAt, "is not", null),
    sub.not(
      sub.exists(
        sub
          .selectFrom("exams as asking")
          .select("asking.id")
          .where("asking.taskId", "=", taskId)
          .where("asking.closedAt", "is", null)
          .where("asking.passesFrom", ">", passedAt),
      ),
    ),
  ]);

/** The annotator's pass, locked against being revoked until the work given on its strength is committed. No row: they have none. */
export const passOf = ({ taskId, annotatorId }: Person) =>
  db()
    .selectFrom("qualifications as pass")
    .select("pass.passedAt")
    .where("pass.taskId", "=", taskId)
    .where("pass.annotatorId", "=", annotatorId)
    .where((eb) => passCounts(eb.ref("pass.passedAt"), eb.ref("pass.taskId")))
    .forShare();

/**
 * Whether work may be given: the guidelines in force are read, the exam in force, if any, is passed, and a required calibration is behind the annotator.
 * Part of the statements that give it.
 */
export const mayBegin = ({ taskId, annotatorId }: Person, passed: Expression<SqlBool>) =>
  sub.and([
    hasReadGuidelines(sql`${taskId}::uuid`, sql`${annotatorId}::uuid`),
    sub.or([
      sub.not(sub.exists(sub.selectFrom("exams as x").select("x.id").where("x.taskId", "=", taskId).where("x.closedAt", "is", null))),
      passed,
    ]),
    hasCalibrated(sql`${taskId}::uuid`, sql`${annotatorId}::uuid`),
  ]);
