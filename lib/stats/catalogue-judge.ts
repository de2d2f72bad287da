import { accEq, calibrateTies, heldOutTieCalibration } from "./acc-eq";
import { altTest } from "./alt-test";
import { altTestDifference } from "./alt-test-difference";
import { INTERVAL_PARAMETERS, optional, required, type Statistic, statistic } from "./catalogue-entry";
import { compareJudges } from "./compare-judges";
import { correlate } from "./correlation";
import { meansAtEqualLength } from "./equal-length";
import { calibrationByLevel, judgeError } from "./error";
import { humanLikeness } from "./human-likeness";
import { isotonic } from "./isotonic";
import { kendall } from "./kendall";
import { mcnemar } from "./mcnemar";
import { meanCorrelation } from "./mean-correlation";
import { adjustPValues } from "./multiple-testing";
import { partialSpearman } from "./partial-spearman";
import { pearson } from "./pearson";
import { permBoth } from "./perm-both";
import { positionBias, repetitionStability } from "./position-bias";
import { ppiMean } from "./ppi";
import { ppiPlan } from "./ppi-plan";
import { rmseAccuracy } from "./rmse-accuracy";
import { roganGladen } from "./rogan-gladen";
import { selfPreference, unequalOpportunity } from "./self-preference";
import { signFlip } from "./sign-flip";
import { softPairwiseAccuracy } from "./soft-pairwise-accuracy";
import { spearman } from "./spearman";
import { stableRanking } from "./stable-ranking";
import { verbosity } from "./verbosity";
import { williams } from "./williams";
import { wilson } from "./wilson";

const x = required("x", "one number per unit, null for missing");
const y = required("y", "one number per unit, null for missing");
const clusters = optional("clusters", "a label per row; a cluster is deleted or drawn as a whole");
const tInterval = optional("interval", "t (default) or none");
const jackknifeOrNone = optional("interval", "jackknife (default) or none");
const confidence = optional("confidence", "coverage in 0..1, default 0.95");
const permutations = optional("permutations", "random permutations where there are too many to try all, default 10000");
const seed = optional("seed", "seed of what is random, default 1");
const human = required("human", "the humans' score per unit");
const judgeA = required("a", "one judge's score per unit");
const judgeB = required("b", "the other judge's score per unit");
const coefficient = optional("statistic", "pearson (default), spearman or kendall");
const judgeGroups = optional(
  "groups",
  "a label per row: correlations within groups, averaged; groups are swapped whole, or whole clusters",
);
const pairs = [x, y, clusters, ...INTERVAL_PARAMETERS];

const judge = required("judge", "the judge's score per unit");
const errorInput = [human, judge, clusters, confidence];
const groupedScores = [required("human", "human[group][unit]"), required("metric", "metric[group][unit]")];

const correlations: readonly Statistic[] = [
  statistic(
    "correlate",
    "Pearson, Spearman and Kendall tau-b with p-values and intervals",
    [...pairs, optional("groups", "a label per row: coefficients within groups, averaged")],
    correlate,
  ),
  statistic("pearson", "Pearson's r", pairs, pearson),
  statistic("spearman", "Spearman's rho (mid-ranks)", pairs, spearman),
  statistic("kendall", "Kendall's tau-a, tau-b, tau-c and gamma with the counts of pairs", pairs, kendall),
  statistic(
    "partial-spearman",
    "Spearman's rho with a third variable held constant",
    [x, y, required("given", "what is held constant"), clusters, ...INTERVAL_PARAMETERS],
    partialSpearman,
  ),
  statistic(
    "mean-correlation",
    "the mean of correlations that share their units, or of their differences",
    [
      required("pairs", "[{ x, y, clusters }]"),
      optional("minus", "as many pairs, whose correlations are subtracted"),
      optional("statistic", "pearson (default) or spearman"),
      confidence,
      jackknifeOrNone,
    ],
    meanCorrelation,
  ),
  statistic(
    "acc-eq",
    "pairwise accuracy with ties",
    [human, required("metric", "the metric's score per unit"), optional("epsilon", "differences up to it are ties, default 0")],
    accEq,
  ),
  statistic("calibrate-ties", "the tie threshold with the greatest mean acc_eq", groupedScores, calibrateTies),
  statistic(
    "held-out-tie-calibration",
    "acc_eq with thresholds chosen on other folds",
    [
      ...groupedScores,
      optional("folds", "default 5"),
      optional("groupIds", "names that fix the order of the groups"),
      confidence,
      tInterval,
    ],
    heldOutTieCalibration,
  ),
  statistic(
    "soft-pairwise-accuracy",
    "soft pairwise accuracy of systems",
    [
      required("human", "human[system][unit]"),
      required("metric", "metric[system][unit]"),
      optional("permutations", "random signs where there are too many to try all, default 1000"),
      seed,
    ],
    softPairwiseAccuracy,
  ),
  statistic(
    "stable-ranking",
    "in how many repeats of a study all systems that are apart in it keep their order",
    [
      required("scores", "scores[system][input], null for missing"),
      optional("alpha", "two systems are apart where p is at most this, default 0.05"),
      optional("resamples", "repeats, default 2000"),
      optional("permutations", "random signs where there are too many to try all, default 1000"),
      seed,
    ],
    stableRanking,
  ),
];

const tests: readonly Statistic[] = [
  statistic(
    "compare-judges",
    "which of two judges is closer to the humans, by several tests",
    [human, judgeA, judgeB, coefficient, judgeGroups, clusters, permutations, ...INTERVAL_PARAMETERS],
    compareJudges,
  ),
  statistic(
    "perm-both",
    "PERM-BOTH test of two correlations",
    [human, judgeA, judgeB, coefficient, judgeGroups, clusters, permutations, seed],
    permBoth,
  ),
  statistic("williams", "Williams' t and Steiger's z of two dependent correlations", [human, judgeA, judgeB], williams),
  statistic("sign-flip", "paired sign-flip test", [required("differences", "one per unit"), clusters, permutations, seed], signFlip),
  statistic(
    "mcnemar",
    "McNemar's exact test",
    [required("onlyA", "units only A has right"), required("onlyB", "units only B has right")],
    mcnemar,
  ),
  statistic(
    "wilson",
    "a share with Wilson's interval",
    [required("successes", "how many"), required("n", "of how many"), confidence],
    wilson,
  ),
  statistic(
    "adjust-p-values",
    "p-values adjusted for their number",
    [
      required("pValues", "the p-values"),
      optional("method", "bonferroni, holm (default), bh or by"),
      optional("alpha", "level, default 0.05"),
    ],
    adjustPValues,
  ),
];

const judges: readonly Statistic[] = [
  statistic(
    "alt-test",
    "alternative-annotator test",
    [
      required("ratings", "ratings[unit][annotator], null for missing"),
      required("judge", "judge[unit]"),
      optional("annotatorIds", "names"),
      optional("score", "accuracy (default) or rmse"),
      optional("epsilon", "default 0.2"),
      optional("q", "share of false rejections, default 0.05"),
      optional("minUnits", "units an annotator needs, default 30"),
      clusters,
    ],
    altTest,
  ),
  statistic(
    "alt-test-difference",
    "two judges' advantage probabilities, with the interval of their difference",
    [
      required("ratings", "ratings[unit][annotator], null for missing"),
      required("a", "one judge's rating per unit"),
      required("b", "the other judge's"),
      optional("score", "accuracy (default) or rmse"),
      optional("minUnits", "units an annotator needs, default 30"),
      clusters,
      confidence,
      jackknifeOrNone,
    ],
    altTestDifference,
  ),
  statistic(
    "human-likeness",
    "how many standard deviations among people a judge's mean kappa with them is above theirs (Judge's Verdict)",
    [
      required("ratings", "ratings[unit][rater], the judge's among them, null for missing"),
      required("judge", "the place of the judge's column"),
      optional("scale", "the declared values in their order"),
      optional("fewestUnits", "two raters count from so many common units, default 10"),
      clusters,
      confidence,
      jackknifeOrNone,
    ],
    humanLikeness,
  ),
  statistic(
    "ppi-mean",
    "prediction-powered mean",
    [
      human,
      judge,
      required("judgeUnlabelled", "the judge's scores without a label"),
      optional("lambda", "tuned (default) or a number"),
      clusters,
      optional("unlabelledClusters", "a label per unit without a human label; with clusters"),
      optional("inclusion", "the chance with which each labelled unit was chosen for a label"),
      confidence,
    ],
    ppiMean,
  ),
  statistic(
    "ppi-plan",
    "labels or judged units that narrow a prediction-powered mean's interval",
    [
      required("labelled", "units with a human label"),
      required("unlabelled", "units that the judge alone has scored"),
      required("human", "variance of the labels"),
      required("judge", "variance of the judge's scores"),
      required("covariance", "their covariance"),
      optional("share", "wanted width as a share of today's, default 0.5"),
      optional("costs", "what a label may cost, in scores of the judge: the cheapest numbers of both are found for each"),
    ],
    ppiPlan,
  ),
  statistic(
    "rogan-gladen",
    "true pass rate behind an imperfect judge's",
    [
      required("judgePassShare", "share the judge passes"),
      required("n", "of how many"),
      required("sensitivity", "P(judge passes | human passes)"),
      required("passUnits", "calibration units humans pass"),
      required("specificity", "P(judge fails | human fails)"),
      required("failUnits", "calibration units humans fail"),
      confidence,
    ],
    roganGladen,
  ),
  statistic("judge-error", "bias, MAE, RMSE, within one, Bland-Altman, Lin's CCC", errorInput, judgeError),
  statistic("calibration-by-level", "mean human score at each of the judge's scores", errorInput, calibrationByLevel),
  statistic(
    "isotonic",
    "rising recalibration of a judge's scores, and its gain on units left out of the fit",
    [human, judge, clusters, optional("folds", "5 unless given"), confidence, tInterval],
    isotonic,
  ),
  statistic("rmse-accuracy", "1 - RMSE / maximum", [human, judge, required("maximum", "the greatest score")], rmseAccuracy),
  statistic(
    "position-bias",
    "consistency of a pairwise judge under swapped order",
    [required("firstOrder", 'winners with A first: "A", "B", "tie"'), required("swappedOrder", "winners with B first"), confidence],
    positionBias,
  ),
  statistic(
    "repetition-stability",
    "share of repeats that say the most frequent thing",
    [required("repeats", "repeats[item][repeat]"), optional("clusters", "a label per item"), confidence],
    repetitionStability,
  ),
  statistic(
    "means-at-equal-length",
    "systems' mean scores, were all outputs equally long",
    [
      required("score", "one per output"),
      required("length", "above 0"),
      required("system", "a name per output"),
      required("clusters", "the input of each output"),
      ...[confidence, tInterval],
    ],
    meansAtEqualLength,
  ),
  statistic("verbosity", "does the judge reward length", [required("length", "above 0"), human, judge, clusters, confidence], verbosity),
  statistic(
    "self-preference",
    "signed error on own family minus on others'",
    [
      required("errorOnOwn", "judge - human on outputs of its own family"),
      required("errorOnOther", "the same on others'"),
      optional("ownClusters", "a label per error"),
      optional("otherClusters", "a label per error"),
      confidence,
    ],
    selfPreference,
  ),
  statistic(
    "unequal-opportunity",
    "self-preference among pairs",
    [
      required("humanOwnJudgeOwn", "pairs"),
      required("humanOwnJudgeOther", "pairs"),
      required("humanOtherJudgeOwn", "pairs"),
      required("humanOtherJudgeOther", "pairs"),
    ],
    unequalOpportunity,
  ),
];

/** Judges: the statistics of this theme, callable by name. */
export const judgeStatistics: readonly Statistic[] = [...correlations, ...tests, ...judges];
