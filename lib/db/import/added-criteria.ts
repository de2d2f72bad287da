import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { AppError } from "@/lib/domain/errors";
import { dropPrepared } from "../prepared-work";
import type { PlannedTask } from "./import-plan";
import type { ImportTarget } from "./make-planned";
import type { StagedDb } from "./staging";

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

/** Adds an import's criteria to the set that an earlier import made. Throws conflict if work by the set has begun since it was read. */
export async function addCriteria(db: StagedDb, task: PlannedTask, { projectId, importId }: ImportTarget): Promise<number> {
  const set = task.set;
  const added = set === null ? [] : [...set.criteria.values()].filter(({ isNew }) => isNew);
  if (set === null || added.length === 0) return 0;
  await dropPrepared(db, { projectId });
  await db.selectFrom("criteriaSets").select("id").where("id", "=", set.id).forUpdate().execute();
  const { begun, last } = await db
    .selectFrom("criteriaSets as c")
    .where("c.id", "=", set.id)
    .select((eb) => [
      isWorkedBy(eb.ref("c.id")).as("begun"),
      eb
        .selectFrom("criteria")
        .whereRef("criteria.criteriaSetId", "=", "c.id")
        .select((of) => of.fn.max("position").as("last"))
        .as("last"),
    ])
    .executeTakeFirstOrThrow();
  if (begun)
    throw new AppError(
      "conflict",
      "Work by the task's criteria began while the file was read. Nothing was written; import the file again.",
    );
  const rows = added.map(({ id, content }, index) => ({
    ...{ id, criteriaSetId: set.id, position: (last ?? -1) + 1 + index, createdByImportId: importId },
    ...content,
    scale: JSON.stringify(content.scale),
  }));
  await db.insertInto("criteria").values(rows).execute();
  return rows.length;
}
