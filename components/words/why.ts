/** Why a figure is missing, in a sentence. The codes are those of lib/stats and of the report; there is no other list. */
const sentences: Record<string, string> = {
  "no-units": "There are no ratings to compute it from.",
  "no-decisions": "No expert has decided or added anything in this round.",
  "no-pairable-units": "No unit has ratings by two or more of these raters.",
  "no-variation": "Every rating is the same, so agreement cannot be distinguished from chance.",
  "no-spread": "Every score is the same, so there is no spread to compare.",
  "no-interval": "There is no interval that could be narrower.",
  "constant-input": "One side gives the same score everywhere, so there is nothing to correlate.",
  "too-few": "There are too few units.",
  "out-of-scale": "A rating is outside the declared scale.",
  "no-eligible-annotators": "No annotator has rated enough units.",
  "not-identifiable": "The data do not determine it.",
  "negative-values": "The ratio level needs scores that are not negative.",
  overflow: "The numbers are too large to compute with.",
  "own-scale": "This metric has its own scale: it can be correlated with people's scores but not compared with them directly.",
  "mixed-scales": "The criteria have different scales, so their scores cannot be pooled.",
  "no-points": "The scale has no points over which scores could be spread evenly.",
  "not-timed": "No rating has both a start and an end time.",
  labels: "Labels have no order and no distances: only nominal figures are defined for them.",
  "unequal-ratings": "Kappa of several people needs the same number of ratings of every unit; alpha does not.",
  "no-blind-ratings":
    "People saw a draft before rating, or it is not known: only ratings made without one can be compared with the judge's like this.",
  "all-labelled": "People have rated every sample that the judge scored, so there is nothing to sharpen.",
  "several-draws": "Several study plans drew samples with unequal chances, so that of a sample’s label is not known.",
  "unequal-chances": "Samples were drawn with unequal chances, for which this is not worked out.",
  "out-of-reach": "No number of further scores of the judge would do: too few labels say how far people are from it.",
  "no-reliability": "People's mean is not reliable at all on these scores.",
  "no-drafts": "This person worked on no draft.",
  "no-repeats": "Nothing was given to this rater a second time in the same way.",
  "fewer-than-five": "It takes five people, each with ten units in common with another.",
  "people-alike": "All people agree alike, so there is no spread to measure by.",
  "too-few-people": "It takes three people or more to leave one out.",
  "no-two-outputs": "No input has two outputs that both have scored.",
  "none-apart": "No two systems are significantly apart.",
  "one-system": "There are no two systems to compare.",
  "one-criterion": "There are no two criteria to compare.",
  "no-lengths": "The lengths of the outputs are not known.",
  "no-own-outputs": "No system bears the judge's model's name, or all do.",
  "no-distance": "Without the draft everybody gave its score, so it could pull nobody.",
  "no-consensus": "No such draft has scores of three or more other people made without a draft.",
  "not-rated": "The judge has not rated this criterion.",
  "no-gold": "The better output is not known for any of these pairs.",
  "unknown-draft": "It is not known which drafts these people saw.",
  "no-first-score": "Nobody scored before seeing the draft.",
  "no-overall-criterion": "The task has several criteria and none of them is the overall one.",
  "no-judge-score": "No label was given beside a judge's score.",
  "no-median": "No ratings of these units are left, or no label is the most frequent.",
  "too-many-values": "There are hundreds of different scores, so how many are the same says nothing.",
  "too-many-pairs": "Inputs have so many outputs that there are millions of pairs of them.",
  "being-computed": "It is being computed.",
  "no-plain-run": "No plain run of this judge used the same prompts, so there is nothing to compare with.",
};

const intervalSentences: Record<string, string> = {
  "not-requested": "It is given without an interval.",
  "undefined-estimate": "There is no value, so there is no interval.",
  "undefined-replicates": "Leaving out some inputs makes the value undefined, so it has no interval.",
  "degenerate-replicates": "Leaving out any input changes nothing, so there is no interval.",
  "too-few": "There are too few inputs for an interval.",
  "being-computed": "Its interval is being computed.",
  "few-fixed": "Systems are few and fixed, so it is given without an interval.",
  "small-group": "Fewer than 20 units are in the group, or in all others, so it has no interval and is not tested.",
  "repeated-inputs": "Inputs repeat among the pairs, and the usual interval assumes independent ones.",
};

const unknown = (code: string) => `It is not defined (${code.replaceAll("-", " ")}).`;

/** The sentence for a figure without a value. */
export function whySentence(why: string | null | undefined): string {
  if (!why) return "It was not computed.";
  return sentences[why] ?? intervalSentences[why] ?? unknown(why);
}

/** The sentence for a figure with a value but no interval. */
export function intervalWhySentence(why: string | null | undefined): string {
  if (!why) return "No interval was computed.";
  return intervalSentences[why] ?? sentences[why] ?? unknown(why);
}

/** A figure's interval, or the sentence for one without. */
export const intervalOrWhy = <T>({ interval, intervalWhy }: { interval?: T | null; intervalWhy?: string | null }): T | string =>
  interval ?? intervalWhySentence(intervalWhy);
