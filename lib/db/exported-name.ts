import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";

const eb = expressionBuilder<DB & { a: DB["assignments"]; n: DB["annotators"] }, "a" | "n">();

/** Whether a study with these criteria promised its people that they are named by code. */
export const promisedCodes = (criteriaSetId: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom("studyPlans as promised")
      .select("promised.id")
      .where("promised.criteriaSetId", "=", criteriaSetId)
      .where(({ ref }) => sql<boolean>`(${ref("promised.content")} ->> 'anonymous')::boolean`),
  );

/** The name under which the work of annotator `n` with these criteria is reported and exported. */
export const nameUnder = (criteriaSetId: Expression<string>) =>
  eb.case().when(promisedCodes(criteriaSetId)).then(eb.ref("n.code")).else(eb.ref("n.name")).end();

/** Whether a study of the task that has started promised its people that they go by code. */
export const goesByCode = (taskId: Expression<string>) =>
  eb.exists(
    eb
      .selectFrom("studyPlans as promised")
      .select("promised.id")
      .where("promised.taskId", "=", taskId)
      .where("promised.status", "in", ["running", "closed"])
      .where(({ ref }) => sql<boolean>`(${ref("promised.content")} ->> 'anonymous')::boolean`),
  );

/** What annotator `n` is called where a task's work is led: by code if the task goes by code. */
export const calledIn = (taskId: Expression<string>) =>
  eb.case().when(goesByCode(taskId)).then(eb.ref("n.code")).else(eb.ref("n.name")).end();

/** The name under which the work of annotator `n` in assignment `a` is exported. */
export const exportedName = nameUnder(eb.ref("a.criteriaSetId"));
