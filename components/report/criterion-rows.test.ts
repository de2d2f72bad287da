import { expect, it } from "vitest";
import { mixedReport, undraftedFigures } from "@/lib/testing/mixed-report-fixture";
import { alphas, figure, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { criteriaIn, criterionRows, hasChanged, summaryRow } from "./criterion-rows";

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.9]), bias: figure(0.65, [0.5, 0.8]) },
  { name: "Analogies", agreement: alphas(null), bias: figure(0.2, [0.1, 0.3]) },
]);

it("a row holds what people agree on, what the judge adds, and how often scores differ from the judge's", () => {
  const [clarity] = criterionRows(report, "ordinal", "model-x");
  expect(clarity).toMatchObject({
    name: "Clarity",
    verdict: { code: "at-least" },
    changed: { value: 0.2, n: 60, interval: null, intervalWhy: null },
    leaning: "judge lenient",
  });
  expect(clarity?.people?.value).toBe(0.8);
  expect(clarity?.withJudge?.value).toBeCloseTo(0.823, 12);
  expect(clarity?.tauB?.value).toBe(0.75);
  expect(clarity?.bias?.value).toBe(0.65);
});

it("scores changed have the interval of their share, or say why it has none", () => {
  const none = { count: 48, share: 0.8, interval: null, intervalWhy: "too-few" };
  const changed = { count: 12, share: 0.2, interval: { ...figure(0.2, [0.12, 0.31]).interval } as never, intervalWhy: null };
  const ofJudge = {
    Clarity: { up: none, down: none, same: none, changed },
    Analogies: { up: none, down: none, same: none, changed: none },
  };
  const rows = criterionRows({ ...report, scores: { ...report.scores, changeShares: { "model-x": ofJudge } } }, "ordinal", "model-x");
  expect(rows.map((row) => [row.changed?.interval?.low, row.changed?.interval?.high, row.changed?.intervalWhy])).toEqual([
    [0.12, 0.31, null],
    [undefined, undefined, "too-few"],
  ]);
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
  expect(clarity?.people?.value).toBeCloseTo(0.59, 12);
  expect([clarity?.withJudge, clarity?.tauB, clarity?.bias, clarity?.changed]).toEqual([undefined, undefined, undefined, undefined]);
});

it("a judge that is not in the report has no figures, and a criterion without ratings has none at all", () => {
  const [clarity] = criterionRows(report, "ordinal", "another");
  expect(clarity?.people?.value).toBe(0.8);
  expect([clarity?.withJudge, clarity?.tauB, clarity?.bias, clarity?.changed]).toEqual([undefined, undefined, undefined, undefined]);
  expect(summaryRow(report, "ordinal", "another")).toMatchObject({ withJudge: undefined, pooledWithJudge: undefined });
  const unrated = {
    ...report,
    agreement: { ...report.agreement, perCriterion: {} },
    correlation: { "model-x": { ...report.correlation["model-x"], perCriterion: {} } },
  };
  const [bare] = criterionRows(unrated as typeof report, "ordinal", "model-x");
  expect([bare?.people, bare?.withJudge, bare?.tauB]).toEqual([undefined, undefined, undefined]);
});

it("a criterion on which nobody saw a draft of the judge has no share of changed scores", () => {
  const none = { ...report.scores, change: { "model-x": { Clarity: { up: 0, down: 0, same: 0, changed: 0 } } } };
  const rows = criterionRows({ ...report, scores: none }, "ordinal", "model-x");
  expect(rows.map(({ changed }) => changed)).toEqual([undefined, undefined]);
  // Drafts were in view where some criterion has such a share.
  const [clarity, analogies] = criterionRows(report, "ordinal", "model-x");
  const both = [clarity ?? expect.unreachable(), { ...(analogies ?? expect.unreachable()), changed: undefined }];
  expect([rows, both].map(hasChanged)).toEqual([false, true]);
});

it("each level of measurement has its own figure and verdict", () => {
  const values = (["nominal", "ordinal", "interval", "ratio"] as const).map((level) => {
    const [row] = criterionRows(report, level, "model-x");
    return [row?.people?.value?.toFixed(3), row?.withJudge?.value?.toFixed(3), row?.verdict.code];
  });
  expect(values).toEqual([
    ["0.590", "0.613", "undecided"],
    ["0.800", "0.823", "at-least"],
    ["0.817", "0.840", "at-least"],
    ["0.757", "0.780", "undecided"],
  ]);
});

it("the summary is the mean over criteria, with what pooling would give beside it", () => {
  const summary = summaryRow(report, "ordinal", "model-x");
  expect(summary?.people.value).toBe(0.47);
  expect(summary?.withJudge?.value).toBe(0.49);
  expect(summary?.pooled.value).toBe(0.61);
  expect(summary?.pooledWithJudge?.value).toBe(0.63);
  expect(summaryRow(report, "nominal", null)).toMatchObject({ withJudge: undefined, pooledWithJudge: undefined });
  expect(summaryRow(report, "nominal", null)?.people.value).toBeCloseTo(0.26, 12);
});

it("the summary is of the ratings that the rows are of, and leads to them", () => {
  const { mean, meanWithJudge, pooled } = undraftedFigures;
  expect(summaryRow(mixedReport(), "ordinal", "model-x")).toMatchObject({
    ...{ mixed: false, narrowed: { arm: "blind" }, arms: "blind" },
    ...{
      people: { value: mean },
      withJudge: { value: meanWithJudge },
      pooled: { value: pooled },
      pooledWithJudge: { value: pooled + 0.05 },
    },
  });
  // Reports of earlier versions have it of all ratings, and say so.
  const { used: _, ...agreement } = mixedReport().agreement;
  const earlier = summaryRow(mixedReport({ agreement }), "ordinal", "model-x");
  expect(earlier).toMatchObject({
    mixed: true,
    narrowed: {},
    people: { value: 0.47 },
    withJudge: { value: 0.49 },
    pooled: { value: 0.61 },
  });
  expect(earlier?.arms).toBeUndefined();
});

it("a summary of criteria that rest on different ratings says that each has its own", () => {
  const { chapters } = mixedReport();
  const [[first, ofAll] = expect.unreachable()] = Object.entries(chapters.verdict);
  const verdict = { ...chapters.verdict, [first]: { ...ofAll, all: null } };
  expect(summaryRow(mixedReport({ chapters: { ...chapters, verdict } }), "ordinal", null)).toMatchObject({
    narrowed: { undraftedOn: "1" },
    arms: "each criterion’s own ratings",
  });
});

it("a criterion with labels says how many it has", () => {
  const labels = ["yes", "no", "unclear"];
  const criteria = report.criteria.map((criterion, place) => ({ ...criterion, labels: place === 0 ? labels : null }));
  expect(criterionRows({ ...report, criteria }, "ordinal", null).map((row) => [row.labels, row.level])).toEqual([
    [3, "nominal"],
    [null, "ordinal"],
  ]);
});

it("one criterion needs no summary", () => {
  expect(summaryRow(fixtureReport([{ name: "Clarity", agreement: alphas(0.8) }]), "ordinal", null)).toBeNull();
});

it("means say over how many criteria they are, people's and those with the judge", () => {
  const of = (defined: number) => meanAlphas(0.5, undefined, defined, 6).ordinal;
  expect(criteriaIn({ people: of(6), withJudge: undefined })).toBe("6 criteria");
  expect(criteriaIn({ people: of(5), withJudge: of(5) })).toBe("5 of 6 criteria");
  expect(criteriaIn({ people: of(5), withJudge: of(6) })).toBe("5 of 6 criteria; with the judge, 6 criteria");
  expect(criteriaIn({ people: of(5), withJudge: of(4) })).toBe("5 of 6 criteria; with the judge, 4 of 6 criteria");
  expect(criteriaIn({ people: of(5), withJudge: meanAlphas(null, undefined, 0, 6).ordinal })).toBe("5 of 6 criteria");
});
