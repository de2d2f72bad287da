import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput, parseParams } from "./read-input";

const id = "5b2f6d6e-8a68-4c0e-9f3a-0d5a3f7f2b11";

test("an id in a path is a UUID, or names nothing", () => {
  expect(parseParams("/runs/{runId}", { runId: id })).toEqual({ runId: id });
  expect(() => parseParams("/runs/{runId}", { runId: "1" })).toThrow("There is nothing at this address.");
});

test("a model's name in a path may hold a slash, encoded or not", () => {
  expect(parseParams("/model-prices/{model}", { model: "org%2Fbig:7b" })).toEqual({ model: "org/big:7b" });
  expect(parseParams("/model-prices/{model}", { model: "org/big:7b" })).toEqual({ model: "org/big:7b" });
  expect(parseParams("/model-prices/{model}", { model: "100%" })).toEqual({ model: "100%" });
  expect(() => parseParams("/model-prices/{model}", { model: "" })).toThrow("There is nothing at this address.");
  expect(() => parseParams("/model-prices/{model}", { model: "a%00b" })).toThrow("NUL");
});

test("a value nested beyond measure is refused in words, and one nested deep is not", () => {
  const nested = (levels: number): unknown => JSON.parse(`{"metadata":${"[".repeat(levels)}${"]".repeat(levels)}}`);
  const schema = z.object({ metadata: z.unknown() });
  expect(parseInput(schema, nested(60))).toEqual(nested(60));
  for (const levels of [100, 1_000_000]) {
    expect(() => parseInput(schema, nested(levels))).toThrow(/^metadata\.0\.0: Values may be nested at most 64 levels deep\.$/);
  }
});
