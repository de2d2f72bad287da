import { expect, it } from "vitest";
import { criterionRows } from "./criterion-rows";
import { alphas, figure, fixtureReport } from "./report-fixture";

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.9]), bias: figure(0.65, [0.5, 0.8]) },
  { name: "Analogies", agreement: alphas(null), bias: figure(0.2, [0.1, 0.3]) },
]);

it("a row holds what people agree on, what the judge adds, and how often scores differ from the judge's", () => {
  const [clarity] = criterionRows(report, "ordinal", "model-x");
  expect(clarity).toMatchObject({ name: "Clarity", verdict: "reliable", changed: { share: 0.2, n: 60 }, leaning: "judge lenient" });
  expect(clarity?.people?.value).toBe(0.8);
  expect(clarity?.tauB?.value).toBe(0.75);
});

it("a sure but small difference is not worth a mark", () => {
  expect(criterionRows(report, "ordinal", "model-x")[1]?.leaning).toBeNull();
});

it("a judge that scores lower is strict, and a difference that may be none is neither", () => {
  const low = fixtureReport([{ name: "Clarity", agreement: alphas(0.8), bias: figure(-1, [-1.5, -0.5]) }]);
  expect(criterionRows(low, "ordinal", "model-x")[0]?.leaning).toBe("judge strict");
  const open = fixtureReport([{ name: "Clarity", agreement: alphas(0.8), bias: figure(-1, [-2.1, 0.1]) }]);
  expect(criterionRows(open, "ordinal", "model-x")[0]?.leaning).toBeNull();
});

it("without a judge only people's figures are there", () => {
  const [clarity] = criterionRows(report, "nominal", null);
  expect(clarity?.people?.value).toBe(0.8);
  expect([clarity?.withJudge, clarity?.tauB, clarity?.bias, clarity?.changed]).toEqual([undefined, undefined, undefined, undefined]);
});
