import { describe, expect, test } from "vitest";
import { drawNormal, seededRandom } from "@/lib/stats";
import { type WatchedUnit, type WatchLook, watchDrift } from "./watch-drift";

const criteria = [
  { id: "c1", name: "Clear" },
  { id: "c2", name: "True" },
];
const models = { before: ["m@1"], after: ["m@1"] };

interface Made {
  noise?: number;
  /** What is added to the new score, by criterion. */
  shift?: (criterion: string, input: number) => number;
  inputs?: number;
  seed?: number;
}

function made({ noise = 0.1, shift = () => 0, inputs = 30, seed = 1 }: Made = {}): WatchedUnit[] {
  const random = seededRandom(seed);
  return Array.from({ length: inputs }, (_, at) => at).flatMap((at) =>
    criteria.map(({ id }) => {
      const level = random.next();
      const asked = () => level + noise * drawNormal(random);
      return { input: `i${at}`, criterionId: id, before: [asked(), asked()], after: asked() + shift(id, at) };
    }),
  );
}
const look = (units: readonly WatchedUnit[], more: Partial<WatchLook> = {}) =>
  watchDrift({ look: 1, looks: 10, criteria, units, models, permutations: 4000, ...more });

describe("a judge's scores of the same samples", () => {
  test("that have not changed raise no flag, and the interval has 0", () => {
    const { flags, shift, change, level, n, inputs, missing } = look(made());
    expect(flags).toEqual([]);
    expect({ level, n, inputs, missing }).toEqual({ level: 0.005, n: 60, inputs: 30, missing: 0 });
    expect(shift.shift.interval?.confidence).toBeCloseTo(0.995);
    expect(shift.shift.interval?.low).toBeLessThan(0);
    expect(shift.shift.interval?.high).toBeGreaterThan(0);
    expect(change.p).toBeGreaterThan(0.05);
  });

  test("that are the same each time give p = 1, whatever the look", () => {
    const { shift, change, flags } = look(made({ noise: 0 }));
    expect([shift.p, change.p, shift.shift.value, change.value, flags]).toEqual([1, 1, 0, 0, []]);
  });

  test("that went up are a drift, with the amount in the interval", () => {
    const { flags, shift } = look(made({ shift: () => 0.15 }));
    expect(flags).toEqual(["drift"]);
    expect(shift.shift.value).toBeCloseTo(0.15, 1);
    expect(shift.adjusted).toBeLessThanOrEqual(0.005);
    expect(shift.shift.interval?.low).toBeGreaterThan(0);
  });

  test("that went up on one criterion and down on the other are a drift of each, not of all", () => {
    const { flags, shift, criteria: found } = look(made({ shift: (id) => (id === "c1" ? 0.2 : -0.2) }));
    expect(flags).toEqual(["drift"]);
    expect(shift.p).toBeGreaterThan(0.05);
    expect(found.map((one) => [one.criterion, Math.sign(one.shift.value ?? 0), (one.adjusted ?? 1) <= 0.005])).toEqual([
      ["Clear", 1, true],
      ["True", -1, true],
    ]);
  });

  test("that move up on some inputs and down on others are a change, though their mean has not moved", () => {
    const { flags, shift, change } = look(made({ noise: 0.05, shift: (_, input) => (input % 2 === 0 ? 0.3 : -0.3) }));
    expect(shift.p).toBeGreaterThan(0.05);
    expect(change.value).toBeGreaterThan(0.2);
    expect(change.adjusted).toBeLessThanOrEqual(0.005);
    expect(flags).toEqual(["drift"]);
  });

  test("show a drift of a judge without noise as soon as enough of them differ", () => {
    const units = made({ noise: 0, shift: (_, input) => (input < 12 ? 0.25 : 0) });
    expect(look(units).flags).toEqual(["drift"]);
    expect(look(made({ noise: 0, shift: (_, input) => (input === 0 ? 0.25 : 0) })).flags).toEqual([]);
  });
});

test("p is the share of all relabellings at least as extreme, by hand", () => {
  // One criterion and six inputs of answers 0, 0 and 1: "now" is the 1 by chance in (1/3)^6 of the draws.
  const units = Array.from({ length: 6 }, (_, at) => ({ input: `i${at}`, criterionId: "c1", before: [0, 0], after: 1 }));
  const { shift, change, criteria: found } = look(units, { criteria: criteria.slice(0, 1), looks: 1, permutations: 200_000 });
  expect(shift.p).toBeCloseTo(1 / 3 ** 6, 3);
  expect(change.p).toBeCloseTo(1 / 3 ** 6, 3);
  expect(shift.shift.value).toBe(1);
  expect(change.value).toBe(1);
  // Two tests, not three: one criterion's shift is the overall one.
  expect(shift.adjusted).toBeCloseTo(2 * (shift.p ?? 0));
  expect(found[0]?.adjusted).toBe(shift.adjusted);
});

describe("a look", () => {
  test("does not depend on the order of units, of earlier answers, or on a scale that all scores share", () => {
    const units = made({ shift: () => 0.05 });
    const { shift, change } = look(units);
    expect(look(units.toReversed()).shift.p).toBe(shift.p);
    // Which of the earlier answers is which changes only what is drawn.
    const turned = look(units.map((unit) => ({ ...unit, before: unit.before.toReversed() })));
    expect(turned.shift.p).toBeCloseTo(shift.p ?? 0, 1.5);
    expect(turned.shift.shift.value).toBeCloseTo(shift.shift.value ?? 0, 10);
    expect(turned.change.value).toBeCloseTo(change.value ?? 0, 10);
    const wide = (score: number | null) => (score === null ? null : 3 * score + 1);
    const scaled = look(units.map((unit) => ({ ...unit, before: unit.before.map(wide), after: wide(unit.after) })));
    expect(scaled.shift.p).toBe(shift.p);
    expect(scaled.shift.shift.value).toBeCloseTo(3 * (shift.shift.value ?? 0));
  });

  test("asks for more evidence when there are more looks", () => {
    const units = made({ shift: () => 0.06, seed: 3 });
    const [few, many] = [look(units, { looks: 1 }), look(units, { looks: 300 })];
    expect([few.flags, many.flags]).toEqual([["drift"], []]);
    expect(few.shift.p).toBe(many.shift.p);
  });

  test("leaves out units that lack a score, and counts them", () => {
    const units = made().map((unit, at) => (at === 0 ? { ...unit, after: null } : at === 1 ? { ...unit, before: [null, 1] } : unit));
    expect(look(units)).toMatchObject({ n: 58, missing: 2, why: null });
  });

  test("with most units missing, or few inputs, says that nothing was measured", () => {
    const gone = made().map((unit, at) => (at < 32 ? { ...unit, after: null } : unit));
    expect(look(gone)).toMatchObject({
      flags: ["not-measured"],
      why: "32 of 60 units have no score from one of the times.",
      shift: { p: null },
    });
    expect(look(made({ inputs: 5 }))).toMatchObject({ flags: ["not-measured"], why: expect.stringContaining("5 inputs") });
    expect(look([])).toMatchObject({ flags: ["not-measured"], n: 0 });
  });

  test("flags a model or fingerprint that the server had not named before, also where nothing was measured", () => {
    const changed = { before: ["m@1", "m@2"], after: ["m@2", "m@3"] };
    expect(look(made(), { models: changed })).toMatchObject({
      flags: ["model-changed"],
      models: { before: ["m@1", "m@2"], fresh: ["m@3"] },
    });
    expect(look([], { models: changed }).flags).toEqual(["model-changed", "not-measured"]);
    expect(look(made(), { models: { before: [], after: ["m@3"] } }).flags).toEqual([]);
  });
});
