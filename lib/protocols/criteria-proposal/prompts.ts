import { materialPlaces, materialRule } from "../material";
import type { Prompt } from "../protocol";

const { inputName, outputName, task } = materialPlaces;

export const criteriaPrompts = {
  system: {
    title: "Who proposes",
    text: ["You help a researcher to set up a study in which people judge texts, one criterion at a time.", materialRule].join("\n"),
    places: {},
    required: [],
  },
  request: {
    title: "The request for criteria",
    text: `{{#task}}What the writer was asked to do:
{{task}}

{{/task}}{{#examples}}{{examples}}

{{/examples}}Propose the criteria by which each {{outputName}} should be judged. First general ones, which hold for any text of this kind; then task-specific ones, which follow from this very task.
Four to seven in all. Each asks for one thing, can be judged from the {{outputName}} itself, and does not repeat another. The last one is the overall judgement, and is general.

{{#text}}Write one line for each criterion and nothing else, numbered through, under these two labels, like this:
General:
1. Name (1-5): one sentence that says what to look for
Task-specific:
2. Name (1-5): one sentence that says what to look for
The numbers after a name are the ends of its scale.{{/text}}{{#json}}Reply with one JSON object with the key "criteria": a list of objects with "name" (a few words), "definition" (one or two sentences that say what to look for), "group" ("general" or "task-specific"), "overall" (true only for the overall judgement), "scale" (an object with "min" and "max", whole numbers) and "levels": a list of objects, one for each number of its scale, with "value" (the number) and "description" (what a text of that level is like).{{/json}}
Most scales go from 1 to 5. Where fewer levels can be distinguished, as with a required length or with steps that are complete or not, use fewer, such as 1 to 3; use more only where people can tell them apart.
{{#labels}}
A criterion that asks which of several kinds something is, and not how much, is judged by labels without an order, such as kinds of error: two to seven of them, so that exactly one fits each {{outputName}}. The overall judgement has levels.{{#textLabels}} Write them in square brackets at the end of its line, with bars between them: "3. Name: one sentence that says what to look for [one label | another label]".{{/textLabels}}{{#jsonLabels}} Give such an object "labels": a list of objects with "label" (one to three words) and "description" (when it fits), and an empty list of "levels"; leave "labels" empty in the others.{{/jsonLabels}}{{/labels}}`,
    places: {
      task,
      inputName,
      outputName,
      examples: "samples of the task, each as the prompt for one example says",
      json: "kept where the reply is held to a JSON schema",
      text: "kept where the reply is written as lines",
      labels: "kept where criteria may have labels in place of numbers",
      jsonLabels: "the same, for a reply held to a JSON schema",
      textLabels: "the same, for a reply written as lines",
    },
    required: ["task", "examples"],
  },
  example: {
    title: "One example",
    text: `Example {{number}}, the {{inputName}}:
{{input}}
and the {{outputName}}:
{{output}}`,
    places: {
      inputName,
      outputName,
      number: "which example this is, from 1",
      input: "the example's input, between tags",
      output: "the example's output, between tags",
    },
    required: ["input", "output"],
  },
} as const satisfies Record<string, Prompt>;
