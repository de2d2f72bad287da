import { alphaAtAllLevels, alphaThresholds, krippendorffAlpha } from "./alpha";
import { alphaDifference } from "./alpha-difference";
import { alphaPerCategory } from "./alpha-per-category";
import { INTERVAL_PARAMETERS, optional, required, type Statistic, type StatisticParameter, statistic } from "./catalogue-entry";
import { cohenKappa } from "./cohen-kappa";
import { fleissKappa } from "./fleiss-kappa";
import { gwetAc } from "./gwet";
import { icc } from "./icc";
import { leaveOneRaterOut } from "./leave-one-rater-out";
import { meanAlpha } from "./mean-alpha";
import { pairwiseAgreement } from "./pairwise-agreement";
import { rawAgreement } from "./raw-agreement";
import { spearmanBrown } from "./spearman-brown";

const ratings = required("ratings", "ratings[unit][rater], null for missing");
const optionalRatings = optional("ratings", "ratings[unit][rater], null for missing");
const counts = optional("counts", "instead of ratings: counts[unit][category]");
const scale = optional("scale", "the declared scale in its order; a rating outside it is an error");
const clusters = optional("clusters", "a label per unit; a cluster is deleted or drawn as a whole");
const level = required("level", "nominal, ordinal, interval or ratio");
const confidence = optional("confidence", "coverage in 0..1, default 0.95");
const weights = optional("weights", "unweighted (default), linear or quadratic on the scale");
const jackknifeOnly = optional("interval", "jackknife (default) or none");
const table = optional("table", "instead of both: table[i][j] units with value i from the first, j from the second");

const bootstrapOnly: readonly StatisticParameter[] = INTERVAL_PARAMETERS.filter(({ name }) => name === "resamples" || name === "seed");
const twoRaters = [optional("first", "ratings of the first rater"), optional("second", "ratings of the second rater"), table, scale];

/** Agreement between raters: the statistics of this theme, callable by name. */
export const agreementStatistics: readonly Statistic[] = [
  statistic(
    "krippendorff-alpha",
    "Krippendorff's alpha at one level, with its interval",
    [ratings, level, scale, clusters, ...INTERVAL_PARAMETERS],
    krippendorffAlpha,
  ),
  statistic(
    "alpha-at-all-levels",
    "alpha at nominal, ordinal, interval and ratio level",
    [ratings, scale, clusters, ...INTERVAL_PARAMETERS],
    alphaAtAllLevels,
  ),
  statistic(
    "mean-alpha",
    "mean of the alphas of several tables about the same units, at all four levels",
    [required("tables", "tables[table][unit][rater], null for missing"), clusters, confidence],
    meanAlpha,
  ),
  statistic(
    "alpha-thresholds",
    "P(alpha >= .667) and P(alpha >= .8) by bootstrap",
    [ratings, level, scale, clusters, ...bootstrapOnly],
    alphaThresholds,
  ),
  statistic(
    "alpha-per-category",
    "nominal alpha of each category against all others",
    [ratings, scale, clusters, ...INTERVAL_PARAMETERS],
    alphaPerCategory,
  ),
  statistic(
    "alpha-difference",
    "alpha(second) - alpha(first) on the same units, paired interval",
    [
      required("first", "first[unit][rater]"),
      required("second", "second[unit][rater], the same units"),
      level,
      scale,
      clusters,
      ...INTERVAL_PARAMETERS,
    ],
    alphaDifference,
  ),
  statistic(
    "leave-one-rater-out",
    "mean alpha of several tables without each rater minus that with all, paired interval",
    [required("tables", "tables[table][unit][rater], null for missing"), level, clusters, confidence, jackknifeOnly],
    leaveOneRaterOut,
  ),
  statistic("pairwise-agreement", "alpha, kappa and exact agreement of every two raters", [ratings, scale], pairwiseAgreement),
  statistic("raw-agreement", "share of agreeing pairs, unanimous units, marginals", [ratings, scale, clusters, confidence], rawAgreement),
  statistic(
    "cohen-kappa",
    "Cohen's kappa of two raters, weighted or not, with standard errors",
    [...twoRaters, weights, confidence],
    cohenKappa,
  ),
  statistic(
    "fleiss-kappa",
    "Fleiss' and Randolph's kappa of equally many raters a unit",
    [optionalRatings, counts, scale, clusters, jackknifeOnly, confidence],
    fleissKappa,
  ),
  statistic(
    "gwet-ac",
    "Gwet's AC1 or AC2, Brennan-Prediger and Fleiss' kappa for unequal numbers of ratings",
    [optionalRatings, counts, scale, clusters, weights, confidence],
    gwetAc,
  ),
  statistic("icc", "six intraclass correlations with F intervals", [ratings, confidence], icc),
  statistic(
    "spearman-brown",
    "reliability of the mean of k raters from that of one",
    [required("reliability", "of one rater"), required("k", "raters in the mean")],
    spearmanBrown,
  ),
];
