import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "./random";
import { midRanks, sortOrder } from "./ranks";

describe("mid-ranks", () => {
  it("share the mean of the ranks that equal values cover", () => {
    expect([...midRanks([10, 20, 20, 30]).ranks]).toEqual([1, 2.5, 2.5, 4]);
    expect(midRanks([10, 20, 20, 30]).tieSizes).toEqual([2]);
    expect([...midRanks([0, -0, 0]).ranks]).toEqual([2, 2, 2]);
    expect(midRanks([]).ranks).toHaveLength(0);
  });

  it("count those below and half of those equal", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 30 }), (values) => {
        const { ranks } = midRanks(values);
        values.forEach((value, i) => {
          const below = values.filter((x) => x < value).length;
          const equal = values.filter((x) => x === value).length;
          expect(ranks[i]).toBe(below + (equal + 1) / 2);
        });
      }),
    );
  });

  it("sort lists, long ones too, as the plain sort does, negatives, zeros and ties included", () => {
    const random = seededRandom(1);
    const bases = Array.from({ length: 60 }, () => (random.next() - 0.5) * 10 ** random.int(6));
    for (const make of [
      () => random.int(50) - 25,
      () => random.next() - 0.5,
      () => (random.next() - 0.5) * 10 ** random.int(300),
      () => -0,
      () => [0, -0, 1, -1][random.int(4)] as number,
      // They differ in the last 32 bits alone.
      () => 1 + random.int(100_000) * 2 ** -48,
      // Many share their first 32 bits with some and differ from others in them.
      () => (bases[random.int(60)] as number) * (1 + random.int(1000) * 2 ** -50),
    ]) {
      for (const length of [200, 3000]) {
        const values = Array.from({ length }, make);
        const expected = values.map((_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
        expect([...sortOrder(values)]).toEqual(expected);
      }
    }
  });
});
