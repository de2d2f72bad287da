import type { Explanation } from "./explanation";

const share = (of: string, among: string) => `${of} / ${among}`;
const overInputs = (of: string) => `mean over inputs of ${of} / pairs of outputs`;

/** Figures of judges: beside people and each other, score by score, and what their drafts do to people. */
export const explanationsOfJudges = {
  "paired-difference": {
    name: "Difference from paired data",
    sentence: "The second figure minus the first, with an interval that takes the same units together; none where the data are not paired.",
    formula: "second − first, leaving out one input at a time",
    sources: ["miller1974"],
  },
  "alpha-change": {
    name: "Change when the judge joins",
    sentence: "How alpha changes when the judge counts as one more annotator; it rises or falls only where the interval says so.",
    formula: "α(people and judge) − α(people), leaving out one input of both at a time",
    sources: ["krippendorff2018", "miller1974"],
  },
  "alt-test": {
    name: "Alternative-annotator test",
    sentence:
      "Whether the judge could replace a person: it must be at least as close to the others as that person, an advantage ε granted (the study plan’s, else 0.2), for half of the people.",
    formula: "ω(ε) ≥ 0.5",
    sources: ["calderon2025"],
  },
  "inputs-averaged": {
    name: "Inputs averaged over",
    sentence:
      "How many inputs define a correlation of judge and people among the outputs of several systems; over all units, hard and easy inputs would count as agreement.",
    formula: "count of inputs whose outputs differ in both sides' scores",
    sources: ["deutsch2023"],
  },
  "eligible-people": {
    name: "People tested",
    sentence: "How many people rated enough units, 30 or more, for the alternative-annotator test to be made in their place.",
    formula: "count of people with 30 or more units",
    sources: ["calderon2025"],
  },
  "advantage-of-one": {
    name: "At least as close",
    sentence: "How often one of the two, the judge or the person, is at least as close to the remaining people as the other.",
    formula: share("units with S(one) ≥ S(the other)", "units that both and the others have rated"),
    sources: ["calderon2025"],
  },
  "label-gain": {
    name: "What a label counts for",
    sentence: "How many labels of people alone would give the interval that one label gives together with the judge's scores.",
    formula: "variance of people's mean / variance of the sharpened mean",
    sources: ["angelopoulos2023"],
  },
  "sharpened-mean": {
    name: "Sharpened mean",
    sentence:
      "People's mean score made more precise by the judge's scores of samples that nobody rated; valid if chance chose those rated. Where a study plan drew them with unequal chances, labels are weighted.",
    formula:
      "mean(people) + λ (mean(judge, unrated) − mean(judge, rated)); weighted: λ mean(judge, all) + Σ w (people − λ judge) / Σ w, w = 1 / chance",
    sources: ["angelopoulos2023", "zrnic2024"],
  },
  "judge-weight": {
    name: "Weight of the judge",
    sentence: "How much of the judge's scores enters the sharpened mean: 0 nothing, 1 all; chosen so that the interval is narrowest.",
    formula: "λ = cov(people, judge) / ((1 + n/N) var(judge)), cut to 0..1; n units rated, N scored by the judge alone",
    sources: ["angelopoulos2023"],
  },
  "labels-to-halve": {
    name: "Labels to halve the interval",
    sentence: "How many more units people would have to rate without a draft for an interval of the sharpened mean half as wide.",
    formula: "least x with se²(n + x, N − x) ≤ se²(n, N) / 4; se² = λ² var(judge)/N + var(people − λ judge)/n, λ chosen anew",
    sources: ["angelopoulos2023"],
  },
  "scores-to-halve": {
    name: "Scores of the judge to halve the interval",
    sentence: "How many more units the judge would have to score for an interval half as wide; often no number of them is enough.",
    formula: "least y with se²(n, N + y) ≤ se²(n, N) / 4",
    sources: ["angelopoulos2023"],
  },
  "cheapest-mix": {
    name: "Labels and scores together",
    sentence: "Of all labels and scores that together halve the interval of the sharpened mean, those that cost least.",
    formula: "x + y with the least cost x + y of se²(n + x, N − x + y) ≤ se²(n, N) / 4",
    sources: ["angelopoulos2023"],
  },
  flags: {
    name: "Flags",
    sentence:
      "What makes a criterion's figures weak: few units or inputs, no variation, a draft in view, half of the scores at the top, correlations of opposite signs over all units, within inputs and between systems, or a judge of pairs that follows the position in more than one pair of ten, the whole interval.",
    formula: "fixed rules on the data",
    sources: [],
  },
  "beside-people": {
    name: "Correlation with the other people",
    sentence: "How a person, and the judge in their place, correlate with the mean of the remaining people on the same units.",
    formula: "r(one, mean of the others)",
    sources: ["pearson1895"],
  },
  "mean-forecast": {
    name: "Reach to expect",
    sentence: "How far the interval of people's mean score would reach with so many ratings of so many units.",
    formula: "t √((B + s² / (n k)) / f): k ratings of f n units; s² within units, less severity; B = se² − s² mean(1/k now) / n",
    sources: ["brennan2001", "liang1986"],
  },
  "human-likeness": {
    name: "Judge among people",
    sentence: "How many standard deviations among people the judge's mean kappa is above theirs.",
    formula: "z = (K − mean k) / sd k; K, k: mean Cohen's κ of the judge, of each person, with other people",
    sources: ["han2025", "cohen1960"],
  },
  "correlation-difference": {
    name: "Difference of two correlations",
    sentence: "How much closer to people one side is than the other, on the units of both.",
    formula: "r(first, people) − r(second, people)",
    sources: ["pearson1895", "miller1974"],
  },
  "rank-difference": {
    name: "Difference of two rank correlations",
    sentence: "How much closer to people the first judge's order of outputs is than the second's, on the units of both.",
    formula: "ρ(first, people) − ρ(second, people)",
    sources: ["spearman1904", "miller1974"],
  },
  "jackknife-p": {
    name: "p of the difference",
    sentence: "How probable a difference this large would be if the judge were as close to the other people as this person is.",
    formula: "t(inputs − 1) at difference / jackknife standard error, two-sided",
    sources: ["miller1974"],
  },
  "units-for-correlation": {
    name: "Units for a correlation this precise",
    sentence:
      "How many units it would take for an interval of the judge's correlation with people's mean that reaches so far to either side, at today's spread and with as many outputs of an input.",
    formula: "U × ((z(ρ) − z(low)) / (z(ρ) − z(ρ − wanted)))², z = artanh, for ρ above 0",
    sources: ["bonett2000"],
  },
  "perm-both": {
    name: "p of swapped judges",
    sentence: "How probable a difference this large would be if both judges were equally close to people.",
    formula:
      "share of random swaps of the two, input by input, with a difference at least as great (PERM-INPUTS; PERM-BOTH where each input has one output)",
    sources: ["deutsch2021"],
  },
  holm: {
    name: "p after Holm",
    sentence: "The same, made larger because many pairs are tested at once.",
    formula: "max over smaller p of (m − rank + 1) p",
    sources: ["holm1979"],
  },
  "pair-correlation": {
    name: "Mean correlation of two evaluators",
    sentence: "How two single evaluators correlate, averaged over all pairs of this kind.",
    formula: "mean of r over pairs",
    sources: ["pearson1895", "li2023"],
  },
  "run-count": {
    name: "Runs",
    sentence: "How many runs of the judge asked exactly the same.",
    formula: "count of runs",
    sources: [],
  },
  "self-alpha": {
    name: "Alpha between runs",
    sentence: "How far a judge agrees with itself beyond chance when it is asked exactly the same again.",
    formula: "α over runs of one judge",
    sources: ["krippendorff2018"],
  },
  "self-same": {
    name: "Same score again",
    sentence: "How often all runs of a judge give a unit the same score.",
    formula: share("units with one score in all runs", "units in two or more runs"),
    sources: ["liang1986"],
  },
  "limits-of-agreement": {
    name: "Limits of agreement",
    sentence: "Between these two differences lie 95 % of all units, if differences are normal: how far from people a single score may be.",
    formula: "mean difference ± 1.96 standard deviations of the differences",
    sources: ["bland1999"],
  },
  "proportional-bias": {
    name: "Change for each point",
    sentence: "Whether the judge is more lenient, or stricter, the higher both score; partly regression to the mean.",
    formula: "slope of (judge − people) on (judge + people) / 2",
    sources: ["bland1999"],
  },
  "far-apart": {
    name: "Two points or more apart",
    sentence: "On how many units the judge's score is two points or more from people's median; they are worth reading.",
    formula: "count of units with |judge − median of people| ≥ 2",
    sources: [],
  },
  wasserstein: {
    name: "Points to move",
    sentence: "How many points a score must move on average for the judge's distribution to become people's.",
    formula: "W₁ = Σ |F(judge) − F(people)| × step",
    sources: ["vaserstein1969"],
  },
  "jensen-shannon": {
    name: "Divergence",
    sentence: "How different the two distributions are, whatever the distance between points: 0 the same, 1 bit nothing in common.",
    formula: "JS = H((P + Q) / 2) − (H(P) + H(Q)) / 2",
    sources: ["lin1991"],
  },
  "top-share": {
    name: "At the top",
    sentence: "How often the highest point of the scale is given; where it is given mostly, better outputs cannot be told apart.",
    formula: share("scores at the top", "scores"),
    sources: ["liang1986"],
  },
  "bottom-share": {
    name: "At the bottom",
    sentence: "How often the lowest point of the scale is given; where it is given mostly, worse outputs cannot be told apart.",
    formula: share("scores at the bottom", "scores"),
    sources: ["liang1986"],
  },
  "tie-share": {
    name: "Ties",
    sentence: "How often two outputs of one input get the same score.",
    formula: overInputs("tied pairs of outputs"),
    sources: ["deutsch2023"],
  },
  "pair-order": {
    name: "Ordered or tied as people do",
    sentence: "How often the judge puts two outputs of one input in people's order, or ties them where people do.",
    formula: overInputs("pairs ordered or tied alike"),
    sources: ["deutsch2023"],
  },
  "tie-threshold": {
    name: "With a tie threshold",
    sentence: "The same where small differences of the judge count as ties, the threshold chosen on other inputs.",
    formula: overInputs("pairs ordered or tied alike"),
    sources: ["deutsch2023"],
  },
  recalibrated: {
    name: "Recalibrated score",
    sentence: "What a score of the judge is worth in people's points, never falling where the judge's score rises.",
    formula: "isotonic regression of people's mean on the judge's score",
    sources: ["zadrozny2002"],
  },
  "recalibration-error": {
    name: "Mean distance to people",
    sentence:
      "How many points the judge is from people's mean, as it is or after its scores are replaced by what they are worth on other inputs.",
    formula: "mean of |score − mean of the people|, inputs left out of the fit in turn",
    sources: ["zadrozny2002"],
  },
  "recalibration-gain": {
    name: "What recalibrating changes",
    sentence: "How many points nearer to people recalibrated scores are; below zero they are nearer, on inputs that the fit has not seen.",
    formula: "mean of |recalibrated − people| − mean of |score − people|",
    sources: ["zadrozny2002", "liang1986"],
  },
  "system-order": {
    name: "Pairs of systems in order",
    sentence: "How many pairs of systems the judge's means put in the order of people's.",
    formula: share("pairs in the same order", "pairs of systems"),
    sources: ["deutsch2023"],
  },
  "soft-pairwise": {
    name: "Soft pairwise accuracy",
    sentence: "The same, counting how sure judge and people each are of the order of a pair.",
    formula: "1 − mean over pairs of |p(people) − p(judge)|",
    sources: ["thompson2024"],
  },
  "stable-ranking": {
    name: "Stable ranking probability",
    sentence: "In how many repeats of the study all systems that are apart keep their order.",
    formula: "share of draws of the inputs, with replacement, that keep the order of every pair with sign-flip p ≤ .05",
    sources: ["riley2024"],
  },
  "anchoring-index": {
    name: "Anchoring index",
    sentence: "How much closer people are to the draft with it in view: 0 it does not pull, 1 everybody takes it.",
    formula: "1 − mean |score − draft| with it / mean |score − draft| without it",
    sources: ["miller1974"],
  },
  "draft-fate": {
    name: "What became of drafts",
    sentence: "How often people kept a draft's score, or changed it to a right or a wrong one, by whether it was right.",
    formula: share("scores that went this way", "right, or wrong, drafts"),
    sources: ["li2023", "liang1986"],
  },
  "planted-caught": {
    name: "Wrong drafts caught",
    sentence: "How often people gave another score than a draft that was wrong on purpose.",
    formula: share("final scores other than the draft's", "units with such a draft"),
    sources: ["wilson1927", "liang1986"],
  },
  "move-count": {
    name: "How first scores moved",
    sentence: "How many final scores are nearer to the draft than the person's first one, as near, or further from it.",
    formula: "count of units by the sign of |first − draft| − |final − draft|",
    sources: [],
  },
  "move-shift": {
    name: "Closer by",
    sentence: "How many points nearer to the draft final scores are than first ones.",
    formula: "mean of |first − draft| − |final − draft|",
    sources: ["liang1986"],
  },
  "sign-flip": {
    name: "p of the move",
    sentence: "How probable a move this large would be if scores moved to and from the draft alike.",
    formula: "signs of each input's moves flipped at random",
    sources: ["fisher1935", "phipson2010"],
  },
  behaviour: {
    name: "Who puts whom right",
    sentence: "How often people end at the majority's score, leave a wrong draft, keep their own, or are put right by the draft.",
    formula: "share of the units on which they, the draft and the majority differ in this way",
    sources: ["li2023", "liang1986"],
  },
} as const satisfies Readonly<Record<string, Explanation>>;
