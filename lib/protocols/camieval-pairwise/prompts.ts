import { materialPlaces, materialRule } from "../material";
import { claimPrompt, reviewPrompt } from "../pairwise/prompts";
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

/** Makes relevance, factuality and adherence concrete for one instruction. */
export const questionsPrompt = {
  title: "Questions that make the dimensions concrete",
  text: `${instruction}Someone will have to judge {{outputName}} texts for exactly this {{inputName}} in three respects, given here from the most important to the least:

Relevance: does the text deal with what the {{inputName}} asks?
First work out what the {{inputName}} is about and what lies beside it, then name both in the question. For "Explain how bees find their way", a question is: "Does the text explain how bees find their way, rather than how they make honey?"

Factuality: is the text free of factual errors?
First work out what is in fact true or correct here, then put that fact into the question. For "How many minutes are there in a week?", a question is: "Does the text give 10,080 as the number of minutes in a week?"

Adherence: does the text keep strictly to every specific demand of the {{inputName}}?
First list the demands: the format, the structure, how many of something (an example means exactly one), the language, what must be in it and what must be left out. If there are none, ask whether the text reads fluently. For "Recommend a book for a beginner in chess", a question is: "Does the text recommend exactly one book?"

For each of the three, first write down what you worked out, then turn it into exactly {{count}} {{questionWord}} about one {{outputName}} that can be answered with yes or no, where yes speaks for the text. The questions must differ from each other and look at different things, and none may fit just any {{inputName}}. Do not answer them.

{{#text}}Write exactly these parts, each on its own line:
{{parts}}{{/text}}{{#json}}Reply with one JSON object that has exactly these keys, in this order:
"relevance_thinking": one to three sentences on what this {{inputName}} is about.
"relevance": a list of {{count}} {{questionWord}}.
"factuality_thinking": one to three sentences on what is in fact correct here.
"factuality": a list of {{count}} {{questionWord}}.
"adherence_thinking": one to three sentences on the demands it makes.
"adherence": a list of {{count}} {{questionWord}}.{{/json}}`,
  places: {
    ...materialPlaces,
    ...formPlaces,
    count: "how many questions are wanted for each",
    questionWord: "the word question, in the number that is wanted",
    parts: "the parts of a reply in lines: what was worked out for each dimension, then its questions",
  },
  required: ["input", "count", "parts"],
} as const satisfies Prompt;

export const camievalPairwisePrompts = {
  system: {
    title: "Who the judge is",
    text: [
      "You compare two texts that were written for the same instruction, for a person who will check every line you write.",
      materialRule,
      "These rules apply, in this order:",
      "1. What counts first is whether a text does what the instruction says: honestly, precisely and closely. Only then ask how helpful, correct, detailed and harmless it is.",
      "2. A text should hold no more and no less than the instruction asks for; one that does has not carried it out precisely.",
      "3. Be as objective as you can. Either text is equally likely to be the better one, and the order in which they are shown means nothing.",
      "Say nothing that the material does not show.",
    ].join("\n"),
    places: {},
    required: [],
  },
  questions: questionsPrompt,
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

Questions about either, from the most important to the least:
{{questions}}

Which of the two is better? {{criterion}}
First answer every question for both texts and say why, then decide with all the answers in view.

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
  review: reviewPrompt,
  interference: claimPrompt,
} as const satisfies Record<string, Prompt>;
