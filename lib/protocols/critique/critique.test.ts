import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { critiqueDetails } from "@/lib/domain/critique-details";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import type { Brief, Question, ReplyForm } from "../protocol";
import { critique } from "./critique";
import { readCritique, readPairCritique } from "./read-critique";

const overall = { id: "o", name: "Overall", definition: "All in all.", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: true };
const pointwise: Brief = {
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: { input: "Why is the sky blue?", output: "Because of the air.", outputB: null, reference: "Scattering.", imageUrl: null },
  criteria: [overall],
  earlier: [],
  variant: "plain",
  options: {},
  prompts: {},
};
const pairwise: Brief = {
  ...pointwise,
  task: { ...pointwise.task, kind: "pairwise" },
  sample: { ...pointwise.sample, outputB: "Because it is." },
  criteria: [{ ...overall, scale: preferenceScale }],
};
const promptOf = (question: Question | undefined, form: ReplyForm = "text") =>
  question?.kind === "chat" ? String(question.messages(form).at(-1)?.content) : "";
const detailsOf = (content: { details?: Record<string, unknown> } | undefined) => critiqueDetails.parse(content?.details);
const scored = (text: string, score: number | string) => JSON.stringify({ critique: text, score });
const decided = (text: string, verdict: string) => JSON.stringify({ critique: text, verdict });
/** Replies in order; any further question fails. */
const inOrder = (replies: string[]) => (_: Question, index: number) => replies[index] ?? "";
const settings = { pointwise: { referenced: {}, free: {} }, pairwise: {} };

describe("the critique of one output", () => {
  test("becomes the lines of the draft, with the score, and is stored under its setting", () => {
    const reply = scored("It is short.\nIt is vague.", 2);
    const { result, questions } = driveProtocol(critique.draft(pointwise), () => reply);
    expect(result).toEqual([
      {
        criterion: { id: "o" },
        content: {
          score: 2,
          items: [
            { kind: "explanation", text: "It is short." },
            { kind: "explanation", text: "It is vague." },
            { kind: "score", text: "Score: 2" },
          ],
          raw: reply,
          details: {
            critiques: { ...settings, pointwise: { referenced: { A: { text: "It is short.\nIt is vague.", score: 2 } }, free: {} } },
          },
        },
      },
    ]);
    expect(promptOf(questions[0])).toContain("Scattering.");
    expect(questions[0]).not.toHaveProperty("repeat");
    expect(questions[0]).not.toHaveProperty("temperature");
  });

  test.each<[string, Partial<Brief>]>([
    ["the judge is not given it", { options: { reference: "none" } }],
    ["the sample has none", { sample: { ...pointwise.sample, reference: null } }],
  ])("shows no reference where %s, and is kept as one without", (_name, change) => {
    const { result, questions } = driveProtocol(critique.draft({ ...pointwise, ...change }), typicalReply("json"));
    expect(promptOf(questions[0])).not.toMatch(/scattering|reference/iu);
    expect(detailsOf(result[0]?.content).critiques.pointwise).toMatchObject({ referenced: {}, free: { A: { score: 3 } } });
  });

  test.each<[string, string, number, string]>([
    ["lines", "Critique: It is short.\nAnd vague.\nScore: 2", 2, "It is short.\nAnd vague."],
    ["lines that speak of other scores", "Critique: I first gave a score of 4.\nScore: 2", 2, "I first gave a score of 4."],
    ["lines without a label", "It is short and vague.\n\n**Score:** 2/5", 2, "It is short and vague."],
    ["the score first", "Score: 2\nIt is short.", 2, "It is short."],
    ["other keys", '{"explanation": "It is short.", "rating": "2"}', 2, "It is short."],
    ["an object in another", '{"evaluation": {"critique": "It is short.", "score": 2}}', 2, "It is short."],
    ["code that it quotes", 'Critique: It returns {"a": 1} too early.\nScore: 2', 2, 'It returns {"a": 1} too early.'],
    ["two objects that agree", '{"critique": "It is short.", "score": 2}\n{"score": 2}', 2, "It is short."],
    ["an object with the score behind it", '{"critique": "It is short."}\nScore: 2', 2, "It is short."],
    ["other digits", "Critique: It is short.\nScore: ٢", 2, "It is short."],
  ])("is read from %s", (_name, reply, score, text) => {
    const { result } = driveProtocol(critique.draft(pointwise), () => reply);
    expect(result[0]?.content.score).toBe(score);
    expect(detailsOf(result[0]?.content).critiques.pointwise.referenced.A?.text).toBe(text);
  });

  test.each([
    ["it has no score", "Critique: It is short.", /no score/],
    ["the score is off the scale", scored("x", 9), /not on the scale/],
    ["there are two scores", "Critique: x\nScore: 2\nScore: 3", /two scores/],
    ["the JSON has two scores", '{"critique": "x", "score": 2, "score": 3}', /two scores/],
    ["two objects disagree", '{"critique": "x", "score": 2}\n{"critique": "x", "score": 3}', /two scores/],
    ["the text after the JSON disagrees", '{"critique": "x", "score": 2}\nActually, Score: 3', /two scores/],
    ["two keys disagree", '{"critique": "x", "score": 2, "rating": 3}', /two scores/],
    ["a line takes the score back", "Critique: x\nScore: 2\nActually, Score: 3", /two scores/],
    ["there is no critique", '{"score": 2}', /no critique/],
    ["there is nothing but the score", "Score: 2", /no critique/],
    ["the JSON is cut off", '{"critique": "It is', /cut off/],
    ["it is empty", "", /empty/],
    ["it is far too long", `Score: 2\n${"word ".repeat(40_000)}`, /characters long/],
  ])("is unreadable when %s", (_name, reply, problem) => {
    expect(() => driveProtocol(critique.draft(pointwise), () => reply)).toThrow(problem);
  });
});

describe("several samples", () => {
  test("about one output count by their mean, with the critique nearest to it; all scores are kept", () => {
    const given = { ...pointwise, options: { samples: 3, temperature: 0.5 } };
    const { result, questions } = driveProtocol(critique.draft(given), inOrder([scored("a", 5), scored("b", 4), scored("c", 4)]));
    expect(questions.map((question) => question.kind === "chat" && [question.repeat, question.temperature])).toEqual([
      [0, 0.5],
      [1, 0.5],
      [2, 0.5],
    ]);
    expect(result[0]?.content).toMatchObject({ score: 13 / 3, raw: scored("b", 4), details: { sampleScores: [5, 4, 4] } });
    expect(detailsOf(result[0]?.content).critiques.pointwise.referenced.A).toEqual({ text: "b", score: 4 });
  });

  test("about a pair count by majority, with the first critique of that verdict", () => {
    const replies = [decided("a", "[B]"), decided("b", "[A]"), decided("c", "tie"), decided("d", "[A]")];
    const { result } = driveProtocol(critique.draft({ ...pairwise, options: { samples: 4 } }), inOrder(replies));
    expect(result[0]?.dropped).toBeUndefined();
    expect(result[0]?.content).toMatchObject({ score: 1, raw: replies[1], details: { sampleScores: [-1, 1, 0, 1] } });
  });

  test("about a pair discard it if there is no majority, and say so", () => {
    const replies = [decided("a", "[B]"), decided("b", "[A]")];
    const { result } = driveProtocol(critique.draft({ ...pairwise, options: { samples: 2 } }), inOrder(replies));
    expect(result[0]).toMatchObject({
      dropped: "The samples have no majority: 1 × [A], 1 × [B].",
      content: { score: null, items: [], details: { critiques: settings, sampleScores: [-1, 1] } },
    });
  });
});

describe("critique as feedback", () => {
  const given = { ...pointwise, options: { feedback: true } };

  test("has another model revise the output after the critique and the judge score both; the draft is about the original output", () => {
    const { result, questions } = driveProtocol(
      critique.draft(given),
      inOrder([scored("It is vague.", 2), "<output-1234abcd>\nBecause blue light is scattered.\n</output-1234abcd>", scored("Better.", 4)]),
    );
    expect(questions.map((question) => [question.role, question.step])).toEqual([
      ["judge", "critique"],
      ["reviser", "revision"],
      ["judge", "critique of the revision"],
    ]);
    expect(promptOf(questions[1])).toMatch(/<critique-[0-9a-f]+>\nIt is vague\.\n/);
    expect(promptOf(questions[2])).toContain("Because blue light is scattered.");
    expect(promptOf(questions[2])).not.toContain("Because of the air.");
    expect(result).toHaveLength(1);
    expect(result[0]?.content).toMatchObject({
      score: 2,
      items: [{ text: "It is vague." }, { text: "Score: 2" }],
      details: { revision: "Because blue light is scattered.", scoreBefore: 2, scoreAfter: 4 },
    });
  });

  test("shows the sample's image to both the reviser and the judge", () => {
    const seen = { ...given, sample: { ...given.sample, imageUrl: "data:image/png;base64,AAAA" } };
    for (const question of driveProtocol(critique.draft(seen), typicalReply("text")).questions)
      expect(question.kind === "chat" && question.messages("text").at(-1)?.content).toEqual([
        { type: "text", text: expect.any(String) },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ]);
  });

  test("asks for the same number of samples of both", () => {
    const { questions } = driveProtocol(critique.draft({ ...given, options: { feedback: true, samples: 3 } }), typicalReply("text"));
    expect(questions.map(({ role }) => role)).toEqual(["judge", "judge", "judge", "reviser", "judge", "judge", "judge"]);
  });

  test("needs a reviser, and an empty revision is unreadable", () => {
    expect(critique.needs({ feedback: true })).toEqual(["reviser"]);
    expect(critique.needs({})).toEqual([]);
    expect(() => driveProtocol(critique.draft(given), inOrder([scored("x", 2), " "]))).toThrow(/revision: .*empty/);
  });
});

describe("the critique of a pair", () => {
  test("names the outputs [A] and [B] and holds the verdict as a preference", () => {
    const { result } = driveProtocol(critique.draft(pairwise), () => decided("Answer A is short, Answer B says nothing.", "[A]"));
    expect(result[0]?.content).toMatchObject({
      score: 1,
      items: [
        { kind: "explanation", text: "[A] is short, [B] says nothing." },
        { kind: "score", text: "Verdict: [A]" },
      ],
      details: { critiques: { ...settings, pairwise: { referenced: { text: "[A] is short, [B] says nothing.", score: 1 } } } },
    });
  });

  test("may end in a tie only if the criterion's scale has one", () => {
    const without = { ...pairwise, criteria: [{ ...overall, scale: preferenceScaleWithoutTie }] };
    const reply = "Critique: [A] and [B] say the same.\nVerdict: tie";
    expect(driveProtocol(critique.draft(pairwise), () => reply).result[0]?.content.score).toBe(0);
    expect(() => driveProtocol(critique.draft(without), () => reply)).toThrow(/tie/);
    const { questions } = driveProtocol(critique.draft(without), typicalReply("json"));
    expect(promptOf(questions[0])).toContain("Verdict: one of [A], [B].");
  });

  test("is unreadable without a verdict, or with two", () => {
    expect(() => driveProtocol(critique.draft(pairwise), () => '{"critique": "x"}')).toThrow(/no verdict/);
    expect(() => driveProtocol(critique.draft(pairwise), () => "Critique: x\nVerdict: [A]\nVerdict: [B]")).toThrow(/two verdicts/);
  });
});

describe("the two chains", () => {
  const given: Brief = { ...pairwise, options: { chain: "multi-path" } };
  const derived = (text: string, key: "score" | "verdict", value: unknown) =>
    JSON.stringify({ draft: "First.", reflection: `Reflected on ${text}.`, critique: text, [key]: value });
  const replies = (first: string, second: string) => [
    scored("A with", 7),
    scored("B with", 4),
    derived("pair with", "verdict", "[A]"),
    derived("first free", "verdict", first),
    derived("A free", "score", 6),
    derived("B free", "score", 5),
    derived("second free", "verdict", second),
  ];

  test("lead from each output with reference to the pair without it, one through the pair, the other through critiques without reference", () => {
    const { questions } = driveProtocol(critique.draft(given), inOrder(replies("[A]", "[A]")));
    const prompts = questions.map((question) => promptOf(question));
    expect(prompts.map((prompt) => prompt.includes("Scattering."))).toEqual([true, true, true, true, true, true, false]);
    // The result may change with every step: nothing asks for the same judgement.
    for (const prompt of prompts) expect(prompt).not.toMatch(/same (?:judgement|score|verdict|conclusion)/u);
    expect(prompts[0]).toContain("Scale: 1 to 10");
    expect(prompts[0]).not.toContain("Because it is.");
    const shown = ["A with", "B with", "pair with", "A free", "B free"];
    expect(prompts.map((prompt) => shown.filter((text) => prompt.includes(`>\n${text}\n<`)))).toEqual([
      [],
      [],
      ["A with", "B with"],
      ["pair with"],
      ["A with"],
      ["B with"],
      ["A free", "B free"],
    ]);
  });

  test("check at every derived step whether the new critique agrees with its source", () => {
    const { questions } = driveProtocol(critique.draft(given), inOrder(replies("[A]", "[A]")));
    for (const [index, question] of questions.entries()) {
      const schema = JSON.stringify(question.kind === "chat" && question.schema);
      expect(schema.includes('"reflection"')).toBe(index >= 2);
      expect(promptOf(question).includes("Reflection: ")).toBe(index >= 2);
      expect(promptOf(question, "json").includes('"reflection": ')).toBe(index >= 2);
    }
  });

  test("that agree give the draft, and every critique is stored under its setting", () => {
    const { result } = driveProtocol(critique.draft(given), inOrder(replies("[B]", "[B]")));
    expect(result[0]?.dropped).toBeUndefined();
    expect(result[0]?.content).toMatchObject({ score: -1, items: [{ text: "first free" }, { text: "Verdict: [B]" }] });
    const first = { text: "first free", score: -1, reflection: "Reflected on first free." };
    expect(detailsOf(result[0]?.content)).toEqual({
      critiques: {
        pointwise: {
          referenced: { A: { text: "A with", score: 7 }, B: { text: "B with", score: 4 } },
          free: {
            A: { text: "A free", score: 6, reflection: "Reflected on A free." },
            B: { text: "B free", score: 5, reflection: "Reflected on B free." },
          },
        },
        pairwise: { referenced: { text: "pair with", score: 1, reflection: "Reflected on pair with." }, free: first },
      },
      chains: [
        { name: "to the pair, then without reference", free: first },
        { name: "without reference, then to the pair", free: { text: "second free", score: -1, reflection: "Reflected on second free." } },
      ],
    });
  });

  test("that disagree discard the pair and name both verdicts", () => {
    const { result } = driveProtocol(critique.draft(given), inOrder(replies("[A]", "tie")));
    expect(result[0]).toMatchObject({ dropped: "The two chains disagree: [A] and tie.", content: { score: null, items: [] } });
    expect(detailsOf(result[0]?.content).chains?.map(({ free }) => free.score)).toEqual([1, 0]);
  });

  test("need pairs with references, and exclude samples and feedback", () => {
    expect(critique.needsReference({ chain: "multi-path" })).toBe(true);
    expect(critique.needsReference({})).toBe(false);
    expect(() => critique.draft({ ...given, sample: { ...given.sample, reference: null } }).next()).toThrow(/reference/);
    for (const more of [{ samples: 2 }, { feedback: true }, { reference: "none" }])
      expect(critique.options.safeParse({ chain: "multi-path", ...more }).success).toBe(false);
  });

  test("do not fit single outputs, and feedback does not fit pairs", () => {
    expect(critique.misfit({ chain: "multi-path" }, "pointwise")).toMatch(/multi-path/);
    expect(critique.misfit({ feedback: true }, "pairwise")).toMatch(/feedback/);
    expect(critique.misfit({ chain: "multi-path" }, "pairwise")).toBeNull();
    expect(critique.misfit({ feedback: true }, "pointwise")).toBeNull();
  });
});

test("any reply gives a critique with text and a score on the scale, or is unreadable, and nothing throws", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "Critique: ",
      "Draft: ",
      "Reflection: ",
      "Score: ",
      "Verdict: ",
      "[A]",
      "[B]",
      "tie",
      "4",
      "٤",
      "/5",
      "\n",
      "{",
      "}",
      '"critique":',
      '"score":',
      '"x"',
      ",",
      "<think>",
    ),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
      const reply = fragments.join("");
      const one = readCritique(reply, overall.scale);
      const pair = readPairCritique(reply, { allowTie: true, outputName: "answer" });
      if (one.ok) expect([1, 2, 3, 4, 5]).toContain(one.value.score);
      if (pair.ok) expect([-1, 0, 1]).toContain(pair.value.score);
      for (const reading of [one, pair]) expect(reading.ok ? reading.value.text : reading.problem).not.toBe("");
    }),
    { numRuns: 1000 },
  );
});
