import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitSamples, wearOf } from "./split";

const sample = fc.record({
  inputKey: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  textHash: fc.constantFrom("1", "2", "3", "4", "5", "6"),
});
const samplesOf = (given: { inputKey: string; textHash: string }[]) => given.map((one, at) => ({ id: `s${at}`, ...one }));

describe("dealing inputs", () => {
  test("samples that share an input's key or text are in one part and of one input", () => {
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 30 }), fc.nat(1000), (given, seed) => {
        const samples = samplesOf(given);
        const places = splitSamples(samples, { seed, heldOutShare: 0.5 });
        for (const one of samples) {
          for (const other of samples) {
            if (one.inputKey !== other.inputKey && one.textHash !== other.textHash) continue;
            expect(places.get(one.id)).toEqual(places.get(other.id));
          }
        }
      }),
    );
  });

  test("does not depend on the order of the samples, and does on the seed", () => {
    const samples = samplesOf(Array.from({ length: 200 }, (_, at) => ({ inputKey: `k${at}`, textHash: `t${at}` })));
    const split = { seed: 3, heldOutShare: 0.5 };
    const places = splitSamples(samples, split);
    expect(splitSamples(samples.toReversed(), split)).toEqual(new Map([...places].reverse()));
    const other = splitSamples(samples, { ...split, seed: 4 });
    expect(samples.some(({ id }) => other.get(id)?.part !== places.get(id)?.part)).toBe(true);
  });

  test("holds out the share asked for", () => {
    const samples = samplesOf(Array.from({ length: 10_000 }, (_, at) => ({ inputKey: `k${at}`, textHash: `t${at}` })));
    const held = [...splitSamples(samples, { seed: 0, heldOutShare: 0.3 }).values()].filter(({ part }) => part === "held-out").length;
    expect(Math.abs(held / 10_000 - 0.3)).toBeLessThan(0.025);
  });
});

test("the held-out part is worn out at five uses, when a false claim has a chance above one in five", () => {
  expect(wearOf(0)).toEqual({ uses: 0, limit: 5, chanceOfFalseClaim: 0, worn: false });
  expect(wearOf(4)).toMatchObject({ uses: 4, worn: false });
  expect(wearOf(4).chanceOfFalseClaim).toBeLessThan(0.2);
  const worn = wearOf(5);
  expect(worn.worn).toBe(true);
  expect(worn.chanceOfFalseClaim).toBeCloseTo(0.2262, 4);
});
