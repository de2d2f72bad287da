import fc from "fast-check";
import { expect, test } from "vitest";
import { exactMean, meanOfFractions, negated, toNumber } from "./exact-mean";

const meanOf = (values: number[]) => {
  const mean = exactMean(values);
  return mean === null ? null : toNumber(mean);
};

test("means that are equal in arithmetic are equal as numbers", () => {
  expect(meanOf([0.1, 0.2])).toBe(meanOf([0.3, 0]));
  expect(meanOf([1, 2, 3, 4, 4])).toBe(meanOf([2.8]));
  expect(meanOf([-0.5, 0.5, 0])).toBe(0);
  expect(meanOf([])).toBeNull();
  expect(meanOfFractions([])).toBeNull();
});

test("each sum and count has a mean of its own, and scores that many units share are one object", () => {
  const wrong: string[] = [];
  for (let count = 1; count <= 18; count++) {
    const rest = Array<number>(count - 1).fill(0);
    for (let sum = -3; sum < 4100; sum++) if (meanOf([sum, ...rest]) !== sum / count) wrong.push(`${sum} / ${count}`);
  }
  expect(wrong).toEqual([]);
  expect(exactMean([3, 4])).toBe(exactMean([5, 2]));
  expect(exactMean([0.5, 4])).toBe(exactMean([2.5, 2]));
  const [third, two] = [exactMean([1, 0, 0]), exactMean([2])];
  expect(third && two && meanOfFractions([third, two])).toBe(exactMean([7, 0, 0, 0, 0, 0]));
});

test("numbers too large or too small for plain decimals have exact means too", () => {
  expect(meanOf([1e21, 3e21])).toBe(2e21);
  expect(meanOf([2.5e300, 3.5e300])).toBe(3e300);
  expect(meanOf([-1e300, 1e300, 3])).toBe(1);
  expect(meanOf([1e-7, 3e-7])).toBe(2e-7);
  expect(meanOf([-2.5e-300, -3.5e-300])).toBe(-3e-300);
  expect(meanOf([2 ** 60, 2 ** 60 + 512])).toBe(2 ** 60 + 256);
  expect(meanOf([2 ** 70, 3])).toBe(2 ** 69);
});

test("a sum that leaves the whole numbers of a double on the way to a small one stays exact", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const mean = (...parts: Parameters<typeof meanOfFractions>[0]) => toNumber(meanOfFractions(parts) ?? { above: Number.NaN, below: 1 });
  expect(mean({ above: most, below: 1 }, { above: 2, below: 1 }, { above: -most, below: 1 })).toBe(2 / 3);
  // (2^53 - 2) / 6 - (2^53 + 1) / 6, where a double has no 2^53 + 1.
  const [halves, thirds] = [
    { above: -3_002_399_751_580_331, below: 2 },
    { above: 2 ** 52 - 1, below: 3 },
  ];
  expect([mean(halves, thirds), mean(thirds, halves)]).toEqual([-0.25, -0.25]);
});

test("a mean with its sign reversed is the mean of the values with theirs reversed", () => {
  for (const values of [[1, 2, 5], [0.1, 0.2, 0.4], [2 ** 70, 3.5], [-2, 7], [0]]) {
    const [mean, reversed] = [exactMean(values), exactMean(values.map((value) => 0 - value))];
    expect(mean && negated(mean)).toEqual(reversed);
  }
});

test("a mean of means does not depend on the order of its parts", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 9 }),
      (groups) => {
        const of = (parts: number[][]) => {
          const mean = meanOfFractions(parts.flatMap((part) => exactMean(part) ?? []));
          return mean === null ? null : toNumber(mean);
        };
        expect(of(groups.toReversed())).toBe(of(groups));
      },
    ),
  );
});

test("an exact mean is the mean", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20 }), (values) => {
      expect(meanOf(values)).toBeCloseTo(values.reduce((total, value) => total + value, 0) / values.length, 6);
    }),
  );
});

test("means of whole numbers, decimals and huge numbers are one quotient of exact sums, and a mean of means is too", () => {
  const whole = fc.integer({ min: -1000, max: 1000 });
  const tenth = whole.map((tenths) => tenths / 10);
  const huge = fc.constantFrom(2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 52 + 1);
  const group = fc.array(fc.oneof({ weight: 6, arbitrary: whole }, tenth, huge), { minLength: 1, maxLength: 9 });
  // In tenths, every value of these is a whole number.
  const tenthsOf = (value: number) => (Number.isInteger(value) ? BigInt(value) * 10n : BigInt(Math.round(value * 10)));
  const quotient = (above: bigint, below: bigint): number => {
    const scale = 10n ** 30n;
    return Number((above * scale) / below) / 1e30;
  };
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 5 }), (groups) => {
      const common = groups.reduce((product, { length }) => product * BigInt(length), 1n);
      const sum = groups.reduce(
        (total, values) => total + values.reduce((part, value) => part + tenthsOf(value), 0n) * (common / BigInt(values.length)),
        0n,
      );
      const mean = meanOfFractions(groups.flatMap((values) => exactMean(values) ?? []));
      const expected = quotient(sum, 10n * common * BigInt(groups.length));
      expect(Math.abs((mean === null ? Number.NaN : toNumber(mean)) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 4e-16);
    }),
  );
});
