import { z } from "zod";
import { byName, figure, interval } from "./report-figures";

const limit = z.object({ value: z.number(), interval: interval.nullable() });

/** One judge's scores on one criterion beside people's. */
const scoresOfJudge = z.object({
  /** Rows: people's median, rounded down to a point of the scale; columns: the judge's score; `values` names both. */
  confusion: z.object({ values: z.array(z.number()), counts: z.array(z.array(z.int())), farApart: z.int() }),
  /** Differences judge minus people's mean, at the mean of both; null for fewer than two units. */
  blandAltman: z
    .object({
      n: z.int(),
      bias: figure,
      low: limit,
      high: limit,
      /** Change of the difference for each point of the mean. */
      slope: figure,
      /** Units with the same people's mean and judge's score, of which `mean` and `difference` are; not in reports frozen before they were kept. */
      bubbles: z.array(
        z.object({ mean: z.number(), difference: z.number(), people: z.number().optional(), judge: z.number().optional(), n: z.int() }),
      ),
    })
    .nullable(),
  calibration: z.object({
    /** People's mean at each of the judge's scores. */
    levels: z.array(figure.extend({ level: z.number() })),
    /** What each score is worth by the isotonic fit of all units. */
    steps: z.array(z.object({ level: z.number(), value: z.number() })),
    /** Mean distance to people's mean as it is; recalibrated on units left out of the fit; and the second minus the first. */
    error: figure,
    recalibrated: figure,
    difference: figure,
  }),
  /** People's scores against the judge's: divergence in bits, and points to move. */
  distance: z.object({ jensenShannon: figure, wasserstein: figure }),
  top: z.object({ people: figure, judge: figure }),
  /** The same of the lowest score. Absent in reports of earlier versions. */
  bottom: z.object({ people: figure, judge: figure }).optional(),
  ties: z.object({
    /** Share of pairs of outputs of one input that are tied, the mean over inputs, which n counts. */
    people: figure,
    judge: figure,
    /** Share of such pairs that the judge orders or ties as people do; with its threshold chosen on other inputs. */
    accuracy: figure,
    calibrated: figure,
  }),
  systems: z.object({
    rows: z.array(z.object({ system: z.string(), judge: figure, people: figure })),
    /** Share of pairs of systems ordered as people order them, and soft pairwise accuracy. */
    accuracy: figure,
    soft: figure,
    /** Whether two of the correlations of judge and people, over all units, within inputs and between systems, have opposite signs. */
    signsDiffer: z.boolean(),
  }),
});
export type ScoresOfJudge = z.infer<typeof scoresOfJudge>;
/** By judge, then criterion with numbers. */
export const scoresChapter = byName(byName(scoresOfJudge));

/** In how many repeats of the study, drawn from its inputs, all systems that are apart by people's scores keep their order; n counts inputs. */
export const rankingStability = z.object({
  resamples: z.int(),
  seed: z.int(),
  /** Of criteria with numbers. */
  perCriterion: byName(
    z.object({
      value: z.number().nullable(),
      why: z.string().nullable(),
      n: z.int(),
      systems: z.int(),
      /** Pairs of systems with inputs in common, and those of them that are apart. */
      pairs: z.int(),
      ordered: z.int(),
    }),
  ),
});
export type RankingStability = z.infer<typeof rankingStability>;
