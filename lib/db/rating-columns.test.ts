import fc from "fast-check";
import { expect, test } from "vitest";
import { inSampleOrder } from "./rating-columns";

test("places come in the order of their samples, those of one sample as they were", () => {
  const places = fc.uniqueArray(fc.nat(60), { maxLength: 40 });
  fc.assert(
    fc.property(places, fc.array(fc.nat(12), { minLength: 61, maxLength: 61 }), (given, samples) => {
      const sampleOf = (place: number) => samples[place] ?? -1;
      const ordered = inSampleOrder(Int32Array.from(given), Int32Array.from(samples));
      expect([...ordered]).toEqual([...given].sort((a, b) => sampleOf(a) - sampleOf(b)));
    }),
  );
  expect([...inSampleOrder(Int32Array.of(0, 1, 2), Int32Array.of(7, 7, 3))]).toEqual([2, 0, 1]);
});
