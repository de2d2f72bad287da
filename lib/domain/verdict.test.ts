import { describe, expect, it } from "vitest";
import { verdictOf } from "./verdict";

const alpha = (value: number | null, interval: [low: number, high: number] | null, units = 200, inputs = 50) => ({
  value,
  why: value === null ? "no-variation" : null,
  n: units * 3,
  units,
  inputs,
  interval: interval && { low: interval[0], high: interval[1], confidence: 0.95, method: "jackknife", resamples: null, seed: null },
  intervalWhy: interval ? null : "degenerate-replicates",
});
const codeOf = (...args: Parameters<typeof alpha>) => verdictOf(alpha(...args)).code;

describe("what an alpha allows to be said", () => {
  it("is nothing below 20 units or 10 inputs, whatever the interval", () => {
    expect(verdictOf(alpha(0.9, [0.85, 0.95], 19, 19))).toEqual({
      code: "too-few",
      sentence: "Too few to say: 19 units of 19 inputs; it takes 20 units of 10 inputs.",
      unitsNeeded: null,
    });
    expect(verdictOf(alpha(0.9, [0.85, 0.95], 40, 9)).code).toBe("too-few");
    expect(verdictOf(alpha(0.9, [0.85, 0.95], 1, 1)).sentence).toMatch(/^Too few to say: 1 unit of 1 input;/u);
    expect(codeOf(0.9, [0.85, 0.95], 20, 10)).toBe("above");
  });

  it("depends on where the whole interval lies", () => {
    expect(codeOf(0.5, [0.4, 0.6])).toBe("below");
    expect(codeOf(0.85, [0.81, 0.9])).toBe("above");
    expect(codeOf(0.73, [0.68, 0.79])).toBe("between");
    expect(codeOf(0.8, [0.7, 0.9])).toBe("at-least");
    expect(codeOf(0.6, [0.5, 0.7])).toBe("undecided");
    expect(codeOf(0.75, [0.6, 0.9])).toBe("undecided");
  });

  it("counts a mark itself as part of the range that begins there", () => {
    expect(codeOf(0.5, [0.3, 0.6669])).toBe("below");
    expect(codeOf(0.5, [0.3, 0.667])).toBe("undecided");
    expect(codeOf(0.7, [0.667, 0.75])).toBe("between");
    expect(codeOf(0.7, [0.6669, 0.75])).toBe("undecided");
    expect(codeOf(0.75, [0.7, 0.8])).toBe("between");
    expect(codeOf(0.75, [0.7, 0.8001])).toBe("at-least");
    expect(codeOf(0.85, [0.8, 0.9])).toBe("above");
  });

  it("names its numbers, truncated so that .6669 does not read as .667", () => {
    const sentence = (...args: Parameters<typeof alpha>) => verdictOf(alpha(...args)).sentence;
    expect(sentence(0.3, [-0.0512, 0.6669])).toBe("Below .667: the whole interval, −.051 to .666, is below it.");
    expect(sentence(0.85, [0.8125, 1])).toBe("Above .800: the whole interval, .812 to 1.000, is above it.");
    expect(sentence(0.73, [0.68, 0.79])).toBe("Between .667 and .800: the whole interval, .680 to .790, is between them.");
    expect(sentence(0.8, [0.7, 0.9])).toBe("At least .667: the interval, .700 to .900, begins above it and crosses .800.");
    expect(sentence(0.6, [0.5, 0.7])).toBe(
      "Cannot tell yet: the interval, .500 to .700, crosses .667. It would take about 446 units, not 200.",
    );
  });

  it("estimates how many units would shrink the interval to .667, from either side", () => {
    // The interval's half-width is .1 and must shrink to .067: 200 (.1 / .067)^2.
    expect(verdictOf(alpha(0.6, [0.5, 0.7])).unitsNeeded).toBe(446);
    expect(verdictOf(alpha(0.734, [0.634, 0.834])).unitsNeeded).toBe(446);
    // The upper end is capped at 1, so the lower end gives the spread.
    expect(verdictOf(alpha(0.87, [0.47, 1])).unitsNeeded).toBe(777);
    const hopeless = verdictOf(alpha(0.667, [0.5, 0.8]));
    expect(hopeless).toMatchObject({ code: "undecided", unitsNeeded: null });
    expect(hopeless.sentence).toContain("too close to it for a million units to tell");
  });

  it("is open without an interval and undefined without a value, with the reason", () => {
    expect(verdictOf(alpha(1, null))).toMatchObject({ code: "undecided", sentence: "Cannot tell yet: there is no interval to go by." });
    expect(verdictOf(alpha(null, null))).toMatchObject({ code: "undefined", sentence: "Not defined: every rating is the same." });
    expect(verdictOf({ ...alpha(null, null, 0, 0), why: "no-pairable-units" }).sentence).toBe(
      "Not defined: no unit has ratings by two people.",
    );
    expect(verdictOf({ ...alpha(null, null), why: "own-scale" }).sentence).toBe("Not defined: own scale.");
    expect(verdictOf(undefined)).toMatchObject({ code: "undefined", sentence: "Not defined: not computed." });
  });
});
