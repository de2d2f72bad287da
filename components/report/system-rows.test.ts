import { expect, it } from "vitest";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { systemRows, systemViews } from "./system-rows";

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Truth", agreement: alphas(0.5) },
]);

it("people and judge are compared on the units that both have scored, with the difference of these and its n", () => {
  const [one, two] = systemRows(report, "model-x", null);
  expect(one).toMatchObject({ name: "system one", people: 3.5, judged: 4.25, difference: { value: 0.75, n: 38, interval: { low: 0.4 } } });
  expect(two).toMatchObject({ name: "system two", people: null, judged: null, difference: { value: null, why: "no-units" } });
});

it("a criterion has its own figures", () => {
  expect(systemRows(report, "model-x", "Clarity")[0]).toMatchObject({ people: 3.3, judged: 3.9, difference: { value: 0.6, n: 19 } });
  expect(systemRows(report, "model-x", "Truth")[0]).toMatchObject({ people: 4.3, judged: 4.9, difference: { n: 18 } });
});

it("without a judge people's means over everything they scored are shown", () => {
  expect(systemRows(report, null, null)[0]).toEqual({ name: "system one", people: 3.6, judged: null, difference: undefined });
});

it("systems come in descending order of people's mean, then of the judge's; one without either counts as 0", () => {
  const system = (annotators: number | null, judge: number | null) => ({
    pooled: { annotators, judge, difference: figure(null) },
    perCriterion: {},
  });
  const systems = { a: system(-1, 5), b: system(null, null), c: system(2, -3), d: system(null, 1), e: system(3, 0) };
  const bySystem = Object.fromEntries(Object.keys(systems).map((name) => [name, { annotators: null }]));
  const scores = { ...report.scores, bySystem, onCommonUnits: { "model-x": systems } };
  expect(systemRows({ ...report, scores }, "model-x", null).map(({ name }) => name)).toEqual(["e", "c", "d", "b", "a"]);
});

it("a criterion on which a system has no figures leaves its row empty", () => {
  const [one] = systemRows(report, "model-x", "Tone");
  expect(one).toEqual({ name: "system one", people: null, judged: null, difference: undefined });
});

it("all criteria together are offered only where their scales allow it", () => {
  expect(systemViews(report)).toEqual([null, "Clarity", "Truth"]);
  const criteria = [...report.criteria, ...report.criteria.slice(0, 1).map((one) => ({ ...one, name: "Cause", labels: ["a", "b"] }))];
  expect(systemViews({ ...report, criteria })).toEqual([null, "Clarity", "Truth"]);
  const none = { ...alphas(null).nominal, why: "mixed-scales" };
  const { agreement } = report;
  const pooled = { why: "mixed-scales", annotators: { nominal: none, ordinal: none, interval: none, ratio: none }, withJudge: {} };
  expect(systemViews({ ...report, agreement: { ...agreement, pooled } })).toEqual(["Clarity", "Truth"]);
  expect(systemViews(fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]))).toEqual([null]);
});
