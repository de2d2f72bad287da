import { describe, expect, it, test } from "vitest";
import { criterionContent } from "@/lib/domain/criterion";
import { labelOf } from "@/lib/domain/labels";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { labelled } from "@/lib/testing/labels";
import { describeScale } from "./describe-scale";
import { direct } from "./direct/direct";
import { parseReply } from "./parse-reply";
import { planRun } from "./plan-run";
import type { Brief, Protocol, Question } from "./protocol";
import { findProtocol } from "./protocols";
import { stepByStep } from "./step-by-step/step-by-step";

const scale = labelled("supported", "not supported", "made up", "no source: own words");

/** The label a reply is read as, or why it is unreadable. */
function read(reply: string): string {
  const reading = parseReply(reply, scale);
  return reading.ok ? (labelOf(scale, reading.value.score ?? -1) ?? "?") : reading.problem;
}

describe("a label is read from", () => {
  test.each<[string, string]>([
    ["supported", "supported"],
    ["Not Supported.", "not supported"],
    ["**Label:** made  up", "made up"],
    ["Label: “not supported”", "not supported"],
    ['The label is "made up".', "made up"],
    ["3. Final label: MADE UP", "made up"],
    ["Score: supported", "supported"],
    ["Category - made up", "made up"],
    ["Label:\nnot supported", "not supported"],
    ["Label: no source: own words", "no source: own words"],
    ["Label: supported (the second sentence says so)", "supported"],
    ["Label: supported – see below", "supported"],
    ["<think>Perhaps made up?</think>\nLabel: supported", "supported"],
    ['Conclusion: It is not made up.\nExplanation: Nothing is made up.\nLabel: supported\nEvidence:\n- "made up" occurs', "supported"],
    ['{"label": "made up"}', "made up"],
    ['```json\n{"conclusion": "ok", "label": "Not supported!"}\n```', "not supported"],
    ['{"evaluation": {"explanation": "x", "category": "supported"}}', "supported"],
    ['Here it is:\n{"label": "supported"}\nLabel: supported', "supported"],
  ])("%j", (reply, label) => {
    expect(read(reply)).toBe(label);
  });
});

describe("no label is guessed from", () => {
  test.each<[string, RegExp]>([
    ["", /empty/],
    ["It is well supported by the text, and nothing in it is made up.", /not one of the labels|no label/],
    ["Conclusion: fine.\nExplanation: It is supported.", /no label/],
    ["Label: partly supported", /"partly supported", which is not one of the labels "supported"/],
    ["Label: supported or made up", /not one of the labels/],
    ["Label: supported, made up", /not one of the labels/],
    ["Label: 1", /"1", which is not one of the labels/],
    ["Label: supported\nLabel: made up", /"supported", "made up"; exactly one/],
    ['{"label": 0}', /not a text: 0/],
    ['{"label": ["supported", "made up"]}', /not a text/],
    ['{"label": "supported", "label": "made up"}', /"made up", "supported"; exactly one|"supported", "made up"; exactly one/],
    ['{"label": "supported"}\nLabel: made up', /exactly one/],
    ['{"label": "unsupported"}', /"unsupported", which is not one of the labels/],
    ['{"label":', /cut off/],
  ])("%j", (reply, problem) => {
    expect(read(reply)).toMatch(problem);
  });
});

it("the lines of a reply keep their kinds, the label's line being the score's", () => {
  const reply = 'Conclusion: It invents.\nExplanation: No such year.\nLabel: made up\nEvidence:\n- "in 1850" is nowhere';
  const reading = parseReply(reply, scale);
  expect(reading).toMatchObject({ ok: true, value: { score: 2 } });
  expect(reading.ok && reading.value.items.map(({ kind, text }) => [kind, text])).toEqual([
    ["conclusion", "Conclusion: It invents."],
    ["explanation", "Explanation: No such year."],
    ["score", "Label: made up"],
    ["heading", "Evidence:"],
    ["evidence", '- "in 1850" is nowhere'],
  ]);
});

const cause = {
  id: "c",
  ...criterionContent.parse({
    name: "Cause",
    overall: true,
    scale: { kind: "categorical", levels: [{ label: "made up", description: "Nowhere in it." }, { label: "old" }] },
  }),
};
const brief: Brief = {
  task: { description: "", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: { input: "Why?", output: "Because.", outputB: null, reference: null, imageUrl: null },
  criteria: [cause],
  earlier: [],
  variant: "plain",
  options: {},
  prompts: {},
};
const asked = (question: Question | undefined, form: "json" | "text") => {
  if (question?.kind !== "chat") throw new Error("a chat question is expected");
  return { text: String(question.messages(form).at(-1)?.content), schema: JSON.stringify(question.schema) };
};

describe.each<[string, Protocol]>([
  ["direct", direct],
  ["step by step", stepByStep],
])("a judge asked %s about labels", (_, protocol) => {
  const { questions, result } = driveProtocol(protocol.draft(brief), typicalReply("text"));

  it("is asked for exactly one, with what each means, and for no number", () => {
    const { text } = asked(questions[0], "text");
    expect(text).toContain(
      "Labels, in no order. Exactly one of them may be given, in place of a score:\n- made up: Nowhere in it.\n- old\n",
    );
    expect(text).toContain("Label: exactly one of the labels above, as it is written there.");
    expect(text).not.toMatch(/the number alone|Scale:|lowest|\{\{/u);
    expect(asked(questions[0], "json").text).toContain('"label": exactly one of the labels above');
  });

  it("is held to the labels by the schema of its reply", () => {
    expect(asked(questions[0], "json").schema).toContain('"label":{"type":"string","enum":["made up","old"]}');
    expect(asked(questions[0], "json").schema).not.toContain('"score":');
  });

  it("answers with a label, in lines as in JSON", () => {
    const json = driveProtocol(protocol.draft(brief), typicalReply("json")).result;
    expect([result[0]?.content.score, json[0]?.content.score]).toEqual([0, 0]);
    expect(json[0]?.content.items.find(({ kind }) => kind === "score")?.text).toBe("Label: made up");
  });

  it("is asked for a number where the criterion has numbers", () => {
    const numbers = { ...cause, scale: { min: 1, max: 5, step: 1, levels: [] } };
    const { text } = asked(driveProtocol(protocol.draft({ ...brief, criteria: [numbers] }), typicalReply("text")).questions[0], "text");
    expect(text).toContain("Score: the number alone, from the scale above.");
    expect(text).not.toContain("abel");
  });
});

it("labels are described as a list, and numbers by their ends", () => {
  expect(describeScale(cause.scale)).toBe(
    "Labels, in no order. Exactly one of them may be given, in place of a score:\n- made up: Nowhere in it.\n- old",
  );
});

describe("a run over a criterion with labels", () => {
  const plan = (protocol: string, options: object = {}, kind: "endpoint" | "panel" = "endpoint", overall = true) =>
    planRun(
      { kind: "evaluation", variant: "plain" },
      { kind: "pointwise", hasOverall: true, labelled: [{ name: "Cause", overall }], withoutReference: 0 },
      { name: "Judge one", kind, protocol, options: { ...options }, prompts: null, roles: { weak: "w", reviser: "r" } },
      ["a", "b"].map((id) => ({ id: `${id.repeat(8)}-0000-4000-8000-000000000000`, name: id, kind: "endpoint" })),
    );

  it.each(["rubric", "critique", "camieval-pointwise"])("is refused for the protocol %s, which computes with scores", (protocol) => {
    expect(() => plan(protocol)).toThrow(
      `The protocol "${findProtocol(protocol)?.title}" computes with scores, and "Cause" has labels without an order. Choose a judge with "Direct" or "Step by step".`,
    );
  });

  it("is allowed for a protocol that gives an overall score if another criterion has the labels", () => {
    expect(plan("critique", {}, "endpoint", false)).toMatchObject({ protocol: "critique" });
    expect(() => plan("rubric", {}, "endpoint", false)).toThrow(/"Cause"/);
  });

  it.each(["direct", "step-by-step"])("is allowed for the protocol %s", (protocol) => {
    expect(plan(protocol)).toMatchObject({ protocol });
  });

  it("is decided by a panel's majority, and by no mean", () => {
    const members = ["a", "b"].map((id) => `${id.repeat(8)}-0000-4000-8000-000000000000`);
    for (const aggregate of ["mean", "median"])
      expect(() => plan("panel", { members, aggregate }, "panel")).toThrow(
        /labels of "Cause" have no mean or median: the panel "Judge one" must decide by majority/,
      );
    expect(plan("panel", { members, aggregate: "majority" }, "panel")).toMatchObject({ protocol: "panel" });
  });
});
