import { expect, it } from "vitest";
import { contentHash, inputKey } from "./hash-sample";

const sample = {
  externalId: "1",
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
  metadata: { x: 1, deep: { p: 1, q: [1, 2] } },
};

it("an input is identified by the sha256 of its text or by its own id, and the two never collide", () => {
  expect(inputKey(sample)).toBe("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  expect(inputKey({ input: "other", inputId: "a" })).toBe(inputKey({ input: "", inputId: "a" }));
  expect(inputKey({ input: "", inputId: "a" })).not.toBe(inputKey(sample));
});

it("the content hash changes with every field but not with the id or the order of metadata", () => {
  const hash = contentHash(sample);
  expect(contentHash({ ...sample, externalId: "2", metadata: { deep: { q: [1, 2], p: 1 }, x: 1 } })).toBe(hash);
  const changed = [
    { input: "A" },
    { output: "B" },
    { outputB: "" },
    { system: "s" },
    { systemB: "s" },
    { goldLabel: "A" as const },
    { subset: "A" },
    { reference: "r" },
    { imageUrl: "u" },
    { inputId: "i" },
    { metadata: { x: 1, deep: { p: 1, q: [2, 1] } } },
  ].map((change) => contentHash({ ...sample, ...change }));
  expect(new Set([hash, ...changed]).size).toBe(12);
  // Samples stored before gold labels existed are still recognised.
  expect(hash).toBe("c996ac13b8f092162a5029061d48fe62aadea20014b23a5ad3b09137332a8fc0");
});
