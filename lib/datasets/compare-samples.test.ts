import { expect, it } from "vitest";
import { compareSamples } from "./compare-samples";
import { inputKey } from "./hash-sample";

const sample = {
  input: "a",
  output: "b",
  outputB: null,
  system: null,
  systemB: null,
  goldLabel: null,
  subset: null,
  reference: null,
  imageUrl: null,
  inputId: null,
  metadata: { n: 1, list: ["a", { b: 1, a: 2 }], text: "[no JSON" } as Record<string, unknown>,
};
const stored = { ...sample, inputKey: inputKey(sample) };

it("a stored sample is recognised in a table, where metadata are texts and its key is the input_id, and its values keep their types", () => {
  const table = { ...sample, metadata: { text: "[no JSON", n: "1", list: '["a",{"a":2,"b":1}]' } };
  expect(compareSamples(table, stored)).toEqual({ changes: [], inputId: null, metadata: sample.metadata });
  expect(compareSamples({ ...table, inputId: stored.inputKey }, stored)).toMatchObject({ changes: [], inputId: null });
});

it("each field with another value is named with both values; what the row does not have is removed", () => {
  const given = { ...sample, output: "c", subset: "easy", inputId: "q1", metadata: { n: "2", text: "[no JSON", "2": true } };
  const { changes, inputId, metadata } = compareSamples(given, { ...stored, reference: "r" });
  expect(changes).toEqual([
    { field: "output", before: "b", after: "c" },
    { field: "subset", before: null, after: "easy" },
    { field: "reference", before: "r", after: null },
    { field: "input_id", before: null, after: "q1" },
    { field: "n", before: "1", after: "2" },
    { field: "list", before: expect.stringContaining("a"), after: null },
    { field: "2", before: null, after: "true" },
  ]);
  expect(inputId).toBe("q1");
  expect(metadata).toEqual({ n: "2", text: "[no JSON", "2": true });
});

it("long texts are shown around their first difference", () => {
  const text = "x".repeat(5000);
  const [change] = compareSamples({ ...sample, output: `${text}!${text}` }, { ...stored, output: `${text}?` }).changes;
  expect(change).toEqual({ field: "output", before: `…${"x".repeat(40)}?`, after: `…${"x".repeat(40)}!${"x".repeat(199)}…` });
});
