import fc from "fast-check";
import { expect, test } from "vitest";
import { trainingSplits } from "@/lib/domain/training";
import { splitOf } from "./split-of";

test("inputs fall into the splits by their shares, and into different ones with another seed", () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => `input ${at}`);
  const splits = keys.map((key) => splitOf(key, 0, [0.7, 0.2, 0.1]));
  const shares = trainingSplits.map((split) => splits.filter((one) => one === split).length / keys.length);
  // Five standard deviations of a share of 20,000.
  for (const [at, share] of [0.7, 0.2, 0.1].entries()) expect(Math.abs((shares[at] ?? 0) - share)).toBeLessThan(0.017);
  expect(keys.some((key, at) => splitOf(key, 1, [0.7, 0.2, 0.1]) !== splits[at])).toBe(true);
});

test("the split of an input is fixed by seed and key", () => {
  expect(["a", "b", "c", "d", "e", "f"].map((key) => splitOf(key, 7, [0.4, 0.3, 0.3]))).toMatchInlineSnapshot(`
    [
      "validation",
      "validation",
      "train",
      "train",
      "train",
      "test",
    ]
  `);
});

test("a split with a share of 0 stays empty", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (key, seed) => {
      expect(splitOf(key, seed, [1, 0, 0])).toBe("train");
      expect(splitOf(key, seed, [0, 1, 0])).toBe("validation");
      expect(splitOf(key, seed, [0, 0, 1])).toBe("test");
      expect(splitOf(key, seed, [0.7, 0.3, 0])).not.toBe("test");
    }),
  );
});
