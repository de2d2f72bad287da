import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";

/** Whether anybody but imports works by a criteria set: then its list of criteria is what they were asked, and stays. */
export const isWorkedBy = (setId: Expression<string>) => {
  const eb = expressionBuilder<DB>();
  const people = eb
    .selectFrom("assignments as w")
    .where("w.criteriaSetId", "=", setId)
    .where("w.importId", "is", null)
    .where("w.status", "<>", "prepared");
  const judges = eb.selectFrom("runs as w").where("w.criteriaSetId", "=", setId).where("w.importId", "is", null);
  const asked = (["exams", "calibrationRounds", "studyPlans"] as const).map((table) =>
    eb.exists(
      eb
        .selectFrom(table as "exams")
        .where("criteriaSetId", "=", setId)
        .select(sql<number>`1`.as("one")),
    ),
  );
  return eb.or([eb.exists(people.select("w.id")), eb.exists(judges.select("w.id")), ...asked]) satisfies Expression<SqlBool>;
};
