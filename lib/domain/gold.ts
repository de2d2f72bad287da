import { z } from "zod";

/** `hidden`: given out among the work, unannounced. `attention`: so plain that everybody who reads it answers right. */
export const goldUse = z.enum(["exam", "hidden", "attention", "calibration"]);
export type GoldUse = z.infer<typeof goldUse>;

/** The score that a sample deserves on one criterion. */
export const goldAnswer = z.object({
  criterionId: z.uuid(),
  score: z.number(),
  /** How far from it a score may be, in scale points. */
  tolerance: z.number().min(0).default(0),
  /** Shown to annotators after an exam sample. */
  why: z.string().max(20_000).default(""),
});
export type GoldAnswer = z.infer<typeof goldAnswer>;

export const saveGoldBody = z.object({
  use: goldUse,
  /** For researchers. */
  note: z.string().max(20_000).default(""),
  /** On criteria of the published set; answers on other sets' criteria stay as they are. */
  answers: z.array(goldAnswer).max(200).default([]),
});
export type SaveGoldBody = z.infer<typeof saveGoldBody>;

/** A sample with known answers, as researchers see it. */
export const goldSample = z.object({
  sampleId: z.uuid(),
  externalId: z.string(),
  inputStart: z.string(),
  use: goldUse,
  note: z.string(),
  /** On criteria of the published set. */
  answers: z.array(goldAnswer),
  /** Names of the published criteria without an answer. */
  missing: z.array(z.string()),
  /** How many answers it has on criteria of older sets. */
  older: z.int(),
});
export type GoldSample = z.infer<typeof goldSample>;
