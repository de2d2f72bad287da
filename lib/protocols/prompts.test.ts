import { describe, expect, test } from "vitest";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { promptVersion, wordingOf } from "./define-protocol";
import { askAgain, type Brief, type ChatQuestion, type ReplyForm } from "./protocol";
import { findProtocol } from "./protocols";
import { stepByStep } from "./step-by-step/step-by-step";
import { stripReasoning } from "./strip-reasoning";

const clarity = {
  id: "c",
  name: "Clarity",
  definition: "Easy to follow.",
  scale: { min: 0, max: 3, step: 1, levels: [{ value: 0, label: "poor", description: "hard to follow" }] },
  overall: false,
};
const truth = { ...clarity, id: "t", name: "Truth", definition: "It is so." };
const overall = {
  ...clarity,
  id: "o",
  name: "Overall",
  definition: "All in all.",
  scale: { min: 1, max: 10, step: 1, levels: [] },
  overall: true,
};
const brief: Brief = {
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: { input: "Why is the sky blue?", output: "Because of the air.", outputB: null, reference: null, imageUrl: null },
  criteria: [clarity],
  earlier: [],
  variant: "plain",
  options: {},
  prompts: {},
};
const questionOf = (given: Brief) => stepByStep.draft(given).next().value as ChatQuestion;
const promptOf = (given: Brief, form: ReplyForm = "text") => String(questionOf(given).messages(form).at(-1)?.content);

describe("the step-by-step question", () => {
  test("shows task, input, output, criterion, and the criterion's own scale with its levels, in the task's words", () => {
    const prompt = promptOf(brief);
    for (const part of [
      "Answer in plain words.",
      "The question:",
      "Why is the sky blue?",
      "The answer to evaluate:",
      "Because of the air.",
      "Criterion: Clarity\nEasy to follow.",
      "Scale: 0 to 3",
      "Only these numbers may be given: 0, 1, 2, 3.",
      "0 = poor: hard to follow",
    ]) {
      expect(prompt).toContain(part);
    }
    expect(prompt).not.toContain("reference");
    expect(promptOf({ ...brief, sample: { ...brief.sample, reference: "Scattering." } })).toContain("Scattering.");
    expect(promptOf({ ...brief, task: { ...brief.task, description: " " } })).not.toContain("was asked to do");
  });

  test.each([
    ["the reasons before the score", {}, ["evidence", "explanation", "conclusion", "score"]],
    ["the conclusion first, if chosen", { order: "conclusion-first" }, ["conclusion", "explanation", "score", "evidence"]],
  ])("asks for %s, in the requested form only", (_, options, order) => {
    const orders = {
      text: order.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}:`),
      json: order.map((part) => `"${part}":`),
    };
    expect(Object.keys(questionOf({ ...brief, options }).schema?.schema.properties ?? {})).toEqual(order);
    for (const form of ["text", "json"] as const) {
      const prompt = promptOf({ ...brief, options }, form);
      const at = orders[form].map((word) => prompt.indexOf(`\n${word}`));
      expect(at.every((place) => place > 0)).toBe(true);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
      for (const word of orders[form === "text" ? "json" : "text"]) expect(prompt).not.toContain(`\n${word}`);
    }
  });

  test("holds the score to the scale in its schema", () => {
    expect(JSON.stringify(questionOf(brief).schema)).toContain('"enum":[0,1,2,3]');
    const slider = { ...clarity, scale: { min: 0, max: 100, step: null, levels: [] } };
    expect(JSON.stringify(questionOf({ ...brief, criteria: [slider] }).schema)).toContain('"minimum":0,"maximum":100');
  });

  test("includes the sample's image", () => {
    const content = questionOf({ ...brief, sample: { ...brief.sample, imageUrl: "https://pictures.example/sky.png" } }).messages("text")[1]
      ?.content;
    expect(content).toEqual([
      { type: "text", text: promptOf(brief) },
      { type: "image_url", image_url: { url: "https://pictures.example/sky.png" } },
    ]);
  });

  test("has its evidence read as evidence before the score too, down to the next part", () => {
    const reply =
      'Evidence:\n- "air" is short\n- it names no cause\nExplanation: "Air" alone says little.\nConclusion: it is not.\nScore: 1';
    const { items, score } = driveProtocol(stepByStep.draft(brief), () => reply).result[0]?.content ?? { items: [], score: null };
    expect(score).toBe(1);
    expect(items.map(({ kind }) => kind)).toEqual(["heading", "evidence", "evidence", "explanation", "conclusion", "score"]);
  });

  test("is asked once for a criterion, and its reading is the draft", () => {
    const { questions, result } = driveProtocol(stepByStep.draft(brief), () => 'Conclusion: it is.\nScore: 2\nEvidence:\n- "air" is short');
    expect(questions).toHaveLength(1);
    expect(result).toMatchObject([
      {
        criterion: { id: "c" },
        content: { score: 2, items: [{ kind: "conclusion" }, { kind: "score" }, { kind: "heading" }, { kind: "evidence" }] },
      },
    ]);
  });
});

describe("the overall question", () => {
  const earlier = [
    { criterion: clarity, content: { score: 2, items: [], raw: "Conclusion: clear.\nScore: 2" } },
    { criterion: truth, content: { score: 1, items: [], raw: '{"conclusion": "half true", "score": 1}' } },
  ];
  const given = { ...brief, criteria: [overall], earlier };
  const messages = (form: ReplyForm) => questionOf(given).messages(form);

  test("ends a conversation that includes the judge's evaluations of the other criteria", () => {
    expect(messages("text").map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
    expect(messages("text")[1]?.content).toBe(promptOf(brief));
    expect(messages("text")[2]?.content).toBe("Conclusion: clear.\nScore: 2");
    expect(messages("text")[3]?.content).toContain("Criterion: Truth\nIt is so.");
    expect(messages("text")[4]?.content).toContain("half true");
  });

  test("is about the whole, on its own scale, and shows the text to evaluate once in the conversation", () => {
    const contents = messages("json").map(({ content }) => String(content));
    expect(contents.at(-1)).toContain("Criterion: Overall\nAll in all.");
    expect(contents.at(-1)).toContain("Scale: 1 to 10");
    expect(contents.at(-1)).toContain('"evidence":');
    expect(contents.filter((content) => content.includes("Because of the air."))).toHaveLength(1);
    expect(JSON.stringify(questionOf(given).schema)).toContain('"enum":[1,2,3,4,5,6,7,8,9,10]');
  });

  test("is an ordinary question if nothing was evaluated before", () => {
    const alone = questionOf({ ...given, earlier: [] }).messages("text");
    expect(alone.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(alone[1]?.content).toContain("Because of the air.");
  });

  test("is the only one that sees the others: a criterion is judged by itself", () => {
    expect(questionOf({ ...brief, earlier: earlier.slice(1) }).messages("text")).toEqual(questionOf(brief).messages("text"));
  });
});

describe("the wording of a protocol", () => {
  test("can be changed prompt by prompt, and the others stay built-in", () => {
    const prompts = { criterion: "{{input}} / {{output}} / {{criterion}} / {{scale}} Just tell me." };
    const messages = questionOf({ ...brief, prompts }).messages("text");
    expect(messages[1]?.content).toMatch(/Just tell me\.$/);
    expect(messages[0]).toEqual(questionOf(brief).messages("text")[0]);
  });

  test("has a version that changes with any text and is restored with it", () => {
    const own = promptVersion(wordingOf(stepByStep));
    expect(own).toMatch(/^[0-9a-f]{8}$/);
    expect(promptVersion(wordingOf(stepByStep, { system: "Be brief." }))).not.toBe(own);
    expect(promptVersion(Object.fromEntries(Object.entries(wordingOf(stepByStep)).toReversed()))).toBe(own);
  });

  test("a protocol is found by name, or not at all", () => {
    expect(findProtocol("step-by-step")).toBe(stepByStep);
    expect(findProtocol("telepathy")).toBeNull();
  });
});

test("after an unreadable reply, the reason is given, and a long reply is not repeated in full", () => {
  const messages = askAgain(questionOf(brief).messages("text"), "x".repeat(100_000), "It has no score.");
  expect(messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user"]);
  expect(messages[2]?.content.length).toBeLessThan(5000);
  expect(messages[3]?.content).toContain("It has no score.");
  expect(askAgain([], " ", "It is empty.")[0]?.content).toBe("(no reply)");
});

test("reasoning is stripped, and reasoning that never ends is not an answer", () => {
  expect(stripReasoning("<think>a</think>b<Thinking>c</Thinking> d")).toBe("b d");
  expect(stripReasoning("a</think>b")).toBe("b");
  expect(stripReasoning("no tags")).toBe("no tags");
  expect(stripReasoning("<think>a")).toBeNull();
});

test("a usual reply to the step-by-step question is a draft like any other", () => {
  for (const form of ["json", "text"] as const) {
    const [drafted] = driveProtocol(stepByStep.draft(brief), typicalReply(form)).result;
    expect(drafted?.content.score).toBe(1);
    expect(drafted?.content.items.filter(({ kind }) => kind === "evidence")).toHaveLength(2);
  }
});
