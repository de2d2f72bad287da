import { centredMoments, compensatedSum, meanOf } from "./sums";

/** What a prediction-powered mean is made of, by how its labelled units were chosen. */
export interface PpiTerms {
  /** The mean of the labels alone. */
  own: { mean: number; variance: number };
  tuned(): { moments: { human: number; judge: number; covariance: number }; lambdaRaw: number | null };
  at(lambda: number): { value: number; variance: number };
}

interface WeightedUnits {
  human: Float64Array;
  judge: Float64Array;
  /** One divided by the chance of each labelled unit. */
  weights: Float64Array;
  unlabelled: Float64Array;
  /** The estimate's variance from what each unit, labelled ones first, adds to its deviation. */
  varianceOf(influence: Float64Array): number;
}

/**
 * The terms where labelled units were chosen with known, unequal chances: the judge's mean over all units and the weighted mean (Hajek's) of what people
 * say beyond it. The influence of a unit is lambda (f - mean f)/(n + N), of a labelled one also w (r - weighted mean r)/sum of w, r = Y - lambda f.
 * Source: Zrnic & Candes 2024.
 */
export function weightedTerms({ human, judge, weights, unlabelled, varianceOf }: WeightedUnits): PpiTerms {
  const total = compensatedSum(weights);
  const scores = Float64Array.from([...judge, ...unlabelled]);
  const weighted = (values: Float64Array): number => compensatedSum(values.map((value, i) => value * (weights[i] as number))) / total;
  const ofLabels = (values: Float64Array): Float64Array => {
    const mean = weighted(values);
    return scores.map((_, i) => (i < values.length ? ((weights[i] as number) * ((values[i] as number) - mean)) / total : 0));
  };
  const [humanMean, judgeMean, all] = [weighted(human), weighted(judge), meanOf(scores)];
  const ofHuman = ofLabels(human);
  const ofJudge = ofLabels(judge).map((own, i) => ((scores[i] as number) - all) / scores.length - own);
  const product = (a: Float64Array, b: Float64Array): number => compensatedSum(a.map((value, i) => value * (b[i] as number)));
  return {
    own: { mean: humanMean, variance: varianceOf(ofHuman) },
    tuned: () => {
      const squares = product(ofJudge, ofJudge);
      const deviations = human.map((y) => y - humanMean);
      const moments = {
        human: weighted(deviations.map((deviation) => deviation ** 2)),
        judge: centredMoments(scores).squares / (scores.length - 1),
        covariance: weighted(deviations.map((deviation, i) => deviation * ((judge[i] as number) - judgeMean))),
      };
      return { moments, lambdaRaw: squares === 0 ? null : -product(ofHuman, ofJudge) / squares };
    },
    at: (lambda) => ({
      value: lambda * all + humanMean - lambda * judgeMean,
      variance: varianceOf(ofHuman.map((own, i) => own + lambda * (ofJudge[i] as number))),
    }),
  };
}
