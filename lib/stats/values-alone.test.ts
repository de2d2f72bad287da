import fc from "fast-check";
import { expect, test } from "vitest";
import { alphaDifference } from "./alpha-difference";
import { signedError } from "./error";
import { meanAlpha } from "./mean-alpha";
import { meanAlphaDifference } from "./mean-alpha-difference";
import type { IntervalEstimate } from "./result";

const unit = fc.array(fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }), { minLength: 3, maxLength: 3 });
const cluster = fc.constantFrom("a", "b", "c", "d");
/** Two tables of 20 units by three raters, with gaps, and each unit's cluster. */
const tables = fc.array(fc.tuple(unit, unit, cluster), { minLength: 20, maxLength: 20 }).map((rows) => ({
  first: rows.map(([row]) => row),
  second: rows.map(([, row]) => row),
  clusters: rows.map(([, , label]) => label),
}));

/** The same estimate without its interval, but for the last bits of the value: sums are added up in another order. */
function expectAlone(alone: IntervalEstimate, whole: IntervalEstimate): void {
  expect(alone).toMatchObject({ why: whole.why, n: whole.n, interval: null });
  if (whole.value === null) expect(alone.value).toBeNull();
  else {
    expect(alone.value).toBeCloseTo(whole.value, 12);
    expect(alone.intervalWhy).toBe("not-requested");
  }
}

test("without intervals the values, reasons and counts are the same, in clusters and with gaps", () => {
  fc.assert(
    fc.property(tables, fc.boolean(), ({ first, second, clusters }, isClustered) => {
      const of = isClustered ? { clusters } : {};
      const none = { ...of, interval: "none" } as const;
      const ordinal = { first, second, level: "ordinal" } as const;
      expectAlone(alphaDifference({ ...ordinal, ...none }), alphaDifference({ ...ordinal, ...of, interval: "jackknife" }));
      const both = [first, second];
      const [mean, meanAlone] = [meanAlpha({ tables: both, ...of }), meanAlpha({ tables: both, ...none })];
      const change = { first: [first], second: [second] };
      const [moved, movedAlone] = [meanAlphaDifference({ ...change, ...of }), meanAlphaDifference({ ...change, ...none })];
      for (const level of ["nominal", "ordinal", "interval", "ratio"] as const) {
        expectAlone(meanAlone[level], mean[level]);
        expect(meanAlone[level]).toMatchObject({ pairableUnits: mean[level].pairableUnits, definedTables: mean[level].definedTables });
        expectAlone(movedAlone[level], moved[level]);
      }
      const columns = { human: first.map(([score]) => score ?? null), judge: second.map(([score]) => score ?? null) };
      expectAlone(signedError({ ...columns, ...none }), signedError({ ...columns, ...of }));
    }),
    { numRuns: 60 },
  );
});

test("a bias of one unit has no interval because none is wanted, or because one is too few", () => {
  const one = { human: [3, null], judge: [4, 2] };
  expect(signedError({ ...one, interval: "none" })).toMatchObject({ value: 1, n: 1, intervalWhy: "not-requested" });
  expect(signedError(one)).toMatchObject({ value: 1, n: 1, interval: null, intervalWhy: "too-few" });
});

test("a wrong number of labels is refused without intervals too", () => {
  const [one, two] = [[[1, 2]], [[2, 1]]];
  const wrong = { clusters: ["a", "b"], interval: "none" } as const;
  const message = /clusters: has 2 labels for 1 units/;
  expect(() => alphaDifference({ first: one, second: two, level: "ordinal", ...wrong })).toThrow(message);
  expect(() => meanAlpha({ tables: [one, two], ...wrong })).toThrow(message);
  expect(() => meanAlphaDifference({ first: [one], second: [two], ...wrong })).toThrow(message);
});
