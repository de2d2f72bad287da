import { delimiter } from "@/lib/protocols/delimit";
import type { ScoredExample } from "./choose-examples";

/** The prompt that takes what was learned: every protocol of ours that judges has one of this name. */
export const learnedPrompt = "system";

/** Two braces would open a placeholder of the prompt. A zero-width space between them keeps the text readable. */
const asText = (text: string): string => text.replaceAll(/\{(?=\{)/gu, "{\u200B");

/** One example as it is written into a prompt. Its texts are material between tags. */
export function exampleText({ criterion, input, output, reference, score, wording }: ScoredExample): string {
  const wrap = delimiter([input, output, reference ?? "", wording]);
  const parts = [
    `Criterion: ${criterion}`,
    wrap("example-input", input),
    ...(reference === null ? [] : [wrap("example-reference", reference)]),
    wrap("example-output", output),
    wrap("example-reasons", wording),
    `Score: ${score}`,
  ];
  return asText(parts.join("\n"));
}

/** A system prompt with examples of how people scored. */
export function withExamples(system: string, examples: readonly ScoredExample[]): string {
  const texts = examples.map((example, at) => `Example ${at + 1}\n${exampleText(example)}`);
  const before = "Here is how people scored other texts, and why. Be as strict as they were; judge only the text you are asked about.";
  return [system, before, ...texts].join("\n\n");
}

/** A system prompt with guidance that a researcher agreed to. */
export const withGuidance = (system: string, guidance: string): string =>
  [system, `What people found when they corrected earlier evaluations. Follow it:\n${asText(guidance.trim())}`].join("\n\n");
