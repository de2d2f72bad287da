import { z } from "zod";
import { basisOfPeople, byName, figure } from "./report-figures";

/** Share of verdicts that equal the known answer. A tie is wrong unless the answer is a tie; `ties` says how many verdicts are ties. */
export const accuracy = figure.extend({ correct: z.number(), ties: z.number(), tieShare: z.number().nullable() });
export type Accuracy = z.infer<typeof accuracy>;

const swap = z.object({
  swappedRunId: z.string(),
  plainRunId: z.string().nullable(),
  n: z.number(),
  /** Share of pairs with the same verdict in both orders. */
  consistent: figure,
  /**
   * Asked the same again in the same order: the share of a pair's verdicts that are its most frequent one, the mean over pairs; of two that differ it is
   * half. Absent in reports of earlier versions, as are `flips`.
   */
  repetition: figure.optional(),
  /** Share of pairs whose winner is in the same position in both orders, so another output. */
  flips: figure.optional(),
  perSubset: byName(figure),
  /** Pairs whose winner was in the first, or second, position in both orders; and those that moved to or from a tie. */
  firstPosition: z.number(),
  secondPosition: z.number(),
  tieChanges: z.number(),
  /** Two-sided test that both positions win equally often; 1 if no verdict follows the position, null without pairs. */
  p: z.number().nullable(),
  pMethod: z.enum(["exact-binomial", "sign-flip"]),
  accuracy: z.object({
    plain: accuracy,
    swapped: accuracy,
    /** Among pairs with the same verdict in both orders. */
    consistentOnly: accuracy,
    /** Right in both orders, among all pairs. */
    bothOrders: accuracy,
  }),
});

/** Verdicts before and after a neutral request to review the analysis. */
const interference = z.object({
  runId: z.string(),
  n: z.number(),
  /** Share of verdicts that are unchanged. */
  unchanged: figure,
  perSubset: byName(figure),
  changed: z.number(),
  accuracy: z.object({ before: accuracy, after: accuracy }),
});

/** Verdicts before and after a claim that the other output is better; of the changed ones, those that follow the claim, and the others. */
const sycophancy = interference.extend({ wentAlong: z.number(), wentElsewhere: z.number() });

/**
 * Figures only for pairs, about one criterion: the overall or the only one. Intervals are Wilson's if no two pairs share an input;
 * otherwise pairs are clustered by input (method "t").
 */
export const pairs = z.object({
  /** Null if there are several criteria and none is the overall one; every figure is then null for that reason. */
  criterion: z.string().nullable(),
  tieAllowed: z.boolean(),
  /** Whether pairs share inputs and are therefore not independent. */
  inputsRepeat: z.boolean(),
  subsets: z.array(z.string()),
  /** Pairs whose better output is known; known ties; known ties left out because the criterion has no tie. */
  gold: z.object({ n: z.number(), ties: z.number(), leftOut: z.number() }),
  /** By rater; "annotators" is their majority. */
  accuracy: byName(z.object({ overall: accuracy, perSubset: byName(accuracy) })),
  /**
   * By judge: share of verdicts equal to the annotators' majority, and Cohen's kappa with it. Units without a majority are excluded and
   * counted.
   */
  agreementWithAnnotators: byName(
    z.object({
      basis: basisOfPeople.optional(),
      share: figure,
      kappa: figure,
      withoutMajority: z.number(),
      perSubset: byName(figure),
      /**
       * Pairwise shares of equal verdicts, on the pairs that the judge and at least two annotators have judged, so that the two can be
       * compared.
       */
      twoByTwo: z.object({ judgeAnnotator: figure, annotatorAnnotator: figure }),
    }),
  ),
  /** Share of equal verdicts among all two annotators of a pair, on all pairs. */
  betweenAnnotators: figure,
  /** Fleiss' kappa of all annotators, on the pairs that two or more have judged. */
  kappaBetweenAnnotators: figure,
  /** Every two annotators with a pair in common: share of equal verdicts, and Cohen's kappa. */
  annotatorsTwoByTwo: z.array(z.object({ a: z.string(), b: z.string(), share: figure, kappa: figure })),
  /** By judge that asks a model: `opportunity` of the chapter on bias, over pairs of its own model's output and another. Absent in reports of earlier versions. */
  ownModel: byName(figure).optional(),
  swap: byName(swap),
  interference: byName(interference),
  sycophancy: byName(sycophancy),
});
export type PairsReport = z.infer<typeof pairs>;
