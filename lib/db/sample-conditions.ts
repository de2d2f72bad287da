import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { SampleFilter, SampleState } from "@/lib/domain/sample-filter";
import { isExcluded } from "./exclusions";
import { inWorkOf } from "./samples-in-work";
import { armOfUnit } from "./unit-arm";

const sub = expressionBuilder<DB>();

/** Everybody's work on a sample; exams, calibration and known answers are none. */
const workOn = (sampleId: Expression<string>) =>
  sub.selectFrom("assignments as a").select("a.id").where("a.sampleId", "=", sampleId).where("a.purpose", "=", "work");

const submittedOn = (sampleId: Expression<string>) => workOn(sampleId).where("a.status", "=", "submitted");

/** Whether as many people have submitted a sample as its task asks for; excluded people do not count. */
export const isFinished = ({ id, asked }: { id: Expression<string>; asked: Expression<number> }): Expression<SqlBool> =>
  sub(
    submittedOn(id)
      .clearSelect()
      .where("a.round", "=", 0)
      .where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId"))))
      .select(({ fn }) => fn.count<number>("a.annotatorId").distinct().as("people")),
    ">=",
    asked,
  );

interface Sample {
  id: Expression<string>;
  asked: Expression<number>;
}

/** Whether a sample is in a state. */
export function isInState(sample: Sample, state: SampleState): Expression<SqlBool> {
  if (state === "finished") return isFinished(sample);
  if (state === "unrated") return sub.not(sub.exists(submittedOn(sample.id)));
  if (state === "rated") return sub.exists(submittedOn(sample.id));
  return sub.exists(workOn(sample.id).where("a.status", "=", state));
}

/** Whether somebody has left a note on a sample. */
export const isFlagged = (sampleId: Expression<string>): Expression<SqlBool> =>
  sub.exists(workOn(sampleId).where("a.flag", "is not", null).where("a.flag", "<>", ""));

/** Whether somebody has rated a sample in an arm. */
export const wasRatedIn = (sampleId: Expression<string>, arm: NonNullable<SampleFilter["arm"]>): Expression<SqlBool> =>
  sub.exists(
    submittedOn(sampleId)
      .innerJoin("evaluations as e", "e.assignmentId", "a.id")
      .where("e.score", "is not", null)
      .where(() => sql<SqlBool>`${armOfUnit} = ${arm}`),
  );

interface Reading {
  taskId: string;
  readerId: string;
}

/** The highest and the lowest rating of each criterion of the samples of which two people have rated it, and which the reader does not have open. */
const extremes = ({ taskId, readerId }: Reading) =>
  sub
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(({ fn }) => ["a.sampleId", "e.criterionId", fn.max("e.score").as("highest"), fn.min("e.score").as("lowest")])
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where("e.score", "is not", null)
    .where("a.sampleId", "not in", inWorkOf(taskId, readerId))
    .where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId"))))
    .groupBy(["a.sampleId", "e.criterionId"])
    .having(({ fn }) => fn.countAll(), ">=", 2);

/** How far they are apart, as a share of the scale. Scales are joined last: with them, a plan may read the ratings of all studies by criterion. */
const spreads = (of: ReturnType<typeof extremes>) =>
  sub
    .selectFrom(of.as("e"))
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .select(({ ref }) => [
      "e.sampleId",
      sql<number>`case when ${ref("c.scale")} ->> 'kind' = 'categorical' then (${ref("e.highest")} > ${ref("e.lowest")})::int
        else (${ref("e.highest")} - ${ref("e.lowest")}) / nullif((${ref("c.scale")} ->> 'max')::float8 - (${ref("c.scale")} ->> 'min')::float8, 0) end`.as(
        "apart",
      ),
    ]);

/**
 * How far people are apart on a sample: the widest distance between the highest and the lowest rating of a criterion, as a share of its scale; null
 * unless two people have rated one, and where the reader has the sample open. Labels have no distance, so two different ones are as far apart as can be.
 */
export const disagreementOn = (sampleId: Expression<string>, reading: Reading) =>
  sub
    .selectFrom(spreads(extremes(reading).where("a.sampleId", "=", sampleId)).as("spread"))
    .select(({ fn }) => fn.max<number | null>("spread.apart").as("most"));

/** The same for every sample of a task that has one, in one pass: for an order of all of them. */
export const disagreementsIn = (reading: Reading) =>
  sub
    .selectFrom(spreads(extremes(reading).where("a.taskId", "=", reading.taskId)).as("spread"))
    .select(({ fn }) => ["spread.sampleId", fn.max<number | null>("spread.apart").as("most")])
    .groupBy("spread.sampleId");
