import "server-only";
import { type Expression, expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";

const sub = expressionBuilder<DB>();

/** Whether a sample is not given out as work: it has known answers, or people discuss it in a calibration round. */
export const isSetAside = (sampleId: Expression<string>) =>
  sub.or([
    sub.exists(sub.selectFrom("goldSamples as gold").select("gold.sampleId").where("gold.sampleId", "=", sampleId)),
    sub.exists(sub.selectFrom("calibrationSamples as discussed").select("discussed.sampleId").where("discussed.sampleId", "=", sampleId)),
  ]);

/** The samples of a task that are not given out as work. */
export const setAsideIn = (taskId: Expression<string>) =>
  sub
    .selectFrom("goldSamples as gold")
    .select("gold.sampleId")
    .where("gold.taskId", "=", taskId)
    .union(
      sub
        .selectFrom("calibrationSamples as discussed")
        .innerJoin("calibrationRounds as round", "round.id", "discussed.roundId")
        .select("discussed.sampleId")
        .where("round.taskId", "=", taskId),
    );

/** Whether the study that runs asks for ratings of a sample. */
export const isInStudy = (sampleId: Expression<string>) =>
  sub.exists(
    sub
      .selectFrom("planSlots as slot")
      .innerJoin("studyPlans as p", "p.id", "slot.planId")
      .select("slot.position")
      .where("slot.sampleId", "=", sampleId)
      .where("p.status", "=", "running"),
  );
