import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";

const eb = expressionBuilder<DB & { a: DB["assignments"]; n: DB["annotators"] }, "a" | "n">();

/** The name under which the work of annotator `n` in assignment `a` is exported: their code, if a study with these criteria promised that. */
export const exportedName = eb
  .case()
  .when(
    eb.exists(
      eb
        .selectFrom("studyPlans as promised")
        .select("promised.id")
        .whereRef("promised.criteriaSetId", "=", "a.criteriaSetId")
        .where(({ ref }) => sql<boolean>`(${ref("promised.content")} ->> 'anonymous')::boolean`),
    ),
  )
  .then(eb.ref("n.code"))
  .else(eb.ref("n.name"))
  .end();
