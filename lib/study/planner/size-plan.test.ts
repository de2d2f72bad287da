import { describe, expect, test } from "vitest";
import { type PlanContent, planContent } from "@/lib/domain/study-plan";
import { usualEpsilon } from "@/lib/domain/usual-epsilon";
import { type SizeSetting, sizePlan } from "./size-plan";

const run = "00000000-0000-4000-8000-000000000000";
const halves = [{ arm: "drafted", runId: run }, { arm: "blind" }];

function input(plan: object = {}, sizing: object = {}): PlanContent {
  return planContent.parse({ arms: halves, people: 12, overlap: 6, ...plan, sizing });
}

const setting = (of: Partial<SizeSetting> = {}): SizeSetting => ({
  ...{ samplesInTask: 200, inputsInTask: 200, criteria: 5, pilot: null, drawnFrom: null },
  ...{ scale: { level: "ordinal", points: 5, step: 1 }, free: 12, secondsPerSample: 120 },
  ...of,
});

describe("the size of a study", () => {
  test("more samples narrow alpha, the correlation and both differences, and raise the power of the test", () => {
    const small = sizePlan(input(), setting()).figures;
    const large = sizePlan(input(), setting({ samplesInTask: 400, inputsInTask: 400 })).figures;
    for (const name of ["alpha", "correlation", "difference", "alphaDifference"] as const)
      expect(large[name].value, name).toBeLessThan(small[name].value ?? 0);
    expect(large.power.value).toBeGreaterThan(small.power.value ?? 1);
  });

  test("the test's power is at the epsilon that the plan states, else at the report's", () => {
    const power = (targets: object) => sizePlan(input({}, { targets }), setting()).figures.power;
    expect(power({}).value).toBe(power({ epsilon: usualEpsilon }).value);
    expect(power({}).value).toBeGreaterThan(power({ epsilon: 0.125 }).value ?? 1);
    expect(power({ epsilon: 0.125 }).method).toContain(", epsilon 0.125");
  });

  test("what is needed reaches what is wanted, and one less does not", () => {
    const wanted = { targets: { alpha: 0.07 } };
    const { samples, overlap } = sizePlan(input({}, wanted), setting()).figures.alpha;
    const reachedWith = (plan: object, of: Partial<SizeSetting> = {}) => sizePlan(input(plan, wanted), setting(of)).figures.alpha.reached;
    const n = samples.value ?? 0;
    expect(reachedWith({}, { samplesInTask: n, inputsInTask: n })).toBe(true);
    expect(reachedWith({}, { samplesInTask: n - 1, inputsInTask: n - 1 })).toBe(false);
    const each = overlap.value ?? 0;
    expect(reachedWith({ overlap: each, people: Math.max(12, each) })).toBe(true);
    expect(reachedWith({ overlap: each - 1 })).toBe(false);
  });

  test("where people differ, the difference between arms stays wide however many samples there are", () => {
    const spread = { assumptions: { peopleSpread: 0.3 }, targets: { difference: 0.15 } };
    const { difference } = sizePlan(input({}, spread), setting()).figures;
    expect(difference).toMatchObject({ reached: false, samples: { value: null, why: "not-by-samples" } });
    expect(difference.people.value).toBeGreaterThan(12);
    const same = sizePlan(input({}, { assumptions: { peopleSpread: 0 }, targets: { difference: 0.15 } }), setting()).figures.difference;
    expect(same.samples.value).not.toBeNull();
  });

  test("a figure that the plan cannot give is null and says why", () => {
    const whyOf = (plan: object, of: Partial<SizeSetting> = {}) => {
      const { figures } = sizePlan(input(plan), setting(of));
      return Object.fromEntries(Object.entries(figures).map(([name, { value, why }]) => [name, value === null ? why : null]));
    };
    expect(whyOf({ arms: [{ arm: "drafted", runId: run }] })).toEqual({
      ...{ alpha: null, correlation: "no-blind-arm", difference: "no-blind-arm" },
      ...{ alphaDifference: "no-blind-arm", power: "no-blind-arm" },
    });
    expect(whyOf({ arms: [{ arm: "blind" }] })).toMatchObject({ difference: "no-drafted-arm", alphaDifference: "no-drafted-arm" });
    expect(whyOf({ overlap: 2 })).toMatchObject({ alpha: "no-pairable-units", alphaDifference: "no-pairable-units" });
    expect(whyOf({ people: 2, overlap: 2, arms: [{ arm: "blind" }] })).toMatchObject({ power: "too-few-annotators" });
    expect(whyOf({}, { samplesInTask: 8, inputsInTask: 8 })).toMatchObject({ correlation: "too-few", power: "too-few-units" });
    expect(whyOf({}, { scale: { level: "nominal", points: 3, step: 1 } })).toMatchObject({ correlation: "unordered" });
    expect(sizePlan(input(), setting({ samplesInTask: 0, inputsInTask: 0 })).conclusion).toBe(
      "Nothing can be estimated with this plan: it needs samples that two or more people rate.",
    );
  });

  test("the difference between arms is null where distances vary neither within samples nor between people", () => {
    const likeness = { spread: 0.7, likeness: 1, difference: null };
    const pilot = { criterion: "Clear", ratings: 90, samples: 15, inputs: 15, annotators: 6, anchored: false, shares: [0, 0, 0.5, 0.5, 0] };
    const differenceWith = (peopleSpread: number) => {
      const distances = { ...likeness, peopleSpread };
      const found = { ...pilot, alpha: null, correlation: null, advantage: null, distances };
      return sizePlan(input(), setting({ pilot: found })).figures.difference;
    };
    expect(differenceWith(0)).toMatchObject({ value: null, why: "no-variation", reached: false });
    const assumptions = { peopleSpread: 0, distanceSpread: 1e-100 };
    expect(sizePlan(input({}, { assumptions }), setting()).figures.difference.value).toBeGreaterThan(0);
    // By t over 11 people alone.
    expect(differenceWith(0.2).value).toBeCloseTo((0.2 / Math.sqrt(12)) * 2.200985, 6);
  });

  test("each alternative names what is in its way", () => {
    const plan = { people: 3, overlap: 3, maxPerPerson: 210, hoursPerPerson: 6.8, arms: [{ arm: "blind" }] };
    const rows = sizePlan(input(plan, { targets: { alpha: 0.5 } }), setting({ free: 4 })).rows;
    expect(rows.map(({ label, obstacle }) => [label, obstacle])).toEqual([
      ["This plan", null],
      ["5 people", "1 to invite"],
      ["5 raters each", "needs 2 more people"],
      ["300 samples", "100 to import, over the limit of 210 a person, over the 6.8 hours a person has"],
    ]);
  });

  test("hours and cost follow the ratings, second rounds included, and low pay is pointed out", () => {
    const pay = { currency: "EUR", perHour: 10, minimumWage: 12.5 };
    const crossed = sizePlan(input({ pay }), setting());
    expect(crossed.rows[0]).toMatchObject({ ratings: 1200, hours: 40, cost: 400 });
    expect(crossed.payWarning).toBe("10 EUR an hour is below the minimum wage of 12.5 EUR.");
    const within = sizePlan(input({ pay: { ...pay, perHour: 12.5 }, design: "within", arms: [{ arm: "blind" }, halves[0]] }), setting());
    expect(within.rows[0]).toMatchObject({ ratings: 2400, hours: 80, cost: 1000 });
    expect(within.payWarning).toBeNull();
    // Each of 12 people rates 100 samples, ten more with known answers and five that check attention.
    expect(sizePlan(input({ goldShare: 0.1, attentionShare: 0.05 }), setting()).rows[0]).toMatchObject({ ratings: 1380, hours: 46 });
    const stated = sizePlan(input({}, { assumptions: { secondsPerRating: 30, criteria: 2 } }), setting());
    expect(stated.rows[0]).toMatchObject({ hours: 20, cost: null });
    expect(sizePlan(input(), setting({ secondsPerSample: null })).rows[0]).toMatchObject({ hours: null, cost: null });
  });

  test("every assumption says where it comes from", () => {
    const of = (rest: object, more: Partial<SizeSetting> = {}) =>
      Object.fromEntries(sizePlan(input({}, rest), setting(more)).assumptions.map(({ name, source }) => [name, source]));
    expect(of({})).toEqual({
      ...{ alpha: "default", correlation: "default", scores: "default", distanceSpread: "computed", peopleSpread: "default" },
      ...{ advantage: "computed", secondsPerRating: "pilot", criteria: "default" },
    });
    const stated = {
      alpha: 0.4,
      correlation: 0.3,
      scores: "middle",
      distanceSpread: 0.7,
      peopleSpread: 0,
      advantage: 0,
      secondsPerRating: 9,
    };
    expect(new Set(Object.values(of({ assumptions: { ...stated, criteria: 1 } })))).toEqual(new Set(["stated"]));
  });

  test("the test is passed almost surely by a much better judge and almost never by a much worse one", () => {
    const powerWith = (advantage: number) => sizePlan(input({}, { assumptions: { advantage } }), setting()).figures.power.value;
    expect(powerWith(0.3)).toBeGreaterThan(0.99);
    expect(powerWith(-0.3)).toBeLessThan(0.01);
  });

  test("the heading says what the two figures that fall short need", () => {
    const { conclusion } = sizePlan(
      input(
        {},
        { assumptions: { alpha: 0.5 }, targets: { alpha: 0.07, difference: 0.01, correlation: 0.9, alphaDifference: 0.9, power: 0.05 } },
      ),
      setting(),
    );
    expect(conclusion).toMatch(
      /^Alpha needs \d+ samples(, | or )\d+ people for each sample; the difference between arms needs more samples and more people at once\.$/u,
    );
    expect(
      sizePlan(input({}, { targets: { alpha: 1, difference: 9, correlation: 1, alphaDifference: 1, power: 0.05 } }), setting()).conclusion,
    ).toBe("This plan is precise enough for all that is wanted.");
  });

  test("samples of one input count as one where intervals are made over inputs", () => {
    const alone = sizePlan(input(), setting()).figures;
    const clustered = sizePlan(input(), setting({ inputsInTask: 100 })).figures;
    expect(clustered.alpha.value).toBeGreaterThan(alone.alpha.value ?? 1);
    expect(clustered.power.value).toBeLessThan(alone.power.value ?? 0);
  });
});
