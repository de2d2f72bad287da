import { expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "@/lib/domain/api";
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

const person = z.object({
  name: z.string().trim().min(1).max(5),
  age: z.int().positive().optional(),
  colour: z.enum(["red", "blue"]).default("red"),
  id: z.uuid().optional(),
  size: z.union([z.string(), z.number()]).optional(),
  shape: z
    .discriminatedUnion("kind", [z.object({ kind: z.literal("round"), radius: z.number() }), z.object({ kind: z.literal("square") })])
    .optional(),
  points: z
    .array(z.object({ x: z.number() }))
    .min(1)
    .optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
});
const refusal = (value: unknown): string => {
  try {
    parseInput(person, value);
    return "accepted";
  } catch (error) {
    return (error as Error).message;
  }
};

test("what is wrong with a field is said in words, after its name", () => {
  expect(refusal({})).toBe("name: is missing");
  expect(refusal({ name: " " })).toBe("name: must not be empty");
  expect(refusal({ name: "abcdef" })).toBe("name: must have at most 5 characters");
  expect(refusal({ name: 3, age: 1.5 })).toBe("name: must be text; age: must be a whole number");
  expect(refusal({ name: "a", age: -1 })).toBe("age: must be more than 0");
  expect(refusal({ name: "a", colour: "green" })).toBe('colour: must be "red" or "blue"');
  expect(refusal({ name: "a", id: "1" })).toBe("id: must be an id (a UUID)");
  expect(refusal({ name: "a", size: true })).toBe("size: must be text or a number");
  expect(refusal({ name: "a", shape: { kind: "round" } })).toBe("shape.radius: is missing");
  expect(refusal({ name: "a", points: [{ x: "1" }] })).toBe("points.0.x: must be a number");
  expect(refusal({ name: "a", points: [] })).toBe("points: must not be empty");
  expect(refusal([])).toBe("must be an object");
});

test("a key that is not known is refused by name, however deep", () => {
  expect(refusal({ name: "a", colur: "blue" })).toBe("colur: is not a field here");
  expect(refusal({ colur: "blue" })).toBe("name: is missing; colur: is not a field here");
  expect(refusal({ name: "a", points: [{ x: 1 }, { x: 1, y: 2 }] })).toBe("points.1.y: is not a field here");
  expect(refusal({ name: "a", shape: { kind: "square", radius: 1 } })).toBe("shape.radius: is not a field here");
  expect(refusal({ name: "a", notes: { anything: { goes: 1 } } })).toBe("accepted");
  expect(refusal({ name: "a", points: [{ x: 1 }], shape: { kind: "round", radius: 1 }, size: 1 })).toBe("accepted");
});

test("when two shapes accept a value, the one that knows more of its keys decides", () => {
  const either = z.union([z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number().optional() })]);
  expect(parseInput(z.object({ one: either }), { one: { a: 1, b: 2 } })).toBeDefined();
  expect(() => parseInput(z.object({ one: either }), { one: { a: 1, c: 2 } })).toThrow("one.c: is not a field here");
});

test("progress takes each of its filters in the address", () => {
  const asked = { annotator: "4f3d4c37-0fa7-474d-9cf0-60ae3d93466e", arm: "blind", system: "model-x", subset: "hard" };
  expect(parseInput(endpoints.readProgress.query, asked)).toMatchObject(asked);
});
