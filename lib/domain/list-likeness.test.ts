import { expect, test } from "vitest";
import { likenessText } from "./likeness-words";
import type { ListLikeness } from "./list-likeness";

const likenessOf = (cc: ListLikeness["cc"], icc: ListLikeness["icc"]): ListLikeness => ({ cc, icc, basis: "embeddings" });
const none = { value: null, why: "too-few", n: 0 };

test("both figures are given with their counts", () => {
  expect(likenessText(likenessOf({ value: 0.8312, why: null, n: 5 }, { value: 0.8, why: null, n: 10 }))).toBe(
    "CC 0.83 (5 lists), ICC 0.80 (10 pairs)",
  );
});

test("a single sampled list has nothing to be compared with, and the text says so", () => {
  expect(likenessText(likenessOf({ value: 1, why: null, n: 1 }, none))).toBe("CC 1.00 (1 list), ICC needs two sampled lists");
});

test("vectors that cannot be compared are reported as such", () => {
  const broken = { value: null, why: "a vector of length 0 has no direction", n: 0 };
  expect(likenessText(likenessOf(broken, broken))).toMatch(/^CC could not be computed: a vector of length 0/);
});
