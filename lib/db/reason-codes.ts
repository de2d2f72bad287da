import "server-only";
import { found } from "@/lib/domain/errors";
import { codebooksOf } from "@/lib/domain/reason-book";
import type { ReasonCodebooks } from "@/lib/domain/reason-codes";
import { type Db, db } from "./client";

/** A project's codebooks. With `lock`, later writers wait until this transaction ends. Throws not_found. */
export async function getCodebooks(
  projectId: string,
  { tx = db(), lock = false }: { tx?: Db; lock?: boolean } = {},
): Promise<ReasonCodebooks> {
  const one = tx.selectFrom("projects").select("reasonCodes").where("id", "=", projectId);
  return codebooksOf(found(await (lock ? one.forUpdate() : one).executeTakeFirst(), "project").reasonCodes);
}

export async function saveCodebooks(tx: Db, projectId: string, books: ReasonCodebooks): Promise<void> {
  await tx
    .updateTable("projects")
    .set({ reasonCodes: JSON.stringify(books) })
    .where("id", "=", projectId)
    .execute();
}

/** The codes that actions of a project have; those of redlines only once they are shown, since a count would tell on an expert. */
export async function listUsedCodes(projectId: string, on: Db = db()): Promise<{ items: string[]; criteria: string[] }> {
  const codes = on
    .selectFrom("actions as x")
    .select(({ ref }) => ref("x.reasonCode").$notNull().as("code"))
    .where("x.reasonCode", "is not", null)
    .distinct();
  const items = codes
    .innerJoin("evaluations as e", "e.id", "x.evaluationId")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("tasks as t", "t.id", "a.taskId")
    .where("t.projectId", "=", projectId);
  const ofSets = codes
    .innerJoin("criteriaSets as cs", "cs.id", "x.criteriaSetId")
    .innerJoin("tasks as t", "t.id", "cs.taskId")
    .where("t.projectId", "=", projectId);
  const ofRedlines = codes
    .innerJoin("criteriaRedlines as l", "l.id", "x.redlineId")
    .innerJoin("criteriaRounds as r", "r.id", "l.roundId")
    .innerJoin("tasks as t", "t.id", "r.taskId")
    .where("t.projectId", "=", projectId)
    .where("r.collectedAt", "is not", null);
  const [forItems, forCriteria] = await Promise.all([items.execute(), ofSets.union(ofRedlines).execute()]);
  const sorted = (rows: { code: string }[]) => rows.map(({ code }) => code).sort();
  return { items: sorted(forItems), criteria: sorted(forCriteria) };
}
