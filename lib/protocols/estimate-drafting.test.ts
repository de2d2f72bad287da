import { describe, expect, test } from "vitest";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import { priceUse, secondsAtLimits, sumOfUse } from "./cost-of-use";
import { estimateDrafting, scaleUse, sumUse } from "./estimate-drafting";
import { ask, askEmbeddings, type Brief, type ChatQuestion, type Drafting } from "./protocol";
import { protocols } from "./protocols";

const question = (more: Partial<ChatQuestion<string>> = {}): Omit<ChatQuestion<string>, "kind"> => ({
  step: "one",
  role: "judge",
  messages: (form) => [{ role: "user", content: form === "json" ? "x".repeat(40) : "x".repeat(80) }],
  schema: { name: "s", schema: {} },
  read: (reply) => ({ ok: true, value: reply }),
  typical: (form) => (form === "json" ? "y".repeat(20) : "y".repeat(400)),
  ...more,
});
const options = { form: "json", maxTokens: () => 50 } as const;

test("a question counts one token per four characters, at most one per byte plus the longest reply", () => {
  function* drafting(): Drafting<string> {
    return yield* ask(question());
  }
  const { use, value } = estimateDrafting(drafting(), options);
  // 40 characters of message and the 2 of the schema "{}".
  expect(use).toEqual({ judge: { requests: 1, inputTokens: 11, inputTokensMost: 42, outputTokens: 5, outputTokensMost: 50, images: 0 } });
  expect(value).toBe("y".repeat(20));
});

test("multi-byte letters count as their bytes at most, and no reply is longer than the judge allows", () => {
  function* drafting(): Drafting<string> {
    return yield* ask(question({ messages: () => [{ role: "user", content: "雨雨雨雨" }] }));
  }
  expect(estimateDrafting(drafting(), { form: "text", maxTokens: () => 50 }).use.judge).toMatchObject({
    inputTokens: 1,
    inputTokensMost: 12,
    outputTokens: 50,
  });
});

test("the questions follow the usual answers, and each role is counted separately", () => {
  function* drafting(): Drafting<number> {
    const first = yield* ask(question());
    if (first.startsWith("y")) yield* ask(question({ role: "weak", schema: null }));
    const vectors = yield* askEmbeddings({ step: "likeness", texts: ["abcd", "efgh"] });
    return vectors.length;
  }
  const { use, value } = estimateDrafting(drafting(), options);
  expect(value).toBe(2);
  expect(Object.keys(use).sort()).toEqual(["embedding", "judge", "weak"]);
  // Free text is never asked for as JSON.
  expect(use.weak).toMatchObject({ inputTokens: 20, outputTokens: 50 });
  expect(use.embedding).toEqual({ requests: 1, inputTokens: 2, inputTokensMost: 8, outputTokens: 0, outputTokensMost: 0, images: 0 });
});

test("a usual reply that its own protocol cannot read is an error, never a guess", () => {
  function* drafting(): Drafting<string> {
    return yield* ask(question({ read: () => ({ ok: false, problem: "no score" }) }));
  }
  expect(() => estimateDrafting(drafting(), options)).toThrow('The usual reply to "one" cannot be read: no score');
});

const one = { requests: 2, inputTokens: 100, inputTokensMost: 400, outputTokens: 10, outputTokensMost: 50, images: 0 };
const party = { name: "J", model: "m", baseUrl: "http://a/v1", inputPriceUsd: 3, outputPriceUsd: 10 };
const free = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };

test("uses are added up by role and scaled to all samples", () => {
  const sum = sumUse({ judge: one }, { judge: one, weak: one });
  expect(sum.judge?.requests).toBe(4);
  expect(sumOfUse(scaleUse(sum, 10))).toEqual({
    requests: 60,
    images: 0,
    inputTokens: { expected: 3000, most: 12_000 },
    outputTokens: { expected: 300, most: 1500 },
  });
});

test("each role costs what its own model costs; one without a price leaves the whole cost unknown", () => {
  const weak = { ...party, model: "w", inputPriceUsd: 0, outputPriceUsd: 0 };
  expect(priceUse({ judge: one, weak: one }, { judge: party, weak })).toEqual({
    costUsd: { expected: (100 * 3 + 10 * 10) / 1e6, most: (400 * 3 + 50 * 10) / 1e6 },
    costWhy: null,
  });
  expect(priceUse({ judge: one, weak: one }, { judge: party, weak: { ...weak, inputPriceUsd: null } })).toEqual({
    costUsd: null,
    costWhy: 'No price is known for "w".',
  });
});

test("limits per minute give the minimum duration; the slowest of several counts", () => {
  const use = { judge: { ...one, requests: 120 } };
  const server = { ...free, baseUrl: "http://a/v1" };
  expect(secondsAtLimits(use, { judge: party }, [{ ...server, requestsPerMinute: 60 }])).toBe(120);
  expect(secondsAtLimits(use, { judge: party }, [{ ...server, requestsPerMinute: 60, tokensPerMinute: 11 }])).toBe(600);
  expect(secondsAtLimits(use, { judge: party }, [server])).toBeNull();
  expect(secondsAtLimits(use, { judge: party }, [{ ...server, baseUrl: "http://b/v1", requestsPerMinute: 1 }])).toBeNull();
});

describe.each(protocols.flatMap((protocol) => protocol.taskKinds.map((kind) => ({ protocol, kind, name: protocol.name }))))(
  "$name on a $kind task",
  ({ protocol, kind }) => {
    const scale = kind === "pairwise" ? preferenceScale : { min: 0, max: 3, step: 1, levels: [] };
    const brief: Brief = {
      task: { description: "Answer.", inputName: "question", outputName: "answer", kind },
      sample: { input: "Why?", output: "Because.", outputB: kind === "pairwise" ? "So." : null, reference: "It is so.", imageUrl: null },
      criteria: [{ id: "c", name: "All", definition: "", scale, overall: true }],
      earlier: [],
      variant: "plain",
      options: {},
      prompts: {},
    };

    test.each(protocol.variants.map((variant) => ({ variant })))("can be estimated without a model: $variant", ({ variant }) => {
      for (const form of ["json", "text"] as const) {
        const { use, value } = estimateDrafting(protocol.draft({ ...brief, variant }), { form, maxTokens: () => 800 });
        expect(value.length).toBeGreaterThan(0);
        expect(use.judge?.requests).toBeGreaterThan(0);
        const roles = Object.keys(use).filter((role) => role !== "judge");
        expect(protocol.needs({})).toEqual(expect.arrayContaining(roles));
        for (const of of Object.values(use)) {
          expect(of.inputTokensMost).toBeGreaterThanOrEqual(of.inputTokens);
          expect(of.outputTokensMost).toBe(of.requests * 800);
        }
      }
    });
  },
);
