import type { Explanation } from "./explanation";

const share = (of: string, among: string) => `${of} / ${among}`;

/** Figures of people: reliability, and how each person rates. */
export const explanationsOfPeople = {
  "reach-chance": {
    name: "Chance that alpha reaches a mark",
    sentence: "How sure it is that alpha is at least this high, if other inputs had been drawn: it says more than the value alone.",
    formula: share("bootstrap samples of the inputs with alpha ≥ the mark", "bootstrap samples with an alpha"),
    sources: ["krippendorff2018", "efron1987"],
  },
  gwet: {
    name: "Gwet's AC2 (AC1 of labels)",
    sentence: "Agreement beyond chance that stays high where nearly everybody gives one score; read beside alpha, not in its place.",
    formula: "(pₐ − pₑ) / (1 − pₑ), pₑ from the mean shares of the scores, quadratic weights",
    sources: ["gwet2008"],
  },
  "icc-one": {
    name: "Reliability of one person's score",
    sentence: "How much of the variation of a single person's score is between outputs rather than between people.",
    formula: "ICC(A,1) = (MSᵣ − MSₑ) / (MSᵣ + (k − 1) MSₑ + k (MS_c − MSₑ) / n)",
    sources: ["mcgraw1996"],
  },
  "icc-mean": {
    name: "Reliability of people's mean",
    sentence: "The same for the mean of all people who rated the units: more people make it higher.",
    formula: "ICC(A,k) = (MSᵣ − MSₑ) / (MSᵣ + (MS_c − MSₑ) / n)",
    sources: ["mcgraw1996"],
  },
  ceiling: {
    name: "Greatest correlation",
    sentence: "What a perfect judge could correlate with people's mean, which is itself not fully reliable.",
    formula: "√ICC(A,k)",
    sources: ["spearman1904", "mcgraw1996"],
  },
  severity: {
    name: "Lenient or strict",
    sentence: "How many points a person scores above the others' mean of the same units.",
    formula: "mean of (own score − mean of the others)",
    sources: ["liang1986"],
  },
  "alpha-with-others": {
    name: "Alpha with the others",
    sentence: "How far a person agrees with each other person beyond chance, averaged over people and criteria.",
    formula: "mean of α(this person, another)",
    sources: ["krippendorff2018"],
  },
  "within-one": {
    name: "Within one point",
    sentence: "How often a score is at most one point from people's mean; of labels, how often it is most people's.",
    formula: share("|score − mean| ≤ 1", "units"),
    sources: ["liang1986"],
  },
  entropy: {
    name: "Entropy of the scores",
    sentence: "How evenly a person uses the scale: 0 is one score only, 1 all scores equally often.",
    formula: "−Σ p log p / log(points of the scale), the mean over criteria",
    sources: ["shannon1948"],
  },
  "longest-run": {
    name: "Longest run",
    sentence: "How many units in a row a person gave one score on one criterion; careful people have long runs too.",
    formula: "longest run by day and place of the sample",
    sources: [],
  },
  retest: {
    name: "Same score again",
    sentence: "How often a person gave a repeated sample the same score the second time.",
    formula: share("equal second scores", "repeated units"),
    sources: ["liang1986"],
  },
  "draft-kept": {
    name: "Draft lines kept",
    sentence: "How many of the drafted lines that a person was shown they accepted.",
    formula: share("accepted lines", "lines they acted on"),
    sources: ["li2023", "liang1986"],
  },
  "made-score": {
    name: "Scores of dimensions made for a sample",
    sentence:
      "How many of the judge's scores people kept, and how far theirs are from it, in points; they saw it first, so this is what they corrected.",
    formula: "share with person = judge; mean of (person − judge); mean of |person − judge|",
    sources: ["liang1986"],
  },
  "alpha-without": {
    name: "Alpha without a person",
    sentence: "How mean alpha changes when this person's ratings are left out: above zero, agreement rises without them.",
    formula: "ᾱ(without) − ᾱ(all)",
    sources: ["krippendorff2018", "miller1974"],
  },
  "rating-count": { name: "Ratings", sentence: "How many ratings there are.", formula: "count of ratings", sources: [] },
  "unit-count": { name: "Units", sentence: "How many units there are.", formula: "count of units", sources: [] },
  "units-for-width": {
    name: "Units for an interval this wide",
    sentence: "How many units it would take for an interval of alpha that reaches so far to either side, at today's spread.",
    formula: "U × (half width now / wanted)²",
    sources: ["miller1974"],
  },
  "draw-chance": {
    name: "Chance of being drawn",
    sentence: "How probable it was that this sample comes first: samples whose scores differ are likelier, and every one has a chance.",
    formula: "weight / sum of weights; weight = 1 + widest difference as a share of the scale",
    sources: [],
  },
  "criteria-cc": {
    name: "CC, criteria consistency",
    sentence: "How alike further lists of criteria are to the list that the judge proposed at temperature 0.",
    formula: "mean over lists of the mean cosine of each criterion with its most similar counterpart",
    sources: ["li2023"],
  },
  "criteria-icc": {
    name: "ICC of lists",
    sentence: "How alike the further lists are among themselves; not the intraclass correlation.",
    formula: "the same, over all pairs of further lists",
    sources: ["li2023"],
  },
  "panel-alpha": {
    name: "Alpha between experts",
    sentence: "How far experts agree beyond chance on what to do with each criterion that a judge proposed.",
    formula: "nominal α over approve, revise and delete",
    sources: ["krippendorff2018"],
  },
  "panel-share": {
    name: "What experts did with the criteria",
    sentence: "How many of the experts' decisions and additions were of this kind.",
    formula: "decisions of this kind / all decisions and additions",
    sources: ["li2023"],
  },
  redundancy: {
    name: "Correlation of two criteria",
    sentence: "How alike two criteria are scored on the same samples; near 1, one of them says nothing new.",
    formula: "ρ = r(rank of one, rank of the other) over samples",
    sources: ["spearman1904"],
  },
} as const satisfies Readonly<Record<string, Explanation>>;

/** Figures of judges: beside people and each other, score by score, their biases, and what their drafts do to people. */
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
    formula: "α(people and judge) − α(people), on the same units",
    sources: ["krippendorff2018", "miller1974"],
  },
  "alt-test": {
    name: "Alternative-annotator test",
    sentence:
      "Whether the judge could replace a person: it must be at least as close to the others as that person, for half of the people.",
    formula: "ω(ε = 0.2) ≥ 0.5",
    sources: ["calderon2025"],
  },
  "sharpened-mean": {
    name: "Sharpened mean",
    sentence:
      "People's mean score made more precise by the judge's scores of samples that nobody rated; valid if chance chose those rated.",
    formula: "mean(people) + λ (mean(judge, unrated) − mean(judge, rated))",
    sources: ["angelopoulos2023"],
  },
  flags: {
    name: "Flags",
    sentence: "What makes a criterion's figures weak: few units or inputs, no variation, a draft in view, half of the scores at the top.",
    formula: "fixed rules on the data",
    sources: [],
  },
  "beside-people": {
    name: "Correlation with the other people",
    sentence: "How a person, and the judge in their place, correlate with the mean of the remaining people on the same units.",
    formula: "r(one, mean of the others)",
    sources: ["pearson1895"],
  },
  "correlation-difference": {
    name: "Difference of two correlations",
    sentence: "How much closer to people one side is than the other, on the units of both.",
    formula: "r(first, people) − r(second, people)",
    sources: ["pearson1895", "miller1974"],
  },
  "perm-both": {
    name: "p of PERM-BOTH",
    sentence: "How probable a difference this large would be if both judges were equally close to people.",
    formula: "standardised scores of the two swapped at random, inputs whole",
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
  wasserstein: {
    name: "Points to move",
    sentence: "How many points a score must move on average for the judge's distribution to become people's.",
    formula: "W₁ = Σ |F(judge) − F(people)| × step",
    sources: [],
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
  "tie-share": {
    name: "Ties",
    sentence: "How often two outputs of one input get the same score.",
    formula: share("tied pairs of outputs", "pairs of outputs of one input"),
    sources: ["deutsch2023"],
  },
  "pair-order": {
    name: "Ordered or tied as people do",
    sentence: "How often the judge puts two outputs of one input in people's order, or ties them where people do.",
    formula: share("pairs ordered or tied alike", "pairs of outputs of one input"),
    sources: ["deutsch2023"],
  },
  "tie-threshold": {
    name: "With a tie threshold",
    sentence: "The same where small differences of the judge count as ties, the threshold chosen on other inputs.",
    formula: share("pairs ordered or tied alike", "pairs of outputs of one input"),
    sources: ["deutsch2023"],
  },
  recalibrated: {
    name: "Recalibrated score",
    sentence: "What a score of the judge is worth in people's points, never falling where the judge's score rises.",
    formula: "isotonic regression of people's mean on the judge's score",
    sources: ["zadrozny2002"],
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
  verbosity: {
    name: "For twice the length",
    sentence: "How many points more than people the judge gives when an output is twice as long.",
    formula: "slope of (judge − people) on log₂ of the length",
    sources: ["dubois2024"],
  },
  "length-partial": {
    name: "Score and length at equal human scores",
    sentence: "Whether the judge's score goes with length where people's scores are the same.",
    formula: "partial Spearman ρ(judge, length | people)",
    sources: ["spearman1904"],
  },
  "self-preference": {
    name: "Own model's outputs",
    sentence: "How many points more than people the judge gives its own model's outputs, less the same for all others.",
    formula: "mean error on own outputs − mean error on the others",
    sources: ["panickssery2024"],
  },
  "group-difference": {
    name: "Kinder to a group",
    sentence: "How far judge and people are apart in a group of samples, less the same in all others.",
    formula: "mean error in the group − mean error outside it",
    sources: ["liang1986"],
  },
  "group-p": {
    name: "p of a group",
    sentence: "How probable a difference this large would be if the judge treated all groups alike.",
    formula: "Welch's test on the means of inputs",
    sources: ["liang1986"],
  },
  "group-q": {
    name: "q of a group",
    sentence: "The same, corrected so that of the groups that hold at most one in twenty is expected to be a false alarm.",
    formula: "p × tests / rank, never falling",
    sources: ["benjamini1995"],
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
    sources: [],
  },
  behaviour: {
    name: "Who puts whom right",
    sentence: "How often people end at the majority's score, leave a wrong draft, keep their own, or are put right by the draft.",
    formula: "share of the units on which they, the draft and the majority differ in this way",
    sources: ["li2023", "liang1986"],
  },
} as const satisfies Readonly<Record<string, Explanation>>;
