import { describe, expect, it } from "vitest";
import { seededRandom } from "./random";
import { ratioDistance } from "./ratio-distance";
import { boxSums, directSums, ratioSums } from "./ratio-sums";

describe("the ratio distance", () => {
  it("is the squared difference over the sum, 0 between zeros, 1 from zero to anything", () => {
    expect(ratioDistance(1, 3)).toBe(0.25);
    expect(ratioDistance(4, 1)).toBeCloseTo(0.36, 15);
    expect([ratioDistance(0, 0), ratioDistance(0, 5), ratioDistance(7, 7)]).toEqual([0, 1, 0]);
  });

  it("of huge and tiny values is that of values of any size", () => {
    expect(ratioDistance(1e308, 1.5e308)).toBeCloseTo(0.04, 15);
    expect(ratioDistance(1.5e308, 1e308)).toBeCloseTo(0.04, 15);
    expect([ratioDistance(1e308, 1), ratioDistance(1, 1e308), ratioDistance(1e308, 0)]).toEqual([1, 1, 1]);
    // The largest double, and what would take its sum beyond it.
    const beyond = [ratioDistance(Number.MAX_VALUE, 1e299), ratioDistance(1e299, Number.MAX_VALUE)];
    for (const distance of beyond) expect(distance).toBeCloseTo(1, 8);
    expect(ratioDistance(5e-324, 1.5e-323)).toBe(0.25);
    expect(ratioDistance(5e-324, 0)).toBe(1);
  });
});

/** sum_k n_k ((c - k) / (c + k))^2 for each c. */
const byDefinition = (numbers: Float64Array, marginals: Float64Array): Float64Array =>
  numbers.map((c) => numbers.reduce((sum, k, place) => sum + (marginals[place] as number) * (c === k ? 0 : ((c - k) / (c + k)) ** 2), 0));

function close(found: Float64Array, wanted: Float64Array): void {
  expect(found.length).toBe(wanted.length);
  wanted.forEach((sum, i) => {
    expect((found[i] as number) / sum).toBeCloseTo(1, 12);
  });
}

describe("sums of ratio distances to all ratings", () => {
  const random = seededRandom(71);
  const columns: Record<string, () => number> = {
    "a slider": () => random.int(400),
    "values on both sides of one": () => Math.exp(6 * random.next() - 3),
    "a hundred orders of magnitude": () => 10 ** (100 * random.next() - 50),
    "values close together": () => 1e6 + random.next() / 1000,
    "two groups far apart": () => (random.next() < 0.5 ? 1 : 1e25) * (1 + random.next() / 10),
    "zeros among them": () => (random.next() < 0.05 ? 0 : 2 ** random.int(60)),
  };

  it.each(Object.entries(columns))("by pairs and by boxes are those of the definition: %s", (_, draw) => {
    const numbers = Float64Array.from(new Set(Array.from({ length: 250 }, draw)));
    // A count of 0 is a value that the resample lacks.
    const marginals = numbers.map(() => random.int(5));
    const wanted = byDefinition(numbers, marginals);
    close(directSums(numbers, marginals), wanted);
    close(boxSums(numbers)(marginals), wanted);
    close(ratioSums(numbers)(marginals), wanted);
    // The same boxes serve other counts.
    const sums = boxSums(numbers);
    sums(marginals);
    close(sums(numbers.map(() => 1)), byDefinition(numbers, numbers.map(() => 1))); // biome-ignore format: one row
  });

  it("of one value and of none", () => {
    expect([boxSums(Float64Array.of(3))(Float64Array.of(2)), directSums(Float64Array.of(3), Float64Array.of(2))]).toEqual([
      Float64Array.of(0),
      Float64Array.of(0),
    ]);
    expect(boxSums(Float64Array.of(0, 3))(Float64Array.of(2, 5))).toEqual(Float64Array.of(5, 2));
    expect(ratioSums(new Float64Array(0))(new Float64Array(0)).length).toBe(0);
  });

  it("of more than a thousand values", () => {
    const numbers = Float64Array.from({ length: 1001 }, (_, i) => ((i * 617) % 1001) / 8);
    const marginals = numbers.map((_, i) => 1 + (i % 3));
    close(ratioSums(numbers)(marginals), byDefinition(numbers, marginals));
  });
});
