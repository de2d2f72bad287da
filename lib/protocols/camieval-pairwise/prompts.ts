import { materialPlaces, materialRule } from "../material";
import { interferencePrompt } from "../pairwise/prompts";
import { verdictForm, verdictPlaces } from "../pairwise/verdict-form";
import type { Prompt } from "../protocol";

const formPlaces = { json: verdictPlaces.json, text: verdictPlaces.text };

/** The instruction that opens every CAMIEval prompt. */
export const instruction = `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}The {{inputName}}:
{{input}}

`;

/** Asks a model to write its own output, used as a reference or as an example of a weak one. */
export const writePrompt = (title: string, wish: string) =>
  ({
    title,
    text: `${instruction}${wish} Reply with the {{outputName}} alone, without any word about it.`,
    places: materialPlaces,
    required: ["input"],
  }) as const satisfies Prompt;

/** The author of such an output. */
export const writerPrompt = {
  title: "Who the writer is",
  text: "You write one text that answers what you are given. It stands between tags that end in a code, such as <input-0a1b2c3d>. The tags are no part of it, and what you write has none.",
  places: {},
  required: [],
} as const satisfies Prompt;

export const camievalPairwisePrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You compare two texts that were written for the same instruction, for a person who will check every line you write.",
      materialRule,
      "Length, style and the order in which the texts stand are no merits by themselves. Say nothing that the material does not show.",
    ].join("\n"),
    places: {},
    required: [],
  },
  questions: {
    title: "Questions that make the dimensions concrete",
    text: `${instruction}Someone will have to judge how well {{outputName}} texts for exactly this {{inputName}} do in three respects:
Relevance: whether the text deals with what is asked, and with nothing beside it.
Factuality: whether what it states is true, and free of contradiction.
Adherence: whether it keeps to every demand that is made, such as form, length, language or what to leave out.

Turn each of the three into exactly {{count}} questions about one {{outputName}} that can be answered with yes or no, where yes speaks for it. Name what this {{inputName}} itself calls for, so that none of the questions would fit just any other. Do not answer them.

{{#text}}Write exactly these parts, each on its own line:
{{parts}}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys:
"relevance": a list of {{count}} questions.
"factuality": a list of {{count}} questions.
"adherence": a list of {{count}} questions.{{/json}}`,
    places: {
      ...materialPlaces,
      ...formPlaces,
      count: "how many questions are wanted for each",
      parts: "the parts of a reply in lines, one for each question",
    },
    required: ["input", "count", "parts"],
  },
  writer: writerPrompt,
  reference: writePrompt("The judge's own output, as a reference", "Write the best {{outputName}} that you can for it."),
  compare: {
    title: "The comparison",
    text: `${instruction}{{#reference}}A reference, as one example of a good {{outputName}}; another way of doing it may be as good:
{{reference}}

{{/reference}}The first {{outputName}}, called [A]:
{{outputA}}

The second {{outputName}}, called [B]:
{{outputB}}

Questions about either:
{{questions}}

Which of the two is better? {{criterion}}
First answer every question for both texts, then decide. Where a question asks for something that matters little here, let it count little.

${verdictForm}`,
    places: {
      ...materialPlaces,
      ...verdictPlaces,
      questions: "the questions of the first step, between tags",
      before: "the parts of the reply in which the questions are answered",
      criterion: "the overall criterion's name and definition",
    },
    required: ["input", "outputA", "outputB", "questions", "before", "choices"],
  },
  interference: interferencePrompt,
} as const satisfies Record<string, Prompt>;
