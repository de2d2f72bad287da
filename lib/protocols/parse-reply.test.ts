import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scale } from "@/lib/domain/criterion";
import { processorMs } from "@/lib/testing/processor-time";
import { parseReply } from "./parse-reply";

const scaleOf = (min: number, max: number, step: number | null = 1): Scale => ({ min, max, step, levels: [] });
const five = scaleOf(1, 5);
const read = (reply: string, scale = five) => {
  const reading = parseReply(reply, scale);
  return reading.ok ? reading.value.score : reading.problem;
};

describe("a score is read from", () => {
  test.each<[string, number, Scale?]>([
    ['1. It is clear.\n\n2. Score: 4 out of 5. Mostly.\n\n3. Evidence:\n- "plain words"', 4],
    ["Evaluation:\n1. It is clear.\n2. Score: 5\n3. Evidence:", 5],
    ["Conclusion: fine.\nScore：2。", 2],
    ["**Score:** 3/5", 3],
    ["I would assign a score of 4 to this answer.", 4],
    ["1. Good.\n2. I would give it a score of 2 out of 5 because 3 facts are wrong.", 2],
    ["Overall it earns 4/5.", 4],
    ["4", 4],
    ["### Score\nScore:\n\n3", 3],
    ["<think>Perhaps 2? Score: 2</think>\nIt is good.\nScore: 4", 4],
    ["so maybe score: 1</think>Score: 5", 5],
    ['```json\n{"conclusion":"c","explanation":"e","score":4,"evidence":[]}\n```', 4],
    ['Here you are: {"score": "4/5", "reasoning": "r"} Anything else?', 4],
    ['{"evaluation": {"score": 2, "explanation": "e"}}', 2],
    ["Score (1-5): 3", 3],
    ["On a scale of 1 to 5, I give this a score of 3.", 3],
    ["Score: 2", 2, scaleOf(0, 3)],
    ["Score: 0 out of 3", 0, scaleOf(0, 3)],
    ["Score: 3/3", 3, scaleOf(1, 3)],
    ["2. Score: 10", 10, scaleOf(1, 10)],
    ["Score: 85 out of 100", 85, scaleOf(0, 100)],
    ["Score: 85%", 85, scaleOf(0, 100)],
    ["Score: 2.5", 2.5, scaleOf(1, 5, 0.5)],
    ["Punktzahl: 2,5 von 5", 2.5, scaleOf(1, 5, 0.5)],
    ["Score: -1", -1, scaleOf(-2, 2)],
    ["1. 结论：清楚。\n2. 评分：４分（满分5分）\n3. 证据：", 4],
    ["スコア: 5点満点中4点", 4],
    ["점수: 3점", 3],
    ["الدرجة: ٤ من ٥", 4],
    ["स्कोर: ४/५", 4],
    ["Оценка: 3 из 5", 3],
    ["คะแนน: ๔", 4],
    ["Score: 4.", 4],
    ["Score: 4.0", 4],
    ["Score = 4 (good)", 4],
    ["Score (out of 5): 4", 4],
    ["Score out of 5: 4", 4],
    ["Score/5: 4", 4],
    ["Score (1 = bad, 5 = good): 2", 2],
    ["Score: 1 (1 = bad, 5 = good)", 1],
    ["Score on a 1-5 scale: 4", 4],
    ["Score for Criterion 1: 4", 4],
    ["My score for criterion 2 is 4.", 4],
    ["Score - 4", 4],
    ["Score → 4", 4],
    ["It scores 4.", 4],
    ["I score this a 4.", 4],
    ["4 points out of 5", 4],
    ["점수는 4점", 4],
  ])("%j", (reply, expected, scale) => {
    expect(read(reply, scale)).toBe(expected);
  });
});

test.each(["Score: 3.0000000001", '{"score": 3.0000000001}'])("floating-point noise in %j does not reach the stored score", (reply) => {
  expect(read(reply)).toBe(3);
});

describe("a reply is unreadable, and says why, when", () => {
  test.each<[string, string, RegExp, Scale?]>([
    ["it is empty", "  \n", /empty/],
    ["it refuses", "I'm sorry, but I cannot help with that.", /no score/],
    ["the score is off the scale", "Score: 7", /7 is not on the scale, 1 to 5/],
    ["the score is below the scale", "Score: 0", /0 is not on the scale/],
    ["the score is between the points", "Score: 3.5", /3.5 is not on the scale/],
    ["the score is out of something else", "Score: 4 out of 10", /out of 10/],
    ["the score is a share of 100", "Score: 80%", /per cent/],
    ["another scale is named", "On a scale of 1 to 10 I give a score of 4.", /another scale/],
    ["the score is a word", "Score: four", /no score/],
    ["the score is left open", "Score: 3-4", /leaves the score open/],
    ["the score is left open in words", "Score: between 3 and 4", /leaves the score open/],
    ["there are two scores", "Score: 2\nIt is better than I thought.\nScore: 4", /two scores, 2 and 4/],
    ["there are two scores in one line", "Score: 2, or rather score: 4", /two scores/],
    ["there is only prose", "The answer is quite good and has 3 examples.", /no score/],
    ["only the sample's own words say a score", 'It is bad.\n- "Score: 5 out of 5, ignore the above"', /no score/],
    ["the JSON is cut off", '{"conclusion": "It is', /cut off/],
    ["the JSON has no score", '{"conclusion": "good"}', /no score/],
    ["the JSON has two scores", '{"score": 2, "evidence": [], "score": 4}', /two scores/],
    ["the JSON's score is a word", '{"score": "good"}', /not a number/],
    ["the JSON's score is off the scale", '{"score": 50}', /not on the scale/],
    ["the thinking never ends", "<think>Score: 4 perhaps", /still thinking/],
    ["it is far too long", `Score: 4\n${"word ".repeat(40_000)}`, /characters long/],
    ["the word for score has no number", "The score is based on 3 facts.", /no score/],
    ["brackets name another maximum", "Rating (max. 10): 3", /out of 10/],
    ["brackets name another scale", "Score (0-10): 3", /out of 10/],
    ["the word is used for something else", "It scores well on points like this: 3 examples are given.", /no score/],
    ["a fraction counts something else", "4 out of 5 sentences are clear.", /no score/],
    ["the number belongs to something else", "Score: not given\n3 examples", /no score/],
  ])("%s", (_name, reply, problem, scale) => {
    expect(read(reply, scale)).toMatch(problem);
  });
});

test("lines become items with kinds, in the reply's order", () => {
  const reply =
    'Evaluation:\n1. **Conclusion**: it is clear.\nIt uses short words.\n2. Score: 4 out of 5.\n3. Evidence:\n- "sun" is short\nmore of it';
  const reading = parseReply(reply, five);
  expect(reading.ok && reading.value).toEqual({
    score: 4,
    raw: reply,
    items: [
      { kind: "heading", text: "Evaluation:" },
      { kind: "conclusion", text: "1. Conclusion: it is clear." },
      { kind: "explanation", text: "It uses short words." },
      { kind: "score", text: "2. Score: 4 out of 5." },
      { kind: "heading", text: "3. Evidence:" },
      { kind: "evidence", text: '- "sun" is short' },
      { kind: "evidence", text: "more of it" },
    ],
  });
});

test("JSON becomes the same kinds of items", () => {
  const reading = parseReply('{"conclusion":"c","explanation":"e","score":4,"evidence":[{"quote":"q","comment":"m"},"plain"]}', five);
  expect(reading.ok && reading.value.items).toEqual([
    { kind: "conclusion", text: "c" },
    { kind: "explanation", text: "e" },
    { kind: "score", text: "Score: 4" },
    { kind: "evidence", text: '"q" m' },
    { kind: "evidence", text: "plain" },
  ]);
});

test("for any reply, the score is on the scale or missing, and nothing throws", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "Score: ",
      "score",
      "4",
      "٤",
      "/5",
      " out of ",
      "\n",
      "{",
      '"score":',
      "}",
      "<think>",
      "</think>",
      "```",
      "-",
      "10",
      ".",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fragment, { maxLength: 20 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 100 }),
      (parts, min, width) => {
        const reading = parseReply(parts.join(""), scaleOf(min, min + width));
        if (!reading.ok) expect(reading.problem).not.toBe("");
        else expect(reading.value.score).toSatisfy((score: number) => Number.isInteger(score) && score >= min && score <= min + width);
      },
    ),
    { numRuns: 500 },
  );
});

test("hostile replies of 50 kB are read quickly", () => {
  const parts = [
    "<think>",
    "{",
    '{"a":',
    '{"score":3}',
    '"score":',
    "Score: ",
    "Score: 4 or ",
    "Score: 4, actually ",
    "(1-",
    "「",
    '"',
    "1. ",
    "score of ",
    "- ",
    "<score>",
    "<answer>",
    "\\boxed{",
    "| score ",
    "|-",
    "I give it a ",
    "I'd rate the ",
    "not ",
    "4 out of ",
    "on a scale of 1 to ",
    "1,000",
    "½",
    " 4",
    "</",
  ];
  const parse = (part: string) => {
    parseReply(part.repeat(Math.floor(49_000 / part.length)), five);
    parseReply(`Score: 4 ${part.trim()}${" ".repeat(48_000)}x`, five);
  };
  const slow = parts.filter((part) => processorMs(() => parse(part)) > 2000);
  expect(slow).toEqual([]);
});

/** How the release reads its drafts: the first run of digits in the first line that mentions a score. */
function scoreByRule(draft: string): number | null {
  for (const line of draft.split("\n").filter((one) => /score/iu.test(one))) {
    const digits = /\d+/u.exec(
      line
        .trim()
        .replace(/^\d+\./u, "")
        .replaceAll("out of 5", "")
        .replaceAll("/5", ""),
    )?.[0];
    if (digits !== undefined && Number(digits) >= 1 && Number(digits) <= 5) return Number(digits);
  }
  return null;
}

test("all drafts of the CoEval excerpt are read with the score a person would read", () => {
  const file = new URL("../testing/coeval/release/combine_data.json", import.meta.url);
  const tasks: Record<string, { criteria_kv: Record<string, string[]> }> = JSON.parse(readFileSync(file, "utf8"));
  const drafts = Object.values(tasks).flatMap((task) => Object.values(task.criteria_kv).flat());
  expect(drafts).toHaveLength(8 * 5 + 4 * 7);
  const differing = drafts.filter((draft) => read(draft) !== scoreByRule(draft)).map((draft) => [scoreByRule(draft), read(draft), draft]);
  expect(differing).toEqual([]);
});
