import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { itemKind } from "@/lib/domain/draft";
import { anyOf } from "./any-of";
import { db } from "./client";
import { isExcluded } from "./exclusions";
import { overruledFor } from "./given-reasons";
import { wasDropped } from "./newest-drafts";
import {
  anyRunOf,
  besidePlanted,
  countsIn,
  type FoundSelection,
  isIn,
  isTimed,
  type PeopleSelection,
  runsOf,
  scoreOf,
  timedWhole,
  undraftedScore,
  wasRepeated,
} from "./rating-conditions";
import { valueIn } from "./sample-columns";
import { besideDraft, isBesideDraft, needsNumbers } from "./selected-beside-drafts";
import { armOfUnit, draftWasShown, unitWasDrafted } from "./unit-arm";
import { isSubmittedPlanted, isSubmittedWork } from "./work-in-arms";

/**
 * People's ratings of a unit that a selection allows: those the report rests on, narrowed by its filter. A subquery of a unit's samples `s` and criteria
 * `c`, which it must not hide by tables of its own with these names. Criteria and runs are given by their ids: joined with their small tables, of which
 * the planner has no statistics, it expects a few ratings of a million and compares each with each.
 */
function peopleOf(selection: PeopleSelection, annotatorId: string | null) {
  const { taskId, criteriaSetId, criterionIds, criterionId, judgeId, arm, armToo = arm, annotator, from, to, item } = selection;
  return db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .where("a.taskId", "=", taskId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .$if(selection.planted === undefined, (q) => q.where(isSubmittedWork).where(countsIn(selection)))
    .$if(selection.planted !== undefined, (q) => q.where(isSubmittedPlanted).where(besidePlanted(selection)))
    .$if(item === undefined, (q) => q.where("e.score", "is not", null))
    .$if(item !== undefined, (q) => q.where((eb) => eb.and([unitWasDrafted, eb("a.runId", "=", anyRunOf(selection, judgeId))])))
    .$if(selection.made !== undefined, (q) => q.where((eb) => eb.not(eb("e.criterionId", "=", anyOf(criterionIds)))))
    .$if(selection.made === undefined, (q) => q.where("e.criterionId", "=", anyOf(criterionId === null ? criterionIds : [criterionId])))
    .$if(annotatorId !== null, (q) => q.where("a.annotatorId", "=", annotatorId ?? ""))
    .$if(annotator !== undefined, (q) => q.where("n.code", "=", annotator ?? ""))
    .$if(arm !== undefined, (q) => q.where(isIn(arm, armToo)))
    .$if(selection.undrafted === true, (q) => q.where(sql<SqlBool>`${undraftedScore} is not null`))
    .$if(Boolean(selection.undraftedIds), (q) => q.where(sql<SqlBool>`${scoreOf(selection)} is not null`))
    .$if(from !== undefined, (q) => q.where("a.submittedAt", ">=", new Date(`${from}T00:00:00Z`)))
    .$if(selection.timed === true, (q) => q.where(isTimed))
    .$if(selection.again === true, (q) => q.where(wasRepeated))
    .$if(selection.whole === true, (q) => q.where("a.id", "in", timedWhole(selection)))
    .$if(to !== undefined, (q) => q.where("a.submittedAt", "<", new Date(Date.parse(`${to}T00:00:00Z`) + dayMs)))
    .$if(selection.excluded === "without", (q) => q.where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId")))));
}

const dayMs = 86_400_000;

const scoresInOrder = (score: Expression<number | null>) =>
  sql<number[]>`coalesce(array_agg(${score} order by ${score}) filter (where ${score} is not null), '{}')`;

/** The day (UTC) of the first rating, where the selection asks for it. */
const firstDay = (at: Expression<Date | null>, { firstRated, small }: FoundSelection) =>
  firstRated === undefined && small !== "month" && small !== "day"
    ? sql<string | null>`null::text`
    : sql<string | null>`to_char(min(${at}) at time zone 'UTC', 'YYYY-MM-DD')`;

/** The same by unit: the scores in order, the draft lines of the chosen kind and outcome, and the words of the chosen reason. */
export function peopleByUnit(selection: FoundSelection) {
  const rated = peopleOf(selection, selection.humanId)
    .$if(isBesideDraft(selection), (q) => q.where((eb) => eb("e.id", "in", besideDraft(withDrafts(selection), selection))))
    .$if(selection.reason !== undefined, (q) =>
      q.innerJoinLateral(overruledFor(selection.reason ?? "").as("given"), (join) => join.onTrue()),
    )
    .select(["a.sampleId", "e.criterionId", "a.id as assignmentId", "a.submittedAt"])
    .select(({ ref }) => [scoreOf(selection).as("score"), linesOf(ref("e.tally"), selection).as("lines"), wordsOf(selection).as("words")])
    // Keeps PostgreSQL from sorting whole tallies, and from counting their lines twice.
    .$if(selection.item !== undefined, (q) => q.offset(0));
  return db()
    .selectFrom(rated.as("by"))
    .select(["by.sampleId", "by.criterionId"])
    .select(({ ref, fn, val }) => [
      firstDay(ref("by.submittedAt"), selection).as("firstRated"),
      scoresInOrder(ref("by.score")).as("scores"),
      fn.coalesce(fn.sum<number>("by.lines"), val(0)).as("lines"),
      (selection.reason === undefined
        ? sql<string[]>`'[]'::jsonb`
        : sql<string[]>`coalesce(jsonb_path_query_array(jsonb_agg(${ref("by.words")} order by ${ref("by.assignmentId")}), '$[*][*]'), '[]')`
      ).as("words"),
    ])
    .groupBy(["by.sampleId", "by.criterionId"]);
}

/** Everybody's ratings on criteria with numbers, or on the selection's own where it only asks whether two scores are the same, with what they were made beside. */
const withDrafts = (selection: FoundSelection) =>
  peopleOf({ ...selection, arm: undefined, undrafted: undefined, undraftedIds: null }, null)
    .$if(needsNumbers(selection) || selection.criterionId === null, (q) => q.where("e.criterionId", "=", anyOf(selection.numberIds)))
    .select(["e.id", "a.annotatorId as rater", "a.sampleId", "e.criterionId", "e.score as final", "e.blindScore as first"])
    .leftJoin("drafts as d", (join) => join.on(draftWasShown).on("d.runId", "=", anyRunOf(selection, selection.judgeId)))
    .select(["d.score as draft", sql<string>`${armOfUnit}`.as("arm")]);

function linesOf(tally: Expression<unknown>, { item, outcome, reason }: FoundSelection): RawBuilder<number> {
  if (item === undefined) return sql`0`;
  if (reason !== undefined) return sql.ref("given.lines");
  const counted = outcome === undefined ? ["accept", "revise", "remove", "add"] : [outcome];
  const ofKind = (kind: RawBuilder<unknown>) =>
    sql.join(
      counted.map((name) => sql`coalesce((${kind} ->> ${sql.lit(name)})::int, 0)`),
      sql` + `,
    );
  const kinds = item === "all" ? itemKind.options.filter((kind) => kind !== "heading") : [item];
  return sql`${sql.join(
    kinds.map((kind) => ofKind(sql`(${tally} -> ${sql.lit(kind)})`)),
    sql` + `,
  )}`;
}

/** The words that a rating's lines were overruled with, where the selection is of a reason. */
const wordsOf = ({ reason }: FoundSelection): RawBuilder<string[] | null> =>
  reason === undefined ? sql`null::jsonb` : sql.ref("given.words");

/** The current scores of a judge, as `newestDraftsOf` has them; in a selection of planted drafts, those of these. */
export const judgedBy = (selection: FoundSelection, judgeId: string | null) => {
  const { criterionIds, criterionId } = selection;
  const runs = runsOf(selection, judgeId).flatMap(({ id, isScored }) => (isScored ? [id] : []));
  const newest = db()
    .selectFrom(sql<{ id: string; age: number }>`unnest(${runs}::uuid[]) with ordinality`.as<"r">(sql`r (id, age)`))
    .innerJoin("drafts as d", "d.runId", "r.id")
    .leftJoin("runUnits as u", (join) => join.on(wasDropped))
    .select(["d.sampleId", "d.criterionId"])
    .select((eb) => eb.case().when("u.runId", "is", null).then(eb.ref("d.score")).end().as("score"))
    .where("d.criterionId", "=", anyOf(criterionId === null ? criterionIds : [criterionId]))
    .$if(runs.length > 1, (q) =>
      q.distinctOn(["d.sampleId", "d.criterionId"]).orderBy("d.sampleId").orderBy("d.criterionId").orderBy("r.age"),
    );
  return db()
    .selectFrom(newest.as("said"))
    .select((eb) => [
      eb.ref("said.sampleId").$notNull().as("sampleId"),
      eb.ref("said.criterionId").$notNull().as("criterionId"),
      eb.ref("said.score").$notNull().as("score"),
    ])
    .where("said.score", "is not", null);
};

const ofSample = expressionBuilder<{ s: DB["samples"]; t: DB["tasks"] }, "s" | "t">();

/** Whether the sample `s` of the task `t` is among those that the selection is narrowed to. */
export const isOfSamples = (selection: FoundSelection) => {
  const { system, subset, column = "", columnValue, finished } = selection;
  const { and, or, ref } = ofSample;
  return and([
    ...(system === undefined ? [] : [or([ofSample("s.system", "=", system), ofSample("s.systemB", "=", system)])]),
    ...(subset === undefined ? [] : [ofSample("s.subset", "=", subset)]),
    ...(columnValue === undefined ? [] : [ofSample(valueIn(column), "=", columnValue)]),
    ...(finished === true ? [ofSample(ratersOf(selection, ref("s.id")), ">=", ref("t.annotatorsPerSample"))] : []),
  ]);
};

/** How many people have rated a sample, whatever else the selection is narrowed to. */
function ratersOf(selection: FoundSelection, sampleId: Expression<string>) {
  const { taskId, criteriaSetId, criterionIds, runs, excluded } = selection;
  return peopleOf({ taskId, criteriaSetId, criterionIds, runs, excluded, criterionId: null, judgeId: null }, null)
    .where("a.sampleId", "=", sampleId)
    .select(({ fn }) => fn.count<number>("a.annotatorId").distinct().as("people"));
}

/** How many people other than the selection's own have scored a unit, under the same conditions. */
export const othersOn = (selection: FoundSelection, sampleId: Expression<string>, criterionId: Expression<string>) =>
  peopleOf(selection, null)
    .select(({ fn }) => fn.count<number>("a.annotatorId").distinct().as("people"))
    .where("a.sampleId", "=", sampleId)
    .where("e.criterionId", "=", criterionId)
    .$if(selection.humanId !== null, (q) => q.where("a.annotatorId", "<>", selection.humanId ?? ""));

/** People's ratings of a unit's sample on the selection's second criterion, under the same conditions. */
export const alsoRated = (selection: FoundSelection, sampleId: Expression<string>) =>
  peopleOf({ ...selection, criterionId: selection.alsoId }, selection.humanId)
    .select("e.id")
    .where("a.sampleId", "=", sampleId);

/** A judge's score of a unit's sample on the selection's second criterion. */
export const alsoJudged = (selection: FoundSelection, sampleId: Expression<string>) =>
  judgedBy({ ...selection, criterionId: selection.alsoId }, selection.judgeId)
    .clearSelect()
    .select("said.score")
    .where("said.sampleId", "=", sampleId);

/** Ratings of a unit made with a draft of the selection's judge of these in view, in whatever arm. */
export const ratedWithDraft = (selection: FoundSelection, sampleId: Expression<string>, criterionId: Expression<string>) =>
  peopleOf({ ...selection, arm: undefined, undrafted: undefined, undraftedIds: null, shown: true }, null)
    .select("e.id")
    .where("a.sampleId", "=", sampleId)
    .where("e.criterionId", "=", criterionId)
    .where("a.runId", "=", anyRunOf(selection, selection.withDraftId))
    .where(unitWasDrafted);

/** How many people have rated each criterion of the selection's samples, under the same conditions. */
export const ratersByCriterion = (selection: FoundSelection) =>
  peopleOf(selection, null)
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("tasks as t", "t.id", "a.taskId")
    .where(isOfSamples(selection))
    .select("e.criterionId")
    .select(({ fn }) => fn.count<number>("a.annotatorId").distinct().as("people"))
    .groupBy("e.criterionId");

/** A rating of the unit by the other rater of the selection: a judge, or a person under the same conditions. */
export function scoredByOther(selection: FoundSelection, sampleId: Expression<string>, criterionId: Expression<string>) {
  const { other } = selection;
  if (other?.kind === "judge") {
    return db()
      .selectFrom(judgedBy(selection, other.id).as("by"))
      .select("by.score")
      .where("by.sampleId", "=", sampleId)
      .where("by.criterionId", "=", criterionId);
  }
  return peopleOf(selection, other?.id ?? null)
    .select("e.score")
    .where("a.sampleId", "=", sampleId)
    .where("e.criterionId", "=", criterionId);
}
