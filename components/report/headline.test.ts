import { describe, expect, it } from "vitest";
import { headline } from "./headline";
import { alphas, figure, fixtureReport } from "./report-fixture";

const say = (...args: Parameters<typeof fixtureReport>) => headline(fixtureReport(...args), "ordinal", "model-x").sentence;
const reliable = alphas(0.8, [0.7, 0.88]);
const tentative = alphas(0.66, [0.58, 0.74]);
const unreliable = alphas(0.5, [0.4, 0.6]);
const chance = alphas(0.1, [-0.2, 0.4]);
const wide = alphas(0.7, [0.3, 0.95]);
const noInterval = alphas(0.9);
const nothing = alphas(null);

describe("what the report says of people", () => {
  it("calls agreement reliable only when the whole interval reaches .667", () => {
    expect(say([{ name: "Clarity", agreement: reliable }])).toBe("People agree reliably.");
    expect(say([{ name: "Clarity", agreement: alphas(0.9, [0.66, 0.97]) }])).not.toContain("reliably");
  });

  it("says tentatively when a narrow interval crosses .667", () => {
    expect(say([{ name: "Clarity", agreement: tentative }])).toBe("People agree tentatively.");
  });

  it("does not call agreement reliable or tentative when all of the interval is below .667", () => {
    expect(say([{ name: "Clarity", agreement: unreliable }])).toBe("People agree, but not reliably.");
  });

  it("does not exclude chance when zero is in the interval", () => {
    expect(say([{ name: "Clarity", agreement: chance }])).toBe("Nothing shows that people agree better than by chance.");
  });

  it("cannot tell yet when the interval is wide or missing, however high the value", () => {
    expect(say([{ name: "Clarity", agreement: wide }])).toBe("It is too early to tell whether people agree.");
    expect(say([{ name: "Clarity", agreement: noInterval }])).toBe("It is too early to tell whether people agree.");
  });

  it("says that agreement is not defined when it is not", () => {
    expect(say([{ name: "Clarity", agreement: nothing }])).toBe("Agreement between people is not defined for these scores.");
  });

  it("counts criteria where they differ, the best first", () => {
    const criteria = [reliable, reliable, tentative, unreliable].map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));
    expect(say(criteria)).toBe("People agree reliably on two of four criteria and tentatively on one, not reliably on the rest.");
  });

  it("keeps what is not known apart from what is not reliable", () => {
    const open = [tentative, wide].map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));
    expect(say(open)).toBe("People agree tentatively on one of two criteria, and for the rest it is too early to tell.");
    const both = [tentative, wide, unreliable].map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));
    expect(say(both)).toBe("People agree tentatively on one of three criteria, and the rest is not reliable or not known yet.");
    const low = [unreliable, nothing].map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));
    expect(say(low)).toBe("People do not agree reliably on one of two criteria, and for the rest it is too early to tell.");
  });

  it("does not depend on the order of the criteria", () => {
    const criteria = [reliable, unreliable, wide].map((agreement, index) => ({ name: `Criterion ${index}`, agreement }));
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

describe("what the report says of the judge", () => {
  it("names the criterion where it is surely furthest from people, measured on each criterion's own scale", () => {
    const sentence = say([
      { name: "Clarity", min: 0, max: 100, agreement: reliable, bias: figure(4, [3, 5]) },
      { name: "2. Analogies.", agreement: reliable, bias: figure(0.65, [0.5, 0.8]) },
    ]);
    expect(sentence).toBe("People agree reliably; the judge departs most on “Analogies”, 0.65 points above them.");
  });

  it("leaves out a difference whose interval holds zero, even a large one", () => {
    const sentence = say([
      { name: "Clarity", agreement: reliable, bias: figure(1.5, [-0.1, 3.1]) },
      { name: "Analogies", agreement: reliable, bias: figure(-0.2, [-0.3, -0.1]) },
    ]);
    expect(sentence).toContain("departs most on “Analogies”, 0.20 points below them");
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
    expect(say([{ name: "Clarity", agreement: reliable, bias: figure(0.1, [-0.1, 0.3]) }])).toBe(
      "People agree reliably; nothing shows the judge scoring above or below them.",
    );
  });

  it("is silent about differences that have no interval", () => {
    expect(say([{ name: "Clarity", agreement: reliable, bias: figure(2) }])).toBe(
      "People agree reliably; it is too early to tell where the judge departs from them.",
    );
  });

  it("calls the judge by name where there are several", () => {
    const criteria = [{ name: "Clarity", agreement: reliable, bias: figure(1, [0.5, 1.5]) }];
    const counts = { ...fixtureReport(criteria).counts, judges: 2 };
    expect(say(criteria, { counts })).toBe("People agree reliably; model-x scores 1.00 point above them.");
  });
});

describe("what it is computed from", () => {
  const criteria = [{ name: "Clarity", agreement: reliable }];

  it("counts raters, samples, criteria and ratings, and names the measure and its interval", () => {
    expect(headline(fixtureReport(criteria), "ordinal", "model-x").basis).toEqual([
      "Three annotators and one judge (model-x) on 20 samples of 10 inputs, one criterion, 60 ratings.",
      "Krippendorff's alpha, ordinal, 95\u00a0% jackknife interval over 10 inputs.",
    ]);
  });

  it("tells of missing ratings", () => {
    const counts = { ...fixtureReport(criteria).counts, missing: 2 };
    expect(headline(fixtureReport(criteria, { counts }), "nominal", null).basis[0]).toContain("60 ratings; 2 missing.");
  });

  it("does not speak of intervals where there are none", () => {
    const report = fixtureReport([{ name: "Clarity", agreement: noInterval }]);
    report.agreement.pooled.annotators = noInterval;
    expect(headline(report, "interval", null).basis[1]).toBe("Krippendorff's alpha, interval, without intervals.");
  });
});
