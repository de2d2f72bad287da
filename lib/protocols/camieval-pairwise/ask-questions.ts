import { material, withImage } from "../material";
import { ask, type Brief, type Question } from "../protocol";
import { reasonField, strictList, strictObject, textField } from "../strict-schema";
import { type ConcreteQuestion, dimensions, questionParts, readQuestions, typicalQuestions } from "./read-questions";

/** A sample with only its instruction: questions about it are the same for every output, and for a pair in either order. */
export const instructionOnly = ({ task, sample }: Pick<Brief, "task" | "sample">): Pick<Brief, "task" | "sample"> => ({
  task,
  sample: { ...sample, output: "", outputB: null, reference: null },
});

interface Asking extends Pick<Brief, "task" | "sample"> {
  prompt: (name: "system" | "questions", values: Readonly<Record<string, string | null>>) => string;
}

/** Asks for relevance, factuality and adherence as `count` yes/no questions each, worked out from the instruction alone. */
export function askQuestions(brief: Asking, count: number): Generator<Question, ConcreteQuestion[], unknown> {
  const values = {
    ...material(instructionOnly(brief)),
    count: String(count),
    questionWord: count === 1 ? "question" : "questions",
    parts: questionParts(count),
  };
  const list = { ...strictList(textField), minItems: count, maxItems: count };
  return ask({
    step: "concrete questions",
    role: "judge",
    messages: (form) => [
      { role: "system", content: brief.prompt("system", {}) },
      { role: "user", content: withImage(brief.prompt("questions", { ...values, [form]: "yes" }), brief.sample) },
    ],
    schema: {
      name: "questions",
      schema: strictObject(
        Object.fromEntries(
          dimensions.flatMap((name) => [
            [`${name}_thinking`, reasonField],
            [name, list],
          ]),
        ),
      ),
    },
    read: (reply) => readQuestions(reply, count),
    typical: (form) => typicalQuestions(count, form),
  });
}
