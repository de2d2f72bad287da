import "server-only";
import { type Expression, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { type Arm, arm } from "@/lib/domain/assignment";
import type { Criterion } from "@/lib/domain/criterion";
import { showsDrafts } from "@/lib/domain/shown-draft";
import { type Db, db } from "./client";
import { prepared } from "./prepared";

const eb = expressionBuilder<DB>();

interface Work {
  criteriaSetId: Expression<string>;
  sampleId: Expression<string>;
  runId: Expression<string | null>;
  arm: Expression<Arm>;
  revealedAt: Expression<Date | null>;
}

const armsThatShow = (revealed: boolean) => arm.options.filter((one) => showsDrafts({ arm: one, revealed }));

/**
 * Whether a criterion belongs to an assignment's work: the set's own, and what the judge whose drafts are shown made for this sample (CAMIEval's
 * dimensions). Without drafts the latter do not exist: their names alone would say what the judge looked at.
 */
export const isOfWork = (criterion: { criteriaSetId: Expression<string>; sampleId: Expression<string | null> }, work: Work) =>
  eb.or([
    eb.and([
      eb(criterion.criteriaSetId, "=", work.criteriaSetId),
      eb.or([eb(criterion.sampleId, "is", null), eb(criterion.sampleId, "=", work.sampleId)]),
    ]),
    eb.and([
      eb(criterion.sampleId, "=", work.sampleId),
      eb.or([
        eb(work.arm, "in", armsThatShow(false)),
        eb.and([eb(work.arm, "in", armsThatShow(true)), eb(work.revealedAt, "is not", null)]),
      ]),
      eb(
        criterion.criteriaSetId,
        "=",
        eb.selectFrom("criteriaSets as made").select("made.id").where("made.derivedByRunId", "=", work.runId).$asScalar().$notNull(),
      ),
    ]),
  ]);

/** Criteria and assignments that meet, one assignment's; add what to select. */
const ofWork = (assignmentId: string) =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("criteria as c", (join) =>
      join.on(({ ref }) =>
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
    .where("a.id", "=", assignmentId);

const criteriaStatement = prepared((given: { assignmentId: string }) =>
  ofWork(given.assignmentId)
    .select(["c.id", "c.position", "c.name", "c.definition", "c.scale", "c.overall", "c.group", "c.sampleId"])
    .select(({ eb: of }) => of("c.criteriaSetId", "<>", of.ref("a.criteriaSetId")).as("made"))
    .orderBy("c.position"),
);

/** The criteria that an assignment's sample is judged by, in order: what was made for the sample comes before the overall criterion. */
export async function listCriteriaOfWork(assignmentId: string, on?: Db): Promise<Criterion[]> {
  const rows = await criteriaStatement({ assignmentId }, on);
  const criteria = rows.filter(({ made }) => !made);
  const whole = criteria.findIndex(({ overall }) => overall);
  return criteria
    .toSpliced(whole < 0 ? criteria.length : whole, 0, ...rows.filter(({ made }) => made))
    .map(({ made: _, ...criterion }) => criterion);
}

/** The criteria of an assignment's work whose evaluation is incomplete; add what to select. */
export const incompleteOf = (assignmentId: string) =>
  ofWork(assignmentId)
    .leftJoin("evaluations as e", (join) => join.onRef("e.criterionId", "=", "c.id").onRef("e.assignmentId", "=", "a.id"))
    .where("e.complete", "is not", true);

const incompleteStatement = prepared((given: { assignmentId: string }) =>
  incompleteOf(given.assignmentId).select(["c.id", "c.name"]).orderBy("c.position"),
);

/** The criteria of an assignment's work whose evaluation is incomplete, in order; empty when it can be submitted. */
export const listIncompleteCriteria = (tx: Db, assignmentId: string) => incompleteStatement({ assignmentId }, tx);

/** Whether a criterion is one of a set, or was made for a sample by a run over the set. */
export async function isCriterionOf(criteriaSetId: string, id: string): Promise<boolean> {
  const own = db()
    .selectFrom("criteria as c")
    .innerJoin("criteriaSets as cs", "cs.id", "c.criteriaSetId")
    .leftJoin("runs as r", "r.id", "cs.derivedByRunId")
    .select("c.id")
    .where("c.id", "=", id)
    .where(({ or, eb: of }) => or([of("cs.id", "=", criteriaSetId), of("r.criteriaSetId", "=", criteriaSetId)]));
  return (await own.executeTakeFirst()) !== undefined;
}
