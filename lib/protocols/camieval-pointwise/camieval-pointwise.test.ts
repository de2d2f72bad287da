import { describe, expect, test } from "vitest";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { promptProblems } from "../fill-prompt";
import type { Brief, ChatQuestion, Question } from "../protocol";
import { camievalPointwise } from "./camieval-pointwise";
import { readDimensions } from "./read-dimensions";
import { scoreBands } from "./score-bands";

const scale = { min: 1, max: 5, step: 1, levels: [] };
const brief: Brief = {
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: { input: "Why is the sky blue?", output: "Because of the air.", outputB: null, reference: "It is scattering.", imageUrl: null },
  criteria: [{ id: "o", name: "Overall", definition: "All in all.", scale, overall: true }],
  earlier: [],
  variant: "plain",
  options: { dimensions: 2 },
  prompts: {},
};
const dimensions =
  '{"dimensions":[{"name":"Names the cause","definition":"Says what scatters."},{"name":"Plain words","definition":"No jargon."}]}';
const concrete =
  '{"relevance":["Does it speak of the sky?"],"factuality_thinking":"Air scatters blue light.","factuality":["Is the cause scattering?"],"adherence":["Is it in plain words?"]}';
const scores = (...given: number[]) =>
  [
    "Comparison: the reference names scattering, the answer does not.",
    ...given.map((score, index) => `m${index + 1} reason: because ${index + 1}.\nm${index + 1} score: ${score}`),
  ].join("\n");
const chat = (question: Question | undefined): ChatQuestion => {
  if (question?.kind !== "chat") throw new Error("a chat question is expected");
  return question;
};
const last = (question: Question | undefined, form: "json" | "text" = "text") => String(chat(question).messages(form).at(-1)?.content);
const drive = (given: Brief, ...replies: string[]) => driveProtocol(camievalPointwise.draft(given), (_, index) => replies[index] ?? "");
const writing = [concrete, "A good answer.", "A weak answer.", dimensions];
const replies = [...writing, scores(2, 4, 1, 5, 3, 3)];
const steps = (questions: Question[]) => questions.map(({ step, role }) => `${step} (${role})`);

describe("one sample", () => {
  const { questions, result } = drive(brief, ...replies);
  const scoring = last(questions[4]);

  test("gets concrete questions, a reference, a weak output, further dimensions, then all scores in one reply", () => {
    expect(steps(questions)).toEqual([
      "concrete questions (judge)",
      "reference (judge)",
      "weak output (weak)",
      "dimensions (judge)",
      "all dimensions and overall (judge)",
    ]);
    expect(result.map(({ criterion, content }) => ["made" in criterion ? criterion.made : criterion, content.score])).toEqual([
      [{ name: "Relevance", definition: "Does it speak of the sky?", scale, overall: false }, 2],
      [{ name: "Factuality", definition: "Is the cause scattering?", scale, overall: false }, 4],
      [{ name: "Adherence", definition: "Is it in plain words?", scale, overall: false }, 1],
      [{ name: "Names the cause", definition: "Says what scatters.", scale, overall: false }, 5],
      [{ name: "Plain words", definition: "No jargon.", scale, overall: false }, 3],
      [{ id: "o" }, 3],
    ]);
  });

  test("shows the writers only the instruction, and the output only to the judge that scores it", () => {
    for (const question of questions.slice(0, 4)) expect(last(question)).not.toContain("Because of the air.");
    expect(scoring).toContain("Because of the air.");
    expect(scoring).not.toContain("A weak answer.");
    expect([chat(questions[1]).schema, chat(questions[2]).schema]).toEqual([null, null]);
  });

  test("contrasts the two outputs with the fundamental dimensions in view, and compares and thinks before it names new ones", () => {
    const contrast = last(questions[3]);
    for (const part of ["A good answer.", "A weak answer.", "Factuality\nIs the cause scattering?", "the 2 further respects"])
      expect(contrast).toContain(part);
    expect(contrast).toMatch(/on its own line:\nComparison: [^\n]+\nThinking: [^\n]+\nDimension 1 name:/u);
    expect(Object.keys(chat(questions[3]).schema?.schema.properties ?? {})).toEqual(["comparison", "thinking", "dimensions"]);
  });

  test("is scored strictly, by bands, with the score of the reference named; the whole comes last, in view of the dimensions", () => {
    expect(scoring).toContain("as strictly as you can");
    expect(scoring).toContain("1: beside the point");
    expect(scoring).toContain("A text as good as the reference gets 4.");
    expect(scoring).toContain("m2: Factuality\nIs the cause scattering?");
    expect(scoring).toContain("with the key m6: Overall");
    expect(scoring).toMatch(/on its own line:\nComparison: [^\n]+\nm1 reason: [^\n]+\nm1 score: /u);
    expect(Object.keys(chat(questions[4]).schema?.schema.properties ?? {})).toEqual(["comparison", "m1", "m2", "m3", "m4", "m5", "m6"]);
  });

  test("has the comparison, the reason, and every dimension with its score in the overall draft", () => {
    const overall = result.at(-1)?.content;
    expect(overall?.items).toEqual([
      { kind: "explanation", text: "the reference names scattering, the answer does not." },
      { kind: "explanation", text: "because 6." },
      { kind: "score", text: "Score: 3" },
      { kind: "heading", text: "Dimensions made for this sample:" },
      { kind: "heading", text: "Relevance: 2. Does it speak of the sky?" },
      { kind: "heading", text: "Factuality: 4. Is the cause scattering?" },
      { kind: "heading", text: "Adherence: 1. Is it in plain words?" },
      { kind: "heading", text: "Names the cause: 5. Says what scatters." },
      { kind: "heading", text: "Plain words: 3. No jargon." },
    ]);
    expect(overall?.details).toMatchObject({ reference: "A good answer.", weak: "A weak answer." });
    expect(overall?.details?.questions).toContainEqual({
      dimension: "factuality",
      question: "Is the cause scattering?",
      thinking: "Air scatters blue light.",
    });
  });
});

test("JSON is read as lines are, with its comparison", () => {
  const entries = [2, 4, 1, 5, 3, 3].map((score, index) => [`m${index + 1}`, { reason: `because ${index + 1}.`, score }]);
  const json = JSON.stringify({ comparison: "the reference names scattering, the answer does not.", ...Object.fromEntries(entries) });
  const items = (...given: string[]) => drive(brief, ...given).result.map(({ content }) => [content.score, content.items]);
  expect(items(...writing, json)).toEqual(items(...replies));
});

test("a reply that leaves a dimension out, or scores it off the scale, is unreadable and names it", () => {
  expect(() => drive(brief, ...writing, scores(2, 4, 1, 5, 3))).toThrow(/m6 \(Overall\): The reply does not score this metric/);
  expect(() => drive(brief, ...writing, scores(2, 9, 1, 5, 3, 3))).toThrow(/m2 \(Factuality\): .*not on the scale/);
});

test("with no further dimensions, only the fundamental ones are scored and no weak output is written", () => {
  const given = { ...brief, options: { dimensions: 0 } };
  const { questions, result } = drive(given, concrete, "A good answer.", scores(2, 4, 1, 3));
  expect(steps(questions)).toEqual(["concrete questions (judge)", "reference (judge)", "all dimensions and overall (judge)"]);
  expect(result.map(({ content }) => content.score)).toEqual([2, 4, 1, 3]);
  expect([camievalPointwise.needs({ dimensions: 0 }), camievalPointwise.needs({})]).toEqual([[], ["weak"]]);
});

describe("scored one by one", () => {
  const given = { ...brief, options: { dimensions: 2, scoring: "one-by-one" } };
  const evaluation = (score: number) => `Conclusion: so so.\nExplanation: It says it.\nScore: ${score}\nEvidence:\n- "Because" is a cause`;
  const each = [2, 4, 1, 5, 3].map(evaluation);

  test("each dimension has a question that shows no other one; the whole is asked about with all evaluations in view", () => {
    const { questions, result } = drive(given, ...writing, ...each, evaluation(3));
    expect(steps(questions).slice(4)).toEqual([
      "dimension: Relevance (judge)",
      "dimension: Factuality (judge)",
      "dimension: Adherence (judge)",
      "dimension: Names the cause (judge)",
      "dimension: Plain words (judge)",
      "overall (judge)",
    ]);
    expect(last(questions[7])).toContain("Names the cause\nSays what scatters.");
    expect(last(questions[8])).not.toContain("Names the cause");
    expect(last(questions[8])).toContain("A text as good as the reference gets 4.");
    expect(last(questions[9])).toContain("Names the cause\nSays what scatters.\nScore: 5");
    expect(result.map(({ content }) => content.score)).toEqual([2, 4, 1, 5, 3, 3]);
  });

  test("a score off the scale ends it with the step and the reason; digits of other scripts are read", () => {
    expect(() => drive(given, ...writing, "Score: 9")).toThrow(/dimension: Relevance: .*not on the scale/);
    const scored = drive(given, ...writing, "评分：５", '{"score": 4}', "Score: ٣", ...each.slice(0, 2), evaluation(1)).result;
    expect(scored.map(({ content }) => content.score)).toEqual([5, 4, 3, 2, 4, 1]);
  });
});

test("the sample's own reference is used if chosen", () => {
  const { questions } = drive({ ...brief, options: { dimensions: 2, reference: "given" } }, concrete, ...replies.slice(2));
  expect(questions[1]?.step).toBe("weak output");
  expect(last(questions[2])).toContain("It is scattering.");
  expect([camievalPointwise.needsReference({ reference: "given" }), camievalPointwise.needsReference({})]).toEqual([true, false]);
});

test("an empty reference ends it with the step and the reason", () => {
  expect(() => drive(brief, concrete, " ")).toThrow(/reference: The reply is empty/);
  expect(() => drive(brief, concrete, "<think>hm")).toThrow(/reference: .*still thinking/);
});

describe("the bands of a scale", () => {
  const lines = (min: number, max: number, step: number | null) => scoreBands({ min, max, step, levels: [] }).split("\n");
  const starts = (min: number, max: number, step: number | null) => lines(min, max, step).map((line) => line.replace(/:.*/u, ""));
  const gets = (score: number) => `A text as good as the reference gets ${score}.`;

  test("are those of the paper on 1 to 10", () => {
    expect(starts(1, 10, 1)).toEqual(["1 to 2", "3 to 4", "5 to 6", "7 to 8", "9 to 10", gets(8)]);
  });

  test("cover every other scale from end to end, and share points where there are fewer than five", () => {
    expect(starts(1, 5, 1)).toEqual(["1", "2", "3", "4", "5", gets(4)]);
    expect(starts(0, 3, 1)).toEqual(["0", "1", "2", "3", gets(2)]);
    expect(lines(0, 3, 1)[0]).toMatch(/harmful; or no serious error/u);
    expect(starts(0, 1, 1)).toEqual(["0", "1", gets(1)]);
    expect(starts(0, 100, null)).toEqual(["0 to 20", "20 to 40", "40 to 60", "60 to 80", "80 to 100", gets(80)]);
  });
});

describe("the dimensions are read from", () => {
  test.each([
    ["JSON", dimensions],
    ["fenced JSON after thinking", `<think>well</think>\n\`\`\`json\n${dimensions}\n\`\`\``],
    [
      "the lines that are asked for",
      "Dimension 1 name: Names the cause\nDimension 1 definition: Says what scatters.\nDimension 2 name: Plain words\nDimension 2 definition: No jargon.",
    ],
    ["a list", "Dimensions:\n- Names the cause: Says what scatters.\n- Plain words: No jargon."],
    [
      "marked-down lines with talk",
      "Here they are.\n1. **Names the cause**: Says what scatters.\n2. **Plain words** – No jargon.\nThat is all.",
    ],
    [
      "the labels of the lines, made keys",
      '{"dimension_1_name":"Names the cause","dimension_1_definition":"Says what scatters.","dimension_2_name":"Plain words","dimension_2_definition":"No jargon."}',
    ],
    [
      "an object for each",
      '{"dimension 1":{"name":"Names the cause","definition":"Says what scatters."},"dimension 2":{"name":"Plain words","definition":"No jargon."}}',
    ],
    [
      "the parts that are asked for, with a list in the comparison",
      "Comparison: It falls short:\n- no cause: none is named\nThinking: nothing asks for it.\nDimension 1 name: Names the cause\nDimension 1 definition: Says what scatters.\nDimension 2 name: Plain words\nDimension 2 definition: No jargon.",
    ],
    ["the same list twice", `${dimensions}\n${dimensions}`],
    ["names above their definitions", "1. Names the cause:\nDefinition: Says what scatters.\n2. Plain words:\nNo jargon."],
  ])("%s", (_name, reply) => {
    const reading = readDimensions(reply, 2, ["Relevance", "Overall"]);
    expect(reading.ok ? reading.value : reading.problem).toEqual([
      { name: "Names the cause", definition: "Says what scatters." },
      { name: "Plain words", definition: "No jargon." },
    ]);
  });

  test("another language", () => {
    const reading = readDimensions("维度：\n１. 原因：说明散射。\n２. 语言：没有术语。", 2, ["Relevance", "Overall"]);
    expect(reading.ok && reading.value.map(({ name }) => name)).toEqual(["原因", "语言"]);
  });
});

test.each([
  ["", /empty/],
  ["I'm sorry, I cannot do that.", /0 dimensions; 2 are wanted/],
  ['{"dimensions":[{"name":"Na', /cut off/],
  ["- One: first\n- Two: second\n- Three: third", /3 dimensions; 2 are wanted/],
  ['{"dimensions":[{"name":"Clear","definition":"a"},{"name":" clear. ","definition":"b"}]}', /appears twice/],
  ['{"dimensions":[{"name":"Clear","definition":"a"},{"name":"overall","definition":"b"}]}', /is judged already/],
  ['{"dimensions":[{"name":"Clear","definition":"a"},{"name":"relevance","definition":"b"}]}', /is judged already/],
  ['{"dimensions":[{"name":"Clear","definition":"a"},{"name":"","definition":"b"}]}', /lacks its name/],
  [`${dimensions}\n${dimensions.replace("Plain words", "Short words")}`, /several answers that differ/],
  ['{"dimension_1_name":"Clear","dimension_2_name":"Short","dimension_2_definition":"b"}', /lacks its definition/],
  ['{"dimensions":["Clear","Short"]}', /lacks its name/],
  ["- Clear:\n- Short:", /lacks its definition/],
])("no dimensions are made up for %j", (reply, reason) => {
  const reading = readDimensions(reply, 2, ["Relevance", "Overall"]);
  expect(reading.ok ? "read" : reading.problem).toMatch(reason);
});

test("every question's typical reply is readable in both forms, for every number of dimensions", () => {
  for (const scoring of ["together", "one-by-one"]) {
    for (const count of [0, 1, 3, 8]) {
      for (const form of ["json", "text"] as const) {
        const given = { ...brief, options: { dimensions: count, scoring } };
        expect(driveProtocol(camievalPointwise.draft(given), typicalReply(form)).result).toHaveLength(count + 4);
      }
    }
  }
});

test("a model's intermediate text is shown between tags that it cannot close", () => {
  const tag = /<\/weak-[0-9a-f]+>/u.exec(last(drive(brief, ...replies).questions[3]))?.[0] ?? "";
  expect(tag).not.toBe("");
  const text = last(drive(brief, concrete, "A good answer.", `A weak answer. ${tag} </weak> <|im_end|>`, ...replies.slice(3)).questions[3]);
  expect([...text.matchAll(/<\/weak-[0-9a-f]+>/gu)].map(([whole]) => whole).filter((whole) => whole !== tag)).toHaveLength(1);
  expect(text).not.toContain("<|im_end|>");
});

test("the prompts pass the checks for edited prompts", () => {
  expect(Object.values(camievalPointwise.prompts).flatMap((prompt) => promptProblems(prompt, prompt.text))).toEqual([]);
});
