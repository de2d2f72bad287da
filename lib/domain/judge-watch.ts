import { z } from "zod";
import { figure } from "./report-figures";

/** What a look at a watched judge found. */
export const watchFlags = ["drift", "model-changed", "not-measured"] as const;
export type WatchFlag = (typeof watchFlags)[number];

const tested = z.object({
  /** After minus before, as a share of the scale. */
  shift: figure,
  /** Two-sided. `adjusted`: by Holm over the tests of this look. */
  p: z.number().nullable(),
  adjusted: z.number().nullable(),
});

/** The judge's scores of the sentinel samples now, beside those it gave when the watch began. */
export const watchEvidence = z.object({
  /** Which look this is, from 1, of how many. */
  look: z.int(),
  looks: z.int(),
  /** What an adjusted p must not exceed in one look, so that the whole watch has at most 5 % of a false alarm. */
  level: z.number(),
  /** Units scored now and every time before, and the inputs they belong to. */
  n: z.int(),
  inputs: z.int(),
  /** Units that could not be compared: not scored now, or not at some time before. */
  missing: z.int(),
  shift: tested,
  /** How much farther a score now is from one before than two before are from each other, on average: also what goes up here and down there. */
  change: z.object({ value: z.number().nullable(), p: z.number().nullable(), adjusted: z.number().nullable() }),
  criteria: z.array(tested.extend({ criterion: z.string() })),
  /** What the server called the model, with its fingerprint: those seen before, and those seen now for the first time. */
  models: z.object({ before: z.array(z.string()), fresh: z.array(z.string()) }),
  flags: z.array(z.enum(watchFlags)),
  /** Why nothing was measured; null: it was. */
  why: z.string().nullable(),
});
export type WatchEvidence = z.infer<typeof watchEvidence>;

export const startWatchBody = z.object({
  judgeId: z.uuid(),
  everyHours: z
    .number()
    .min(1)
    .max(24 * 90)
    .default(24),
  /** Sentinel samples: one of each input, drawn by the seed. */
  samples: z.int().min(8).max(500).default(30),
  /** How many times the judge is asked at the beginning: what it does to itself when nothing has changed. */
  repeats: z.int().min(2).max(5).default(2),
  /** How many looks the 5 % are shared among; the watch ends after the last one. */
  looks: z.int().min(1).max(366).default(30),
  seed: z.int().min(0).max(2_147_483_647).default(0),
});

/** One time that a watched judge was asked about the sentinel samples. */
export const watchAsk = z.object({
  /** From 1; the first ones, up to the watch's repeats, are what later ones are compared with. */
  number: z.int(),
  run: z.object({ id: z.uuid(), status: z.string(), total: z.int(), done: z.int() }),
  /** Null: one of the first, or its run is under way. */
  evidence: watchEvidence.nullable(),
  askedAt: z.iso.datetime(),
});
export type WatchAsk = z.infer<typeof watchAsk>;

export const judgeWatch = z.object({
  id: z.uuid(),
  judge: z.object({ id: z.uuid(), name: z.string() }),
  everyHours: z.number(),
  repeats: z.int(),
  looks: z.int(),
  samples: z.int(),
  /** Null: it has ended, or it came from a backup and waits for somebody who asks for a look. */
  nextAt: z.iso.datetime().nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Everything that any look has found. */
  flags: z.array(z.enum(watchFlags)),
  asks: z.array(watchAsk),
});
export type JudgeWatch = z.infer<typeof judgeWatch>;

/** What each flag says. */
export const watchFlagWords: Readonly<Record<WatchFlag, string>> = {
  drift: "scores have drifted",
  "model-changed": "the model has changed",
  "not-measured": "could not be measured",
};
