import { expect, test } from "vitest";
import { type ListLikeness, likenessText } from "./list-likeness";

const likenessOf = (cc: ListLikeness["cc"], icc: ListLikeness["icc"]): ListLikeness => ({ cc, icc, basis: "embeddings" });
const none = { value: null, why: "too-few", n: 0 };

test("both figures are said with what they count", () => {
  expect(likenessText(likenessOf({ value: 0.8312, why: null, n: 5 }, { value: 0.8, why: null, n: 10 }))).toBe(
    "CC 0.83 (5 lists), ICC 0.80 (10 pairs)",
  );
});

test("one further list has no other to be compared with, and that is said", () => {
  expect(likenessText(likenessOf({ value: 1, why: null, n: 1 }, none))).toBe("CC 1.00 (1 list), ICC needs two sampled lists");
});

test("vectors that cannot be compared are told as what they are", () => {
  const broken = { value: null, why: "a vector of length 0 has no direction", n: 0 };
  expect(likenessText(likenessOf(broken, broken))).toMatch(/^CC could not be computed: a vector of length 0/);
});
