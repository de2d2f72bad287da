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
