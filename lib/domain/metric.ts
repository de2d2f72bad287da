import { z } from "zod";
import type { CriterionContent, Scale } from "./criterion";

export const metricName = z.enum(["string-match", "answer-match", "rouge-l", "chrf", "length"]);
export type MetricName = z.infer<typeof metricName>;

/** A metric judge's options: which metric it is. */
export const metricOptions = z.object({ metric: metricName });

export interface MetricDeclaration {
  name: MetricName;
  title: string;
  /** For people: what the number means, and how the texts are read. */
  definition: string;
  scale: Scale;
  needsReference: boolean;
  source: string;
}

/** How `lib/metrics` splits a text, for the definitions of the metrics that count words. */
const wordsExplained =
  "A word is a run of letters, marks and digits; anything else separates (don't is two). In scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) each letter with its marks is a word.";

/** The metrics, each with its own declared scale. */
export const metricDeclarations: Readonly<Record<MetricName, MetricDeclaration>> = {
  "string-match": {
    name: "string-match",
    title: "String match",
    definition: `1 when every word of the reference occurs in the output, 0.5 when some do, 0 when none does. Neither order nor number counts, and upper and lower case are the same. ${wordsExplained}`,
    scale: {
      min: 0,
      max: 1,
      step: 0.5,
      levels: [
        { value: 0, label: "None", description: "No word of the reference occurs." },
        { value: 0.5, label: "Some", description: "Some words of the reference occur." },
        { value: 1, label: "All", description: "All words of the reference occur." },
      ],
    },
    needsReference: true,
    source: "Chouguley (2024): Fine-grained evaluation of VLMs using LLM-as-Judge, section 7.4.",
  },
  "answer-match": {
    name: "answer-match",
    title: "Answer match",
    definition:
      "1 when output and reference are equal, 0.5 when one contains the other as whole words, 0 otherwise. Before that both are written in lower case with full-width characters as plain ones; white space counts as one space, and quotation marks, brackets and closing punctuation round the whole text are left off.",
    scale: {
      min: 0,
      max: 1,
      step: 0.5,
      levels: [
        { value: 0, label: "Different", description: "Neither contains the other." },
        { value: 0.5, label: "Contained", description: "One contains the other." },
        { value: 1, label: "Equal", description: "Both are equal but for case, white space and outer punctuation." },
      ],
    },
    needsReference: true,
    source: "Exact and partial match, as is customary in question answering.",
  },
  "rouge-l": {
    name: "rouge-l",
    title: "ROUGE-L",
    definition: `The longest sequence of words that output and reference have in common, in order but not necessarily side by side, twice its length over the words of both (F-measure, precision and recall weighing the same). Upper and lower case are the same; words are not stemmed. ${wordsExplained}`,
    scale: { min: 0, max: 1, step: null, levels: [] },
    needsReference: true,
    source: "Lin (2004): ROUGE: A Package for Automatic Evaluation of Summaries.",
  },
  chrf: {
    name: "chrf",
    title: "chrF",
    definition:
      "How far output and reference consist of the same sequences of 1 to 6 characters: precision and recall are averaged over the lengths that both texts reach, and combined with recall weighing twice as much (F-measure, beta 2), times 100. White space is left out; case and punctuation count.",
    scale: { min: 0, max: 100, step: null, levels: [] },
    needsReference: true,
    source: "Popović (2015): chrF: character n-gram F-score for automatic MT evaluation; beta 2 as in Popović (2016).",
  },
  length: {
    name: "length",
    title: "Length",
    definition: `How many words the output has. ${wordsExplained}`,
    // A scale needs an upper end, unlike a length: this one is longer than any text that people judge, so no length is cut off.
    scale: { min: 0, max: 1_000_000, step: 1, levels: [] },
    needsReference: false,
    source: "Dubois et al. (2024): Length-Controlled AlpacaEval: how far judges merely prefer what is longer.",
  },
};

/** The one criterion of a metric's run over a pointwise task. */
export function metricCriterion(name: MetricName): CriterionContent {
  const { title, definition, scale } = metricDeclarations[name];
  return { name: title, definition, scale, overall: false };
}
