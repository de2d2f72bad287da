import { z } from "zod";
import { excludedWork } from "./exclusion";
import { judgeKind } from "./judge-kind";
import { chapterChoices } from "./report-chapter-names";
import { chapters } from "./report-chapters";
import {
  actionRates,
  alphaFigure,
  alphaFigures,
  basisOfPeople,
  byName,
  figure,
  interval,
  meanAlphaFigure,
  meanAlphaFigures,
  share,
} from "./report-figures";
import { filterTexts } from "./report-filter";
import { influenceReport } from "./report-influence";
import { madeByKind } from "./report-made";
import { pairs } from "./report-pairs";
import { plantedDrafts } from "./report-planted";
import { rankingStability } from "./report-scores";

export type { ActionRates, AlphaFigure, AlphaFigures, Figure, MeanAlphaFigure, MeanAlphaFigures } from "./report-figures";
export type { ArmComparison, ComparedArm, Contrast } from "./report-influence";
export type { Accuracy, PairsReport } from "./report-pairs";

/**
 * The report model, as returned by `redline report --json` and GET …/report. Existing fields are a public contract; new ones may be
 * added.
 */
const agreementOf = z.object({ annotators: alphaFigures, withJudge: byName(alphaFigures) });
export const pooledAgreement = agreementOf.extend({ why: z.string().nullable() });
const meanAgreement = z.object({ annotators: meanAlphaFigures, withJudge: byName(meanAlphaFigures) });

const pairAlphas = z.object({ nominal: alphaFigure, ordinal: alphaFigure, interval: alphaFigure });
const pairMeasures = z.object({
  quadraticKappa: figure,
  /** The share of units that both gave the same score or label. */
  exact: figure,
  tauB: figure,
});
/** Alpha of two raters: over all criteria pooled, per criterion, and the mean over the criteria. */
const ratersPair = pairAlphas.extend({
  a: z.string(),
  b: z.string(),
  /** Other measures of their agreement, by criterion. Absent in reports of earlier versions. */
  measures: byName(pairMeasures).optional(),
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
export const groupedFigure = z.object({
  value: z.number().nullable(),
  why: z.string().nullable(),
  definedGroups: z.number(),
  totalGroups: z.number(),
  interval: interval.nullable().optional(),
  intervalWhy: z.string().nullable().optional(),
});
export const groupedFigures = z.object({ pearson: groupedFigure, spearman: groupedFigure, kendallTauB: groupedFigure });
export type GroupedFigures = z.infer<typeof groupedFigures>;

/** `why` replaces the figures if a rater's scores are not on the criterion's scale. */
export const raterScores = z.object({
  n: z.number(),
  mean: z.number().nullable(),
  histogram: byName(z.number()),
  why: z.string().nullable().optional(),
});
export const commonMeans = z.object({ annotators: z.number().nullable(), judge: z.number().nullable(), difference: figure });
export type CommonMeans = z.infer<typeof commonMeans>;

export const raterTime = z.object({
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

/** Rows and columns in the order of the labels. */
const confusion = z.array(z.array(z.number()));
const labelFigures = z.object({
  labels: z.array(z.string()),
  annotators: z.object({
    /** How many of two ratings of a unit are equal, averaged over units. */
    rawAgreement: figure,
    /** Fleiss' kappa, where every unit has the same number of ratings. */
    kappa: figure,
    /** For each label, alpha of "this one" against "any other": which labels people tell apart. */
    perLabel: byName(figure),
    /** Pairs of ratings of one unit by two people, each counted in both directions. */
    confusion,
  }),
  /** Judges that give these labels; not metrics with a scale of their own. */
  withJudge: byName(
    z.object({
      basis: basisOfPeople.optional(),
      /** Share of units on which the judge gives the annotators' most frequent label, and Cohen's kappa with it. */
      rawAgreement: figure,
      kappa: figure,
      /** Units with two or more most frequent labels, which are left out. */
      withoutMajority: z.number(),
      /** Rows: the annotators' most frequent label; columns: the judge's. */
      confusion,
      /** The alternative-annotator test with accuracy as the score, on ratings made without a draft. */
      altTest: z.object({
        winningRate: z.number().nullable(),
        advantageProbability: z.number().nullable(),
        passed: z.boolean().nullable(),
        epsilon: z.number(),
        n: z.number(),
        eligible: z.number(),
        why: z.string().nullable(),
      }),
    }),
  ),
});
export type LabelFigures = z.infer<typeof labelFigures>;

/** Agreement of one series of scores with the adjudicators' labels: Spearman's correlation and the mean absolute error. */
export const labelAgreement = z.object({ association: figure, error: figure });
export type LabelAgreement = z.infer<typeof labelAgreement>;
export const labelAgreements = z.object({ pooled: labelAgreement, perCriterion: byName(labelAgreement) });

/** How many labels lie towards the judge, away from it or neither, with their shares. */
export const countedShare = figure.extend({ count: z.int() });
export const directions = z.object({ towards: countedShare, away: countedShare, neither: countedShare });
export type Directions = z.infer<typeof directions>;

/** The adjudicators' labels as a series of their own; they enter no figure of the annotators. */
const adjudicated = z.object({
  units: z.int(),
  /** Units with two or more ratings, from which the queue offers the most disputed first, and the mean range of all and of the adjudicated, labels left out. */
  offered: z.object({ units: z.int(), meanRange: z.number().nullable(), meanRangeAdjudicated: z.number().nullable() }),
  judges: byName(labelAgreements),
  people: labelAgreements,
  /** The final label against the people's median, and against the adjudicator's first label, where a judge's score was shown. */
  label: directions,
  change: directions,
});
export type Adjudicated = z.infer<typeof adjudicated>;

export const taskReport = z.object({
  task: z.string(),
  taskId: z.string(),
  kind: z.enum(["pointwise", "pairwise"]),
  inputName: z.string(),
  outputName: z.string(),
  /** What the figures are narrowed to, as parameters of a URL. */
  filter: filterTexts,
  /** Which arms the ratings come from. */
  arms: z.array(z.string()),
  /** Whose ratings the correlations and the chapters on judges, scores, bias and criteria are of. Absent in reports of earlier versions. */
  basis: basisOfPeople.optional(),
  counts: z.object({
    /** `missing`: ratings not given on samples that an annotator rated, for criteria that this annotator rates. */
    inputs: z.number(),
    samples: z.number(),
    criteria: z.number(),
    annotators: z.number(),
    judges: z.number(),
    units: z.number(),
    ratings: z.number(),
    missing: z.number(),
    /** Lines of drafts that people decided on or added. Null: not read yet, in the values of a chapter without work on drafts. */
    items: z.number().nullable(),
  }),
  raters: z.array(rater),
  /** People left out of the report, and why; only those whose ratings it would cover. */
  excluded: z.object({
    /** Whether the figures are computed without their work or with it. */
    shown: excludedWork,
    people: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
    /** The annotators' mean alpha over the criteria computed the other way, from the ratings that verdicts then rest on; null if nobody is excluded. */
    otherWay: meanAlphaFigures.nullable(),
  }),
  criteria: z.array(
    z.object({
      name: z.string(),
      /** For labels, the first and last place in their list. */
      min: z.number(),
      max: z.number(),
      /** Null unless the criterion is categorical. Its figures are nominal; those that need numbers are null with the reason `labels`. */
      labels: z.array(z.string()).nullable(),
      overall: z.boolean(),
    }),
  ),
  agreement: z.object({
    /**
     * Over all units of criteria with numbers in one table, so it also measures how criteria differ. If these have different scales, `why` is
     * `mixed-scales` and every value null; if all criteria are categorical, `labels`.
     */
    pooled: pooledAgreement,
    /** The nominal mean is over all criteria, the other levels' over those with numbers. */
    meanOverCriteria: meanAgreement,
    perCriterion: byName(agreementOf),
    pairs: z.array(ratersPair),
    /**
     * `pooled` and `meanOverCriteria` from the ratings that each criterion's verdict rests on (`chapters.verdict.….used`). Null where these are all
     * ratings; absent in reports of earlier versions.
     */
    used: z.object({ pooled: pooledAgreement, meanOverCriteria: meanAgreement }).nullable().optional(),
  }),
  /** The annotators' agreement on each criterion: ordinal, or nominal for pairs and labels. */
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
  /** Null: nothing is adjudicated. */
  adjudicated: adjudicated.nullable(),
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
      /** The same as shares of all reasons given, those in words alone (`own words`) among them. Absent from reports frozen before they were computed. */
      reasonShares: byName(share).optional(),
    }),
  ),
  /** By judge: the dimensions that it made for single samples. Absent from reports frozen before they were counted. */
  made: byName(madeByKind).optional(),
  /** By judge: whether people noticed its drafts that were wrong on purpose. Absent where nobody saw one, and from reports frozen before it was said. */
  planted: byName(plantedDrafts).optional(),
  scores: z.object({
    /** A categorical criterion has its histogram by label, and null for the mean. */
    perCriterion: byName(byName(raterScores)),
    /** Ratings made with a draft of the judge in view, by how they compare with it. `changed`: up and down together; labels have neither, but change. */
    change: byName(byName(z.object({ up: z.number().nullable(), down: z.number().nullable(), same: z.number(), changed: z.number() }))),
    /** The same as shares of all of them. Absent from reports frozen before they were computed. */
    changeShares: byName(byName(z.object({ up: share.nullable(), down: share.nullable(), same: share, changed: share }))).optional(),
    /** Means; for a pairwise task, wins minus losses as a share of a system's pairs. */
    bySystem: byName(byName(z.number().nullable())),
    /** By judge and system: both means over the units that the judge and a person have scored, and the judge's minus people's. */
    onCommonUnits: byName(byName(z.object({ pooled: commonMeans, perCriterion: byName(commonMeans) }))),
    /** By criterion, system and rater (people together, and each judge): how the outputs of a system were scored. Absent for pairs, and until intervals are computed. */
    perSystem: byName(byName(byName(raterScores))).optional(),
    /** Whether a repeat would rank the systems alike. Absent until intervals are computed, and from older frozen reports. */
    stability: rankingStability.optional(),
    /** Scores of the metrics, each on its own scale. */
    ofMetrics: byName(raterScores),
  }),
  time: z.object({ perAnnotator: byName(raterTime), all: raterTime }),
  /** What seeing the draft did, arm by arm; null where all work was done in one arm. */
  influence: influenceReport.nullable(),
  /** Null on pointwise tasks. */
  pairs: pairs.nullable(),
  /** By categorical criterion. */
  labels: byName(labelFigures),
  checks: protocolChecks,
  chapters,
  /** `criteriaSet`: the version of the criteria that a warning is about. */
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.number(), criteriaSet: z.number().optional() })),
});
export type TaskReport = z.infer<typeof taskReport>;

/** A task's report with what its figures are based on: the data at a moment, and the ratings submitted since if it is not current. */
const datedReport = taskReport.extend({
  computed: z.object({
    at: z.iso.datetime(),
    current: z.boolean(),
    newerRatings: z.int(),
    /** Whether its intervals and all chapters are computed; false: only values, or one chapter's intervals, until they are. */
    complete: z.boolean(),
    /** In an incomplete report: the chapter that is there, beside the conclusion; the others are still empty. Null: complete. */
    valuesFor: z.enum(chapterChoices).nullable().optional(),
  }),
});
export type DatedReport = z.infer<typeof datedReport>;

export const report = z.object({
  project: z.string(),
  generatedAt: z.iso.datetime(),
  dataVersion: z.string(),
  tasks: z.array(datedReport),
});
export type Report = z.infer<typeof report>;

/** For queries that may ask for values only. */
export const chapterFirst = {
  chapter: z
    .enum(chapterChoices)
    .default("all")
    .describe("For values only: the chapter that is open, which is computed first; the others follow later."),
};

export const reportVersion = z.object({ dataVersion: z.string() });
export type ReportVersion = z.infer<typeof reportVersion>;
