import { z } from "zod";
import { alphaFigures, basisOfPeople, byName, figure } from "./report-figures";

/** The alternative-annotator test (Calderon et al. 2025) on ratings made without a draft. */
export const alternativeTest = z.object({
  winningRate: z.number().nullable(),
  advantageProbability: z.number().nullable(),
  passed: z.boolean().nullable(),
  epsilon: z.number(),
  n: z.int(),
  eligible: z.int(),
  why: z.string().nullable(),
});
export type AlternativeTest = z.infer<typeof alternativeTest>;

export const reaches = z.object({
  tentative: z.number().nullable(),
  reliable: z.number().nullable(),
  why: z.string().nullable(),
  resamples: z.int(),
  seed: z.int(),
});

/** How many inputs a correlation within inputs is averaged over, and of how many. */
export const withinInputs = z.object({ definedGroups: z.int(), totalGroups: z.int() });
export type WithinInputs = z.infer<typeof withinInputs>;

const judgedStanding = z.object({
  withJudge: alphaFigures,
  /** At the level in `level`: alpha with the judge as one more rater minus alpha without, paired. */
  change: figure,
  /** With people's mean, as `withinInputs` says. */
  spearman: figure,
  /** With people's mean, over all units. */
  tauB: figure,
  /**
   * Where inputs have outputs of several systems: Spearman's correlation is within each input, averaged over `definedGroups` inputs. Null: over all
   * units. Not in reports frozen before there was it.
   */
  withinInputs: withinInputs.nullable().optional(),
  /** Judge minus people's mean. */
  bias: figure,
  /** The share of units on which it is at most one point from people's mean. Not in reports frozen before there was it. */
  close: figure.optional(),
});
export type JudgedStanding = z.infer<typeof judgedStanding>;

/** Alpha among people, and what each judge's scores are beside theirs. */
export const standing = z.object({
  agreement: alphaFigures,
  /** At the level in `level`: shares of bootstrap samples of the inputs in which alpha reaches .667 and .800; null with the reason. */
  reaches,
  judges: byName(judgedStanding),
});
export type Standing = z.infer<typeof standing>;

/** People's mean score, sharpened by the judge's scores of samples that nobody rated (PPI++). */
const sharpenedMean = figure.extend({
  labelled: z.int(),
  unlabelled: z.int(),
  /** The mean of people's scores alone, with its interval. */
  people: figure,
  /** How much of the judge enters, 0 to 1. */
  lambda: z.number().nullable(),
  /** How many labels one label is worth thanks to the judge. */
  gain: z.number().nullable(),
  /**
   * Where a study plan drew samples with unequal chances: its version, and how many units have only labels from elsewhere, which are left out. This mean
   * and people's weight each unit by one divided by its chance. Absent: they do not.
   */
  draw: z.object({ plan: z.int(), leftOut: z.int() }).optional(),
});

const flag = z.enum([
  "few-units",
  "no-variation",
  "drafted-only",
  "people-at-top",
  "judge-at-top",
  "judge-constant",
  "signs-differ",
  "position-flips",
]);
export type VerdictFlag = z.infer<typeof flag>;

/** One criterion's row: what its figures rest on, and what they allow. */
const criterionVerdict = z.object({
  level: z.enum(["nominal", "ordinal"]),
  /** Whose ratings `used` is computed from: those made without a draft, if they define an agreement. */
  basis: basisOfPeople,
  used: standing,
  /** The same from all ratings, where only some were made without a draft; and alpha of all minus alpha of those. */
  all: standing.nullable(),
  gap: figure.nullable(),
  /** Only from ratings made without a draft. */
  altTest: byName(alternativeTest),
  sharpened: byName(sharpenedMean),
  /**
   * The square root of the reliability of people's mean: what a perfect judge could correlate with it, over all units. `approximate` where too few units
   * were rated by everybody, as in the chapter on people; absent: it is not.
   */
  ceiling: figure.extend({ approximate: z.literal(true).optional() }),
  flags: z.array(flag),
  judgeFlags: byName(z.array(flag)),
});
export type CriterionVerdict = z.infer<typeof criterionVerdict>;
export const verdictChapter = byName(criterionVerdict);
