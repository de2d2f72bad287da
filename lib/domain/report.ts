import { z } from "zod";
import { judgeKind } from "./judge-kind";

/**
 * The report model, as returned by `redline report --json` and GET …/report. Existing fields are a public contract; new ones may be
 * added.
 */
const interval = z.object({
  low: z.number(),
  high: z.number(),
  confidence: z.number(),
  method: z.string(),
  resamples: z.number().nullable(),
  seed: z.number().nullable(),
});

/** One figure: null with a reason, never NaN; n counts the units, pairs or ratings behind it. */
export const figure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  n: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export type Figure = z.infer<typeof figure>;

const byName = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

/** Alpha; n counts ratings, `units` those with two or more of them, `inputs` the inputs these units belong to. */
const alphaFigure = figure.extend({ units: z.number(), inputs: z.number() });
export type AlphaFigure = z.infer<typeof alphaFigure>;
export const alphaFigures = z.object({ nominal: alphaFigure, ordinal: alphaFigure, interval: alphaFigure, ratio: alphaFigure });
export type AlphaFigures = z.infer<typeof alphaFigures>;
const agreementOf = z.object({ annotators: alphaFigures, withJudge: byName(alphaFigures) });

/** Mean of the defined alphas of the criteria; n, units and inputs are totals over these criteria. */
const meanAlphaFigure = alphaFigure.extend({ definedCriteria: z.number(), totalCriteria: z.number() });
export type MeanAlphaFigure = z.infer<typeof meanAlphaFigure>;
const meanAlphaFigures = z.object({
  nominal: meanAlphaFigure,
  ordinal: meanAlphaFigure,
  interval: meanAlphaFigure,
  ratio: meanAlphaFigure,
});
export type MeanAlphaFigures = z.infer<typeof meanAlphaFigures>;

const pairAlphas = z.object({ nominal: alphaFigure, ordinal: alphaFigure, interval: alphaFigure });
/** Alpha of two raters: over all criteria pooled, per criterion, and the mean over the criteria. */
const ratersPair = pairAlphas.extend({
  a: z.string(),
  b: z.string(),
  perCriterion: byName(pairAlphas),
  meanOverCriteria: z.object({ nominal: meanAlphaFigure, ordinal: meanAlphaFigure, interval: meanAlphaFigure }),
});

/** What can be concluded from an alpha, its interval and the number of units; the rule is in lib/domain/verdict.ts. */
const verdict = z.object({
  code: z.enum(["too-few", "below", "between", "at-least", "above", "undecided", "undefined"]),
  sentence: z.string(),
  /** If the interval crosses .667: the units needed for it to end there, at the same value and spread. */
  unitsNeeded: z.number().nullable(),
});
export type Verdict = z.infer<typeof verdict>;

export const correlationFigures = z.object({ n: z.number(), pearson: figure, spearman: figure, kendallTauB: figure });
export type CorrelationFigures = z.infer<typeof correlationFigures>;
const groupedFigure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  definedGroups: z.number(),
  totalGroups: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export const groupedFigures = z.object({ pearson: groupedFigure, spearman: groupedFigure, kendallTauB: groupedFigure });
export type GroupedFigures = z.infer<typeof groupedFigures>;

const share = z.object({
  count: z.number(),
  share: z.number().nullable(),
  interval: interval.nullable(),
  intervalWhy: z.string().nullable(),
});
export const actionRates = z.object({ n: z.number(), accept: share, revise: share, remove: share, add: share });
export type ActionRates = z.infer<typeof actionRates>;

/** `why` replaces the figures if a rater's scores are not on the criterion's scale. */
const raterScores = z.object({
  n: z.number(),
  mean: z.number().nullable(),
  histogram: byName(z.number()),
  why: z.string().nullable().optional(),
});
const commonMeans = z.object({ annotators: z.number().nullable(), judge: z.number().nullable(), difference: figure });
export type CommonMeans = z.infer<typeof commonMeans>;

const raterTime = z.object({
  medianUnitSeconds: z.number().nullable(),
  medianSampleSeconds: z.number().nullable(),
  unitsTimed: z.number(),
  samplesTimed: z.number(),
});

/** A rater. Judges also have a kind, metrics a name and a scale, panels their members. */
const rater = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["annotator", "judge"]),
  judgeKind: judgeKind.nullable(),
  /** `scale` is null if the metric scores the task's own criteria: for pairs it says which output it prefers. */
  metric: z.object({ name: z.string(), scale: z.object({ min: z.number(), max: z.number() }).nullable() }).nullable(),
  panel: z.object({ members: z.array(z.string()), aggregate: z.string().nullable() }).nullable(),
});
export type ReportRater = z.infer<typeof rater>;

/** Share of verdicts that equal the known answer. A tie is wrong unless the answer is a tie; `ties` says how many verdicts are ties. */
const accuracy = figure.extend({ correct: z.number(), ties: z.number(), tieShare: z.number().nullable() });
export type Accuracy = z.infer<typeof accuracy>;

const swap = z.object({
  swappedRunId: z.string(),
  plainRunId: z.string().nullable(),
  n: z.number(),
  /** Share of pairs with the same verdict in both orders. */
  consistent: figure,
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

const interference = z.object({
  runId: z.string(),
  n: z.number(),
  /** Share of verdicts that are unchanged after a false objection. */
  unchanged: figure,
  perSubset: byName(figure),
  changed: z.number(),
  /** Changed verdicts: those that follow the objection, and the others. */
  wentAlong: z.number(),
  wentElsewhere: z.number(),
  accuracy: z.object({ before: accuracy, after: accuracy }),
});

/**
 * Figures only for pairs, about one criterion: the overall or the only one. Intervals are Wilson's if no two pairs share an input;
 * otherwise pairs are clustered by input (method "t").
 */
const pairs = z.object({
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
  swap: byName(swap),
  interference: byName(interference),
});
export type PairsReport = z.infer<typeof pairs>;

/** Results of the protocols' own checks, by run. */
const protocolChecks = z.object({
  /** Share of finished units that the protocol discarded. */
  dropped: z.array(z.object({ judge: z.string(), runId: z.string(), variant: z.string(), dropped: z.number(), share: figure })),
  /** How much better the judge scores an output after it is rewritten by its critique; the judge's scores before and after. */
  feedback: z.array(
    z.object({
      judge: z.string(),
      runId: z.string(),
      criterion: z.string(),
      meanBefore: z.number().nullable(),
      meanAfter: z.number().nullable(),
      gain: figure,
    }),
  ),
});

export const taskReport = z.object({
  task: z.string(),
  taskId: z.string(),
  kind: z.enum(["pointwise", "pairwise"]),
  inputName: z.string(),
  outputName: z.string(),
  /** Which arms the ratings come from. */
  arms: z.array(z.string()),
  counts: z.object({
    /** `missing`: requested ratings that were not given, on samples that an annotator rated, for criteria that this annotator rates. */
    inputs: z.number(),
    samples: z.number(),
    criteria: z.number(),
    annotators: z.number(),
    judges: z.number(),
    units: z.number(),
    ratings: z.number(),
    missing: z.number(),
    items: z.number(),
  }),
  raters: z.array(rater),
  criteria: z.array(z.object({ name: z.string(), min: z.number(), max: z.number(), overall: z.boolean() })),
  agreement: z.object({
    /**
     * Over all units in one table, so it also measures how criteria differ. If the criteria have different scales, `why` is `mixed-scales` and
     * every value null.
     */
    pooled: agreementOf.extend({ why: z.string().nullable() }),
    meanOverCriteria: z.object({ annotators: meanAlphaFigures, withJudge: byName(meanAlphaFigures) }),
    perCriterion: byName(agreementOf),
    pairs: z.array(ratersPair),
  }),
  /** The annotators' agreement on each criterion: ordinal, or nominal for pairs. */
  verdict: byName(verdict),
  correlation: byName(
    z.object({
      pooled: correlationFigures,
      perCriterion: byName(correlationFigures),
      sampleMean: correlationFigures,
      textLevel: z.object({ allGroups: groupedFigures, perCriterion: byName(groupedFigures), meanOverCriteria: groupedFigures }),
      systemLevel: z.object({ perCriterion: byName(correlationFigures), meanOverCriteria: correlationFigures }),
      /** Over the units that the judge and at least two annotators have scored, so that the two can be compared. */
      pairwise: z.object({ judgeAnnotator: groupedFigures, annotatorAnnotator: groupedFigures }),
    }),
  ),
  /** Signed error of each judge (judge minus annotators' mean), per criterion and pooled. */
  bias: byName(z.object({ pooled: figure, perCriterion: byName(figure) })),
  actions: byName(
    z.object({
      overall: actionRates,
      conclusion: actionRates,
      score: actionRates,
      evidence: actionRates,
      explanation: actionRates,
      perCriterion: byName(actionRates),
      perAnnotator: byName(actionRates),
      /** Lines accepted with the rest of their draft by one action, as a share of the accepted lines. */
      acceptedTogether: share,
      reasons: byName(z.number()),
    }),
  ),
  scores: z.object({
    perCriterion: byName(byName(raterScores)),
    change: byName(byName(z.object({ up: z.number(), down: z.number(), same: z.number() }))),
    /** Means; for a pairwise task, wins minus losses as a share of a system's pairs. */
    bySystem: byName(byName(z.number().nullable())),
    /** By judge and system: both means over the units that the judge and a person have scored, and the judge's minus people's. */
    onCommonUnits: byName(byName(z.object({ pooled: commonMeans, perCriterion: byName(commonMeans) }))),
    /** Scores of the metrics, each on its own scale. */
    ofMetrics: byName(raterScores),
  }),
  time: z.object({ perAnnotator: byName(raterTime), all: raterTime }),
  /** Null on pointwise tasks. */
  pairs: pairs.nullable(),
  checks: protocolChecks,
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number() })),
});
export type TaskReport = z.infer<typeof taskReport>;

export const report = z.object({ project: z.string(), generatedAt: z.iso.datetime(), dataVersion: z.string(), tasks: z.array(taskReport) });
export type Report = z.infer<typeof report>;
