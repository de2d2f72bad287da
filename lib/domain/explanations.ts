import type { Explanation } from "./explanation";
import { explanationsOfBias } from "./explanations-bias";
import { explanationsOfJudges } from "./explanations-judges";
import { explanationsOfPeople } from "./explanations-people";

export type { Explanation } from "./explanation";

const alpha = "α = 1 − Dₒ / Dₑ, observed over expected disagreement";
const share = (of: string, among: string) => `${of} / ${among}`;

const entries = {
  alpha: {
    name: "Krippendorff's alpha",
    sentence: "How far people agree beyond chance: 1 is full agreement, 0 what chance gives, below 0 systematic disagreement.",
    formula: alpha,
    sources: ["krippendorff2018", "hayes2007"],
  },
  "alpha-with-judge": {
    name: "Alpha with the judge",
    sentence:
      "The same alpha with the judge counted as one more annotator; it rises if the judge agrees with people, beyond chance, more than they do with each other.",
    formula: `${alpha}, over people and the judge`,
    sources: ["krippendorff2018"],
  },
  "alpha-of-two": {
    name: "Alpha of two raters",
    sentence: "Agreement beyond chance of two raters, on the units that both have rated.",
    formula: `${alpha}, over these two`,
    sources: ["krippendorff2018"],
  },
  "alpha-of-label": {
    name: "Alpha of one label",
    sentence: "Whether people tell this label from all others: nominal alpha of “this one” against “another”.",
    formula: `${alpha}, two categories`,
    sources: ["krippendorff2018"],
  },
  "alpha-difference": {
    name: "Difference of two alphas",
    sentence: "Alpha with the draft in view minus alpha without it; an input is left out of both at a time.",
    formula: "α(with the draft) − α(without it)",
    sources: ["krippendorff2018", "miller1974"],
  },
  "alpha-gap": {
    name: "Gap between all ratings and those without a draft",
    sentence:
      "Alpha of all ratings minus alpha of those made without a draft in view: above zero, people agree more where drafted ratings count too.",
    formula: "α(all ratings) − α(without a draft)",
    sources: ["krippendorff2018", "miller1974"],
  },
  verdict: {
    name: "What alpha allows to say",
    sentence:
      "Read from the interval, not the value: above .800 is reliable, .667 to .800 tentative, across .800 at least .667, and across .667 cannot tell.",
    formula: "both ends of the interval against .667 and .800",
    sources: ["krippendorff2018"],
  },
  "units-needed": {
    name: "Units that would tell",
    sentence: "About how many units would move the interval's end to .667, at the same value and spread.",
    formula: "U × ((α − low) / (α − .667))²",
    sources: ["miller1974"],
  },
  pearson: {
    name: "Pearson's r",
    sentence: "How close the two sets of scores are to a straight line; it ignores a constant difference.",
    formula: "r = cov(x, y) / (sd(x) sd(y))",
    sources: ["pearson1895"],
  },
  spearman: {
    name: "Spearman's rho",
    sentence: "Pearson's r of the ranks: whether both sides put things in the same order.",
    formula: "ρ = r(rank x, rank y), ties at their mean rank",
    sources: ["spearman1904"],
  },
  "kendall-tau-b": {
    name: "Kendall's tau-b",
    sentence: "How many more pairs both sides put in the same order than in opposite orders, corrected for ties.",
    formula: "τ = (C − D) / √((N − Tₓ)(N − Tᵧ))",
    sources: ["kendall1945", "deutsch2023"],
  },
  "signed-error": {
    name: "Judge minus people",
    sentence: "How many points the judge scores above people's mean; a correlation does not show this.",
    formula: "mean of (judge − mean of the people) over units",
    sources: ["bland1999"],
  },
  "changed-share": {
    name: "Scores changed",
    sentence: "How many of the ratings made with a draft of the judge in view are not this draft's score.",
    formula: share("ratings ≠ the draft in view", "ratings with a draft of the judge in view"),
    sources: ["liang1986"],
  },
  "changed-count": {
    name: "Which way scores were changed",
    sentence: "Ratings made with a draft of the judge in view that are lower than, equal to or higher than this draft's score.",
    formula: "count of ratings by the sign of (person − draft in view)",
    sources: [],
  },
  "changed-way": {
    name: "Which way scores were changed, as shares",
    sentence:
      "Shares of the ratings made with a draft of the judge in view that are lower than, equal to or higher than this draft's score.",
    formula: share("ratings below, at or above the draft in view", "ratings with a draft of the judge in view"),
    sources: ["liang1986"],
  },
  "score-count": {
    name: "Ratings with this score",
    sentence: "How often each point of the scale was given.",
    formula: "count of ratings",
    sources: [],
  },
  "action-share": {
    name: "What people did with the lines",
    sentence:
      "Share of the draft's lines that people accepted, revised, removed or added; it mixes the draft's quality with people's readiness to change it.",
    formula: share("lines with this action", "all lines"),
    sources: ["li2023", "liang1986"],
  },
  "action-count": {
    name: "Lines by what people did with them",
    sentence: "How many of the draft's lines people accepted, revised, removed or added.",
    formula: "count of lines with this action",
    sources: [],
  },
  "accepted-together": {
    name: "Accepted with one key",
    sentence:
      "How many of the accepted lines were accepted together with the rest of their draft, which takes one key and perhaps no reading.",
    formula: share("lines accepted with the rest of their draft", "accepted lines"),
    sources: ["liang1986"],
  },
  "reason-count": {
    name: "Reasons for overruling",
    sentence: "How often each reason was given for revising, removing or adding a line.",
    formula: "count of reasons",
    sources: [],
  },
  "reason-share": {
    name: "Share of a reason",
    sentence:
      "How much of all reasons that people gave for overruling the draft this one is; lines overruled without a reason do not count.",
    formula: share("times this reason was given", "all reasons given"),
    sources: ["liang1986"],
  },
  "oddity-count": {
    name: "Oddities",
    sentence: "How often the data contradict themselves in this way; they are counted and kept as they are.",
    formula: "count",
    sources: [],
  },
  "mean-absolute-error": {
    name: "Mean absolute error",
    sentence: "How many points the scores are from people's mean, or from the adjudicators' labels, whichever way.",
    formula: "mean of |score − mean of the people, or label| over units",
    sources: ["willmott2005"],
  },
  direction: {
    name: "Which way the label went",
    sentence: "How many labels lie nearer to the judge's score than what they are compared with, further from it, or neither.",
    formula: share("labels that went this way", "labels given beside a judge's score"),
    sources: ["wilson1927"],
  },
  "mean-score": {
    name: "Mean score",
    sentence: "The mean of the scores; where n counts units, people's are averaged per unit first.",
    formula: "mean over units or ratings",
    sources: [],
  },
  "net-wins": {
    name: "Wins minus losses",
    sentence: "How many more pairs a system wins than it loses, as a share of its pairs; ties count as neither.",
    formula: "(wins − losses) / pairs",
    sources: [],
  },
  "median-time": {
    name: "Median time",
    sentence: "The time that half of the work took less than; one long break does not move it.",
    formula: "median of the active seconds",
    sources: [],
  },
  "mean-time": {
    name: "Mean time for a rating",
    sentence: "Mean seconds for a rating in this arm, or the difference between the arms.",
    formula: "mean of seconds; with the draft − without it",
    sources: ["liang1986"],
  },
  distance: {
    name: "Distance to the draft",
    sentence: "How many points people's scores are from the judge's draft, whichever way; labels count as 0 or 1.",
    formula: "mean of |score − draft|; with the draft − without it",
    sources: ["liang1986"],
  },
  "signed-distance": {
    name: "Score minus draft",
    sentence: "How many points people score above the judge's draft; below it, if negative.",
    formula: "mean of (score − draft); with the draft − without it",
    sources: ["liang1986"],
  },
  accuracy: {
    name: "Accuracy",
    sentence: "Share of pairs with a known better output on which that output is preferred.",
    formula: share("right verdicts", "pairs with a known answer"),
    sources: ["wilson1927"],
  },
  ties: {
    name: "Ties",
    sentence: "How many verdicts say that both outputs are equally good.",
    formula: "count of ties",
    sources: [],
  },
  "majority-share": {
    name: "As most people",
    sentence: "How often the verdict is that of most annotators; units without a majority are left out.",
    formula: share("verdicts equal to the majority's", "units with a majority"),
    sources: ["wilson1927"],
  },
  "equal-share": {
    name: "Equal ratings",
    sentence: "How often two raters give the same verdict or label; agreement by chance is included.",
    formula: share("equal pairs of ratings", "pairs of ratings of one unit"),
    sources: ["liang1986"],
  },
  "split-count": {
    name: "Units on which people are split",
    sentence: "Units with two or more most frequent answers, which have no majority.",
    formula: "count of units",
    sources: [],
  },
  "cohen-kappa": {
    name: "Cohen's kappa",
    sentence: "Agreement of two raters beyond what their own shares of each answer would give by chance.",
    formula: "κ = (pₒ − pₑ) / (1 − pₑ)",
    sources: ["cohen1960"],
  },
  "quadratic-kappa": {
    name: "Quadratic kappa",
    sentence: "Cohen's kappa in which scores far apart count more: a disagreement weighs the square of its distance.",
    formula: "κ = 1 − Σ (x − y)² / the same sum expected by chance",
    sources: ["cohen1968"],
  },
  "exact-agreement": {
    name: "Exact agreement",
    sentence: "The share of units that two raters gave the same score or label; chance alone makes part of it.",
    formula: "units scored alike / units that both have scored",
    sources: ["cohen1960"],
  },
  "fleiss-kappa": {
    name: "Fleiss' kappa",
    sentence: "Agreement beyond chance of several raters; it needs the same number of ratings of every unit.",
    formula: "κ = (P̄ − P̄ₑ) / (1 − P̄ₑ)",
    sources: ["fleiss1971"],
  },
  "people-kappa": {
    name: "Kappa of people",
    sentence:
      "Agreement of people beyond chance: Fleiss' kappa of all, which needs the same number of verdicts on every pair, and Cohen's kappa of every two.",
    formula: "κ = (pₒ − pₑ) / (1 − pₑ)",
    sources: ["cohen1960", "fleiss1971"],
  },
  "position-consistency": {
    name: "Same verdict in both orders",
    sentence: "How often the judge prefers the same output after the two are swapped.",
    formula: share("equal verdicts", "pairs judged in both orders"),
    sources: ["shi2024", "wilson1927"],
  },
  "position-flips": {
    name: "Follows the position",
    sentence: "How often the judge prefers the output in the same place after the two are swapped, so the other output.",
    formula: share("pairs won by the same place in both orders", "pairs judged in both orders"),
    sources: ["shi2024", "wilson1927"],
  },
  "repetition-stability": {
    name: "Same verdict when asked again",
    sentence: "How much of a pair's verdicts is its most frequent one when the judge is asked the same again in the same order.",
    formula: "mean over pairs of most frequent verdict / verdicts; of two that differ, half",
    sources: ["shi2024", "liang1986"],
  },
  "position-count": {
    name: "Verdicts that follow the position",
    sentence: "Pairs on which the winner kept its place in both orders, or that moved to or from a tie.",
    formula: "count of pairs",
    sources: ["shi2024"],
  },
  "position-p": {
    name: "p of the position",
    sentence: "How probable flips as one-sided as these would be if the judge favoured neither position.",
    formula: "two-sided exact binomial test; sign flips of inputs where they repeat",
    sources: ["shi2024"],
  },
  "consistent-accuracy": {
    name: "Right where the verdict is kept",
    sentence:
      "Accuracy on the pairs whose verdict is the same in both orders; the others, on which the judge contradicts itself, are left out.",
    formula: share("right verdicts", "pairs with the same verdict in both orders and a known answer"),
    sources: ["shi2024", "wilson1927"],
  },
  unchanged: {
    name: "Unchanged verdicts",
    sentence:
      "How often the judge keeps its verdict when it is asked again: to review it, or after a claim that the other output is better.",
    formula: share("unchanged verdicts", "pairs asked about again"),
    sources: ["wilson1927"],
  },
  "changed-verdicts": {
    name: "Changed verdicts",
    sentence: "Verdicts changed when the judge was asked again; after a claim, by whether they now agree with it.",
    formula: "count of pairs",
    sources: [],
  },
  confusion: {
    name: "Labels given together",
    sentence: "How often one label is given where the other rater gives another, so that labels which are mixed up stand out.",
    formula: "count by row and column",
    sources: [],
  },
  "label-share": {
    name: "How often each label was given",
    sentence: "Ratings with this label, and their share of the rater's ratings.",
    formula: share("ratings with this label", "all ratings"),
    sources: [],
  },
  "winning-rate": {
    name: "Winning rate",
    sentence: "The share of annotators whom the judge may replace under the alternative-annotator test; half is needed to pass.",
    formula: "ω = share of people with H₀: ρₕ − ρ_f ≥ ε rejected (Benjamini–Yekutieli)",
    sources: ["calderon2025"],
  },
  "advantage-probability": {
    name: "Advantage probability",
    sentence: "How often the judge is at least as close to the remaining people as the person left out.",
    formula: "ρ = mean over people of the share of units with S(judge) ≥ S(person)",
    sources: ["calderon2025"],
  },
  discarded: {
    name: "Discarded drafts",
    sentence: "Share of judged units whose draft the protocol's own check rejected.",
    formula: share("discarded drafts", "finished units"),
    sources: ["wilson1927"],
  },
  gain: {
    name: "Gain from the critique",
    sentence: "How many points higher the judge scores an output after it is rewritten by the judge's own critique.",
    formula: "mean of (score after − score before)",
    sources: ["liang1986"],
  },
  ...explanationsOfPeople,
  ...explanationsOfJudges,
  ...explanationsOfBias,
} as const satisfies Readonly<Record<string, Explanation>>;

/** A figure that the report can show. */
export type FigureName = keyof typeof entries;

/** What every figure of the report says, how it is computed and where it is defined. A figure without an entry does not compile. */
export const explanations: Readonly<Record<FigureName, Explanation>> = entries;
