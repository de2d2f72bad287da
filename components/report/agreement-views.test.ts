import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { agreementViews, pairFigures, viewExplanation } from "./agreement-views";

const report = fixtureReport([
  { name: "1. Clarity.", agreement: alphas(0.7) },
  { name: "mean", agreement: alphas(0.5) },
]);
const valueOfFirst = (view: string, level: "nominal" | "ordinal" | "interval") =>
  pairFigures(report, view, level)[0]?.figure.value?.toFixed(2);
const views = agreementViews(report).map(({ value }) => value);

it("the mean over criteria comes first, pooling last, and one criterion is itself", () => {
  expect(agreementViews(report).map(({ label }) => label)).toEqual(["Mean over criteria", "Clarity", "mean", "All criteria pooled"]);
  expect(agreementViews(fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }])).map(({ label }) => label)).toEqual(["Clarity"]);
  expect(agreementViews(fixtureReport([]))).toEqual([]);
});

it("every view has its own figures at every level, also of a criterion named like a view", () => {
  expect(views.map((view) => (["nominal", "ordinal", "interval"] as const).map((level) => valueOfFirst(view, level)))).toEqual([
    ["0.40", "0.70", "0.72"],
    ["0.38", "0.68", "0.70"],
    ["0.36", "0.66", "0.68"],
    ["0.44", "0.74", "0.76"],
  ]);
});

it("n is how many units both raters have scored, and an undefined pair keeps its reason", () => {
  expect(views.map((view) => pairFigures(report, view, "ordinal")[1]?.figure)).toEqual([
    { value: null, why: "no-variation", n: 8 },
    { value: null, why: "no-variation", n: 7 },
    { value: null, why: "no-variation", n: 7 },
    { value: null, why: "no-variation", n: 8 },
  ]);
});

it("pooling is explained", () => {
  const explained = (index: number, of = report, level = "ordinal") => viewExplanation(of, views[index] ?? "", level);
  expect(explained(3)).toContain("seem to agree");
  expect(explained(0)).toMatch(/mean of two raters' alphas over the criteria for which they have one\.$/u);
  expect(explained(1)).toBeNull();
  const labelled = {
    ...report,
    criteria: report.criteria.map((criterion, index) => (index === 1 ? { ...criterion, labels: ["a", "b"] } : criterion)),
  };
  expect([explained(3, labelled), explained(0, labelled)].map((text) => text?.includes("Criteria with labels are left out."))).toEqual([
    true,
    true,
  ]);
  expect(explained(0, labelled, "nominal")).not.toContain("left out");
});

it("a criterion with labels is compared at the nominal level, whatever was chosen", () => {
  const labelled = { ...report, criteria: report.criteria.map((criterion) => ({ ...criterion, labels: ["a", "b"] })) };
  const chosen = (of: typeof report, level: "nominal" | "ordinal") => pairFigures(of, views[1] ?? "", level)[0]?.figure.value;
  expect(chosen(labelled, "ordinal")).toBe(chosen(report, "nominal"));
  expect(chosen(report, "ordinal")).not.toBe(chosen(report, "nominal"));
});
