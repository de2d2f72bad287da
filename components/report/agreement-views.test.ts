import { expect, it } from "vitest";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import {
  agreementTable,
  agreementViews,
  measureOfView,
  type PairMeasure,
  pairFigures,
  pairMeasures,
  unitsOfPair,
  viewExplanation,
} from "./agreement-views";

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
  const explained = (index: number, of = report, level: PairMeasure = "ordinal") => viewExplanation(of, views[index] ?? "", level);
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

it("other measures have a view of each criterion and their mean over those that define them, and are not pooled", () => {
  const others = ["quadraticKappa", "exact", "tauB"] as const;
  expect(agreementViews(report, "exact").map(({ label }) => label)).toEqual(["Mean over criteria", "Clarity", "mean"]);
  const shown = (measure: PairMeasure, pair = 0) => views.slice(0, 3).map((view) => pairFigures(report, view, measure)[pair]?.figure);
  const [kappas, exacts, taus] = others.map((measure) => shown(measure).map((figure) => [figure?.value?.toFixed(3) ?? null, figure?.n]));
  expect(kappas).toEqual([
    ["0.731", 19],
    ["0.731", 19],
    [null, 19],
  ]);
  expect(exacts).toEqual([
    ["0.408", 38],
    ["0.413", 19],
    ["0.403", 19],
  ]);
  expect(taus).toEqual([
    ["0.634", 38],
    ["0.639", 19],
    ["0.629", 19],
  ]);
  expect(shown("quadraticKappa")[2]?.why).toBe("no-variation");
  expect(shown("tauB", 1)[0]).toEqual({ value: null, why: "constant-input", n: 14 });
});

it("each measure is named by its own words and explained by its own figure", () => {
  const said = (measure: PairMeasure) => measureOfView(report, views[0] ?? "", measure);
  expect(pairMeasures(report).map(said)).toEqual([
    ...["Nominal alpha", "Ordinal alpha", "Interval alpha"],
    ...["Quadratic kappa", "Exact agreement", "Kendall's tau-b"],
  ]);
  const column = (measure: PairMeasure) => agreementTable("view", "about", measure, []).columns.map(({ head, figure }) => [head, figure]);
  expect((["ordinal", "quadraticKappa", "exact", "tauB"] as const).flatMap(column)).toEqual([
    ["alpha", "alpha-of-two"],
    ["quadratic kappa", "quadratic-kappa"],
    ["exact agreement", "exact-agreement"],
    ["tau-b", "kendall-tau-b"],
  ]);
  expect(viewExplanation(report, views[0] ?? "", "exact")).toBe(
    "The mean of two raters' figures over the criteria for which they have one.",
  );
});

it("a mean that leaves a criterion out does not count the units it links to", () => {
  const isWhole = (measure: PairMeasure) => unitsOfPair(report, views[0] ?? "", { row: "Ada", column: "Ben" }, measure)?.isWhole;
  expect([isWhole("ordinal"), isWhole("exact"), isWhole("quadraticKappa")]).toEqual([true, true, false]);
});

it("a report of an earlier version offers alphas alone", () => {
  const pairs = report.agreement.pairs.map(({ measures: _, ...pair }) => pair);
  expect(pairMeasures({ agreement: { ...report.agreement, pairs } })).toEqual(["nominal", "ordinal", "interval"]);
});

it("a criterion with labels is compared at the nominal level, whatever was chosen", () => {
  const labelled = { ...report, criteria: report.criteria.map((criterion) => ({ ...criterion, labels: ["a", "b"] })) };
  const chosen = (of: typeof report, level: "nominal" | "ordinal") => pairFigures(of, views[1] ?? "", level)[0]?.figure.value;
  expect(chosen(labelled, "ordinal")).toBe(chosen(report, "nominal"));
  expect(chosen(report, "ordinal")).not.toBe(chosen(report, "nominal"));
});
