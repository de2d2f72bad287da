import { seededRandom } from "@/lib/stats/random";

const random = seededRandom(2);
const likert = (n: number): number[] => Array.from({ length: n }, () => 1 + random.int(5));
const table = (rows: number, columns: number): number[][] => Array.from({ length: rows }, () => likert(columns));
const words = (n: number): string[] => Array.from({ length: n }, () => `c${random.int(4)}`);

const pair = { x: likert(14), y: likert(14) };
const judges = { human: likert(10), a: likert(10), b: likert(10) };
const errors = { human: likert(14), judge: likert(14) };

/** Arguments with which each statistic of the catalogue's half about judges and people gives something. */
export const judgeExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  correlate: { ...pair, clusters: words(14) },
  pearson: { ...pair, clusters: words(14) },
  spearman: pair,
  kendall: pair,
  "partial-spearman": { ...pair, given: likert(14), clusters: words(14) },
  "acc-eq": { human: likert(9), metric: likert(9), epsilon: 1 },
  "calibrate-ties": { human: table(3, 4), metric: table(3, 4) },
  "held-out-tie-calibration": { human: table(4, 4), metric: table(4, 4), folds: 2, groupIds: ["d", "a", "c", "b"] },
  "soft-pairwise-accuracy": { human: table(3, 5), metric: table(3, 5), permutations: 50, seed: 1 },
  "compare-judges": {
    ...judges,
    statistic: "spearman",
    clusters: words(10),
    permutations: 50,
    interval: "percentile",
    resamples: 50,
    seed: 3,
  },
  "perm-both": { ...judges, clusters: words(10), permutations: 50, seed: 3 },
  williams: judges,
  "sign-flip": { differences: likert(14), clusters: words(14), permutations: 50, seed: 3 },
  mcnemar: { onlyA: 3, onlyB: 5 },
  wilson: { successes: 3, n: 5, confidence: 0.9 },
  "adjust-p-values": { pValues: [0.1, 0.02, null], method: "by", alpha: 0.1 },
  "alt-test": {
    ratings: table(12, 3),
    judge: likert(12),
    annotatorIds: ["p", "q", "r"],
    score: "rmse",
    epsilon: 0.1,
    q: 0.1,
    minUnits: 4,
    clusters: words(12),
  },
  "alt-test-difference": {
    ...{ ratings: table(12, 3), a: likert(12), b: likert(12).reverse(), score: "rmse", minUnits: 4, clusters: words(12), confidence: 0.9 },
  },
  "ppi-mean": { human: likert(9), judge: likert(9), judgeUnlabelled: likert(20), lambda: 0.5, confidence: 0.9 },
  "ppi-plan": { labelled: 10, unlabelled: 90, human: 1.5, judge: 2, covariance: 1.25, share: 0.6 },
  "rogan-gladen": { judgePassShare: 0.8, n: 100, sensitivity: 0.9, passUnits: 30, specificity: 0.85, failUnits: 20, confidence: 0.9 },
  isotonic: { human: [1, 3, 2], judge: [1, 2, 3] },
  "judge-error": { ...errors, clusters: words(14), confidence: 0.9 },
  "calibration-by-level": { ...errors, clusters: words(14) },
  "rmse-accuracy": { ...errors, maximum: 15 },
  "position-bias": { firstOrder: ["A", "B", "tie"], swappedOrder: ["B", "B", "A"], confidence: 0.9 },
  "repetition-stability": {
    repeats: [
      ["A", "A"],
      ["B", null, "A"],
    ],
  },
  "means-at-equal-length": {
    ...{ score: likert(9), length: [3, 5, 2, 8, 4, 6, 9, 7, 5], clusters: ["i", "i", "i", "j", "j", "j", "k", "k", "k"] },
    system: ["a", "b", "c", "a", "b", "c", "a", "b", "c"],
  },
  verbosity: { length: likert(14), ...errors },
  "self-preference": { errorOnOwn: likert(6), errorOnOther: likert(7), ownClusters: words(6), otherClusters: words(7) },
  "unequal-opportunity": { humanOwnJudgeOwn: 4, humanOwnJudgeOther: 1, humanOtherJudgeOwn: 2, humanOtherJudgeOther: 3 },
  "rater-severity": { ratings: table(9, 3), clusters: words(9), confidence: 0.9 },
  "severity-drift": { values: likert(9), order: [1, 2, 3, 4, 5, 6, 7, 8, 9], confidence: 0.9 },
  "draft-influence": { draft: likert(9), final: likert(9), others: table(9, 3), blind: likert(9) },
  "rater-behaviour": { scores: likert(9), scalePoints: 5, durationMs: likert(9), fastBelowMs: 3 },
  "test-retest": { first: likert(9), second: likert(9), scale: [1, 2, 3, 4, 5] },
  "dawid-skene": { ratings: table(9, 3), labels: [1, 2, 3, 4, 5], iterations: 20, tolerance: 0.001 },
  anchoring: { drafted: likert(9), blind: likert(8), draftedClusters: words(9), blindClusters: words(8) },
  "clustered-mean": { values: likert(9), clusters: words(9), confidence: 0.9 },
  "clustered-share": { hits: [2, 0, 1], sizes: [2, 2, 1], confidence: 0.9 },
  "exact-mean": { values: likert(9) },
  "distribution-distance": { first: [1, 2, 3], second: [3, 2, 1], scale: [1, 2, 4] },
  "clustered-distance": { first: likert(9), firstClusters: words(9), second: likert(8), secondClusters: words(8), confidence: 0.9 },
  "mean-correlation": { pairs: [{ x: likert(12), y: errors.judge.slice(0, 12), clusters: words(12) }], confidence: 0.9 },
  "criteria-consistency": { reference: table(3, 4), samples: [table(3, 4), table(2, 4)] },
  "lexical-criteria-consistency": { reference: ["clear words"], samples: [["clear language"], ["words"]] },
  "forecast-mean": { ratings: table(9, 3), perUnit: [1, 4], times: [1, 3], clusters: words(9), confidence: 0.9 },
  "stable-ranking": { scores: [table(1, 12)[0], likert(12), words(12).map(() => 9)], alpha: 0.4, resamples: 60, permutations: 50, seed: 2 },
  "human-likeness": { ratings: table(14, 6), judge: 5, fewestUnits: 2, clusters: words(14), confidence: 0.9 },
};

const level = "interval";
const kappa = { first: likert(9), second: likert(9) };

/** The same for its half about agreement. */
export const agreementExamples: typeof judgeExamples = {
  "krippendorff-alpha": { ratings: table(9, 3), level, clusters: words(9) },
  "alpha-at-all-levels": { ratings: table(9, 3), clusters: words(9) },
  "mean-alpha": { tables: [table(9, 3), table(9, 3)], clusters: words(9) },
  "alpha-thresholds": { ratings: table(9, 3), level, clusters: words(9), resamples: 50 },
  "alpha-per-category": { ratings: table(9, 3), clusters: words(9) },
  "alpha-difference": { first: table(9, 3), second: table(9, 3), level, clusters: words(9) },
  "leave-one-rater-out": { tables: [table(9, 3), table(9, 3)], level, clusters: words(9) },
  "pairwise-agreement": { ratings: table(9, 3) },
  "raw-agreement": { ratings: table(9, 3) },
  "cohen-kappa": { ...kappa, scale: [1, 2, 3, 4, 5], weights: "linear" },
  "fleiss-kappa": { ratings: table(9, 3), clusters: words(9) },
  "gwet-ac": { ratings: table(9, 3), scale: [1, 2, 3, 4, 5], weights: "linear" },
  icc: { ratings: table(9, 3) },
  "spearman-brown": { reliability: 0.6, k: 3 },
};
