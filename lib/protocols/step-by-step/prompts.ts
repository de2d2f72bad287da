import { answerKey, answerLine, answerPlaces } from "../answer-form";
import { materialPlaces, materialRule } from "../material";
import type { Prompt } from "../protocol";

const formPlaces = {
  json: "kept where the reply is held to a JSON schema",
  text: "kept where the reply is written as lines",
  evidenceFirst: "kept where evidence and explanation come before the score",
  conclusionFirst: "kept where the conclusion comes first",
};
const criterionPlaces = { ...answerPlaces, criterion: "the criterion's name and definition", scale: "the criterion's scale in words" };

const said = {
  conclusion: "one sentence that says whether and how far the {{outputName}} meets the criterion.",
  explanation: "two to four sentences that verify the {{outputName}} against the criterion, step by step.",
};
const evidence = {
  line: 'Evidence:\n- "words copied exactly from the {{outputName}}" and what they show, one such line for each piece of evidence, at most five.',
  key: '"evidence": a list of at most five objects, each with "quote", words copied exactly from the {{outputName}}, and "comment", what they show.',
};
const conclusionLines = `Conclusion: ${said.conclusion}`;
const explanationLines = `Explanation: ${said.explanation}`;
const conclusionKey = `"conclusion": ${said.conclusion}`;
const explanationKey = `"explanation": ${said.explanation}`;

/** The parts in the order that the judge's options say: the reasons before the score, or the conclusion first. */
const form = `{{#text}}Work in this order, and write exactly these parts, each on its own line:
{{#evidenceFirst}}${[evidence.line, explanationLines, conclusionLines, answerLine].join("\n")}{{/evidenceFirst}}{{#conclusionFirst}}${[conclusionLines, explanationLines, answerLine, evidence.line].join("\n")}{{/conclusionFirst}}{{/text}}{{#json}}Work in this order, and reply with one JSON object that has exactly these keys:
{{#evidenceFirst}}${[evidence.key, explanationKey, conclusionKey, answerKey].join("\n")}{{/evidenceFirst}}{{#conclusionFirst}}${[conclusionKey, explanationKey, answerKey, evidence.key].join("\n")}{{/conclusionFirst}}{{/json}}`;

export const stepByStepPrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You evaluate one text against one criterion, for a person who will check every line you write.",
      materialRule,
      "Judge only the criterion that is asked about. Say nothing that the material does not show.",
    ].join("\n"),
    places: {},
    required: [],
  },
  criterion: {
    title: "One criterion",
    text: `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}The {{inputName}}:
{{input}}

{{#reference}}A reference, as one example of a good {{outputName}}:
{{reference}}

{{/reference}}The {{outputName}} to evaluate:
{{output}}

Criterion: {{criterion}}

{{scale}}

${form}`,
    places: { ...materialPlaces, ...criterionPlaces, ...formPlaces },
    required: ["input", "output", "criterion", "scale"],
  },
  nextCriterion: {
    title: "The next criterion, in the same conversation",
    text: "Now the next criterion, about the same {{outputName}}.\n\nCriterion: {{criterion}}\n\n{{scale}}",
    places: { ...materialPlaces, ...criterionPlaces },
    required: ["criterion", "scale"],
  },
  overall: {
    title: "The overall score, after the criteria",
    text: `Now the {{outputName}} as a whole. Take your evaluations above into account, weigh them as this {{outputName}} deserves, and do not simply average them.

Criterion: {{criterion}}

{{scale}}

${form}`,
    places: { ...materialPlaces, ...criterionPlaces, ...formPlaces },
    required: ["criterion", "scale"],
  },
} as const satisfies Record<string, Prompt>;
