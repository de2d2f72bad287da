import "server-only";
import { type ExpressionBuilder, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { UnitSelection } from "@/lib/domain/unit-selection";
import { anyOf } from "./any-of";
import type { UnitIds } from "./asked-again";
import { db } from "./client";
import { isBesideDraft } from "./selected-beside-drafts";
import { submittedWork } from "./submitted-work";
import { armOfUnit, draftWasShown } from "./unit-arm";
import { isFirstInArm, isSubmittedWork } from "./work-in-arms";

/** A selection whose names have been found: ids of the criterion and raters, null where the selection names none. */
export interface FoundSelection
  extends Omit<UnitSelection, "criterion" | "human" | "judge" | "other" | "also" | "withDraft" | "undraftedOn"> {
  taskId: string;
  /** Who reads the list. */
  readerId: string;
  criteriaSetId: string;
  /** The set's criteria, without those that a judge made for one sample, and those of them with numbers. */
  criterionIds: string[];
  numberIds: string[];
  /** The runs of the judges it names, the newest first, and whether the judges' scores are theirs: plain ones over the criteria set, or planted ones. */
  runs: { id: string; judgeId: string; isScored: boolean }[];
  criterionId: string | null;
  /** Those of which only ratings made without a draft count; null: there are none such, or `undrafted` says it of all. */
  undraftedIds: string[] | null;
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

export type PeopleSelection = Pick<
  FoundSelection,
  "taskId" | "criteriaSetId" | "criterionIds" | "criterionId" | "runs" | "judgeId" | "excluded"
> &
  Partial<
    Pick<
      FoundSelection,
      | "arm"
      | "armToo"
      | "undrafted"
      | "undraftedIds"
      | "annotator"
      | "from"
      | "to"
      | "item"
      | "made"
      | "timed"
      | "whole"
      | "again"
      | "shown"
      | "planted"
      | "change"
      | "fate"
      | "moved"
      | "firstScore"
      | "behaviour"
      | "could"
    >
  >;

export const runsOf = ({ runs }: Pick<FoundSelection, "runs">, judgeId: string | null) => runs.filter((run) => run.judgeId === judgeId);

/** Any run of a judge. */
export const anyRunOf = (selection: Pick<FoundSelection, "runs">, judgeId: string | null) =>
  anyOf(runsOf(selection, judgeId).map(({ id }) => id));

/** Whether a judge's draft that was wrong on purpose was in view, of a person with work in the report, as `readPlanted` in report-planted.ts reads them. */
export const besidePlanted =
  ({ criteriaSetId, planted, judgeId, ...selection }: PeopleSelection) =>
  ({
    and,
    exists,
    selectFrom,
    ref,
  }: ExpressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"]; n: DB["annotators"] }, "a" | "e" | "n">) =>
    and([
      exists(
        selectFrom("drafts as d")
          .select("d.id")
          .where(draftWasShown)
          .where("d.runId", "=", anyRunOf(selection, judgeId))
          .where("d.score", planted === "caught" ? "<>" : "is not", planted === "caught" ? ref("e.score") : null),
      ),
      exists(submittedWork().where("a.annotatorId", "=", ref("n.id")).where("a.criteriaSetId", "=", criteriaSetId)),
    ]);

/** The planner takes half of the ratings to be in these arms. Of the bare condition it expects a hundredth, and joins their samples one by one. */
export const isIn = (...arms: (PeopleSelection["arm"] | undefined)[]) => sql<SqlBool>`coalesce(${armOfUnit} in (${sql.join(arms)}), false)`;

/**
 * Whether a figure counts the rating, where a plan had a person rate a sample twice, without the draft and with it: both, of what was shown or done; in an
 * arm, the first in it, as a report narrowed to it does; else the first.
 */
export const countsIn =
  (selection: PeopleSelection) => (eb: ExpressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">) => {
    if (isBesideDraft(selection) || selection.undrafted || selection.item !== undefined) return isFirstInArm(eb);
    const isFirst = eb("a.round", "=", 0);
    const counts = selection.arm === undefined ? isFirst : eb.or([isFirst, eb.and([isFirstInArm(eb), isNoneAgain(selection)])]);
    if (!selection.undraftedIds) return counts;
    return eb.case().when("e.criterionId", "=", anyOf(selection.undraftedIds)).then(isFirstInArm(eb)).else(counts).end();
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
export const wasRepeated = ({ exists, selectFrom }: ExpressionBuilder<DB & { a: DB["assignments"]; e: DB["evaluations"] }, "a" | "e">) =>
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
export const isTimed = eb.and([eb("e.durationMs", "is not", null), eb.or([eb("e.durationMs", "<>", 0), eb("a.importId", "is not", null)])]);

/** The score made without a draft in view, as withoutDraft in lib/report/chapters takes it: of two, the first, where it is known. Null: there is none. */
export const undraftedScore = sql<
  number | null
>`case ${armOfUnit} when 'blind' then ${eb.ref("e.score")} when 'blind-then-drafted' then ${eb.ref("e.blindScore")} end`;

/** A rating's score as a selection has it: the final one, or the one made without a draft. */
export const scoreOf = ({ undrafted, undraftedIds }: PeopleSelection): RawBuilder<number | null> => {
  if (undrafted) return undraftedScore;
  if (!undraftedIds) return sql`${eb.ref("e.score")}`;
  return sql`case when ${eb.ref("e.criterionId")} = ${anyOf(undraftedIds)} then ${undraftedScore} else ${eb.ref("e.score")} end`;
};

/** The assignments that were timed on every criterion of their set. */
export const timedWhole = ({ taskId, criteriaSetId, criterionIds }: PeopleSelection) =>
  db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select("e.assignmentId")
    .where("a.taskId", "=", taskId)
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("e.criterionId", "=", anyOf(criterionIds))
    .where("e.score", "is not", null)
    .where(isTimed)
    .groupBy("e.assignmentId")
    .having(({ fn }) => fn.countAll(), "=", criterionIds.length);
