import { instruction, questionsPrompt, writePrompt, writerPrompt } from "../camieval-pairwise/prompts";
import { materialPlaces, materialRule } from "../material";
import { verdictPlaces } from "../pairwise/verdict-form";
import type { Prompt } from "../protocol";

const formPlaces = { json: verdictPlaces.json, text: verdictPlaces.text };
const bandPlaces = {
  bands: "what a text must be for each band of the scale, and what the reference itself would get",
  levels: "kept where the scale says itself what some of its scores mean",
};
const criterionPlaces = { ...bandPlaces, criterion: "the name and definition of what is scored", scale: "its scale in words" };

const judged = `${instruction}A reference, as one example of a good {{outputName}}; another way of doing it may be as good:
{{reference}}

The {{outputName}} to evaluate:
{{output}}

`;

const strictness = `{{#bands}}Score as strictly as you can, by these bands:
{{bands}}
{{#levels}}Where the scale above says what a score means, that takes precedence over the bands.
{{/levels}}
{{/bands}}`;

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
  questions: questionsPrompt,
  writer: writerPrompt,
  reference: writePrompt("The judge's own output, as a reference", "Write the best {{outputName}} that you can for it."),
  weak: writePrompt("The weak model's output", "Write one {{outputName}} for it."),
  contrast: {
    title: "Dimensions from the contrast of a good and a weak output",
    text: `${instruction}A good {{outputName}} for it:
{{reference}}

A weak {{outputName}} for it:
{{weak}}

{{#fundamentals}}Every {{outputName}} for it is judged in these respects already:
{{fundamentals}}

{{/fundamentals}}Work in this order. First read both texts and compare them: where exactly does the weak one fall short of the good one? Then think about what the respects above leave out of account. Only then name the {{count}} further respects in which it matters most, for exactly this {{inputName}}, how well a {{outputName}} does. Each is one dimension: a name of a few words, and a definition of one or two sentences that says what a good text does in it and what a weak one does not. The definitions must make sense to someone who sees neither of the two texts. No two dimensions may ask for the same, none may ask for what is judged already, and none may be the overall quality.

{{#text}}Write exactly these parts, each on its own line:
Comparison: two to five sentences on where the weak text falls short of the good one.
Thinking: one to three sentences on what is not judged yet.
{{parts}}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys, in this order:
"comparison": two to five sentences on where the weak text falls short of the good one.
"thinking": one to three sentences on what is not judged yet.
"dimensions": a list of exactly {{count}} objects, each with "name" and "definition".{{/json}}`,
    places: {
      ...materialPlaces,
      ...formPlaces,
      weak: "the weak model's output, between tags",
      fundamentals: "relevance, factuality and adherence with their questions about this input, between tags",
      count: "how many dimensions are wanted",
      parts: "the parts of a reply in lines, a name and a definition for each",
    },
    required: ["input", "reference", "weak", "count", "parts"],
  },
  together: {
    title: "All dimensions and the overall score",
    text: `${judged}The dimensions to judge it by, each with its key:
{{dimensions}}

And as a whole, with the key {{overallKey}}: {{criterion}}

{{scale}}

${strictness}Work in this order:
1. Compare the {{outputName}} with the reference; name every point in which it falls short, and say why.
2. Judge each dimension: first the reason, then its score.
3. Bring these judgements together in one score for the whole: first the reason, then the score.

{{#text}}Write exactly these parts, each on its own line:
Comparison: two to five sentences on where the {{outputName}} falls short of the reference.
{{lines}}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys, in this order: "comparison", {{keys}}.
"comparison": two to five sentences on where the {{outputName}} falls short of the reference.
Each other key holds an object with exactly these keys:
"reason": one to three sentences that say what in the {{outputName}} leads to the score.
"score": the number alone, from the scale above.{{/json}}`,
    places: {
      ...materialPlaces,
      ...formPlaces,
      ...criterionPlaces,
      dimensions: "all dimensions with their keys, between tags",
      overallKey: "the key of the overall score",
      lines: "the lines to write for each dimension and for the whole",
      keys: "the keys of the dimensions and of the whole",
    },
    required: ["input", "output", "dimensions", "overallKey", "criterion", "scale", "lines", "keys"],
  },
  dimension: {
    title: "One dimension, where each is scored by itself",
    text: `${judged}Evaluate it in one respect only:
{{criterion}}

{{scale}}

${strictness}${form}`,
    places: { ...materialPlaces, ...formPlaces, ...criterionPlaces, criterion: "the dimension's name and definition, between tags" },
    required: ["input", "output", "criterion", "scale"],
  },
  overall: {
    title: "The overall score, where each dimension was scored by itself",
    text: `${judged}It has been evaluated in these respects:
{{evaluations}}

Now evaluate it as a whole. Take these evaluations into account, weigh them as this {{inputName}} deserves, and do not simply average them.

Criterion: {{criterion}}

{{scale}}

${strictness}${form}`,
    places: { ...materialPlaces, ...formPlaces, ...criterionPlaces, evaluations: "what was said of each dimension, between tags" },
    required: ["input", "output", "evaluations", "criterion", "scale"],
  },
} as const satisfies Record<string, Prompt>;
