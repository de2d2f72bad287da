import type { Scale } from "@/lib/domain/criterion";
import { isCategorical, scoreText } from "@/lib/domain/labels";
import { preferenceOf } from "@/lib/domain/pair-outputs";
import type { TrainingSetting } from "@/lib/domain/training";
import { outputScale } from "@/lib/protocols/critique/output-scale";
import { describeScale } from "@/lib/protocols/describe-scale";
import { hashText } from "@/lib/protocols/hash-text";
import { allowsTie } from "@/lib/protocols/pairwise/verdict-form";
import type { TrainingCriterion, TrainingFacts } from "./plan-training";

export interface CritiquePromptInput {
  setting: TrainingSetting;
  task: TrainingFacts["task"];
  criterion: TrainingCriterion;
  input: string;
  /** One output, or two in the order in which they are shown. */
  outputs: readonly [string] | readonly [string, string];
  /** Null in the settings without one. */
  reference: string | null;
}

/** The user message that asks for a critique in one of the four settings. Texts are included unchanged. */
export function critiquePrompt({ setting, task, criterion, input, outputs, reference }: CritiquePromptInput): string {
  const [first, second] = outputs;
  const wrap = wrapper([task.description, input, ...outputs, reference ?? ""]);
  const name = task.outputName;
  const given = [
    task.description.trim() === "" ? "" : `What the writer was asked to do:\n${wrap("task", task.description)}`,
    `The ${task.inputName}:\n${wrap("input", input)}`,
    reference === null ? "" : `A reference, one example of a good ${name}:\n${wrap("reference", reference)}`,
    ...(second === undefined
      ? [`The ${name}:\n${wrap("output", first)}`]
      : [`The ${name} [A]:\n${wrap("output-A", first)}`, `The ${name} [B]:\n${wrap("output-B", second)}`]),
    `Criterion: ${criterion.name}${criterion.definition === "" ? "" : `\n${criterion.definition}`}`,
  ];
  return [openings[setting](name), ...given.filter((part) => part !== ""), ending(second !== undefined, task.kind, criterion.scale)].join(
    "\n\n",
  );
}

const openings: Readonly<Record<TrainingSetting, (outputName: string) => string>> = {
  "pointwise-referenced": (name) =>
    `Write a critique of the ${name} below and then score it. Hold it against the reference to see what is missing or wrong; a ${name} may differ from the reference and still be good.`,
  "pointwise-free": (name) => `Write a critique of the ${name} below and then score it. Go by what the texts themselves show.`,
  "pairwise-referenced": (name) =>
    `Write a critique that compares the two ${name} texts below and then say which is better. Hold both against the reference to see what is missing or wrong; a ${name} may differ from the reference and still be good.`,
  "pairwise-free": (name) =>
    `Write a critique that compares the two ${name} texts below and then say which is better. Go by what the texts themselves show.`,
};

function ending(isOfPair: boolean, kind: "pointwise" | "pairwise", scale: Scale): string {
  if (isOfPair) {
    const choices = allowsTie(scale) ? "[A], [B] or tie" : "[A] or [B]";
    return `Call the two texts [A] and [B]; their order means nothing. Write the critique first. End with a line of its own that says "Verdict: " and then ${choices}.`;
  }
  const own = kind === "pairwise" ? outputScale : scale;
  const answer = isCategorical(own) ? `"Label: " and then one of the labels, as it is written above` : `"Score: " and then the number`;
  return `${describeScale(own)}\n\nWrite the critique first. End with a line of its own that says ${answer}.`;
}

const tags = /<\/?(?:task|input|reference|output|output-A|output-B)(?:-[0-9a-f]+)?>/u;

/** Wraps texts in tags. If any text contains such a tag, all tags get a code that occurs in no text, so that no text can close its own wrapping. */
function wrapper(texts: readonly string[]): (tag: string, text: string) => string {
  const all = texts.join("\n");
  if (!tags.test(all)) return (tag, text) => `<${tag}>\n${text}\n</${tag}>`;
  let code = hashText(all);
  while (all.includes(code)) code = hashText(code + all);
  return (tag, text) => `<${tag}-${code}>\n${text}\n</${tag}-${code}>`;
}

/** The critique with its result in the last line. */
export function critiqueCompletion(text: string, score: number, { isOfPair, scale }: { isOfPair: boolean; scale: Scale }): string {
  if (!isOfPair) return `${text}\n${isCategorical(scale) ? "Label" : "Score"}: ${scoreText(scale, score)}`;
  const preference = preferenceOf(score);
  return `${text}\nVerdict: ${preference === "tie" ? "tie" : `[${preference}]`}`;
}
