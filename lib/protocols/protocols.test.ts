import { describe, expect, test } from "vitest";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { driveProtocol, typicalReply } from "@/lib/testing/drive-protocol";
import { criteriaProposal } from "./criteria-proposal/criteria-proposal";
import { promptProblems } from "./fill-prompt";
import type { Brief, Drafted, Drafting } from "./protocol";
import { protocols } from "./protocols";
import { turnBrief } from "./turn-pair";

const scales = {
  pointwise: [
    { min: 0, max: 3, step: 1, levels: [] },
    { min: 1, max: 10, step: 1, levels: [{ value: 1, label: "", description: "poor" }] },
    { min: 0, max: 100, step: null, levels: [] },
    { min: -2, max: 2, step: 0.5, levels: [] },
  ],
  pairwise: [preferenceScale, preferenceScaleWithoutTie],
};

const briefs = (kind: "pointwise" | "pairwise", names: readonly string[]): Omit<Brief, "variant">[] =>
  scales[kind].flatMap((scale) =>
    [null, "A reference."].map((reference) => ({
      task: { description: "Answer.", inputName: "question", outputName: "answer", kind },
      sample: { input: "Why?", output: "Because.", outputB: kind === "pairwise" ? "No." : null, reference, imageUrl: null },
      criteria: names.map((name, index) => ({ id: String(index), name, definition: "", scale, overall: name === "Overall" })),
      earlier: [],
      options: {},
      prompts: {},
    })),
  );

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))("the protocol %s", (name, protocol) => {
  test("can read a usual reply to each of its questions in both forms, and drafts what it was asked for", () => {
    const names = protocol.scope === "sample" && protocol.criteria === "every" ? ["Clarity", "Truth", "Overall"] : ["Overall"];
    for (const kind of protocol.taskKinds) {
      for (const variant of protocol.variants) {
        for (const given of briefs(kind, names).map((one) => turnBrief({ ...one, variant }))) {
          for (const form of ["json", "text"] as const) {
            const { result, questions } = driveProtocol<Drafted[]>(protocol.draft(given), typicalReply(form));
            expect(questions.length).toBeGreaterThan(0);
            const drafted = result.flatMap(({ criterion }) => ("id" in criterion ? [criterion.id] : []));
            expect(drafted).toEqual(given.criteria.map(({ id }) => id));
            for (const { content } of result) expect(content).toMatchObject({ score: expect.any(Number), raw: expect.any(String) });
          }
        }
      }
    }
  });

  test("asks the same questions for the same answers", () => {
    const [kind = "pointwise"] = protocol.taskKinds;
    const [given] = briefs(kind, ["Overall"]);
    const asked = () =>
      driveProtocol(protocol.draft({ ...(given ?? expect.unreachable()), variant: "plain" }), typicalReply("json")).questions.map(
        (question) =>
          question.kind === "chat" ? [question.step, question.messages("json"), question.messages("text"), question.schema] : question,
      );
    expect(asked()).toEqual(asked());
  });

  test("has defaults for all its options, and names its source", () => {
    expect(protocol.options.safeParse({}).success).toBe(true);
    expect(protocol.options.safeParse({ telepathy: true }).success).toBe(false);
    expect(protocol.needs({})).not.toContain("judge");
    expect(protocol.source).not.toBe("");
    expect(protocols.filter((other) => other.name === name)).toEqual([protocol]);
  });
});

const allPrompts = [...protocols, criteriaProposal].flatMap((protocol) =>
  Object.entries(protocol.prompts).map(([name, prompt]) => [`${protocol.name}: ${name}`, prompt] as const),
);

test.each(allPrompts)("the built-in prompts are usable: %s", (_name, prompt) => {
  expect(promptProblems(prompt, prompt.text)).toEqual([]);
  expect(prompt.title).not.toBe("");
});

test("a usual reply with criteria is readable in both forms", () => {
  const brief = {
    task: { description: "Answer.", inputName: "question", outputName: "answer" },
    examples: [],
    options: { samples: 2 },
    prompts: {},
  };
  for (const form of ["json", "text"] as const) {
    const drafting: Drafting<{ content: { items: unknown[] } }> = criteriaProposal.draft(brief);
    expect(driveProtocol(drafting, typicalReply(form)).result.content.items.length).toBeGreaterThan(4);
  }
});
