import { answerKey, answerLine, answerPlaces } from "../answer-form";
import { materialPlaces, materialRule } from "../material";
import { claimPrompt, reviewPrompt } from "../pairwise/prompts";
import { verdictPlaces } from "../pairwise/verdict-form";
import type { Prompt } from "../protocol";

const { choices, json, text } = verdictPlaces;
const formPlaces = { json, text };
const explained = { explanation: "kept where a short reason is wanted" };

const given = `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}The {{inputName}}:
{{input}}

{{#reference}}A reference, as one example of a good {{outputName}}:
{{reference}}

{{/reference}}`;

export const directPrompts = {
  system: {
    title: "Who the judge is",
    text: ["You evaluate texts, each as a whole, for a person who will check your judgement.", materialRule].join("\n"),
    places: {},
    required: [],
  },
  pointwise: {
    title: "One output",
    text: `${given}The {{outputName}} to evaluate:
{{output}}

How good is this {{outputName}}, all in all? {{criterion}}

{{scale}}

{{#text}}Write exactly these parts, nothing else, each on its own line:
{{#explanation}}Explanation: the reason, in one or two sentences.
{{/explanation}}${answerLine}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys:
{{#explanation}}"explanation": the reason, in one or two sentences.
{{/explanation}}${answerKey}{{/json}}`,
    places: {
      ...materialPlaces,
      ...formPlaces,
      ...explained,
      ...answerPlaces,
      criterion: "the overall criterion's name and definition",
      scale: "the overall criterion's scale in words",
    },
    required: ["input", "output", "scale"],
  },
  pairwise: {
    title: "Two outputs",
    text: `${given}Here are two {{outputName}} texts. The first, called [A]:
{{outputA}}

The second, called [B]:
{{outputB}}

Which of the two is better, all in all? {{criterion}} The order in which they stand here means nothing.

{{#text}}Write exactly these parts, nothing else, each on its own line:
{{#explanation}}Explanation: the reason, in one or two sentences, with the two texts called [A] and [B].
{{/explanation}}Verdict: one of {{choices}}.{{/text}}{{#json}}Reply with one JSON object that has exactly these keys:
{{#explanation}}"explanation": the reason, in one or two sentences, with the two texts called [A] and [B].
{{/explanation}}"verdict": one of {{choices}}.{{/json}}`,
    places: { ...materialPlaces, ...formPlaces, ...explained, choices, criterion: "the overall criterion's name and definition" },
    required: ["input", "outputA", "outputB", "choices"],
  },
  review: reviewPrompt,
  interference: claimPrompt,
} as const satisfies Record<string, Prompt>;
