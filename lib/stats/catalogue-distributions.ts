import { optional, required, type Statistic, statistic } from "./catalogue-entry";
import { clusteredDistance } from "./clustered-distance";
import { clusteredMean } from "./clustered-mean";
import { clusteredShare } from "./clustered-share";
import { criteriaConsistency, lexicalCriteriaConsistency } from "./criteria-consistency";
import { distributionDistance } from "./distribution";
import { exactMean } from "./exact-mean";

const clusters = optional("clusters", "a label per row; a cluster is deleted or drawn as a whole");
const tInterval = optional("interval", "t (default) or none");
const jackknifeOrNone = optional("interval", "jackknife (default) or none");
const confidence = optional("confidence", "coverage in 0..1, default 0.95");

/** Distributions: the statistics of this theme, callable by name. */
export const distributionStatistics: readonly Statistic[] = [
  statistic(
    "clustered-mean",
    "a mean with a cluster-robust interval",
    [required("values", "one per unit"), clusters, confidence, tInterval],
    clusteredMean,
  ),
  statistic(
    "clustered-share",
    "a share of things that come in clusters",
    [required("hits", "hits of each cluster"), required("sizes", "things in each cluster"), confidence],
    clusteredShare,
  ),
  statistic("exact-mean", "a mean that is the same double for any order", [required("values", "the scores")], exactMean),
  statistic(
    "distribution-distance",
    "Jensen-Shannon, Wasserstein-1, total variation",
    [
      required("first", "counts per scale value"),
      required("second", "counts per scale value"),
      optional("scale", "values in rising order"),
    ],
    distributionDistance,
  ),
  statistic(
    "clustered-distance",
    "Jensen-Shannon and Wasserstein-1 of two lists of values, with intervals by cluster",
    [
      required("first", "values"),
      required("firstClusters", "a label per value"),
      required("second", "values"),
      required("secondClusters", "a label per value"),
      confidence,
      jackknifeOrNone,
    ],
    clusteredDistance,
  ),
  statistic(
    "criteria-consistency",
    "CC and ICC of repeated criteria lists from embeddings",
    [required("reference", "reference[criterion][dimension]"), required("samples", "samples[list][criterion][dimension]")],
    criteriaConsistency,
  ),
  statistic(
    "lexical-criteria-consistency",
    "the same from shared words",
    [required("reference", "the criteria's texts"), required("samples", "samples[list][criterion]")],
    lexicalCriteriaConsistency,
  ),
];
