import { expect, test } from "vitest";
import { z } from "zod";
import { optionFields, wordsOf } from "./option-fields";

test("an option's label is derived from its name, whatever its case", () => {
  expect(["withReference", "with-tie", "samples"].map(wordsOf)).toEqual(["With reference", "With tie", "Samples"]);
});

test("each protocol option gets a fitting form field", () => {
  const options = z.strictObject({
    tie: z.boolean().default(true),
    mode: z.enum(["given", "none"]).default("given"),
    samples: z.int().min(1).max(20).default(1),
    weight: z.number().default(0.5),
    steps: z.array(z.string()).default([]),
    examples: z.array(z.strictObject({ input: z.string(), output: z.string(), scores: z.array(z.unknown()) })).default([]),
    table: z.record(z.string(), z.number()).default({}),
  });
  const fields = optionFields("some-protocol", z.toJSONSchema(options, { io: "input" }));
  expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
    ["tie", "yes-no"],
    ["mode", "choice"],
    ["samples", "number"],
    ["weight", "number"],
    ["steps", "lines"],
    ["examples", "examples"],
    ["table", "json"],
  ]);
  expect(fields[1]?.values).toEqual([
    { value: "given", label: "Given" },
    { value: "none", label: "None" },
  ]);
  expect(fields[2]).toMatchObject({ min: 1, max: 20, whole: true });
  expect(fields[3]).toMatchObject({ min: undefined, max: undefined, whole: false });
});

test("a protocol without options has no fields", () => {
  expect(optionFields("some-protocol", z.toJSONSchema(z.strictObject({})))).toEqual([]);
});

test("options that need explaining have their own labels and hints", () => {
  const options = z.strictObject({ chain: z.enum(["single", "multi-path"]).default("single") });
  const [chain] = optionFields("critique", z.toJSONSchema(options, { io: "input" }));
  expect(chain?.label).toBe("How critiques are made");
  expect(chain?.values.map(({ label }) => label)).toEqual(["In one question", "In two ways, kept where they agree"]);
});
