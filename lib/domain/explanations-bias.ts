import type { Explanation } from "./explanation";

/** Figures of where a judge errs systematically. */
export const explanationsOfBias = {
  halo: {
    name: "Halo",
    sentence:
      "How alike two criteria are scored on average; higher for the judge than for people, one impression may colour all its criteria.",
    formula: "mean over pairs of criteria of Spearman's ρ, on the samples with all four scores",
    sources: ["spearman1904"],
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
  "equal-length-mean": {
    name: "Mean score at equal length",
    sentence:
      "What the judge's mean score of a system would be, were its outputs as long as all are on average: what twice the length brings among the outputs of one input is taken out, whether or not the longer one is better.",
    formula: "mean score − g (mean log₂ of its lengths − that of all); g by least squares: score = input + system + g log₂ length",
    sources: ["dubois2024", "liang1986"],
  },
  "self-preference": {
    name: "Own model's outputs",
    sentence: "How many points more than people the judge gives its own model's outputs, less the same for all others.",
    formula: "mean error on own outputs − mean error on the others",
    sources: ["panickssery2024"],
  },
  "equal-opportunity": {
    name: "Equal opportunity, own less others",
    sentence:
      "How much more often the judge prefers what people prefer where that is its own model's output: above zero it favours its own beyond what people see in it.",
    formula: "P(judge own | people own) − P(judge other | people other), ties left out",
    sources: ["wataoka2024"],
  },
  "group-difference": {
    name: "Kinder to a group",
    sentence:
      "How far judge and people are apart in a group of samples, less the same in all others of its kind. Groups share a system, a subset, a value in a column of the import's own (those with 2 to 20 different short values, the first eight by name), or the month (UTC) in which people first rated the unit, by the ratings that the figure rests on; the day, where all were first rated in one month. Ratings imported without a time count on the day of their import.",
    formula: "mean error in the group − mean error outside it",
    sources: ["liang1986"],
  },
  "form-difference": {
    name: "Kinder to a form",
    sentence:
      "How far judge and people are apart on outputs that look so, less the same on all others. Recognised by rules from an output's first 2,000 characters: Markdown's headings (# …), bold (**…**) and code blocks (```); lines that begin with -, *, • or a number; a beginning that declines in English (I'm sorry, I cannot, As an AI); letters of another script than Latin among the first 200 characters, which take more than 1.5 bytes on average.",
    formula: "mean error with the form − mean error without it; 20 units or more of each",
    sources: ["liang1986"],
  },
  "group-p": {
    name: "p of a group",
    sentence: "How probable a difference this large would be if the judge treated all groups, or forms, alike.",
    formula: "cluster-robust t test, the units of an input kept together",
    sources: ["liang1986"],
  },
  "group-q": {
    name: "q of a group",
    sentence: "The same, corrected so that of the groups, or forms, that hold at most one in twenty is expected to be a false alarm.",
    formula: "p × tests / rank, never falling",
    sources: ["benjamini1995"],
  },
} as const satisfies Readonly<Record<string, Explanation>>;
