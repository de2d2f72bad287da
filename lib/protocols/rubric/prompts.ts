import { materialPlaces, materialRule } from "../material";
import type { Prompt } from "../protocol";

const { inputName, outputName } = materialPlaces;
const key = "the short key of the metric: m1, m2 and so on";

export const rubricPrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You score one text by a rubric: several metrics, each with a scale of its own, for a person who will check every score.",
      materialRule,
      "Score each metric by itself, by what its points mean. Say nothing that the material does not show.",
    ].join("\n"),
    places: {},
    required: [],
  },
  rubric: {
    title: "All metrics of a sample",
    text: `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}The metrics:

{{metrics}}

{{#steps}}Work through these steps before you score:
{{steps}}

{{/steps}}{{#examples}}Examples that were scored before, to show how strict to be:

{{examples}}

Now the one to score.

{{/examples}}The {{inputName}}:
{{input}}

{{#image}}The picture that belongs to the {{inputName}} comes with this message.

{{/image}}{{#reference}}What is known to be true, to check the {{outputName}} against:
{{reference}}

{{/reference}}The {{outputName}} to score:
{{output}}

{{#text}}Write exactly these parts, each on its own line:
{{lines}}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys: {{keys}}. Each holds an object with exactly these keys:
"reason": one or two sentences that say what in the {{outputName}} leads to the score.
"score": the number alone, from the scale of that metric.{{/json}}`,
    places: {
      ...materialPlaces,
      metrics: "all metrics, each as the prompt for one metric says",
      steps: "the judge's evaluation steps, numbered",
      examples: "the judge's examples, each as the prompt for one example says",
      image: "kept where the sample has a picture",
      lines: "the lines to write for every metric",
      keys: "the keys of all metrics",
      json: "kept where the reply is held to a JSON schema",
      text: "kept where the reply is written as lines",
    },
    required: ["metrics", "input", "output", "lines"],
  },
  metric: {
    title: "One metric",
    text: "{{key}}: {{criterion}}\n{{scale}}",
    places: { key, criterion: "the metric's name and definition", scale: "its scale in words, with what each point means" },
    required: ["key", "criterion", "scale"],
  },
  lines: {
    title: "The lines to write for one metric",
    text: "{{key}} reason: one or two sentences that say what in the {{outputName}} leads to the score.\n{{key}} score: {{points}}.",
    places: { key, points: "the scores that may be given", outputName },
    required: ["key", "points"],
  },
  example: {
    title: "One scored example",
    text: `Example {{number}}, the {{inputName}}:
{{input}}

{{#reference}}What is known to be true:
{{reference}}

{{/reference}}The {{outputName}}:
{{output}}

Its scores:
{{scores}}`,
    places: {
      inputName,
      outputName,
      number: "which example this is, from 1",
      input: "the example's input, between tags",
      output: "the example's output, between tags",
      reference: "the example's reference, between tags",
      scores: "one line per metric: key, score, reason",
    },
    required: ["input", "output", "scores"],
  },
} as const satisfies Record<string, Prompt>;
