import type { Explanation } from "./explanation";

const share = (of: string, among: string) => `${of} / ${among}`;

/** Figures of people: reliability, and how each person rates. */
export const explanationsOfPeople = {
  "reach-chance": {
    name: "Chance that alpha reaches a mark",
    sentence: "How sure it is that alpha is at least this high, if other inputs had been drawn: it says more than the value alone.",
    formula: share("bootstrap samples of the inputs with alpha ≥ the mark, or in which nothing varies", "bootstrap samples"),
    sources: ["krippendorff2018", "efron1987"],
  },
  gwet: {
    name: "Gwet's AC2 (AC1 of labels)",
    sentence: "Agreement beyond chance that stays high where nearly everybody gives one score; read beside alpha, not in its place.",
    formula: "(pₐ − pₑ) / (1 − pₑ), pₑ from the mean shares of the scores, quadratic weights",
    sources: ["gwet2008"],
  },
  "several-acceptable": {
    name: "Ratings with several acceptable scores",
    sentence: "How often somebody marked another score as also acceptable, besides the one given.",
    formula: share("ratings with two or more acceptable scores", "ratings"),
    sources: ["guerdan2025"],
  },
  "accepted-share": {
    name: "Accepted scores",
    sentence: "How often one's score is acceptable to another person, who may have given it or marked it.",
    formula: `${share("pairs in which one's score is acceptable to the other", "pairs of a unit's ratings")}, mean over units`,
    sources: ["guerdan2025"],
  },
  "accepted-difference": {
    name: "Accepted more often",
    sentence: "Above 0, people accept the judge's score more often than another person's, on the same units.",
    formula: "share of people who accept the judge's score − share of pairs in which one person accepts the other's",
    sources: ["guerdan2025"],
  },
  "accepted-divergence": {
    name: "Divergence",
    sentence:
      "How differently the judge's scores are spread from those acceptable to people, on units with one median: 0 alike, 1 nothing shared.",
    formula: "(KL(p ‖ m) + KL(q ‖ m)) / 2 in bits, m = (p + q) / 2",
    sources: ["elangovan2025", "lin1991"],
  },
  "icc-one": {
    name: "Reliability of one person's score",
    sentence: "How much of the variation of a single person's score is between outputs rather than between people.",
    formula: "ICC(A,1) = (MSᵣ − MSₑ) / (MSᵣ + (k − 1) MSₑ + k (MS_c − MSₑ) / n); approximate: α at interval level",
    sources: ["mcgraw1996", "krippendorff2018"],
  },
  "icc-mean": {
    name: "Reliability of people's mean",
    sentence: "The same for the mean of all people who rated the units: more people make it higher.",
    formula: "ICC(A,k) = (MSᵣ − MSₑ) / (MSᵣ + (MS_c − MSₑ) / n); approximate: k α / (1 + (k − 1) α), k ratings of a unit",
    sources: ["mcgraw1996", "spearman1910"],
  },
  "ratings-of-unit": {
    name: "Ratings of a unit",
    sentence: "How many people rated a unit on average, where the reliability of their mean is approximate.",
    formula: "ratings / units with a rating",
    sources: [],
  },
  ceiling: {
    name: "Greatest correlation",
    sentence: "What a perfect judge could correlate with people's mean, which is itself not fully reliable.",
    formula: "√ICC(A,k), or the root of its approximation",
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
    sentence: "How often a score is at most one point from the mean of the others; of labels, how often it is most people's.",
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
  "people-count": { name: "People", sentence: "How many people the row's figures are of.", formula: "count of people", sources: [] },
  "sample-count": { name: "Samples", sentence: "How many samples the row's figures are of.", formula: "count of samples", sources: [] },
  "criterion-count": {
    name: "Criteria",
    sentence: "How many criteria the experts redlined; those that they added are not counted.",
    formula: "count of criteria",
    sources: [],
  },
  "rating-count": { name: "Ratings", sentence: "How many ratings there are.", formula: "count of ratings", sources: [] },
  "unit-count": { name: "Units", sentence: "How many units there are.", formula: "count of units", sources: [] },
  "units-for-width": {
    name: "Units for an interval this wide",
    sentence: "How many units it would take for an interval of alpha that reaches so far to either side, at today's spread.",
    formula: "U × ((α − low) / wanted)²",
    sources: ["miller1974"],
  },
  "draw-chance": {
    name: "Chance of being drawn",
    sentence: "How probable it was that this sample is drawn: likelier where judges differ, and possible everywhere.",
    formula:
      "1 − t^weight, t the greatest u^(1 / weight) not drawn; weight = 1 + widest difference of two judges as a share of the scale; first: weight / sum",
    sources: ["cohen2007"],
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
