/**
 * The table of contents: every statistic of this room, by theme. Each has its own file, named after it, whose comment gives formula,
 * shapes, when it is undefined, and source. README.md beside this file lists reference values; `redline stats` calls those of ./catalogue by name.
 */

// What comes back, and what goes wrong

export { StatsInputError } from "./result";
export { statisticsVersion } from "./version";

// Agreement

export { alphaAtAllLevels, alphaThresholds, krippendorffAlpha } from "./alpha";
export { alphaDifference } from "./alpha-difference";
export { alphaPerCategory } from "./alpha-per-category";
export { cohenKappa } from "./cohen-kappa";
export type { AlphaLevel, EncodedRatings } from "./encoded-ratings";
export { encodeRatings } from "./encoded-ratings";
export { fleissKappa } from "./fleiss-kappa";
export { gathered } from "./gathered-ratings";
export { gwetAc } from "./gwet";
export { icc } from "./icc";
export type { WithoutRater } from "./leave-one-rater-out";
export { leaveOneRaterOut } from "./leave-one-rater-out";
export type { MeanAlphaResult } from "./mean-alpha";
export { meanAlpha, meanAlphaAt } from "./mean-alpha";
export { meanAlphaDifference } from "./mean-alpha-difference";
export { pairwiseAgreement } from "./pairwise-agreement";
export { rawAgreement } from "./raw-agreement";
export { spearmanBrown } from "./spearman-brown";

// Correlation, judges, people, criteria, distributions

export { accEq, calibrateTies, heldOutTieCalibration } from "./acc-eq";
export { type AltTestResult, altTest, altTests } from "./alt-test";
export { altTestDifference } from "./alt-test-difference";
export { anchoring } from "./anchoring";
export { armDifference } from "./arm-difference";
export { raterBehaviour, testRetest } from "./behaviour";
export { clusteredDistance } from "./clustered-distance";
export { clusteredMean } from "./clustered-mean";
export { clusteredShare } from "./clustered-share";
export { compareJudges, correlationDifference } from "./compare-judges";
export { correlate } from "./correlation";
export { criteriaConsistency, lexicalCriteriaConsistency } from "./criteria-consistency";
export { dawidSkene } from "./dawid-skene";
export { distributionDistance } from "./distribution";
export type { InfluencedUnit, InfluenceRateName } from "./draft-influence";
export { draftInfluence, influenceRates, majorityOf } from "./draft-influence";
export { severityDrift } from "./drift";
export { meansAtEqualLength } from "./equal-length";
export { calibrationByLevel, judgeError, signedError } from "./error";
export { exactMean } from "./exact-mean";
export { forecastMean } from "./forecast-mean";
export { humanLikeness } from "./human-likeness";
export { isotonic, isotonicValue } from "./isotonic";
export { kendall } from "./kendall";
export { mcnemar } from "./mcnemar";
export { type ClusteredPair, meanCorrelation, meanCorrelations } from "./mean-correlation";
export { adjustPValues } from "./multiple-testing";
export { partialSpearman } from "./partial-spearman";
export { pearson } from "./pearson";
export { permBoth } from "./perm-both";
export { positionBias, repetitionStability } from "./position-bias";
export { type PpiResult, ppiMean } from "./ppi";
export { ppiPlan } from "./ppi-plan";
export { rmseAccuracy } from "./rmse-accuracy";
export { roganGladen } from "./rogan-gladen";
export { selfPreference, unequalOpportunity } from "./self-preference";
export { raterSeverity } from "./severity";
export { signFlip } from "./sign-flip";
export { softPairwiseAccuracy } from "./soft-pairwise-accuracy";
export { spearman } from "./spearman";
export { stableRanking } from "./stable-ranking";
export { verbosity } from "./verbosity";
export { williams } from "./williams";
export { wilson } from "./wilson";

// What statistics are made of

export { compareDistances, nearerBy } from "./compare-distances";
export { correlationFor, cutsForShares } from "./latent-scores";
export { median } from "./quantile";
export { drawNormal, type SeededRandom, seededRandom, streamSeed } from "./random";
export { jackknifeInterval, tQuantile } from "./resampling";
export { weightedDraw } from "./weighted-draw";
