import { type MetricDeclaration, type MetricName, metricDeclarations } from "@/lib/domain/metric";
import { answerMatch } from "./answer-match";
import { chrf } from "./chrf";
import { rougeL } from "./rouge-l";
import { stringMatch } from "./string-match";
import { splitWords } from "./words";

/** A metric's input. */
export interface MeasuredText {
  output: string;
  reference: string | null;
}

/** Why there is no score. */
export interface NoScore {
  why: string;
}

export interface Metric extends MetricDeclaration {
  /** The score on the metric's own scale, never rounded; or why there is none. */
  score(text: MeasuredText): number | NoScore;
}

/** A metric that compares with the reference by `measure`, which is null if the reference holds nothing to compare with. */
function comparison(name: MetricName, measure: (output: string, reference: string) => number | null): Metric {
  const declaration = metricDeclarations[name];
  return {
    ...declaration,
    score({ output, reference }) {
      if (reference === null || reference.trim() === "") return { why: `${declaration.title} needs a reference, and the sample has none.` };
      return measure(output, reference) ?? { why: `${declaration.title} needs a reference with words in it.` };
    },
  };
}

/** The metrics by name. */
export const metrics: Readonly<Record<MetricName, Metric>> = {
  "string-match": comparison("string-match", stringMatch),
  "answer-match": comparison("answer-match", answerMatch),
  "rouge-l": comparison("rouge-l", rougeL),
  chrf: comparison("chrf", chrf),
  length: {
    ...metricDeclarations.length,
    score({ output }) {
      const words = splitWords(output).length;
      const { max } = metricDeclarations.length.scale;
      return words <= max ? words : { why: `The output has ${words} words, more than the scale's ${max}.` };
    },
  },
};
