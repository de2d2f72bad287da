import fc from "fast-check";
import { expect, test } from "vitest";
import { jointCellsWithMembers } from "./joint-cells";
import { kendallOnCells } from "./kendall";

test("tau-b without a cluster is exactly tau-b of the pairs that are left, small clusters and nearly everything alike", () => {
  const pair = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 3, maxLength: 40 }), fc.nat(), (pairs, size) => {
      const cells = jointCellsWithMembers(
        pairs.map(([x]) => x),
        pairs.map(([, y]) => y / 3),
      );
      const coefficient = kendallOnCells(cells);
      const members = cells.cellOf.slice(0, 1 + (size % (pairs.length - 1)));
      const weights = cells.counts.slice();
      for (const cell of members) weights[cell] = (weights[cell] ?? 0) - 1;
      expect(coefficient.withoutCluster?.()(members)).toBe(coefficient.value(weights) ?? Number.NaN);
    }),
    { numRuns: 500 },
  );
});
