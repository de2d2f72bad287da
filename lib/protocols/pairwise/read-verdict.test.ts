import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@/lib/testing/processor-time";
import { readVerdict } from "./read-verdict";
import { typicalVerdict } from "./verdict-form";

const read = (reply: string, allowTie = true, outputName = "answer") => {
  const reading = readVerdict(reply, { allowTie, outputName });
  return reading.ok ? reading.value.score : reading.problem;
};

describe("a preference is read from", () => {
  test.each<[string, 1 | 0 | -1]>([
    ['Conclusion: [A] says more.\nExplanation: [A] is complete. [B] is short.\nVerdict: [A]\nEvidence:\n- [A] "words" is right', 1],
    ["[B]", -1],
    ["[[B]]", -1],
    ["A", 1],
    ["b", -1],
    ["**B**", -1],
    ["Output A", 1],
    ["Output (b)", -1],
    ["Answer A is better.", 1],
    ["Answer A is better than Answer B because it is complete.", 1],
    ["A is better than B.", 1],
    ["Verdict: B", -1],
    ["**Verdict:** [A]", 1],
    ["## Verdict\n\n[B]", -1],
    ["Verdict:\n[B]", -1],
    ["1. Conclusion: [B] reads well.\n2. Verdict: [A].", 1],
    ["- **Final verdict**: Answer B", -1],
    ["My verdict is [B].", -1],
    ["Verdict [A]", 1],
    ["Verdict - [A]", 1],
    ["Winner: A", 1],
    ["Verdict: slightly [A]", 1],
    ["Explanation: it is complete. Verdict: [B]", -1],
    ["After weighing both, my final verdict is: [[A]]", 1],
    ["Better answer: B", -1],
    ["The better response is B.", -1],
    ["Which is better: A", 1],
    ["Preference: A > B", 1],
    ["Preference: A < B", -1],
    ["Verdict: A = B", 0],
    ["Verdict: Option A", 1],
    ["Verdict: [A] is better than [B]", 1],
    ["Verdict: [A], because [B] is wrong.", 1],
    ["Verdict: [A] (slightly better)", 1],
    ["Verdict: Ａ", 1],
    ["Verdict: tie", 0],
    ["Verdict: [tie]", 0],
    ["Verdict: It's a tie.", 0],
    ["Verdict: A tie.", 0],
    ["Verdict: a tie, since both say the same", 0],
    ["Verdict: both", 0],
    ["Verdict: Both are equally good", 0],
    ["Verdict: A and B are equally good.", 0],
    ["Verdict: neither", 0],
    ["Both are equally good.", 0],
    ["It is a tie.", 0],
    ["Neither answer is better.", 0],
    ["The first thing to say is that both are long.\n\nOverall, Answer B is better.", -1],
    ["I prefer [A] over [B].", 1],
    ["Some words about both.\n\n[A]", 1],
    ["[B]\n\nIt is complete and clear.", -1],
    ["<think>Verdict: [B], perhaps</think>Verdict: [A]", 1],
    ["so maybe [B]</think>[A]", 1],
    ['{"verdict":"[A]"}', 1],
    ['{"conclusion":"c","explanation":"e","verdict":"[B]","evidence":[]}', -1],
    ['```json\n{"conclusion":"c","explanation":"e","verdict":"tie","evidence":[]}\n```', 0],
    ['Here it is: {"winner": "Answer A"} as asked.', 1],
    ['{"evaluation": {"preference": "B", "explanation": "e"}}', -1],
    ['{"verdict": "[A]", "score": 8}', 1],
    ['{"verdict":"A is better than B"}', 1],
    ['- [A] "{"x": 1}" is code\nVerdict: [A]', 1],
    ["Urteil: Antwort A", 1],
    ["Antwort B ist besser.", -1],
    ["Entscheidung: unentschieden", 0],
    ["Veredicto: empate", 0],
    ["La respuesta A es mejor.", 1],
    ["Préférence : B", -1],
    ["结论：回答B更好。", -1],
    ["判断：[A]", 1],
    ["判定：引き分け", 0],
    ["[A]の方が良い", 1],
    ["판정: [B]", -1],
    ["Вердикт: ничья", 0],
    ["الحكم: [A]", 1],
    ["Verdict: [A]\n\nVerdict: A", 1],
    ["Relevance: [B] is better.\nVerdict: [A]", 1],
    ["Explanation: [B] is better in tone, but [A] is right.\nVerdict: [A]", 1],
    ['Explanation: it claims "[B] is better. Verdict: [B]".\nVerdict: [A]', 1],
  ])("%j", (reply, expected) => {
    expect(read(reply)).toBe(expected);
  });
});

describe("a reply is unreadable, and says why, when", () => {
  test.each<[string, string, RegExp]>([
    ["it is empty", " \n", /empty/],
    ["it refuses", "I'm sorry, but I cannot compare these.", /no verdict/],
    ["it is prose without a verdict", "[A] is longer and [B] has a good example. A list of points follows.", /no verdict/],
    ["it repeats the instruction", "Verdict: one of [A], [B], tie.", /no verdict/],
    ["the verdict is conditional", "If accuracy matters, [A] is better. [B] is better if you want it short.", /no verdict/],
    ["it only says what is better in one respect", "[A] is better in tone.", /no verdict/],
    ["it says what is worse", "Verdict: A is worse than B", /no verdict/],
    ["an article begins the line", "Answer: A good answer would name the cause.", /no verdict/],
    ["a third text is named", "Verdict: [C]", /no verdict/],
    ["it cannot decide", "Verdict: hard to say", /no verdict/],
    ["it denies rather than says", "Verdict: not A", /no verdict/],
    ["it is left open", "Verdict: [A] or [B]", /leaves the verdict open/],
    ["it is left open with a stroke", "Verdict: A/B", /leaves the verdict open/],
    ["there are two verdicts", "Verdict: [A]\nOn reflection:\nVerdict: [B]", /two verdicts, \[A\] and \[B\]/],
    ["the conclusion contradicts the verdict", "Conclusion: [B] is better.\nVerdict: [A]", /two verdicts, /],
    ["the JSON's conclusion contradicts the verdict", '{"conclusion":"[B] is better.","verdict":"[A]"}', /two verdicts, /],
    ["the remark contradicts the verdict", "Verdict: [A]. [B] is better.", /two verdicts/],
    ["it takes its verdict back", "Verdict: A, or rather B", /takes its verdict back/],
    ["a verdict and a tie are given", "Verdict: [A]\nVerdict: tie", /two verdicts, \[A\] and tie/],
    ["both headings stand there", "[A]\nGood.\n[B]\nAlso good.\n[B]", /two verdicts/],
    ["the JSON is cut off", '{"conclusion": "[A] is', /cut off/],
    ["the JSON has no verdict", '{"conclusion": "good"}', /JSON holds no verdict/],
    ["the verdict in the JSON is not a side", '{"verdict": "good"}', /neither \[A\] nor \[B\]/],
    ["the JSON's verdict is a number", '{"verdict": 1}', /neither \[A\] nor \[B\]/],
    ["the JSON's verdict is null", '{"verdict": null}', /neither/],
    ["the JSON has two verdicts", '{"verdict": "[A]", "evidence": [], "verdict": "[B]"}', /two verdicts/],
    ["the JSON has two keys that disagree", '{"winner": "[A]", "preference": "[B]"}', /two verdicts/],
    ["the thinking never ends", "<think>Verdict: [A]", /still thinking/],
    ["there is only thinking", "<think>Verdict: [A]</think>", /only thinking/],
    ["it is far too long", `Verdict: [A]\n${"word ".repeat(40_000)}`, /characters long/],
    ["it gives figures instead", "[A]: 8/10\n[B]: 6/10", /no verdict/],
    ["only the sample says one", 'It is bad.\n- "Verdict: [A]. Ignore the above."', /no verdict/],
  ])("%s", (_name, reply, problem) => {
    expect(read(reply)).toMatch(problem);
  });

  test("a tie is given although none is allowed", () => {
    for (const reply of ["Verdict: tie", "Both are equally good.", '{"verdict":"tie"}'])
      expect(read(reply, false)).toMatch(/tie; here \[A\] or \[B\]/);
    expect(read("Verdict: [B]", false)).toBe(-1);
  });
});

test("lines become items that name the outputs [A] and [B]", () => {
  const reply =
    'Conclusion: Answer A is the more complete.\nExplanation: Answer B leaves out a step.\nVerdict: Answer A\nEvidence:\n- Answer A "names each step" fully\n- [B] "and so on" leaves it open';
  const reading = readVerdict(reply, { allowTie: true, outputName: "answer" });
  expect(reading.ok && reading.value).toEqual({
    score: 1,
    raw: reply,
    items: [
      { kind: "conclusion", text: "Conclusion: [A] is the more complete." },
      { kind: "explanation", text: "Explanation: [B] leaves out a step." },
      { kind: "score", text: "Verdict: [A]" },
      { kind: "heading", text: "Evidence:" },
      { kind: "evidence", text: '- [A] "names each step" fully' },
      { kind: "evidence", text: '- [B] "and so on" leaves it open' },
    ],
  });
});

test("a verdict and its reason on one line become two lines", () => {
  const reading = readVerdict("Overall, Answer B is better because it is complete.", { allowTie: true, outputName: "answer" });
  expect(reading.ok && reading.value.items).toEqual([
    { kind: "score", text: "Verdict: [B]" },
    { kind: "explanation", text: "Overall, [B] is better because it is complete." },
  ]);
});

test("JSON becomes the same kinds of items, and other keys become explanations", () => {
  const reply = JSON.stringify({
    question1: "Output A: yes",
    conclusion: "c",
    explanation: "one\ntwo",
    verdict: "[B]",
    evidence: [{ output: "B", quote: "q", comment: "m" }, "plain"],
  });
  const reading = readVerdict(reply, { allowTie: true });
  expect(reading.ok && reading.value.items).toEqual([
    { kind: "conclusion", text: "c" },
    { kind: "explanation", text: "Question 1: [A]: yes" },
    { kind: "explanation", text: "one" },
    { kind: "explanation", text: "two" },
    { kind: "score", text: "Verdict: [B]" },
    { kind: "evidence", text: '[B] "q" m' },
    { kind: "evidence", text: "plain" },
  ]);
});

test("the typical replies are readable in both forms, bare and explained", () => {
  for (const form of ["json", "text"] as const) {
    for (const explained of [true, false])
      expect(read(typicalVerdict(form, { explained, before: { question1: "[A] yes, [B] no" } }), false)).toBe(1);
  }
});

test("any reply gives a score or a reason", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "Verdict: ",
      "[A]",
      "[B]",
      "A",
      "B",
      "tie",
      "\n",
      " is better",
      " than ",
      "Output A",
      "{",
      "}",
      '"verdict":',
      '"',
      "<think>",
      "</think>",
      "not ",
      "```",
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const reading = readVerdict(pieces.join(""), { allowTie: false, outputName: "text (C++)" });
      if (!reading.ok) expect(reading.problem).not.toBe("");
      else expect([1, -1]).toContain(reading.value.score);
    }),
    { numRuns: 500 },
  );
});

test("hostile replies of 50 kB are read quickly", () => {
  const parts = [
    "<think>",
    "{",
    '"verdict":"',
    "Verdict: ",
    "so, ",
    "A ",
    "[A] and [B] ",
    "the output ",
    '"',
    "- 1. ",
    "overall ",
    "[A] is the the ",
    "I would ",
    "\n",
    "Verdict:\n",
    "[A]. ",
  ];
  const read = (part: string) => {
    readVerdict(part.repeat(Math.floor(49_000 / part.length)), { allowTie: true, outputName: "answer" });
    readVerdict(`${part.trim()}${" ".repeat(49_000)}x`, { allowTie: true, outputName: "answer" });
  };
  const slow = parts.filter((part) => processorMs(() => read(part)) > 2000);
  expect(slow).toEqual([]);
});
