import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { ownWords } from "@/lib/domain/own-words";
import { db } from "./client";
import { unitWasDrafted } from "./unit-arm";

const action = expressionBuilder<DB & { x: DB["actions"] }, "x">();

/** What has a code or words, said in the same words as the index `actions_with_reasons`. */
const saysSomething = action.or([action("x.reasonCode", "is not", null), action("x.reason", "is not", null)]);

/**
 * The code of action `x`'s reason, or that it overrules a line for a reason in words alone; null: neither. Words beside an accepted line overrule nothing,
 * and a bare number, as in CoEval's release, says nothing.
 */
const reasonOf = sql<string | null>`coalesce(${action.ref("x.reasonCode")},
  case when ${action.ref("x.kind")} in ('revise', 'remove', 'add', 'set-score') and ${action.ref("x.reason")} !~ '^[\\s\\d.]*$' then ${sql.lit(ownWords)} end)`;

const isInForce = action.not(
  action.exists(
    action.selectFrom("actions as u").select("u.id").whereRef("u.evaluationId", "=", "x.evaluationId").whereRef("u.undoesId", "=", "x.id"),
  ),
);

/** The actions with a reason, those that were undone left out. */
const reasoned = () => db().selectFrom("actions as x").where(saysSomething).where(reasonOf, "is not", null).where(isInForce);

/** How often each reason was given for overruling a judge's draft, by person, criterion and sample. */
export const listReasonCounts = (criteriaSetId: string) =>
  reasoned()
    .innerJoin("evaluations as e", "e.id", "x.evaluationId")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("runs as r", (join) => join.onRef("r.id", "=", "a.runId").on(unitWasDrafted))
    .select(["a.annotatorId", "r.judgeId", "e.criterionId", "a.sampleId"])
    .select(({ fn }) => [reasonOf.$notNull().as("reason"), fn.countAll<number>().as("count")])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .groupBy(["a.annotatorId", "r.judgeId", "e.criterionId", "a.sampleId", reasonOf])
    .execute();

/** How many actions of an evaluation have this reason. */
export const doneFor = (evaluation: Expression<string>, reason: string) =>
  reasoned()
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("x.evaluationId", "=", evaluation)
    .where(reasonOf, "=", reason);

/** The words that were written beside this reason in an evaluation, in the order of the actions: a JSON list. */
export const wordsFor = (evaluation: Expression<string>, reason: string) =>
  reasoned()
    .select(({ ref }) => sql<string[]>`coalesce(jsonb_agg(btrim(${ref("x.reason")}) order by ${ref("x.seq")}), '[]')`.as("words"))
    .where("x.evaluationId", "=", evaluation)
    .where(reasonOf, "=", reason)
    .where(({ ref }) => sql<boolean>`${ref("x.reason")} ~ '\\S'`);
