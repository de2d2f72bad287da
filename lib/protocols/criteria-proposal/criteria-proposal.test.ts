import { describe, expect, test } from "vitest";
import { criterionFromText } from "@/lib/domain/criterion-text";
import { driveProtocol } from "@/lib/testing/drive-protocol";
import type { ChatQuestion, Question } from "../protocol";
import { type CriteriaBrief, criteriaProposal } from "./criteria-proposal";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const brief: CriteriaBrief = {
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer" },
  examples: [{ input: "q", output: "a" }],
  options: {},
  prompts: {},
};
const questionOf = (given: CriteriaBrief) => criteriaProposal.draft(given).next().value as ChatQuestion;
const itemsOf = (reply: string) => driveProtocol(criteriaProposal.draft(brief), () => reply).result.content.items;
const read = (reply: string) =>
  itemsOf(reply)
    .filter(({ kind }) => kind === "criterion")
    .map(({ text }) => criterionFromText(text, scale));

describe("a proposal of criteria", () => {
  test("is asked for once, at temperature 0, with the task and examples", () => {
    const { questions, result } = driveProtocol(criteriaProposal.draft(brief), () => "1. Clarity: is it clear?");
    expect(questions).toMatchObject([{ temperature: 0, role: "judge" }]);
    expect(result.compared).toBeNull();
    for (const form of ["json", "text"] as const) {
      const prompt = String(questionOf(brief).messages(form).at(-1)?.content);
      expect(prompt).toContain("Answer in plain words.");
      expect(prompt).toContain("Example 1, the question:");
      expect(prompt).toContain("each answer should be judged");
    }
    expect(
      String(
        questionOf({ ...brief, examples: [] })
          .messages("text")
          .at(-1)?.content,
      ),
    ).not.toContain("Example");
    expect(questionOf({ ...brief, prompts: { system: "Be brief." } }).messages("text")[0]?.content).toBe("Be brief.");
  });

  test("is read from JSON, with levels if they fit the scale", () => {
    const levels = [{ value: 1, description: "never" }];
    const criteria = [
      { name: "Clarity", definition: "Easy.", overall: false, levels },
      { name: "Overall", definition: "", overall: true, levels: [{ value: 9, description: "x" }] },
    ];
    expect(read(`\`\`\`json\n${JSON.stringify({ criteria })}\n\`\`\``)).toEqual([
      {
        name: "Clarity",
        definition: "Easy.",
        overall: false,
        scale: { ...scale, levels: [{ value: 1, label: "", description: "never" }] },
      },
      { name: "Overall", definition: "", overall: true, scale },
    ]);
  });

  test("is read from numbered or bulleted lines", () => {
    const list = read(
      "Here are some criteria:\n\n1. **Clarity**: it is easy to follow\n2. Truth – what it says is true\n- Overall quality: all in all",
    );
    expect(list).toMatchObject([
      { name: "Clarity", definition: "it is easy to follow" },
      { name: "Truth", definition: "what it says is true" },
      { name: "Overall quality", overall: true },
    ]);
  });

  test("shows general criteria and those of the task under headings, the overall judgement last", () => {
    const criteria = [
      { name: "Overall", group: "general", overall: true },
      { name: "Sources", group: "task-specific" },
      { name: "Clarity", group: "General" },
    ];
    const wanted = [
      ["heading", "General criteria"],
      ["criterion", "Clarity"],
      ["heading", "Task-specific criteria"],
      ["criterion", "Sources"],
      ["heading", "Overall"],
      ["criterion", "Overall (overall)"],
    ];
    const shown = (reply: string) => itemsOf(reply).map(({ kind, text }) => [kind, text.split("\n")[0]]);
    expect(shown(JSON.stringify({ criteria }))).toEqual(wanted);
    expect(shown("### General:\n1. Clarity: x\n\n**Task-specific:**\n2. Sources: y\n3. Overall: z")).toEqual(wanted);
    expect(shown("1. Clarity: x\n2. Sources: y")).toEqual([
      ["criterion", "Clarity"],
      ["criterion", "Sources"],
    ]);
  });

  test("may have labels in place of numbers where that is asked for, and only there", () => {
    const labels = { ...brief, options: { labels: true } };
    const asked = (given: CriteriaBrief, form: "json" | "text") => String(questionOf(given).messages(form).at(-1)?.content);
    for (const form of ["json", "text"] as const) {
      expect(asked(labels, form)).toContain(
        "labels without an order, such as kinds of error: two to seven of them, so that exactly one fits each answer",
      );
      expect(asked(brief, form)).not.toContain("labels without");
      expect(asked(labels, form)).not.toContain("{{");
    }
    expect(asked(labels, "text")).toContain("[one label | another label]");
    expect(asked(labels, "json")).not.toContain("[one label");
    const names = (given: CriteriaBrief) => JSON.stringify(questionOf(given).schema);
    expect(names(labels)).toContain('"labels"');
    expect(names(brief)).not.toContain('"labels"');
    const scalesIn = (reply: string, given: CriteriaBrief) =>
      driveProtocol(criteriaProposal.draft(given), () => reply)
        .result.content.items.filter(({ kind }) => kind === "criterion")
        .map(({ text }) => criterionFromText(text, scale).scale);
    const [number, one] = [scale, { name: "Clarity", definition: "", group: "general", overall: false, levels: [] }];
    const kinds = [
      { label: "made up", description: "no source" },
      { label: "out of date", description: "" },
    ];
    const reply = JSON.stringify({
      criteria: [
        { ...one, name: "Error", labels: kinds },
        { ...one, labels: [] },
        { ...one, name: "Tone", labels: ["kind"] },
      ],
    });
    expect(scalesIn(reply, labels)).toEqual([
      { kind: "categorical", min: 0, max: 1, step: 1, levels: kinds.map((kind, value) => ({ ...kind, value })) },
      number,
      // One label is no choice.
      number,
    ]);
    expect(scalesIn(reply, brief)).toEqual([number, number, number]);
    const lines = "1. Error: what is wrong [made up | out of date]\n2. Clarity: is it clear [to you]?";
    expect(scalesIn(lines, labels)).toMatchObject([
      { kind: "categorical", levels: [{ label: "made up" }, { label: "out of date" }] },
      number,
    ]);
    expect(scalesIn(lines, brief)).toEqual([number, number]);
  });

  test("without a list, cut off or far too long says so", () => {
    const problem = (reply: string) => () => itemsOf(reply);
    expect(problem("I would look at many things.")).toThrow(/no list/);
    expect(problem('{"criteria": [{"name": "Cla')).toThrow(/cut off/);
    expect(problem("")).toThrow(/is empty/);
    expect(problem("<think>1. Clarity: x")).toThrow(/still thinking/);
    expect(problem(Array.from({ length: 30 }, (_, index) => `${index + 1}. Name ${index}: x`).join("\n"))).toThrow(/30 criteria/);
    expect(problem(`1. Clarity: x\n${"and so on ".repeat(10_000)}`)).toThrow(/characters long/);
  });
});

describe("the scale of a proposed criterion", () => {
  const scalesOf = (reply: string) => read(reply).map(({ name, scale: { min, max, levels } }) => [name, min, max, levels.length]);

  test("is the one that the reply gives, with its levels; without one it is 1 to 5", () => {
    const level = (value: number) => ({ value, description: `as ${value}` });
    const criteria = [
      { name: "Length", definition: "Kept?", scale: { min: 1, max: 3 }, levels: [1, 2, 3].map(level) },
      { name: "Steps", definition: "All there?", scale: { min: 0, max: 2 }, levels: [level(7)] },
      { name: "Clarity", definition: "Easy?", levels: [level(5)] },
    ];
    expect(scalesOf(JSON.stringify({ criteria }))).toEqual([
      ["Length", 1, 3, 3],
      ["Steps", 0, 2, 0],
      ["Clarity", 1, 5, 1],
    ]);
    expect(scalesOf("1. Length (1-3): is it kept?\n2. Steps (0 to 2) – are all there?\n3. Clarity (of words): is it easy?")).toEqual([
      ["Length", 1, 3, 0],
      ["Steps", 0, 2, 0],
      ["Clarity (of words)", 1, 5, 0],
    ]);
  });

  test.each([
    ["ends in the wrong order", { min: 3, max: 1 }],
    ["a fraction", { min: 0, max: 0.5 }],
    ["too many points", { min: 0, max: 1000 }],
    ["words", { min: "low", max: "high" }],
  ])("is 1 to 5 where the reply gives %s", (_, own) => {
    expect(scalesOf(JSON.stringify({ criteria: [{ name: "Length", definition: "", scale: own, levels: [] }] }))).toEqual([
      ["Length", 1, 5, 0],
    ]);
  });

  test("may differ by the request's own words", () => {
    for (const form of ["json", "text"] as const)
      expect(String(questionOf(brief).messages(form).at(-1)?.content)).toContain("use fewer, such as 1 to 3");
  });
});

describe("sampled lists", () => {
  const given = { ...brief, options: { samples: 2, temperature: 0.7 } };
  const vectors: Record<string, number[]> = { "Clarity: easy": [1, 0], "Truth: so": [0, 1], "Plainness: easy": [1, 0], Brevity: [3, 4] };
  const replies = ["1. Clarity: easy\n2. Truth: so", "1. Plainness: easy", "1. Clarity: easy\n2. Brevity"];
  const answer = (question: Question, index: number) =>
    question.kind === "embedding" ? question.texts.map((text) => vectors[text] ?? []) : (replies[index] ?? "");

  test("are requested at their own temperature as separate questions, and only the list at temperature 0 is the proposal", () => {
    const { questions, result } = driveProtocol(criteriaProposal.draft(given), answer);
    expect(questions.map((question) => (question.kind === "chat" ? [question.temperature, question.repeat] : question.texts))).toEqual([
      [0, undefined],
      [0.7, 0],
      [0.7, 1],
      ["Clarity: easy", "Truth: so", "Plainness: easy", "Clarity: easy", "Brevity"],
    ]);
    expect(result.content.items.map(({ text }) => text.split("\n")[0])).toEqual(["Clarity", "Truth"]);
    expect(result.content.raw).toBe(replies[0]);
    expect(result.content.details).toEqual({ sampled: [["Plainness: easy"], ["Clarity: easy", "Brevity"]] });
  });

  test("come back as one vector per criterion of each list, from which CC and ICC are computed", () => {
    const { result } = driveProtocol(criteriaProposal.draft(given), answer);
    expect(result.compared).toEqual({
      basis: "embeddings",
      reference: [
        [1, 0],
        [0, 1],
      ],
      samples: [
        [[1, 0]],
        [
          [1, 0],
          [3, 4],
        ],
      ],
    });
  });

  test("are embedded only if lists were sampled", () => {
    const one = driveProtocol(criteriaProposal.draft({ ...brief, options: { samples: 1 } }), answer).result;
    expect(one.compared?.samples).toEqual([[[1, 0]]]);
    const none = driveProtocol(criteriaProposal.draft(brief), answer);
    expect(none.result.compared).toBeNull();
    expect(none.questions.map(({ kind }) => kind)).toEqual(["chat"]);
  });

  test("are compared by their words without an embeddings model", () => {
    const lexical = { ...given, options: { samples: 2, basis: "lexical" } };
    const { questions, result } = driveProtocol(criteriaProposal.draft(lexical), answer);
    expect(questions.map(({ kind }) => kind)).toEqual(["chat", "chat", "chat"]);
    expect(result.compared).toEqual({
      basis: "lexical",
      reference: ["Clarity: easy", "Truth: so"],
      samples: [["Plainness: easy"], ["Clarity: easy", "Brevity"]],
    });
  });

  test("that are unreadable end the proposal, like the first one", () => {
    expect(() => driveProtocol(criteriaProposal.draft(given), (_, index) => ["1. Clarity: easy", "No."][index] ?? "")).toThrow(
      /sampled criteria: .*no list/,
    );
  });
});
