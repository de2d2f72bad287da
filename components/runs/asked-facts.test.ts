import { expect, test } from "vitest";
import { judgeParameters } from "@/lib/domain/judge";
import { protocolsFixture } from "@/lib/testing/judge-fixture";
import { optionFacts, parameterFacts, roleFacts } from "./asked-facts";

test("parameters are labelled, in a fixed order, without unset ones", () => {
  const stored = { timeoutMs: 90_000, stream: false, maxTokens: 800, structuredOutput: "auto", temperature: 0.5, seed: null, topK: 3 };
  expect(parameterFacts(stored)).toEqual([
    ["temperature", "0.5"],
    ["longest reply", "800 tokens"],
    ["time-out", "1\u00a0min 30\u00a0s"],
    ["JSON-schema replies", "tried, otherwise text is read"],
    ["streamed replies", "no"],
    ["seed", "none"],
    ["top k", "3"],
  ]);
  expect(parameterFacts({})).toEqual([]);
});

test("everything that a new judge leaves open is in words", () => {
  expect(parameterFacts({ ...judgeParameters.parse({}), minP: null })).toEqual([
    ["temperature", "0"],
    ["top p", "not sent"],
    ["longest reply", "800 tokens"],
    ["concurrent requests", "4"],
    ["time-out", "1\u00a0min"],
    ["JSON-schema replies", "tried, otherwise text is read"],
    ["streamed replies", "no"],
    ["seed", "none"],
    ["images of samples", "sent as they are"],
    ["image detail", "the model’s default"],
    ["largest image", "no limit"],
    ["min p", "none"],
  ]);
  expect(parameterFacts({ topP: 0.9, images: "leave-out", imageDetail: "low", imageLimitKb: 1500 })).toEqual([
    ["top p", "0.9"],
    ["images of samples", "left out"],
    ["image detail", "low"],
    ["largest image", "1,500 kB"],
  ]);
});

test("options are shown with their form's labels, and the protocol's default where nothing was chosen", () => {
  const [, pairs] = protocolsFixture;
  if (pairs === undefined) throw new Error("no such fixture");
  expect(optionFacts(pairs, { allowTie: false, steps: ["Read.", "Score."] })).toEqual([
    ["allow tie", "no"],
    ["reference output", "none"],
    ["samples", "3"],
    ["steps", "Read. Score."],
  ]);
});

test("other roles are shown by their model", () => {
  expect(roleFacts({ weak: { model: "small" } })).toEqual([["weak outputs by", "small"]]);
});
