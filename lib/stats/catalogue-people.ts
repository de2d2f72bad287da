import { anchoring } from "./anchoring";
import { raterBehaviour, testRetest } from "./behaviour";
import { optional, required, type Statistic, statistic } from "./catalogue-entry";
import { dawidSkene } from "./dawid-skene";
import { draftInfluence } from "./draft-influence";
import { severityDrift } from "./drift";
import { forecastMean } from "./forecast-mean";
import { raterSeverity } from "./severity";

const clusters = optional("clusters", "a label per row; a cluster is deleted or drawn as a whole");
const confidence = optional("confidence", "coverage in 0..1, default 0.95");

/** Annotators and what a draft does to them: the statistics of this theme, callable by name. */
export const peopleStatistics: readonly Statistic[] = [
  statistic(
    "rater-severity",
    "each rater beside the others",
    [required("ratings", "ratings[unit][rater]"), clusters, confidence],
    raterSeverity,
  ),
  statistic(
    "severity-drift",
    "slope of severity on the order of rating",
    [required("values", "own rating minus the others' mean"), optional("order", "place or time of each"), confidence],
    severityDrift,
  ),
  statistic(
    "forecast-mean",
    "the interval of people's mean score with more ratings of each unit, and with more units",
    [
      required("ratings", "ratings[unit][rater]"),
      required("perUnit", "how many ratings each unit might have: a list"),
      optional("times", "how many times as many units there might be, default 1, 2 and 4"),
      optional("scale", "the declared values in their order"),
      clusters,
      confidence,
    ],
    forecastMean,
  ),
  statistic(
    "draft-influence",
    "correction, scrutiny, subjectivity, outliers removed",
    [
      required("draft", "drafted scores"),
      required("final", "final scores"),
      required("others", "others[unit][rater]"),
      optional("blind", "scores before the draft was shown"),
      confidence,
    ],
    draftInfluence,
  ),
  statistic(
    "rater-behaviour",
    "entropy, runs and times of one rater",
    [
      required("scores", "in the order of rating"),
      required("scalePoints", "values on the scale"),
      optional("durationMs", "per score"),
      optional("fastBelowMs", "default 1000"),
    ],
    raterBehaviour,
  ),
  statistic(
    "test-retest",
    "agreement of repeated scores",
    [required("first", "scores"), required("second", "scores again"), optional("scale", "declared values")],
    testRetest,
  ),
  statistic(
    "dawid-skene",
    "latent labels and confusion matrices (diagnostic)",
    [
      required("ratings", "ratings[unit][rater], labels"),
      optional("labels", "the categories"),
      optional("iterations", "at most, default 100"),
      optional("tolerance", "default 1e-5"),
    ],
    dawidSkene,
  ),
  statistic(
    "anchoring",
    "difference between the drafted and the blind arm",
    [
      required("drafted", "one number per evaluation"),
      required("blind", "one number per evaluation"),
      optional("draftedClusters", "a label per number"),
      optional("blindClusters", "a label per number"),
      confidence,
    ],
    anchoring,
  ),
];
