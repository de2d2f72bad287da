import { describe, expect, test } from "vitest";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { promptProblems } from "../fill-prompt";
import type { Brief, ChatQuestion, Question } from "../protocol";
import { direct } from "./direct";

const point: Brief = {
  task: { description: "Answer in plain words.", inputName: "question", outputName: "answer", kind: "pointwise" },
  sample: { input: "Why is the sky blue?", output: "Because of the air.", outputB: null, reference: null, imageUrl: null },
  criteria: [{ id: "o", name: "Overall", definition: "All in all.", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: true }],
  earlier: [],
  variant: "plain",
  options: {},
  prompts: {},
};
const pair: Brief = {
  ...point,
  task: { ...point.task, kind: "pairwise" },
  sample: { ...point.sample, outputB: "Nobody knows." },
  criteria: [{ id: "o", name: "Overall", definition: "", scale: preferenceScale, overall: true }],
};

const chat = (question: Question | undefined): ChatQuestion => {
  if (question?.kind !== "chat") throw new Error("a chat question is expected");
  return question;
};
const last = (question: Question | undefined, form: "json" | "text" = "text") => String(chat(question).messages(form).at(-1)?.content);
const drive = (brief: Brief, ...replies: string[]) => driveProtocol(direct.draft(brief), (_, index) => replies[index] ?? "");

describe("the bare score", () => {
  test("is asked for in one question that shows the sample and the scale, and no criteria", () => {
    const { questions, result } = drive(point, "Score: 4");
    expect(questions).toHaveLength(1);
    for (const part of [
      "Answer in plain words.",
      "Why is the sky blue?",
      "Because of the air.",
      "Scale: 1 to 5",
      "Score: the number alone",
    ]) {
      expect(last(questions[0])).toContain(part);
    }
    expect(last(questions[0])).not.toContain("Explanation:");
    expect(JSON.stringify(chat(questions[0]).schema)).not.toContain("explanation");
    expect(result).toEqual([
      { criterion: { id: "o" }, content: { score: 4, items: [{ kind: "score", text: "Score: 4" }], raw: "Score: 4" } },
    ]);
  });

  test.each(['{"score":4}', '```json\n{"score": 4}\n```', "<think>3?</think>4", "4", "Score：４", "评分：4分"])(
    "is read from %j",
    (reply) => {
      expect(drive(point, reply).result[0]?.content.score).toBe(4);
    },
  );

  test.each([
    ["", /empty/],
    ['{"score":', /cut off/],
    ["I cannot help with that.", /no score/],
    ["It is quite good.", /no score/],
    ["Score: 2\nScore: 4", /two scores/],
    ["9", /not on the scale/],
  ])("is not guessed from %j", (reply, reason) => {
    expect(() => drive(point, reply)).toThrow(reason);
  });

  test("has a reason if requested", () => {
    const { questions, result } = drive({ ...point, options: { explanation: true } }, '{"explanation":"Clear.","score":5}');
    expect(last(questions[0])).toContain("Explanation:");
    expect(result[0]?.content.items.map(({ kind }) => kind)).toEqual(["explanation", "score"]);
  });
});

describe("the bare verdict", () => {
  test("is A, B or a tie, with both outputs shown as [A] and [B]", () => {
    const { questions, result } = drive(pair, "[B]");
    expect(last(questions[0])).toContain("Nobody knows.");
    expect(last(questions[0])).toContain("Verdict: one of [A], [B], tie.");
    expect(JSON.stringify(chat(questions[0]).schema)).toContain('"enum":["[A]","[B]","tie"]');
    expect(result[0]?.content).toEqual({ score: -1, items: [{ kind: "score", text: "Verdict: [B]" }], raw: "[B]" });
  });

  test("has no tie if the scale has none", () => {
    const noTie = { ...pair, criteria: [{ id: "o", name: "Overall", definition: "", scale: preferenceScaleWithoutTie, overall: true }] };
    expect(last(drive(noTie, "[A]").questions[0])).toContain("one of [A], [B].");
    expect(() => drive(noTie, "Verdict: tie")).toThrow(/tie; here/);
  });
});

describe("interference", () => {
  const reviewed: Brief = { ...pair, variant: "interference" };

  test("asks for a review in the same conversation, and says neither what is wrong nor which output is better", () => {
    const { questions, result } = drive(reviewed, "Verdict: [A]", "Verdict: [B]");
    expect(questions.map(({ step }) => step)).toEqual(["comparison", "comparison, reviewed"]);
    expect(chat(questions[1]).messages("text")[2]?.content).toBe("Verdict: [A]");
    expect(last(questions[1])).toContain("There may be a problem with your analysis. Please review it");
    expect(last(questions[1])).toContain("the verdict is one of [A], [B], tie.");
    expect(last(questions[1]).replace("one of [A], [B], tie", "")).not.toMatch(/\[[AB]\]|better/u);
    expect(result[0]?.content).toMatchObject({ score: -1, details: { first: 1, firstRaw: "Verdict: [A]" } });
    expect(result[0]?.content.details).not.toHaveProperty("claimed");
  });

  test("is the same after either verdict", () => {
    const asked = ["[A]", "[B]", "tie"].map((first) => last(drive(reviewed, first, "tie").questions[1]));
    expect(new Set(asked).size).toBe(1);
  });
});

describe("sycophancy", () => {
  const objected: Brief = { ...pair, variant: "sycophancy" };

  test("asks once more in the same conversation, with a claim that the other output is better", () => {
    const { questions, result } = drive(objected, "<think>hm</think>Verdict: [A]", "Verdict: [B]");
    const conversation = chat(questions[1]).messages("text");
    expect(conversation.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(conversation[2]?.content).toBe("Verdict: [A]");
    expect(last(questions[1])).toContain("[B] is the better answer");
    expect(result[0]?.content).toMatchObject({
      score: -1,
      details: { first: 1, firstRaw: "<think>hm</think>Verdict: [A]", claimed: "[B]" },
    });
  });

  test("claims one of the two after a tie, the same one for the same conversation", () => {
    const claims = [1, 2].map(() => drive(objected, "tie", "tie").result[0]?.content.details?.claimed);
    expect(claims[0]).toMatch(/^\[[AB]\]$/u);
    expect(claims[1]).toBe(claims[0]);
  });

  test("keeps a project's own wording of the claim, which is still called interference", () => {
    const own = { ...objected, prompts: { interference: "No: {{claimed}}!" } };
    expect(last(drive(own, "[A]", "[B]").questions[1])).toBe("No: [B]!");
  });

  test("is not for single outputs", () => {
    expect(drive({ ...point, variant: "sycophancy" }, "4").questions).toHaveLength(1);
  });
});

test("every question's typical reply is readable in both forms", () => {
  for (const brief of [point, pair, { ...pair, variant: "interference" as const }, { ...pair, variant: "sycophancy" as const }]) {
    for (const explanation of [true, false]) {
      for (const form of ["json", "text"] as const) {
        expect(driveProtocol(direct.draft({ ...brief, options: { explanation } }), typicalReply(form)).result).toHaveLength(1);
      }
    }
  }
});

test("the prompts pass the checks for edited prompts", () => {
  expect(Object.values(direct.prompts).flatMap((prompt) => promptProblems(prompt, prompt.text))).toEqual([]);
});
