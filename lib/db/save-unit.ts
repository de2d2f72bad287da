import "server-only";
import { type QueryCreator, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { NewAction } from "@/lib/domain/action";
import { found } from "@/lib/domain/errors";
import { actionColumns, actionsOf } from "./actions";
import { db } from "./client";
import { isOfWork } from "./criteria";
import { prepared } from "./prepared";
import { leaseFrom } from "./queue";
import { isSessionOf } from "./session-of-annotator";
import { violatedUnique } from "./unless-taken";

interface Unit {
  assignmentId: string;
  criterionId: string;
}

/** Changes with every change of the table's row. */
export const version = (alias: string) => sql<string>`${sql.ref(`${alias}.xmin`)}::text`;

const unitQuery = (given: Unit) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("tasks as t", "t.id", "a.taskId")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .leftJoin("criteria as c", (join) =>
      join.on("c.id", "=", given.criterionId).on(({ ref }) =>
        isOfWork(
          { criteriaSetId: ref("c.criteriaSetId"), sampleId: ref("c.sampleId") },
          {
            criteriaSetId: ref("a.criteriaSetId"),
            sampleId: ref("a.sampleId"),
            runId: ref("a.runId"),
            arm: ref("a.arm"),
            revealedAt: ref("a.revealedAt"),
          },
        ),
      ),
    )
    .leftJoin("drafts as d", (join) =>
      join.onRef("d.runId", "=", "a.runId").onRef("d.sampleId", "=", "a.sampleId").onRef("d.criterionId", "=", "c.id"),
    )
    .leftJoin("evaluations as e", (join) => join.onRef("e.assignmentId", "=", "a.id").onRef("e.criterionId", "=", "c.id"))
    .select((eb) => [
      "a.id",
      "a.status",
      "a.arm",
      "a.swapped",
      "a.runId",
      eb("a.importId", "is not", null).$castTo<boolean>().as("imported"),
      eb("a.revealedAt", "is not", null).$castTo<boolean>().as("revealed"),
      "t.projectId",
      "p.reasonCodes",
      "t.leaseMinutes",
      "t.reasonRequired",
      "t.mayAcceptRest",
      "n.userId",
      "c.id as criterionId",
      "c.scale",
      "d.id as draftId",
      "d.score as draftScore",
      "d.items as draftItems",
      "e.id as evaluationId",
      "e.shownDraftId",
      "e.blindActions",
      actionsOf(eb.ref("e.id").$notNull()).$asScalar().$notNull().as("actions"),
      version("t").as("taskVersion"),
      version("p").as("projectVersion"),
    ])
    .where("a.id", "=", given.assignmentId);

type UnitRow = Awaited<ReturnType<ReturnType<typeof unitQuery>["executeTakeFirstOrThrow"]>>;

const readStatement = prepared<Unit, UnitRow>(unitQuery);

// Statements of their own: with a token that may be missing, the server would plan each of them again whenever it is sent.
const readBySessionStatement = prepared<Unit & { sessionToken: string }, UnitRow & { bySession: unknown }>((given) =>
  unitQuery(given).select((eb) =>
    isSessionOf(given.sessionToken, { userId: eb.ref("n.userId"), projectId: eb.ref("t.projectId") }).as("bySession"),
  ),
);

function unitOf(row: UnitRow) {
  const { criterionId, scale, draftId, draftScore, draftItems, evaluationId, shownDraftId, blindActions, actions, ...rest } = row;
  const { taskVersion, projectVersion, ...assignment } = rest;
  return {
    assignment,
    criterion: criterionId === null || scale === null ? null : { id: criterionId, scale },
    draft: draftId === null || draftItems === null ? null : { id: draftId, score: draftScore, items: draftItems },
    saved: evaluationId === null ? null : { shownDraftId, madeBlind: blindActions ?? 0 },
    actions,
    versions: { task: taskVersion, project: projectVersion },
  };
}

export type StoredUnit = ReturnType<typeof unitOf>;

/** Everything a save needs to know about a unit, as stored at this moment; nothing is locked. One statement. Throws not_found. */
export async function readUnit({ assignmentId, criterionId }: Unit): Promise<StoredUnit> {
  const [row] = await readStatement({ assignmentId, criterionId });
  return unitOf(found(row, "assignment"));
}

/** The same for the holder of a session; null if it is not the annotator's, or they may not work. */
export async function readUnitBySession({ assignmentId, criterionId }: Unit, sessionToken: string): Promise<StoredUnit | null> {
  const [row] = await readBySessionStatement({ assignmentId, criterionId, sessionToken });
  if (!row?.bySession) return null;
  const { bySession: _, ...unit } = row;
  return unitOf(unit);
}

/** What a save adds to a unit. */
export interface UnitChange extends Unit {
  userId: string;
  leaseMinutes: number;
  /** Fixed by the unit's first save. */
  shownDraftId: string | null;
  /** Active time so far; it only grows, so a late retry of a save cannot shorten it. */
  activeMs: number;
  idleAfterMs: number | null;
  /** New actions in order, and the position of the first, after those already stored. */
  fresh: NewAction[];
  seq: number;
  /** The reducer's result for the stored and the new actions. */
  derived: { score: number | null; alsoAcceptable: number[]; complete: boolean; tally: Record<string, Record<string, number>> };
}

type Written = Omit<UnitChange, "fresh" | "seq" | "derived"> & {
  score: number | null;
  alsoAcceptable: number[];
  complete: boolean;
  tally: string;
  changed: boolean;
  actions: string;
};

/** New actions as JSON, and as rows read from that JSON. */
const rowOf = ({ id, parentId, kind, itemId, itemKind, text, score, reasonCode, reason, undoesId, at }: NewAction, seq: number) => ({
  ...{ id, seq, kind, text, score, reason, at },
  ...{ parent_id: parentId, item_id: itemId, item_kind: itemKind, reason_code: reasonCode, undoes_id: undoesId },
});
export const rowsAsJson = (fresh: readonly NewAction[], seq: number) =>
  JSON.stringify(fresh.map((action, index) => rowOf(action, seq + index)));
const freshRows = (json: string) =>
  sql<Omit<NewAction, "at"> & { seq: number; at: Date }>`json_to_recordset(${json}::json)`.as<"fresh">(
    sql`fresh(id uuid, seq int, parent_id uuid, kind text, item_id text, item_kind text, text text, score float8, reason_code text, reason text, undoes_id uuid, at timestamptz)`,
  );

/** Appends the actions to the evaluation that the part `unit` of the statement wrote. */
export const appendTo = (q: QueryCreator<DB & { unit: { id: string } }>, given: { userId: string; actions: string }) =>
  q
    .insertInto("actions")
    .columns(["evaluationId", "userId", ...actionColumns, "undoesId"])
    .expression((eb) =>
      eb
        .selectFrom(["unit", freshRows(given.actions)])
        .select((from) => ["unit.id as evaluationId", from.cast<string>(from.val(given.userId), "text").as("userId")])
        .select([...actionColumns, "undoesId" as const].map((name) => `fresh.${name}` as const)),
    );

/** What a save left: the lease's new end, and the evaluation with the draft that its first save fixed. */
export interface WrittenUnit {
  leasedUntil: Date | null;
  evaluationId: string;
  shownDraftId: string | null;
}

/**
 * Commits on its own, in this order: the lease is renewed if the assignment is still open, the unit's evaluation is written, the actions are
 * appended. None of this happens if another save has taken the first action's position: (evaluation_id, seq) is unique.
 */
const writeStatement = prepared<Written, WrittenUnit>((given) =>
  db()
    .with("held", (q) =>
      q
        .updateTable("assignments")
        // Work that a reviewer returned is reserved for longer than a save asks for.
        .set(({ ref }) => ({
          leasedUntil: sql<Date>`greatest(${ref("assignments.leasedUntil")}, ${leaseFrom(given.leaseMinutes)})`,
          updatedAt: sql<Date>`now()`,
        }))
        .where("id", "=", given.assignmentId)
        .where("status", "=", "open")
        .returning(["assignments.id", "assignments.leasedUntil"]),
    )
    .with("unit", (q) =>
      q
        .insertInto("evaluations")
        .columns([
          "assignmentId",
          "criterionId",
          "shownDraftId",
          "score",
          "alsoAcceptable",
          "complete",
          "tally",
          "durationMs",
          "idleAfterMs",
          "startedAt",
          "endedAt",
          "updatedAt",
        ])
        .expression((eb) =>
          eb
            .selectFrom("held")
            .select((from) => [
              "held.id",
              from.cast<string>(from.val(given.criterionId), "uuid").as("criterionId"),
              from.cast<string | null>(from.val(given.shownDraftId), "uuid").as("shownDraftId"),
              from.cast<number | null>(from.val(given.score), sql`float8`).as("score"),
              from.cast<number[]>(from.val(given.alsoAcceptable), sql`float8[]`).as("alsoAcceptable"),
              from.cast<boolean>(from.val(given.complete), "boolean").as("complete"),
              from.cast<string>(from.val(given.tally), "jsonb").as("tally"),
              from.cast<number>(from.val(given.activeMs), "integer").as("durationMs"),
              from.cast<number | null>(from.val(given.idleAfterMs), "integer").as("idleAfterMs"),
              sql<Date>`now() - make_interval(secs => least(${given.activeMs}::int, 86400000) / 1000.0)`.as("startedAt"),
              sql<Date>`now()`.as("endedAt"),
              sql<Date>`now()`.as("updatedAt"),
            ]),
        )
        .onConflict((conflict) =>
          conflict.columns(["assignmentId", "criterionId"]).doUpdateSet(({ ref, fn }) => ({
            score: sql<
              number | null
            >`case when ${given.changed}::boolean then ${ref("excluded.score")} else ${ref("evaluations.score")} end`,
            alsoAcceptable: sql<
              number[]
            >`case when ${given.changed}::boolean then ${ref("excluded.alsoAcceptable")} else ${ref("evaluations.alsoAcceptable")} end`,
            complete: sql<boolean>`case when ${given.changed}::boolean then ${ref("excluded.complete")} else ${ref("evaluations.complete")} end`,
            tally: sql<string>`case when ${given.changed}::boolean then ${ref("excluded.tally")} else ${ref("evaluations.tally")} end`,
            durationMs: sql<number>`greatest(${ref("evaluations.durationMs")}, ${ref("excluded.durationMs")})`,
            idleAfterMs: fn.coalesce("excluded.idleAfterMs", "evaluations.idleAfterMs"),
            startedAt: fn.coalesce("evaluations.startedAt", "excluded.startedAt"),
            endedAt: ref("excluded.endedAt"),
            updatedAt: ref("excluded.updatedAt"),
          })),
        )
        .returning(["evaluations.id", "evaluations.shownDraftId"]),
    )
    .with("appended", (q) => appendTo(q, given))
    .selectFrom(["held", "unit"])
    .select(["held.leasedUntil", "unit.id as evaluationId", "unit.shownDraftId"]),
);

/**
 * Writes a save in one statement; null: the unit has changed since it was read, or an id is taken. Without new actions only the time is updated.
 */
export async function writeUnit({ fresh, seq, derived, ...change }: UnitChange): Promise<WrittenUnit | null> {
  const { score, alsoAcceptable, complete } = derived;
  const tally = JSON.stringify(derived.tally);
  const values = { ...change, score, alsoAcceptable, complete, tally, changed: fresh.length > 0, actions: rowsAsJson(fresh, seq) };
  return unlessPlaceTaken(() => writeStatement(values));
}

/** The one row that a write returns; null if there is none, or if another save has taken the position or the id of an action. */
export async function unlessPlaceTaken<Row>(write: () => Promise<Row[]>): Promise<Row | null> {
  try {
    const [row] = await write();
    return row ?? null;
  } catch (error) {
    if (["actions_evaluation_id_seq_key", "actions_pkey"].includes(violatedUnique(error) ?? "")) return null;
    throw error;
  }
}
