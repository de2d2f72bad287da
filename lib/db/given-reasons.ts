import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { ownWords } from "@/lib/domain/own-words";
import { db } from "./client";
import { jsonOf } from "./json";
import { packedInts, packedRows } from "./packed";
import { placedSamples } from "./rating-columns";
import { tiny } from "./selected-beside-drafts";
import { draftWasShown, unitWasDrafted } from "./unit-arm";
import { isFirstInArm } from "./work-in-arms";

const action = expressionBuilder<DB & { x: DB["actions"] }, "x">();

/** What has a code or words, said in the same words as the index `actions_with_reasons`. */
const saysSomething = action.or([action("x.reasonCode", "is not", null), action("x.reason", "is not", null)]);

/** What earlier versions of the workspace wrote beside a score that the annotator took from between the points of the scale, in place of a reason. */
const isRounding = action.and([
  action("x.kind", "=", "set-score"),
  action("x.reasonCode", "=", "other"),
  sql<boolean>`${action.ref("x.reason")} ~ '^nearest to -?[\\d.]+$'`,
]);

/** The code of action `x`'s reason, or that it has one in words alone; null: neither. A bare number, as in CoEval's release, says nothing. */
const reasonOf = sql<string | null>`case when ${isRounding} then null else coalesce(${action.ref("x.reasonCode")},
  case when ${action.ref("x.reason")} !~ '^[\\s\\d.]*$' then ${sql.lit(ownWords)} end) end`;

/** Evaluation `e` of assignment `a`. */
const unit = expressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">();

/** Whether evaluation `e` has an action with a reason, or with this one. */
const hasReason = (reason: string | null) =>
  unit.exists(
    unit
      .selectFrom("actions as x")
      .select("x.id")
      .whereRef("x.evaluationId", "=", "e.id")
      .where(saysSomething)
      .where(reason === null ? sql<boolean>`${reasonOf} is not null` : sql<boolean>`${reasonOf} = ${reason}`),
  );

const undoing = expressionBuilder<DB & { u: DB["actions"] }, "u">();

/** What undoes something in evaluation `e`. */
const undoes = undoing
  .selectFrom("actions as u")
  .whereRef("u.evaluationId", "=", unit.ref("e.id"))
  .where("u.undoesId", "is not", null)
  .select(({ ref }) => [
    ref("u.id").as("mark"),
    ref("u.undoesId").as("takes"),
    sql<number>`row_number() over (order by ${ref("u.seq")} desc)`.as("nth"),
  ]);

/** What was taken back in it, as `effectiveActions` finds it: from the last undo to the first, of which one that was undone takes nothing back. */
const undone = sql<string[]>`case when exists ${undoes} then (
  with recursive undo as ${undoes}, so_far as (
    select nth, array[takes] as undone from undo where nth = 1
    union all
    select undo.nth, case when undo.mark = any(so_far.undone) then so_far.undone else so_far.undone || undo.takes end
    from so_far join undo on undo.nth = so_far.nth + 1
  )
  select undone from so_far order by nth desc limit 1
) else '{}' end`;

const shownDraft = unit.selectFrom("drafts as d").where(draftWasShown);

/** The score line of its draft. */
const scoreLine = shownDraft.select(({ ref }) =>
  sql<string | null>`(select (listed.nth - 1)::text from jsonb_array_elements(${ref("d.items")}) with ordinality as listed (line, nth)
    where listed.line ->> 'kind' = 'score' order by listed.nth limit 1)`.as("line"),
);

/** The line that action `x` decides. Rows of a file count one by one. */
const lineOf = sql<
  string | null
>`case when ${action.ref("x.kind")} = 'add' or ${action.ref("x.origin")} is not null then ${action.ref("x.id")}::text
  when ${action.ref("x.kind")} = 'set-score' then ${scoreLine} else ${action.ref("x.itemId")} end`;

/** The actions in force on its lines. What was done before the draft was shown decides none. The offset keeps the line from being looked up three times. */
const actionsOnLines = (reason: string | null) =>
  unit
    .selectFrom("actions as x")
    .select(["x.seq", "x.kind", "x.itemId", "x.score", "x.origin", "x.reasonCode", "x.reason", lineOf.as("line")])
    .whereRef("x.evaluationId", "=", "e.id")
    .where(hasReason(reason))
    .where("x.kind", "in", ["accept", "revise", "remove", "add", "set-score"])
    .where(({ ref, fn, val }) => action("x.seq", ">=", fn.coalesce(ref("e.blindActions"), val(0))))
    .where(sql<boolean>`${action.ref("x.id")} <> all (${undone})`)
    .offset(0);

/** The same, the newest of each line having the age 1. */
const decisions = (reason: string | null) =>
  unit
    .selectFrom(actionsOnLines(reason).as("x"))
    .selectAll("x")
    .select([
      sql<number>`row_number() over (partition by x.line order by ${action.ref("x.seq")} desc)`.as("age"),
      sql<boolean>`bool_or(${action.ref("x.kind")} = 'add') over (partition by x.line)`.as("isAdded"),
    ]);

/** Whether the newest action on a line, `x`, leaves it overruled, as `Fold` and the tally have it: the draft's lines are numbered, others exist once added. */
const isOfDraft = sql<boolean>`(${action.ref("x.itemId")} ~ '^\\d+$' or ${action.ref("x.origin")} is not null)`;
const overrules = sql<boolean>`case ${action.ref("x.kind")} when 'add' then true when 'remove' then ${isOfDraft}
  when 'revise' then ${isOfDraft} or ${sql.ref("x.isAdded")}
  when 'set-score' then ${sql.ref("x.line")} is not null and coalesce(abs(${action.ref("x.score")} - (${shownDraft.select("d.score")})) >= ${sql.lit(tiny)}::float8, true)
  else false end`;

/** The lines of evaluation `e` that were overruled for a reason: each counts once, with the reason of the action that decided it. */
const overruledLines = (reason: string | null) =>
  unit
    .selectFrom(decisions(reason).as("x"))
    .select(["x.seq", "x.reason as words", reasonOf.$notNull().as("reason")])
    .where("x.age", "=", 1)
    .where(overrules)
    .where(reason === null ? sql<boolean>`${reasonOf} is not null` : sql<boolean>`${reasonOf} = ${reason}`);

/** How many lines were overruled for each reason, by person, judge, criterion and sample; units with the same counts together. */
export const packedReasonCounts = (taskId: string, criteriaSetId: string) =>
  packedRows(
    db()
      .with("place", () => placedSamples(taskId))
      .selectFrom(({ selectFrom }) =>
        selectFrom("evaluations as e")
          .innerJoin("assignments as a", "a.id", "e.assignmentId")
          .innerJoin("runs as r", (join) => join.onRef("r.id", "=", "a.runId").on(unitWasDrafted))
          .innerJoinLateral(overruledLines(null).as("given"), (join) => join.onTrue())
          .select(["a.annotatorId", "r.judgeId", "e.criterionId", "a.sampleId", "given.reason"])
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("a.criteriaSetId", "=", criteriaSetId)
          .where("a.status", "=", "submitted")
          .where("a.purpose", "=", "work")
          .where(isFirstInArm)
          .where(hasReason(null))
          .groupBy(["a.annotatorId", "r.judgeId", "e.criterionId", "a.sampleId", "given.reason"])
          .as("own"),
      )
      .innerJoin("place", "place.id", "own.sampleId")
      .select((eb) => jsonOf(eb, ["own.annotatorId", "own.judgeId", "own.criterionId", "own.reason", "own.count"]).as("described"))
      .select(({ ref }) => packedInts(ref("place.sample")).as("samples"))
      .groupBy(["own.annotatorId", "own.judgeId", "own.criterionId", "own.reason", "own.count"])
      .orderBy("own.reason"),
    "samples",
  );

/** How many lines of evaluation `e` were overruled for this reason, and what was written beside it, in the order of the actions. */
export const overruledFor = (reason: string) =>
  unit
    .selectFrom(overruledLines(reason).as("given"))
    .select(({ fn }) => fn.countAll<number>().as("lines"))
    .select(sql<string[]>`coalesce(jsonb_agg(btrim(given.words) order by given.seq) filter (where given.words ~ '\\S'), '[]')`.as("words"));
