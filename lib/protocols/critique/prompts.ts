import { materialPlaces, materialRule } from "../material";
import type { Prompt } from "../protocol";

const endings = {
  score: { text: "Score: the number alone, from the scale above.", json: '"score": the number alone, from the scale above.' },
  verdict: { text: "Verdict: one of {{choices}}.", json: '"verdict": one of {{choices}}.' },
};

/** Asks for the given parts, as JSON or as lines; each part is a label and what to write. */
const parts = (
  asked: [label: string, what: string][],
  ending: keyof typeof endings,
) => `{{#text}}Write exactly these parts, each on its own line:
${asked.map(([label, what]) => `${label}: ${what}`).join("\n")}
${endings[ending].text}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys:
${asked.map(([label, what]) => `"${label.toLowerCase()}": ${what}`).join("\n")}
${endings[ending].json}{{/json}}`;

const ofOne =
  "three to eight sentences in one paragraph: what the {{outputName}} does well, what it gets wrong or leaves out, and how much each weighs.";
const ofPair =
  "three to eight sentences in one paragraph: what [A] and [B] do well or badly beside each other, and what decides between them.";

/** A critique based on earlier ones is drafted, reflected on, and modified where that is called for. */
const reflected = (what: string, reflection: string): [string, string][] => [
  ["Draft", `a first version of the critique, ${what}`],
  ["Reflection", reflection],
  ["Critique", "the critique after that reflection, modified wherever it calls for it."],
];
const onBothCritiques =
  "one or two sentences on the two critiques that you started from: hold them against the texts, and name every point of praise or fault in which one of them is wrong; or say that there is none.";
const onConsistency = (result: string) =>
  `one or two sentences on whether the draft and the ${result} still go together: does what the draft says lead to that ${result}? If not, say what has to be modified, the draft or the ${result}.`;

const task = `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}The {{inputName}}:
{{input}}

`;
const referenceOf = `{{#reference}}A reference, as one example of a good {{outputName}}:
{{reference}}

{{/reference}}`;
const one = `The {{outputName}} to criticise:
{{output}}

`;
const pair = `The {{outputName}} called [A]:
{{outputA}}

The {{outputName}} called [B]:
{{outputB}}

`;
const criterion = "Criterion: {{criterion}}\n\n";
const criterionAndScale = `${criterion}{{scale}}\n\n`;
const useReference =
  "{{#reference}}\nUse the reference to see what is missing or wrong. A {{outputName}} may differ from it and still be good.{{/reference}}";
const sides = "\nCall the two texts [A] and [B], exactly so, wherever you mention them.";

const forms = { json: "kept where the reply is held to a JSON schema", text: "kept where the reply is written as lines" };
const places = { ...materialPlaces, ...forms, criterion: "the overall criterion's name and definition" };
const scalePlace = { ...places, scale: "the scale in words" };
const choicesPlace = { ...places, choices: "what may be chosen: [A], [B] and, where the criterion's scale has it, tie" };
const earlier = { critique: "the critique that was made with the reference, between tags", conclusion: "its score or verdict" };

export const critiquePrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You write critiques of texts: careful, specific, fair, and useful to somebody who wants to improve the text.",
      materialRule,
      "Say nothing that the material does not show. Length and polish are no merits by themselves.",
    ].join("\n"),
    places: {},
    required: [],
  },
  pointwise: {
    title: "Critique of one output",
    text: `${task}${referenceOf}${one}${criterionAndScale}Write a critique of the {{outputName}}, then score it.${useReference}\n\n${parts([["Critique", ofOne]], "score")}`,
    places: scalePlace,
    required: ["input", "output", "scale"],
  },
  pairwise: {
    title: "Critique of a pair",
    text: `${task}${referenceOf}${pair}${criterion}Write a critique that compares the two, then decide which is better. The order in which they are shown means nothing.${useReference}${sides}\n\n${parts([["Critique", ofPair]], "verdict")}`,
    places: choicesPlace,
    required: ["input", "outputA", "outputB", "choices"],
  },
  toPair: {
    title: "From two critiques to one of the pair",
    text: `${task}${referenceOf}${pair}${criterion}A critique of [A] alone, which gave it {{scoreA}} out of {{highest}}:
{{critiqueA}}

A critique of [B] alone, which gave it {{scoreB}} out of {{highest}}:
{{critiqueB}}

Make of these a critique that compares the two and keeps what they say of each. Reflect on whether the two critiques are right before you decide which text is better: the better score need not win. The order in which the texts are shown means nothing.${useReference}${sides}\n\n${parts(reflected(ofPair, onBothCritiques), "verdict")}`,
    places: {
      ...choicesPlace,
      critiqueA: "the critique of [A] alone, between tags",
      critiqueB: "the critique of [B] alone, between tags",
      scoreA: "the score that [A] was given",
      scoreB: "the score that [B] was given",
      highest: "the highest score that could be given",
    },
    required: ["outputA", "outputB", "critiqueA", "critiqueB", "choices"],
  },
  toFree: {
    title: "The critique of one output, without the reference",
    text: `${task}${referenceOf}${one}${criterionAndScale}A critique of this {{outputName}} by somebody who had a reference at hand, and gave it {{conclusion}}:
{{critique}}

Revise the critique for somebody who has no reference: leave out every comparison with the reference and every mention of one, and keep what was learned from it, said of the {{outputName}} itself. Then reflect on whether the revised critique and the score are consistent, modify either where they are not, and score the {{outputName}}.\n\n${parts(reflected(ofOne, onConsistency("score")), "score")}`,
    places: { ...scalePlace, ...earlier },
    required: ["output", "critique", "scale"],
  },
  toFreePair: {
    title: "The critique of a pair, without the reference",
    text: `${task}${referenceOf}${pair}${criterion}A critique of the two by somebody who had a reference at hand, and decided {{conclusion}}:
{{critique}}

Revise the critique for somebody who has no reference: leave out every comparison with the reference and every mention of one, and keep what was learned from it, said of the two texts themselves. Then reflect on whether the revised critique and the verdict are consistent, modify either where they are not, and decide which is better.${sides}\n\n${parts(reflected(ofPair, onConsistency("verdict")), "verdict")}`,
    places: { ...choicesPlace, ...earlier },
    required: ["outputA", "outputB", "critique", "choices"],
  },
  reviserSystem: {
    title: "Who revises an output",
    text: ["You revise a text so that it does better what was asked for.", materialRule].join("\n"),
    places: {},
    required: [],
  },
  revise: {
    title: "Revise the output by its critique",
    text: `${task}The {{outputName}} to revise:
{{output}}

A critique of it:
{{critique}}

Write the {{outputName}} anew. Mend what the critique rightly faults, keep what is good, and add nothing that you do not know to be true. Reply with the new {{outputName}} alone, without tags or comments.`,
    places: { ...materialPlaces, critique: "the judge's critique, between tags" },
    required: ["input", "output", "critique"],
  },
} as const satisfies Record<string, Prompt>;
