import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
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

it("all criteria together are offered only where their scales allow it", () => {
  expect(systemViews(report)).toEqual([null, "Clarity", "Truth"]);
  const none = { ...alphas(null).nominal, why: "mixed-scales" };
  const { agreement } = report;
  const pooled = { why: "mixed-scales", annotators: { nominal: none, ordinal: none, interval: none, ratio: none }, withJudge: {} };
  expect(systemViews({ ...report, agreement: { ...agreement, pooled } })).toEqual(["Clarity", "Truth"]);
  expect(systemViews(fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]))).toEqual([null]);
});
