import { describe, expect, it } from "vitest";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { headline } from "./headline";

const say = (...args: Parameters<typeof fixtureReport>) => headline(fixtureReport(...args), "ordinal", "model-x").sentence;
const above = alphas(0.87, [0.82, 0.92]);
const atLeast = alphas(0.8, [0.7, 0.88]);
const between = alphas(0.73, [0.68, 0.78]);
const below = alphas(0.5, [0.4, 0.6]);
const wide = alphas(0.7, [0.3, 0.95]);
const noInterval = alphas(0.9);
const nothing = alphas(null);
const few = alphas(0.87, [0.82, 0.92], { units: 3, inputs: 3 });
const named = (...agreements: (typeof above)[]) => agreements.map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));

describe("what the report says about people", () => {
  it("says where the whole interval is, and nothing kinder", () => {
    expect(say(named(above))).toBe("Agreement between people is above .800.");
    expect(say(named(atLeast))).toBe("Agreement between people is at least .667.");
    expect(say(named(between))).toBe("Agreement between people is between .667 and .800.");
    expect(say(named(below))).toBe("Agreement between people is below .667.");
  });

  it("goes by the level that is looked at", () => {
    expect(headline(fixtureReport(named(above)), "nominal", "model-x").sentence).toBe("It is too early to tell whether people agree.");
  });

  it("cannot tell yet when the interval crosses .667 or is missing, however high the value", () => {
    expect(say(named(wide))).toBe("It is too early to tell whether people agree.");
    expect(say(named(noInterval))).toBe("It is too early to tell whether people agree.");
  });

  it("says about three units that they are too few, however well people agree on them", () => {
    expect(say(named(few))).toBe("There are too few ratings to say whether people agree.");
    expect(say(named(few, wide))).toBe("It is too early to tell whether people agree.");
  });

  it("says that agreement is not defined when it is not", () => {
    expect(say(named(nothing))).toBe("Agreement between people is not defined for these scores.");
  });

  it("counts criteria where they differ, the best first, what is not known apart from what is low", () => {
    expect(say(named(below, atLeast, between, atLeast))).toBe(
      "Agreement between people is at least .667 on two of four criteria, between .667 and .800 on one and below .667 on one.",
    );
    expect(say(named(below, wide, few, nothing))).toBe(
      "Agreement between people is below .667 on one of four criteria, not known yet on two and not defined on one.",
    );
    expect(say(named(above, above))).toBe("Agreement between people is above .800 on both criteria.");
    expect(say(named(below, below, below))).toBe("Agreement between people is below .667 on all three criteria.");
  });

  it("does not depend on the order of the criteria", () => {
    const criteria = named(atLeast, below, wide);
    expect(say([...criteria].reverse())).toBe(say(criteria));
  });

  it("does not speak of agreement when one person, or nobody, has scored", () => {
    const counts = fixtureReport([]).counts;
    const criteria = [{ name: "Clarity", agreement: nothing }];
    expect(say(criteria, { counts: { ...counts, annotators: 1 } })).toBe(
      "Only one person has scored, so agreement between people is unknown.",
    );
    expect(say(criteria, { counts: { ...counts, annotators: 0 } })).toBe("Nobody has scored yet.");
    expect(say(criteria, { counts: { ...counts, annotators: 0, judges: 0 } })).toBe("Nothing has been scored yet.");
  });
});

describe("what the report says about the judge", () => {
  it("names the criterion where it is surely furthest from people, measured on each criterion's own scale", () => {
    const sentence = say([
      { name: "Clarity", min: 0, max: 100, agreement: atLeast, bias: figure(4, [3, 5]) },
      { name: "2. Analogies.", agreement: atLeast, bias: figure(0.65, [0.5, 0.8]) },
    ]);
    expect(sentence).toBe(
      "Agreement between people is at least .667 on both criteria; the judge departs most on “Analogies”, 0.65 points above them.",
    );
  });

  it("leaves out a difference whose interval holds zero, even a large one", () => {
    const sentence = say([
      { name: "Clarity", agreement: atLeast, bias: figure(1.5, [-0.1, 3.1]) },
      { name: "Analogies", agreement: atLeast, bias: figure(-0.2, [-0.3, -0.1]) },
    ]);
    // That it departs most there, the figures do not say.
    expect(sentence).toContain("the judge departs on “Analogies”, 0.20 points below them");
  });

  it("speaks of the one person where only one has scored", () => {
    const criteria = [
      { name: "Clarity", agreement: nothing, bias: figure(0.5, [0.2, 0.8]) },
      { name: "Truth", agreement: nothing },
    ];
    const counts = { ...fixtureReport(criteria).counts, annotators: 1 };
    expect(say(criteria, { counts })).toMatch(/unknown; the judge departs most on “Clarity”, 0\.50 points above that person\.$/u);
  });

  it("says so when nothing shows a difference", () => {
    expect(say([{ name: "Clarity", agreement: atLeast, bias: figure(0.1, [-0.1, 0.3]) }])).toBe(
      "Agreement between people is at least .667; nothing shows the judge scoring above or below them.",
    );
  });

  it("is silent about differences that have no interval", () => {
    expect(say([{ name: "Clarity", agreement: atLeast, bias: figure(2) }])).toBe(
      "Agreement between people is at least .667; it is too early to tell where the judge departs from them.",
    );
  });

  it("calls the judge by name where there are several", () => {
    const criteria = [{ name: "Clarity", agreement: atLeast, bias: figure(1, [0.5, 1.5]) }];
    const counts = { ...fixtureReport(criteria).counts, judges: 2 };
    expect(say(criteria, { counts })).toBe("Agreement between people is at least .667; model-x scores 1.00 point above them.");
  });
});

describe("what it is computed from", () => {
  const criteria = [{ name: "Clarity", agreement: atLeast }];

  it("counts raters, samples, criteria and ratings, and names the measure and its interval", () => {
    expect(headline(fixtureReport(criteria), "ordinal", "model-x").basis).toEqual([
      "Three annotators and one judge (model-x) on 20 samples of 10 inputs, one criterion, 60 ratings.",
      "Krippendorff's alpha, ordinal, 95\u00a0% jackknife interval over 10 inputs, from ratings made with a draft in view.",
    ]);
  });

  it("counts missing ratings", () => {
    const counts = { ...fixtureReport(criteria).counts, missing: 2 };
    expect(headline(fixtureReport(criteria, { counts }), "nominal", null).basis[0]).toContain("60 ratings; 2 missing.");
  });

  it("does not speak of intervals where there are none", () => {
    const report = fixtureReport([{ name: "Clarity", agreement: noInterval }]);
    expect(headline(report, "interval", null).basis[1]).toBe(
      "Krippendorff's alpha, interval, without intervals, from ratings made with a draft in view.",
    );
  });

  it("counts the inputs that the intervals of alpha are over, not those of the report that one person alone rated", () => {
    const criteria = [
      { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88], { units: 30, inputs: 15 }) },
      { name: "Truth", agreement: alphas(0.8, [0.7, 0.88], { units: 24, inputs: 12 }) },
    ];
    const counts = { ...fixtureReport(criteria).counts, inputs: 900 };
    const measured = (of: typeof criteria) => headline(fixtureReport(of, { counts }), "ordinal", null).basis[1];
    expect(measured(criteria)).toContain("jackknife interval over 12 to 15 inputs");
    expect(measured(criteria.slice(1))).toContain("jackknife interval over 12 inputs");
  });
});
