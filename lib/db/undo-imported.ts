import "server-only";
import { sql } from "kysely";
import type { Db } from "./client";
import { contentColumns, isWorkedOn } from "./import/changed-samples";
import { isWorkedBy } from "./import/is-worked-by";
import { dropPrepared } from "./prepared-work";

/** How much has been built on an import since, by kind; all 0 if it can be undone without loss. */
export async function countBuiltOn(tx: Db, { id: importId, projectId }: { id: string; projectId: string }) {
  // Locked first, so that nothing is built on them between this check and the caller's next step; in the order in which work is given out.
  await tx.selectFrom("samples").select("id").where("importId", "=", importId).forUpdate().execute();
  const changed = tx.selectFrom("sampleUpdates").select("sampleId").where("importId", "=", importId);
  await tx.selectFrom("samples").select("id").where("id", "in", changed).forUpdate().execute();
  const added = tx.selectFrom("criteria").select("criteriaSetId").where("createdByImportId", "=", importId);
  const ofSets = tx.selectFrom("criteriaSets").select("id");
  await ofSets
    .where((eb) => eb.or([eb("createdByImportId", "=", importId), eb("id", "in", added)]))
    .forUpdate()
    .execute();
  await tx.selectFrom("runs").select("id").where("importId", "=", importId).forUpdate().execute();
  await tx.selectFrom("assignments").select("id").where("importId", "=", importId).forUpdate().execute();
  // Nobody has begun it.
  await dropPrepared(tx, { projectId });
  return tx
    .selectNoFrom((none) => [
      none
        .selectFrom("assignments as a")
        .where("a.importId", "is distinct from", importId)
        .where((eb) =>
          eb.or([
            eb.exists(eb.selectFrom("samples as s").select("s.id").whereRef("s.id", "=", "a.sampleId").where("s.importId", "=", importId)),
            eb.exists(
              eb
                .selectFrom("criteriaSets as c")
                .select("c.id")
                .whereRef("c.id", "=", "a.criteriaSetId")
                .where("c.createdByImportId", "=", importId),
            ),
            eb.exists(eb.selectFrom("runs as r").select("r.id").whereRef("r.id", "=", "a.runId").where("r.importId", "=", importId)),
          ]),
        )
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("work"),
      none
        .selectFrom("drafts as d")
        .innerJoin("runs as r", "r.id", "d.runId")
        .where("r.importId", "is distinct from", importId)
        .where((eb) =>
          eb.or([
            eb.exists(eb.selectFrom("samples as s").select("s.id").whereRef("s.id", "=", "d.sampleId").where("s.importId", "=", importId)),
            eb.exists(
              eb
                .selectFrom("criteriaSets as c")
                .select("c.id")
                .whereRef("c.id", "=", "r.criteriaSetId")
                .where("c.createdByImportId", "=", importId),
            ),
          ]),
        )
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("drafts"),
      none
        .selectFrom("evaluations as e")
        .innerJoin("assignments as a", "a.id", "e.assignmentId")
        .where("a.importId", "=", importId)
        .where("e.importId", "is distinct from", importId)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("ratings"),
      none
        .selectFrom("goldSamples as g")
        .innerJoin("samples as s", "s.id", "g.sampleId")
        .where("s.importId", "=", importId)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("gold"),
      none
        .selectFrom("planSlots as slot")
        .innerJoin("studyPlans as p", "p.id", "slot.planId")
        .innerJoin("samples as s", "s.id", "slot.sampleId")
        .where("p.status", "=", "running")
        .where("s.importId", "=", importId)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("planned"),
      none
        .selectFrom("adjudications as j")
        .innerJoin("samples as s", "s.id", "j.sampleId")
        .innerJoin("criteria as c", "c.id", "j.criterionId")
        .innerJoin("criteriaSets as set", "set.id", "c.criteriaSetId")
        .where((eb) => eb.or([eb("s.importId", "=", importId), eb("set.createdByImportId", "=", importId)]))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("labels"),
      none
        .selectFrom("comments as m")
        .where((eb) =>
          eb.or([
            eb.exists(eb.selectFrom("samples as s").select("s.id").whereRef("s.id", "=", "m.targetId").where("s.importId", "=", importId)),
            eb.exists(
              eb.selectFrom("assignments as a").select("a.id").whereRef("a.id", "=", "m.targetId").where("a.importId", "=", importId),
            ),
          ]),
        )
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("comments"),
      none
        .selectFrom("sampleUpdates as later")
        .innerJoin("samples as s", "s.id", "later.sampleId")
        .innerJoin("imports as i", "i.id", "later.importId")
        .where("later.importId", "<>", importId)
        .where("i.finishedAt", ">", (eb) => eb.selectFrom("imports").select("finishedAt").where("id", "=", importId))
        .where((eb) => eb.or([eb("s.importId", "=", importId), eb("s.id", "in", changed)]))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("changedAgain"),
      none
        .selectFrom("sampleUpdates as u")
        .where("u.importId", "=", importId)
        .where((eb) => isWorkedOn(eb.ref("u.sampleId")))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("changedWork"),
      none
        .selectFrom("criteria as c")
        .where("c.createdByImportId", "=", importId)
        .where((eb) =>
          eb.or([
            isWorkedBy(eb.ref("c.criteriaSetId")),
            eb.exists(
              eb
                .selectFrom("evaluations as e")
                .select("e.id")
                .whereRef("e.criterionId", "=", "c.id")
                .where("e.importId", "is distinct from", importId),
            ),
            eb.exists(
              eb
                .selectFrom("drafts as d")
                .innerJoin("runs as r", "r.id", "d.runId")
                .select("d.id")
                .whereRef("d.criterionId", "=", "c.id")
                .where("r.importId", "is distinct from", importId),
            ),
          ]),
        )
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .as("addedWork"),
    ])
    .executeTakeFirstOrThrow();
}

/** Deletes everything an import added, including tasks and criteria that it created if they hold nothing else; samples that it changed are as before. */
export async function deleteImported(tx: Db, importId: string): Promise<void> {
  await restoreChanged(tx, importId);
  await forgetPacked(tx, importId);
  for (const table of ["evaluations", "assignments", "runs", "samples", "images"] as const)
    await tx.deleteFrom(table).where("importId", "=", importId).execute();
  await tx.deleteFrom("criteria").where("createdByImportId", "=", importId).execute();
  await tx
    .deleteFrom("criteriaSets as c")
    .where("c.createdByImportId", "=", importId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("runs as r").select("r.id").whereRef("r.criteriaSetId", "=", "c.id"))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("assignments as a").select("a.id").whereRef("a.criteriaSetId", "=", "c.id"))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("exams as x").select("x.id").whereRef("x.criteriaSetId", "=", "c.id"))))
    .execute();
  await tx
    .deleteFrom("tasks as t")
    .where("t.createdByImportId", "=", importId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("samples as s").select("s.id").whereRef("s.taskId", "=", "t.id"))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("criteriaSets as c").select("c.id").whereRef("c.taskId", "=", "t.id"))))
    .execute();
  const project = tx.selectFrom("imports").select("projectId").where("id", "=", importId);
  await tx
    .deleteFrom("annotators as n")
    .where("n.userId", "is", null)
    .where("n.projectId", "=", project)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("assignments as a").select("a.id").whereRef("a.annotatorId", "=", "n.id"))))
    .execute();
  await tx
    .deleteFrom("judges as j")
    .where("j.kind", "=", "imported")
    .where("j.projectId", "=", project)
    .where((eb) => eb.not(eb.exists(eb.selectFrom("runs as r").select("r.id").whereRef("r.judgeId", "=", "j.id"))))
    .execute();
}

/** Earlier work that the import added ratings to is read rating by rating from now on. */
const forgetPacked = (tx: Db, importId: string) =>
  tx
    .updateTable("assignments")
    .set({ packedRatings: null })
    .where("importId", "is distinct from", importId)
    .where("id", "in", ({ selectFrom }) => selectFrom("evaluations as e").select("e.assignmentId").where("e.importId", "=", importId))
    .execute();

async function restoreChanged(tx: Db, importId: string): Promise<void> {
  await tx
    .updateTable("samples as s")
    .from("sampleUpdates as u")
    .set((eb) => {
      const before = (column: string) =>
        column === "metadata" ? sql`${eb.ref("u.before")} -> ${sql.lit(column)}` : sql`${eb.ref("u.before")} ->> ${sql.lit(column)}`;
      return Object.fromEntries(contentColumns.map(([name, column]) => [name, before(column)]));
    })
    .whereRef("s.id", "=", "u.sampleId")
    .where("u.importId", "=", importId)
    .execute();
  await tx.deleteFrom("sampleUpdates").where("importId", "=", importId).execute();
}
