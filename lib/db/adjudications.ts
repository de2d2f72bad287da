import "server-only";
import { sql } from "kysely";
import { found } from "@/lib/domain/errors";
import { actionsOf } from "./actions";
import { type Db, db } from "./client";
import { disputedUnits, reportedRatings } from "./disputed-units";
import { reportedSets } from "./report-tasks";
import { shownRunId } from "./task-for-work";
import { draftWasShown } from "./unit-arm";

interface Unit {
  taskId: string;
  sampleId: string;
  criterionId: string;
}

/** A unit with two or more ratings: its task, texts, criterion, the spread of its ratings, and the draft that annotators see. Throws not_found. */
export async function getDisputedUnit({ taskId, sampleId, criterionId }: Unit) {
  const unit = await db()
    .selectFrom(disputedUnits(taskId).as("unit"))
    .innerJoin("samples as s", "s.id", "unit.sampleId")
    .innerJoin("criteria as c", "c.id", "unit.criterionId")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .innerJoin(reportedSets().as("reported"), "reported.taskId", "t.id")
    .select(["unit.ratings", "unit.median", "unit.range"])
    .select(["t.projectId", "t.inputName", "t.outputName", "t.textFormat", "t.kind"])
    .select(["s.id as sampleId", "s.position as samplePosition", "s.input", "s.output", "s.outputB", "s.reference", "s.imageUrl"])
    .select([
      "c.id as criterionId",
      "c.position",
      "c.name",
      "c.definition",
      "c.scale",
      "c.overall",
      "c.group",
      "c.sampleId as onlySampleId",
    ])
    .select((eb) =>
      shownRunId({ id: eb.ref("t.id"), draftRunId: eb.ref("t.draftRunId").$notNull(), setId: eb.ref("reported.id").$notNull() }).as(
        "runId",
      ),
    )
    .where("unit.sampleId", "=", sampleId)
    .where("unit.criterionId", "=", criterionId)
    .executeTakeFirst();
  return found(unit, "unit with two or more ratings");
}

/** The draft of a unit in a run, with its judge; null: there is none. */
export async function findUnitDraft(unit: Omit<Unit, "taskId">, runId: string | null) {
  if (runId === null) return null;
  const draft = await db()
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(["d.id", "d.score", "d.items", "j.name as judge"])
    .where("d.runId", "=", runId)
    .where("d.sampleId", "=", unit.sampleId)
    .where("d.criterionId", "=", unit.criterionId)
    .executeTakeFirst();
  return draft ?? null;
}

/** A draft that was shown in an adjudication; null: none was, or its run was deleted. */
export async function findShownDraft(id: string | null) {
  if (id === null) return null;
  const draft = db().selectFrom("drafts as d").innerJoin("runs as r", "r.id", "d.runId").innerJoin("judges as j", "j.id", "r.judgeId");
  return (await draft.select(["d.id", "d.score", "d.items", "j.name as judge"]).where("d.id", "=", id).executeTakeFirst()) ?? null;
}

/** The people's evaluations of a unit, by annotator: score, actions, and the draft that they were shown. */
export const listUnitRatings = ({ taskId, sampleId, criterionId }: Unit) =>
  reportedRatings(taskId)
    .leftJoin("drafts as d", (join) => join.on(draftWasShown))
    .select((eb) => [
      "a.annotatorId",
      eb.ref("e.score").$notNull().as("score"),
      "e.blindActions",
      "d.items as draftItems",
      "d.score as draftScore",
      actionsOf(eb.ref("e.id")).$asScalar().$notNull().as("actions"),
    ])
    .where("a.sampleId", "=", sampleId)
    .where("e.criterionId", "=", criterionId)
    .orderBy("a.annotatorId")
    .execute();

/** Everybody's labels of a unit, the one confirmed last first, then those under way. */
export const listLabels = ({ sampleId, criterionId }: Omit<Unit, "taskId">) =>
  db()
    .selectFrom("adjudications as j")
    .leftJoin("users as u", "u.id", "j.userId")
    .selectAll("j")
    .select("u.name as by")
    .where("j.sampleId", "=", sampleId)
    .where("j.criterionId", "=", criterionId)
    .orderBy("j.finalAt", (order) => order.desc().nullsLast())
    .orderBy("j.id", "desc")
    .execute();

interface FirstLabel extends Omit<Unit, "taskId"> {
  userId: string;
  firstScore: number;
  reason: string;
  draftId: string | null;
  judgeScore: number | null;
  ratings: number;
  median: number | null;
  range: number;
}

/** Stores an adjudicator's first label of a unit, final at once if no draft follows; returns its id, or null if they have one under way. */
export async function createLabel(tx: Db, label: FirstLabel): Promise<string | null> {
  const final = label.draftId === null ? { finalScore: label.firstScore, finalAt: sql<Date>`now()` } : {};
  const made = await tx
    .insertInto("adjudications")
    .values({ ...label, ...final })
    .onConflict((conflict) => conflict.columns(["sampleId", "criterionId", "userId"]).where("finalAt", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

/** A label with its project, locked. Throws not_found. */
export async function getLabel(tx: Db, id: string) {
  const row = await tx
    .selectFrom("adjudications as j")
    .innerJoin("samples as s", "s.id", "j.sampleId")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .innerJoin("criteria as c", "c.id", "j.criterionId")
    .selectAll("j")
    .select(["t.projectId", "s.externalId", "c.name as criterion", "c.scale"])
    .where("j.id", "=", id)
    .forUpdate("j")
    .executeTakeFirst();
  return found(row, "adjudication");
}

type Label = Awaited<ReturnType<typeof getLabel>>;

/** Confirms a label under way, or supersedes a confirmed one by a row of its own that keeps the first label. */
export async function confirmLabel(tx: Db, label: Label, { score, reason }: { score: number; reason: string }): Promise<void> {
  const final = { finalScore: score, finalAt: sql<Date>`clock_timestamp()`, reason };
  if (label.finalAt === null) {
    await tx.updateTable("adjudications").set(final).where("id", "=", label.id).execute();
    return;
  }
  const { sampleId, criterionId, userId, firstScore, firstAt, draftId, judgeScore, ratings, median, range } = label;
  await tx
    .insertInto("adjudications")
    .values({ sampleId, criterionId, userId, firstScore, firstAt, draftId, judgeScore, ratings, median, range, ...final })
    .execute();
}
