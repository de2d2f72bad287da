import "server-only";
import { type Expression, type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import type { UnitIds } from "./asked-again";
import { db } from "./client";
import { isExcluded } from "./exclusions";
import { overruledFor } from "./given-reasons";
import { newestDraftsOf } from "./newest-drafts";
import { besideDraft, draftBeside, isBesideDraft, needsNumbers } from "./selected-beside-drafts";
import { armOfUnit, unitWasDrafted } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

/** A selection whose names have been found: ids of the criterion and raters, null where the selection names none. */
export interface FoundSelection extends Omit<UnitSelection, "criterion" | "human" | "judge" | "other" | "also" | "withDraft"> {
  taskId: string;
  /** Who reads the list. */
  readerId: string;
  criteriaSetId: string;
  criterionId: string | null;
  humanId: string | null;
  judgeId: string | null;
  /** The judge's model. */
  model: string | null;
  alsoId: string | null;
  withDraftId: string | null;
  other: { id: string; kind: "annotator" | "judge" } | null;
  /** Only these, where the selection is about units on which a judge was asked again; null: any. */
  units: UnitIds | null;
}

type PeopleSelection = Pick<FoundSelection, "taskId" | "criteriaSetId" | "criterionId" | "judgeId" | "excluded"> &
  Partial<
    Pick<
      FoundSelection,
      | "arm"
      | "armToo"
      | "undrafted"
      | "annotator"
      | "from"
      | "to"
      | "item"
      | "made"
      | "timed"
      | "whole"
      | "again"
      | "shown"
      | "change"
      | "fate"
      | "moved"
      | "firstScore"
      | "behaviour"
      | "could"
    >
  >;

/**
 * People's ratings of a unit that a selection allows: those the report rests on, narrowed by its filter. A subquery of a unit's samples `s` and criteria
 * `c`, which it must not hide by tables of its own with these names.
 */
function peopleOf(selection: PeopleSelection, annotatorId: string | null) {
  const { taskId, criteriaSetId, criterionId, judgeId, arm, armToo = arm, annotator, from, to, item, made, timed } = selection;
  return db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .innerJoin("criteria as rated", (join) =>
      join.onRef("rated.id", "=", "e.criterionId").on("rated.sampleId", made === undefined ? "is" : "is not", null),
    )
    .where("a.taskId", "=", taskId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where(countsIn(selection))
    .$if(item === undefined, (q) => q.where("e.score", "is not", null))
    .$if(item !== undefined, (q) =>
      q.where((eb) =>
        eb.and([
          unitWasDrafted,
          eb.exists(eb.selectFrom("runs as r").select("r.id").whereRef("r.id", "=", "a.runId").where("r.judgeId", "=", judgeId)),
        ]),
      ),
    )
    .$if(criterionId !== null, (q) => q.where("e.criterionId", "=", criterionId ?? ""))
    .$if(annotatorId !== null, (q) => q.where("a.annotatorId", "=", annotatorId ?? ""))
    .$if(annotator !== undefined, (q) => q.where("n.code", "=", annotator ?? ""))
    .$if(arm !== undefined, (q) => q.where(isIn(arm, armToo)))
    .$if(selection.undrafted === true, (q) => q.where(sql<SqlBool>`${undraftedScore} is not null`))
    .$if(from !== undefined, (q) => q.where("a.submittedAt", ">=", new Date(`${from}T00:00:00Z`)))
    .$if(timed === true, (q) => q.where(isTimed))
    .$if(selection.again === true, (q) => q.where(wasRepeated))
    .$if(selection.whole === true, (q) => q.where(isTimedWhole(criteriaSetId)))
    .$if(to !== undefined, (q) => q.where("a.submittedAt", "<", new Date(Date.parse(`${to}T00:00:00Z`) + dayMs)))
    .$if(selection.excluded === "without", (q) => q.where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId")))));
}

/** The planner takes half of the ratings to be in these arms. Of the bare condition it expects a hundredth, and joins their samples one by one. */
const isIn = (...arms: (PeopleSelection["arm"] | undefined)[]) => sql<SqlBool>`coalesce(${armOfUnit} in (${sql.join(arms)}), false)`;

/**
 * Whether a figure counts the rating, where a plan had a person rate a sample twice, without the draft and with it: both, of what was shown or done; in an
 * arm, the first in it, as a report narrowed to it does; else the first.
 */
const countsIn =
  (selection: PeopleSelection) => (eb: ExpressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">) => {
    if (isBesideDraft(selection) || selection.undrafted || selection.item !== undefined) return isFirstInArm(eb);
    const isFirst = eb("a.round", "=", 0);
    return selection.arm === undefined ? isFirst : eb.or([isFirst, eb.and([isFirstInArm(eb), isNoneAgain(selection)])]);
  };

/** Whether the rating's person has not rated its unit in its arm in a first round. */
const isNoneAgain = ({ criteriaSetId }: PeopleSelection) => {
  const first = db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(["a.sampleId", "a.annotatorId", "e.criterionId", armOfUnit.as("arm")])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where(isSubmittedWork)
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .as("first");
  return eb.not(
    eb.exists(
      db()
        .selectFrom(first)
        .select("first.arm")
        .where(
          ({ ref }) =>
            sql<SqlBool>`(${ref("first.sampleId")}, ${ref("first.annotatorId")}, ${ref("first.criterionId")}, ${ref("first.arm")})
            = (${eb.ref("a.sampleId")}, ${eb.ref("a.annotatorId")}, ${eb.ref("e.criterionId")}, ${armOfUnit})`,
        ),
    ),
  );
};

/** The same repeats as readRepeats in report-repeats.ts reads. */
const wasRepeated = ({ exists, selectFrom }: ExpressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">) =>
  exists(
    selectFrom("assignments as again")
      .innerJoin("planSlots as slot", "slot.assignmentId", "again.id")
      .innerJoin("evaluations as second", "second.assignmentId", "again.id")
      .select("again.id")
      .whereRef("again.sampleId", "=", "a.sampleId")
      .whereRef("again.annotatorId", "=", "a.annotatorId")
      .whereRef("again.criteriaSetId", "=", "a.criteriaSetId")
      .whereRef("second.criterionId", "=", "e.criterionId")
      .where("again.status", "=", "submitted")
      .where("slot.purpose", "=", "repeat")
      .where("second.score", "is not", null),
  );

/** In work done here, a duration of 0 means that it is unknown; imported work may state it. */
const eb = expressionBuilder<{ a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">();
const isTimed = eb.and([eb("e.durationMs", "is not", null), eb.or([eb("e.durationMs", "<>", 0), eb("a.importId", "is not", null)])]);

/** The score made without a draft in view, as withoutDraft in lib/report/chapters takes it: of two, the first, where it is known. Null: there is none. */
const undraftedScore = sql<
  number | null
>`case ${armOfUnit} when 'blind' then ${eb.ref("e.score")} when 'blind-then-drafted' then ${eb.ref("e.blindScore")} end`;

/** Whether assignment `a` was timed on every criterion of its set. Inside, `e` are all of its evaluations. */
const isTimedWhole = (criteriaSetId: string) => {
  const inside = expressionBuilder<DB & { a: DB["assignments"] }, "a">();
  return inside(
    inside
      .selectFrom("evaluations as e")
      .innerJoin("criteria as ofSet", "ofSet.id", "e.criterionId")
      .select(({ fn }) => fn.countAll().as("n"))
      .whereRef("e.assignmentId", "=", "a.id")
      .where("ofSet.sampleId", "is", null)
      .where("e.score", "is not", null)
      .where(isTimed),
    "=",
    inside
      .selectFrom("criteria as ofSet")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("ofSet.criteriaSetId", "=", criteriaSetId)
      .where("ofSet.sampleId", "is", null),
  );
};

const dayMs = 86_400_000;

const scoresInOrder = (score: Expression<number | null>) =>
  sql<number[]>`coalesce(array_agg(${score} order by ${score}) filter (where ${score} is not null), '{}')`;

/** The same by unit: the scores in order, the draft lines of the chosen kind and outcome, and the words of the chosen reason. */
export const peopleByUnit = (selection: FoundSelection) =>
  peopleOf(selection, selection.humanId)
    .$if(isBesideDraft(selection), (q) => q.where((eb) => eb("e.id", "in", besideDraft(withDrafts(selection), selection))))
    .$if(selection.reason !== undefined, (q) =>
      q.innerJoinLateral(overruledFor(selection.reason ?? "").as("given"), (join) => join.onTrue()),
    )
    .select(["a.sampleId", "e.criterionId"])
    .select(({ ref }) => [
      scoresInOrder(selection.undrafted ? undraftedScore : ref("e.score")).as("scores"),
      sql<number>`coalesce(sum(${linesOf(ref("e.tally"), selection)}), 0)::int`.as("lines"),
      wordsOf(ref("a.id"), selection).as("words"),
    ])
    .groupBy(["a.sampleId", "e.criterionId"]);

/** Everybody's ratings on criteria with numbers, or on the selection's own where it only asks whether two scores are the same, with what they were made beside. */
const withDrafts = (selection: FoundSelection) =>
  peopleOf({ ...selection, arm: undefined, undrafted: undefined }, null)
    .$if(needsNumbers(selection) || selection.criterionId === null, (q) =>
      q.where(({ ref }) => sql<SqlBool>`${ref("rated.scale")} ->> 'kind' is distinct from 'categorical'`),
    )
    .select(["e.id", "a.annotatorId as rater", "a.sampleId", "e.criterionId", "e.score as final", "e.blindScore as first"])
    .select((eb) => [
      sql<string>`${armOfUnit}`.as("arm"),
      eb.case().when(unitWasDrafted).then(draftBeside(selection.judgeId)).end().as("draft"),
    ]);

function linesOf(tally: Expression<unknown>, { item, outcome, reason }: FoundSelection): RawBuilder<number> {
  if (item === undefined) return sql`0`;
  if (reason !== undefined) return sql.ref("given.lines");
  const counted = outcome === undefined ? ["accept", "revise", "remove", "add"] : [outcome];
  const ofKind = (kind: RawBuilder<unknown>) =>
    sql.join(
      counted.map((name) => sql`coalesce((${kind} ->> ${sql.lit(name)})::int, 0)`),
      sql` + `,
    );
  if (item !== "all") return sql`${ofKind(sql`(${tally} -> ${sql.lit(item)})`)}`;
  return sql`(select sum(${ofKind(sql`kinds.value`)}) from jsonb_each(${tally}) as kinds where kinds.key <> 'heading')`;
}

/** The words that a unit's lines were overruled with, where the selection is of a reason. */
const wordsOf = (assignment: Expression<string>, { reason }: FoundSelection): RawBuilder<string[]> =>
  reason === undefined
    ? sql`'[]'::jsonb`
    : sql`coalesce(jsonb_path_query_array(jsonb_agg(${sql.ref("given.words")} order by ${assignment}), '$[*][*]'), '[]')`;

/** The current scores of a judge. */
export const judgedBy = (selection: FoundSelection, judgeId: string | null) =>
  db()
    .selectFrom(
      newestDraftsOf(selection.criteriaSetId)
        .where("r.judgeId", "=", judgeId)
        .$if(selection.criterionId !== null, (q) => q.where("d.criterionId", "=", selection.criterionId))
        .as("said"),
    )
    .innerJoin("criteria as ofSet", (join) => join.onRef("ofSet.id", "=", "said.criterionId").on("ofSet.sampleId", "is", null))
    .select((eb) => [
      eb.ref("said.sampleId").$notNull().as("sampleId"),
      eb.ref("said.criterionId").$notNull().as("criterionId"),
      eb.ref("said.score").$notNull().as("score"),
    ])
    .where("said.score", "is not", null);

const ofSample = expressionBuilder<{ s: DB["samples"]; t: DB["tasks"] }, "s" | "t">();

/** Whether the sample `s` of the task `t` is among those that the selection is narrowed to. */
export const isOfSamples = (selection: FoundSelection) => {
  const { system, subset, finished } = selection;
  const { and, or, ref } = ofSample;
  return and([
    ...(system === undefined ? [] : [or([ofSample("s.system", "=", system), ofSample("s.systemB", "=", system)])]),
    ...(subset === undefined ? [] : [ofSample("s.subset", "=", subset)]),
    ...(finished === true ? [ofSample(ratersOf(selection, ref("s.id")), ">=", ref("t.annotatorsPerSample"))] : []),
  ]);
};

/** How many people have rated a sample, whatever else the selection is narrowed to. */
function ratersOf(selection: FoundSelection, sampleId: Expression<string>) {
  const { taskId, criteriaSetId, excluded } = selection;
  return peopleOf({ taskId, criteriaSetId, excluded, criterionId: null, judgeId: null }, null)
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
  peopleOf({ ...selection, arm: undefined, undrafted: undefined, shown: true }, null)
    .innerJoin("runs as r", "r.id", "a.runId")
    .select("e.id")
    .where("a.sampleId", "=", sampleId)
    .where("e.criterionId", "=", criterionId)
    .where("r.judgeId", "=", selection.withDraftId)
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
