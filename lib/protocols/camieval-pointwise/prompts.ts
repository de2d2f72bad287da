import { instruction, writePrompt, writerPrompt } from "../camieval-pairwise/prompts";
import { materialPlaces, materialRule } from "../material";
import { verdictPlaces } from "../pairwise/verdict-form";
import type { Prompt } from "../protocol";

const formPlaces = { json: verdictPlaces.json, text: verdictPlaces.text };
const criterionPlaces = { criterion: "the name and definition of what is scored", scale: "its scale in words" };

const judged = `${instruction}A reference, as one example of a good {{outputName}}; another way of doing it may be as good:
{{reference}}

The {{outputName}} to evaluate:
{{output}}

`;

const form = `{{#text}}Work in this order, and write exactly these parts, each on its own line:
Conclusion: one sentence that says how far the {{outputName}} meets it.
Explanation: two to four sentences that verify this, step by step.
Score: the number alone, from the scale above.
Evidence:
- "words copied exactly from the {{outputName}}" and what they show, one such line for each piece of evidence, at most five.{{/text}}{{#json}}Work in this order, and reply with one JSON object that has exactly these keys:
"conclusion": one sentence that says how far the {{outputName}} meets it.
"explanation": two to four sentences that verify this, step by step.
"score": the number alone, from the scale above.
"evidence": a list of at most five objects, each with "quote", words copied exactly from the {{outputName}}, and "comment", what they show.{{/json}}`;

export const camievalPointwisePrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You evaluate texts that were written for an instruction, for a person who will check every line you write.",
      materialRule,
      "Judge only what is asked about. Say nothing that the material does not show.",
    ].join("\n"),
    places: {},
    required: [],
  },
  writer: writerPrompt,
  reference: writePrompt("The judge's own output, as a reference", "Write the best {{outputName}} that you can for it."),
  weak: writePrompt("The weak model's output", "Write a {{outputName}} for it."),
  contrast: {
    title: "Dimensions from the contrast of a good and a weak output",
    text: `${instruction}A good {{outputName}} for it:
{{reference}}

A weak {{outputName}} for it:
{{weak}}

Compare the two, and find the {{count}} respects in which it matters most, for exactly this {{inputName}}, how well a {{outputName}} does. Each is one dimension: a name of a few words, and a definition of one or two sentences that says what a good text does in it and what a weak one does not. The definitions must make sense to someone who sees neither of the two texts. No two dimensions may ask for the same, and none may be the overall quality.

{{#text}}Write exactly these parts, each on its own line:
{{parts}}{{/text}}{{#json}}Reply with one JSON object with the key "dimensions": a list of exactly {{count}} objects, each with "name" and "definition".{{/json}}`,
    places: {
      ...materialPlaces,
      ...formPlaces,
      weak: "the weak model's output, between tags",
      count: "how many dimensions are wanted",
      parts: "the parts of a reply in lines, a name and a definition for each",
    },
    required: ["input", "reference", "weak", "count", "parts"],
  },
  dimension: {
    title: "One dimension",
    text: `${judged}Evaluate it in one respect only:
{{criterion}}

{{scale}}

${form}`,
    places: { ...materialPlaces, ...formPlaces, ...criterionPlaces, criterion: "the dimension's name and definition, between tags" },
    required: ["input", "output", "criterion", "scale"],
  },
  overall: {
    title: "The overall score, after the dimensions",
    text: `${judged}It has been evaluated in these respects:
{{evaluations}}

Now evaluate it as a whole. Take these evaluations into account, weigh them as this {{inputName}} deserves, and do not simply average them.

Criterion: {{criterion}}

{{scale}}

${form}`,
    places: { ...materialPlaces, ...formPlaces, ...criterionPlaces, evaluations: "what was said of each dimension, between tags" },
    required: ["input", "output", "evaluations", "criterion", "scale"],
  },
} as const satisfies Record<string, Prompt>;
