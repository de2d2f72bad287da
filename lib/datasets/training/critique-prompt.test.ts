import { expect, test } from "vitest";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { critique } from "@/lib/protocols/critique/critique";
import { outputScale } from "@/lib/protocols/critique/output-scale";
import { describeScale } from "@/lib/protocols/describe-scale";
import { type CritiquePromptInput, critiquePrompt } from "./critique-prompt";

const criterion = { id: "c", name: "Overall", definition: " All in all. ", scale: preferenceScale, overall: true };
const task = { name: "Answers", description: "", inputName: "question", outputName: "answer", kind: "pairwise" as const };
const prompt = (more: Partial<CritiquePromptInput> = {}) =>
  critiquePrompt({ setting: "pairwise-free", task, criterion, input: "Why?", outputs: ["One", "Two"], reference: null, ...more });

test("a request to compare shows both outputs, the criterion and what the last line may say", () => {
  expect(prompt()).toBe(
    [
      "Write a critique that compares the two answer texts below and then say which is better. Go by what the texts themselves show.",
      "The question:\n<input>\nWhy?\n</input>",
      "The answer [A]:\n<output-A>\nOne\n</output-A>",
      "The answer [B]:\n<output-B>\nTwo\n</output-B>",
      "Criterion: Overall\n All in all. ",
      'Call the two texts [A] and [B]; their order means nothing. Write the critique first. End with a line of its own that says "Verdict: " and then [A], [B] or tie.',
    ].join("\n\n"),
  );
});

test("no tie is offered where the scale has none", () => {
  expect(prompt({ criterion: { ...criterion, scale: preferenceScaleWithoutTie } })).toMatch(/and then \[A\] or \[B\]\.$/u);
});

test("one output of a pair is scored on the scale on which the critique protocol scores it", () => {
  const asked = critique
    .draft({
      task,
      sample: { input: "Why?", output: "One", outputB: "Two", reference: "R", imageUrl: null },
      criteria: [criterion],
      earlier: [],
      variant: "plain",
      options: { chain: "multi-path" },
      prompts: {},
    })
    .next().value;
  if (!("kind" in asked) || asked.kind !== "chat") throw new Error("a question comes first");
  const scale = describeScale(outputScale);
  expect(asked.messages("text").some(({ content }) => String(content).includes(scale))).toBe(true);
  expect(prompt({ setting: "pointwise-free", outputs: ["One"] })).toContain(scale);
});
