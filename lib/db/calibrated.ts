import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";

const sub = expressionBuilder<DB>();

/** How many samples of a round an annotator has submitted. */
export const submittedOf = (round: { id: Expression<string>; number: Expression<number> }, annotatorId: Expression<string | null>) =>
  sub
    .selectFrom("calibrationSamples as own")
    .innerJoin("assignments as rated", "rated.sampleId", "own.sampleId")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("own.roundId", "=", round.id)
    .where("rated.annotatorId", "=", annotatorId)
    .where("rated.purpose", "=", "calibration")
    .where("rated.round", "=", sql<number>`${round.number} - 1`)
    .where("rated.status", "=", "submitted")
    .$asScalar()
    .$notNull();

export const samplesOf = (roundId: Expression<string>) =>
  sub
    .selectFrom("calibrationSamples as one")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("one.roundId", "=", roundId)
    .$asScalar()
    .$notNull();

/** Whether the newest round that everybody must have taken part in, if any, is closed and the annotator has submitted all its samples. */
export const hasCalibrated = (taskId: Expression<string>, annotatorId: Expression<string>): Expression<SqlBool> =>
  sub.not(
    sub.exists(
      sub
        .selectFrom("calibrationRounds as due")
        .select("due.id")
        .where("due.taskId", "=", taskId)
        .where("due.number", "=", (eb) =>
          eb
            .selectFrom("calibrationRounds as newest")
            .select(({ fn }) => fn.max("newest.number").as("number"))
            .where("newest.taskId", "=", taskId)
            .where("newest.required", "=", true),
        )
        .where((eb) => {
          const round = { id: eb.ref("due.id"), number: eb.ref("due.number") };
          return eb.or([eb("due.closedAt", "is", null), eb(submittedOf(round, annotatorId), "<", samplesOf(round.id))]);
        }),
    ),
  );

/** Whether a sample is in a closed round all of which a user has rated, and in no open one. */
export const isCalibrated = (sampleId: Expression<string>, userId: string) => {
  const rounds = sub
    .selectFrom("calibrationRounds as seen")
    .innerJoin("calibrationSamples as in", "in.roundId", "seen.id")
    .select("seen.id")
    .where("in.sampleId", "=", sampleId);
  const rated = rounds
    .innerJoin("tasks as t", "t.id", "seen.taskId")
    .innerJoin("annotators as me", "me.projectId", "t.projectId")
    .where("me.userId", "=", userId)
    .where("seen.closedAt", "is not", null)
    .where((eb) => {
      const round = { id: eb.ref("seen.id"), number: eb.ref("seen.number") };
      return eb(submittedOf(round, eb.ref("me.id")), ">=", samplesOf(round.id));
    });
  return sub.and([sub.exists(rated), sub.not(sub.exists(rounds.where("seen.closedAt", "is", null)))]);
};
