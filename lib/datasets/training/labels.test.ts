import { expect, test } from "vitest";
import type { CriterionContent } from "@/lib/domain/criterion";
import { trainingOptions } from "@/lib/domain/training";
import { labelled } from "@/lib/testing/labels";
import { critiqueCompletion, critiquePrompt } from "./critique-prompt";
import { planTraining, type TrainingFacts } from "./plan-training";

const task = { name: "Answers", description: "", inputName: "question", outputName: "answer", kind: "pointwise" as const };
const criterion = (name: string, scale: CriterionContent["scale"], overall = false) => ({ id: name, name, definition: "", scale, overall });
const cause = labelled("made up", "old");
const numbers = { min: 1, max: 5, step: 1, levels: [] };
const plan = (...criteria: TrainingFacts["criteria"]) =>
  planTraining(
    { project: "P", task, criteriaSet: { version: 1 }, criteria },
    trainingOptions.parse({ format: "dpo", source: "annotators" }),
  );

test("a critique ends with the label, and the prompt asks for one", () => {
  expect(critiqueCompletion("It invents.", 1, { isOfPair: false, scale: cause })).toBe("It invents.\nLabel: old");
  expect(critiqueCompletion("It invents.", 1, { isOfPair: false, scale: numbers })).toBe("It invents.\nScore: 1");
  const prompt = critiquePrompt({
    setting: "pointwise-free",
    task,
    criterion: criterion("Cause", cause),
    input: "Why?",
    outputs: ["So."],
    reference: null,
  });
  expect(prompt).toContain(
    '- made up\n- old\n\nWrite the critique first. End with a line of its own that says "Label: " and then one of the labels',
  );
  expect(prompt).not.toContain("number");
});

test("no output is preferred by a label", () => {
  expect(() => plan(criterion("Cause", cause, true), criterion("Clear", numbers))).toThrow(/"Cause" has labels without an order/);
  expect(() => plan(criterion("Cause", cause), criterion("Kind", cause))).toThrow(/labels without an order, so no output is better/);
});

test("outputs are compared by the criteria with numbers, which the plan names", () => {
  const { measure } = plan(criterion("Cause", cause), criterion("Clear", numbers), criterion("True", { ...numbers, max: 3 }));
  expect(measure?.criteria.map(({ name }) => name)).toEqual(["Clear", "True"]);
  expect(measure?.margin).toBeCloseTo((1 / 4 + 1 / 2) / 2, 12);
});
