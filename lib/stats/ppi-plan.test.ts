import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ppiMean } from "./ppi";
import { type PpiPlanInput, ppiPlan } from "./ppi-plan";
import { seededRandom } from "./random";

const squareError = ({ labelled: n, unlabelled, human, judge, covariance }: PpiPlanInput) => {
  if (unlabelled === 0) return human / n;
  const lambda = Math.min(1, Math.max(0, covariance / ((1 + n / unlabelled) * judge)));
  return (lambda ** 2 * judge) / unlabelled + (human - 2 * lambda * covariance + lambda ** 2 * judge) / n;
};

describe("what halves the interval of a prediction-powered mean", () => {
  test.each<[string, PpiPlanInput, { labels: number; judged: number | null }]>([
    // se^2 = 1/10 - .98^2 x 10/(10 x 20) = .05198, a quarter of it .012995: labels beyond the 10 judged ones at 1/n <= .012995, n = 77; judged
    // .1 - .09604 N/(10 + N) <= .012995, N >= 96.3.
    ["a judge close to people", { labelled: 10, unlabelled: 10, human: 1, judge: 1, covariance: 0.98 }, { labels: 67, judged: 87 }],
    // se^2 = 1/10 - .64 x 990/(10 x 1000) = .03664, a quarter .00916: (1 - .64)/n + .64/1000 <= .00916, n >= 42.25; endless judged: .036.
    ["many samples judged", { labelled: 10, unlabelled: 990, human: 1, judge: 1, covariance: 0.8 }, { labels: 33, judged: null }],
    // Lambda is cut to 1 at N = 10: 1/10 + (5 - 4 + 1)/10 = .3, a quarter .075; endless: .2. Labels: 5/n <= .075, n >= 66.7.
    ["a judge on a narrower scale", { labelled: 10, unlabelled: 10, human: 5, judge: 1, covariance: 2 }, { labels: 57, judged: null }],
    // Lambda 0: three times as many labels again, exactly.
    ["a judge against people", { labelled: 10, unlabelled: 10, human: 3, judge: 1, covariance: -0.5 }, { labels: 30, judged: null }],
    ["a judge that never varies", { labelled: 7, unlabelled: 10, human: 3, judge: 0, covariance: 0 }, { labels: 21, judged: null }],
    // 3 / n <= .81 x 3 / 10, n >= 12.3.
    ["a tenth", { labelled: 10, unlabelled: 10, human: 3, judge: 1, covariance: 0, share: 0.9 }, { labels: 3, judged: null }],
    // .49 in doubles is less than on paper: 3 / 100 = .49 x 3 / 49 is enough.
    ["sevenths", { labelled: 49, unlabelled: 9, human: 3, judge: 1, covariance: 0, share: 0.7 }, { labels: 51, judged: null }],
  ])("%s", (_, input, expected) => {
    expect(ppiPlan(input)).toEqual({ why: null, ...expected, cheapest: [] });
  });

  test("each number is enough, and one fewer is not", () => {
    const input = fc.record({
      labelled: fc.integer({ min: 2, max: 500 }),
      unlabelled: fc.integer({ min: 1, max: 5000 }),
      human: fc.double({ min: 0.1, max: 9, noNaN: true }),
      judge: fc.double({ min: 0.1, max: 9, noNaN: true }),
      correlation: fc.double({ min: -1, max: 1, noNaN: true }),
      share: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
    });
    fc.assert(
      fc.property(input, ({ correlation, ...rest }) => {
        const given = { ...rest, covariance: 0.999 * correlation * Math.sqrt(rest.human * rest.judge) };
        const { labels, judged } = ppiPlan(given);
        const wanted = given.share ** 2 * squareError(given);
        const rated = (more: number) =>
          squareError({ ...given, labelled: given.labelled + more, unlabelled: Math.max(0, given.unlabelled - more) }) / wanted;
        const scored = (more: number) => squareError({ ...given, unlabelled: given.unlabelled + more }) / wanted;
        expect(rated(labels ?? 0)).toBeLessThan(1 + 1e-9);
        expect(rated((labels ?? 0) - 1)).toBeGreaterThan(1 - 1e-9);
        if (judged === null) expect(scored(1e12)).toBeGreaterThan(1 - 1e-6);
        else {
          expect(scored(judged)).toBeLessThan(1 + 1e-9);
          expect(scored(judged - 1)).toBeGreaterThan(1 - 1e-9);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of all numbers of labels and scores that are enough, the cheapest are found", () => {
    const input = fc.record({
      labelled: fc.integer({ min: 2, max: 60 }),
      unlabelled: fc.integer({ min: 1, max: 300 }),
      human: fc.double({ min: 0.1, max: 9, noNaN: true }),
      judge: fc.double({ min: 0.1, max: 9, noNaN: true }),
      correlation: fc.double({ min: -0.2, max: 1, noNaN: true }),
      share: fc.double({ min: 0.4, max: 0.95, noNaN: true }),
    });
    const ways = new Set<string>();
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 50 }), ({ correlation, ...rest }, cost) => {
        const given = { ...rest, covariance: 0.999 * correlation * Math.sqrt(rest.human * rest.judge) };
        const { labels, cheapest } = ppiPlan({ ...given, costs: [cost] });
        if (labels === null) throw new Error("out of reach");
        const wanted = given.share ** 2 * squareError(given) * (1 + 1e-12);
        const isEnough = (x: number, y: number) => {
          const unlabelled = given.unlabelled - x + y;
          return unlabelled >= 0 && squareError({ ...given, labelled: given.labelled + x, unlabelled }) <= wanted;
        };
        let least = cost * labels;
        for (let x = 0; x < labels; x++) {
          // The fewest scores with so many labels, if they cost less than the best so far.
          let [low, high] = [Math.max(0, x - given.unlabelled), least - cost * x];
          while (low < high) {
            const y = Math.floor((low + high) / 2);
            if (isEnough(x, y)) high = y;
            else low = y + 1;
          }
          least = Math.min(least, cost * x + low);
        }
        const [mix] = cheapest;
        expect(mix?.cost).toBe(cost);
        expect(cost * (mix?.labels ?? 0) + (mix?.judged ?? 0)).toBe(least);
        if (mix?.labels !== labels) expect(isEnough(mix?.labels ?? 0, mix?.judged ?? 0)).toBe(true);
        ways.add(mix?.judged === 0 ? "labels" : mix?.labels === 0 ? "scores" : "both");
      }),
      { numRuns: 300 },
    );
    expect([...ways].sort()).toEqual(["both", "labels", "scores"]);
  });

  test("the dearer a label, the fewer of them", () => {
    // With a = (1 - r^2) var(Y) = .29773, b = r^2 var(Y) = 1.00227 and a quarter of today's a/40 + b/440, v = .0024303: n = (a + sqrt(ab/cost))/v,
    // N + n = b/(v - a/n). Cost 10: n = 193.6; 100: 145.0, N + n = 2658.7; 1000: 129.6. At the same price, labels alone.
    const plan = { labelled: 40, unlabelled: 400, human: 1.3, judge: 1.1, covariance: 1.05, costs: [1, 10, 100, 1000] };
    expect(ppiPlan(plan).cheapest).toEqual([
      { cost: 1, labels: 495, judged: 0 },
      { cost: 10, labels: 154, judged: 680 },
      { cost: 100, labels: 105, judged: 2219 },
      { cost: 1000, labels: 90, judged: 6717 },
    ]);
  });

  test("samples of the planned size have an interval of the planned width", () => {
    const random = seededRandom(5);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const units = (count: number) =>
      Array.from({ length: count }, () => {
        const human = normal();
        return { human, judge: human + 0.4 * normal() };
      });
    const errorOf = (labelled: number, unlabelled: number) => {
      const rated = units(labelled);
      return ppiMean({
        human: rated.map(({ human }) => human),
        judge: rated.map(({ judge }) => judge),
        judgeUnlabelled: units(unlabelled).map(({ judge }) => judge),
      });
    };
    const { standardError, moments } = errorOf(5000, 20_000);
    if (standardError === null || moments === null) throw new Error("undefined");
    const { labels, judged } = ppiPlan({ labelled: 5000, unlabelled: 20_000, ...moments, share: 0.85 });
    if (labels === null || judged === null) throw new Error("out of reach");
    expect(labels).toBeLessThan(20_000);
    expect((errorOf(5000 + labels, 20_000 - labels).standardError ?? 0) / standardError).toBeCloseTo(0.85, 1);
    expect((errorOf(5000, 20_000 + judged).standardError ?? 0) / standardError).toBeCloseTo(0.85, 1);
  });

  test("scores on a wider scale change nothing", () => {
    const plan = { labelled: 12, unlabelled: 400, human: 2, judge: 1.9, covariance: 1.8 };
    for (const by of [3, 8e307, 1e-300]) {
      const { human, judge, covariance } = plan;
      expect(ppiPlan({ ...plan, human: by * human, judge: by * judge, covariance: by * covariance })).toEqual(ppiPlan(plan));
    }
  });

  test("too few labels, no samples that the judge alone has scored, and no variation say so; nonsense is refused", () => {
    const plan = { labelled: 12, unlabelled: 40, human: 1.5, judge: 2, covariance: 1.1 };
    const none = { labels: null, judged: null, cheapest: [] };
    expect(ppiPlan({ ...plan, labelled: 1 })).toEqual({ why: "too-few", ...none });
    expect(ppiPlan({ ...plan, unlabelled: 0 })).toEqual({ why: "too-few", ...none });
    expect(ppiPlan({ ...plan, human: 0, covariance: 0 })).toEqual({ why: "no-variation", ...none });
    // More labels than can be counted to.
    expect(ppiPlan({ ...plan, share: 1e-9, costs: [10] })).toEqual({ why: null, ...none });
    expect(() => ppiPlan({ ...plan, unlabelled: 1.5 })).toThrow("unlabelled: must be a whole number from 0, got 1.5");
    expect(() => ppiPlan({ ...plan, share: Number.NaN })).toThrow("share: must be a finite number");
    expect(() => ppiPlan({ ...plan, share: 0 })).toThrow("share: must be between 0 and 1, got 0");
    expect(() => ppiPlan({ ...plan, labelled: 1.5 })).toThrow("labelled: must be a whole number from 0, got 1.5");
    expect(() => ppiPlan({ ...plan, judge: -1 })).toThrow("judge: must be 0 or more, got -1");
    expect(() => ppiPlan({ ...plan, costs: [10, 0] })).toThrow("costs: must be a list of whole numbers from 1");
    expect(() => ppiPlan({ ...plan, costs: [2.5] })).toThrow("costs: must be a whole number from 0, got 2.5");
    expect(() => ppiPlan({ ...plan, share: 1 })).toThrow("share: must be between 0 and 1, got 1");
  });

  test("its example", () => {
    expect(ppiPlan({ labelled: 10, unlabelled: 10, human: 1, judge: 1, covariance: 0.98 })).toEqual({
      ...{ why: null, labels: 67, judged: 87, cheapest: [] },
    });
  });
});
