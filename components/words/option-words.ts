/** Label, hint and option names of a protocol option. */
export interface OptionWords {
  label?: string;
  hint?: string;
  /** For an option with a few values. */
  values?: Record<string, string>;
}

const generated = { none: "None", generated: "Written by the judge", given: "The sample's own" };

/** By protocol and option. An option missing here gets a label derived from its name. */
const words: Record<string, Record<string, OptionWords>> = {
  direct: {
    explanation: {
      label: "A short reason before the score",
      hint: "Otherwise the score or verdict alone: cheapest, and nothing to redline.",
    },
  },
  "step-by-step": {
    order: {
      label: "Order of the reply",
      values: { "evidence-first": "Evidence and explanation before the score", "conclusion-first": "Conclusion first, evidence last" },
    },
  },
  "camieval-pointwise": {
    dimensions: {
      label: "Dimensions for each sample",
      hint: "How many the judge makes for each instruction, 0 to 8, besides relevance, factuality and adherence.",
    },
    scoring: {
      label: "How dimensions are scored",
      values: { together: "All in one reply, as in the paper", "one-by-one": "One question for each, with quotations" },
    },
    reference: { label: "Reference output", values: generated },
  },
  "camieval-pairwise": {
    questionsPerDimension: {
      label: "Questions for each dimension",
      hint: "Yes/no questions for each of relevance, factuality and adherence, 1 to 5.",
    },
    reference: { label: "Reference output", values: generated },
  },
  rubric: {
    steps: { label: "Evaluation steps", hint: "What to do before scoring, one step per line." },
    examples: { label: "Scored examples" },
    reference: { label: "The sample's reference", values: { given: "Shown if there is one", none: "Not shown" } },
  },
  critique: {
    reference: { label: "The sample's reference", values: { given: "Shown if there is one", none: "Not shown" } },
    chain: {
      label: "How critiques are made",
      hint: "Two ways: from each output to the pair and from the referenced to the free, in both orders. Pairs on which they disagree are dropped.",
      values: { single: "In one question", "multi-path": "In two ways, kept where they agree" },
    },
    samples: {
      label: "Critiques for each sample",
      hint: "1 to 20. Several are averaged; for pairs, the most frequent label counts.",
    },
    temperature: { label: "Temperature of several critiques", hint: "0 to 2. A single critique uses the judge's own temperature." },
    feedback: {
      label: "Revise the output and judge it again",
      hint: "The reviser rewrites the output following the critique; the judge scores both.",
    },
  },
};

/** The labels of a protocol option; empty if there are none. */
export const optionWords = (protocol: string, option: string): OptionWords => words[protocol]?.[option] ?? {};
