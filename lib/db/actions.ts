import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { DB } from "@/generated/kysely/types";
import { type Db, db } from "./client";
import { isoTime } from "./json";

/** What every stored action of an evaluation has. */
export const actionColumns = [
  "id",
  "seq",
  "parentId",
  "kind",
  "itemId",
  "itemKind",
  "text",
  "score",
  "reasonCode",
  "reason",
  "at",
] as const;

const sub = expressionBuilder<DB, "actions">();

const actionAsJson = () =>
  jsonBuildObject({
    id: sub.ref("actions.id"),
    seq: sub.ref("actions.seq"),
    parentId: sub.ref("actions.parentId"),
    kind: sub.ref("actions.kind"),
    itemId: sub.ref("actions.itemId"),
    itemKind: sub.ref("actions.itemKind"),
    text: sub.ref("actions.text"),
    score: sub.ref("actions.score"),
    criterion: sub.ref("actions.criterion"),
    reasonCode: sub.ref("actions.reasonCode"),
    reason: sub.ref("actions.reason"),
    undoesId: sub.ref("actions.undoesId"),
    origin: sub.ref("actions.origin"),
    at: isoTime(sub.ref("actions.at")),
  });

/** An action as stored; `origin` is set on imported ones only. */
export type StoredAction = ReturnType<typeof actionAsJson> extends Expression<infer Row> ? Row : never;

/** All actions of an evaluation, in order, as one JSON value; an empty list if there are none. */
export const actionsOf = (evaluationId: Expression<string>) =>
  sub
    .selectFrom("actions")
    .select(({ fn }) => fn.coalesce(fn.jsonAgg(actionAsJson()).orderBy("actions.seq"), sql<StoredAction[]>`'[]'`).as("list"))
    .where("actions.evaluationId", "=", evaluationId);

/** The saved state of each unit of an assignment, by criterion: its actions, the time spent and the draft that was shown. One statement. */
export async function listSavedUnits(assignmentId: string, on: Db = db()) {
  const rows = await on
    .selectFrom("evaluations as e")
    .select((eb) => [
      "e.criterionId",
      "e.shownDraftId",
      "e.blindActions",
      eb.fn.coalesce("e.durationMs", sql<number>`0`).as("activeMs"),
      actionsOf(eb.ref("e.id")).$asScalar().$notNull().as("actions"),
    ])
    .where("e.assignmentId", "=", assignmentId)
    .execute();
  return new Map(rows.map(({ criterionId, ...unit }) => [criterionId, unit]));
}

/** The drafts of one sample in a run, by criterion. */
export async function listSampleDrafts(runId: string, sampleId: string) {
  const drafts = await db()
    .selectFrom("drafts")
    .select(["id", "criterionId", "score", "items"])
    .where("runId", "=", runId)
    .where("sampleId", "=", sampleId)
    .execute();
  return new Map(drafts.map((draft) => [draft.criterionId, draft]));
}
