import { describe, expect, it } from "vitest";
import { type TaskReport, taskReport } from "@/lib/domain/report";
import type { ReportData } from "@/lib/domain/report-data";
import { type Column, columnsOf, labelledStudy as study } from "@/lib/testing/label-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

const _ = null;

describe("agreement on labels", () => {
  // Krippendorff's four coders of twelve units; published: .743 nominal, .815 ordinal, .849 interval.
  const coders: Column[] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
    [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
  ];
  const labels = ["none", "made up", "old", "vague", "partial", "other"];
  const nobody: Column = coders[0]?.map(() => _) ?? [];
  const report = () => buildReport(study(labels, coders, nobody));

  it("is the published nominal alpha, and no other level", () => {
    const { nominal, ordinal, interval, ratio } = report().agreement.perCriterion.Cause?.annotators ?? {};
    expect(nominal?.value?.toFixed(3)).toBe("0.743");
    for (const level of [ordinal, interval, ratio]) expect(level).toMatchObject({ value: null, why: "labels" });
    expect(report().verdict.Cause?.code).toBe("too-few");
  });

  it("is the same whatever the labels are called and however they are ordered", () => {
    const order = [5, 3, 0, 1, 4, 2];
    const moved = coders.map((column) => column.map((label) => (label === null ? null : order.indexOf(label))));
    const renamed = buildReport(
      study(
        order.map((place) => labels[place] ?? ""),
        moved,
        nobody,
      ),
    );
    expect(renamed.agreement.perCriterion.Cause?.annotators.nominal.value).toBeCloseTo(
      report().agreement.perCriterion.Cause?.annotators.nominal.value ?? Number.NaN,
      12,
    );
    const [before, after] = [report(), renamed].map(({ labels: of }) => of.Cause?.annotators);
    expect(after?.rawAgreement).toEqual(before?.rawAgreement);
    expect(labels.map((label) => after?.perLabel[label]?.value?.toFixed(9))).toEqual(
      labels.map((label) => before?.perLabel[label]?.value?.toFixed(9)),
    );
    expect(renamed.scores.perCriterion.Cause?.annotators).toMatchObject({
      n: 41,
      mean: null,
      histogram: report().scores.perCriterion.Cause?.annotators?.histogram,
    });
  });

  it("of a label that nobody gave is undefined because all say the same, or because no unit has two ratings", () => {
    const whyOf = (...columns: Column[]) => buildReport(study(labels, columns, nobody)).labels.Cause?.annotators.perLabel.none?.why;
    expect(whyOf(...coders)).toBe("no-variation");
    expect(whyOf(coders[0] ?? [], nobody)).toBe("no-pairable-units");
    expect(whyOf(nobody, nobody)).toBe("no-pairable-units");
  });

  it("is also the share of equal ratings of a unit, by hand", () => {
    // Units 1 to 11 by hand: 1, .5, 1, 1, 1, 0, 1, .5, 1, 1, 1 (the twelfth has one rating).
    expect(report().labels.Cause?.annotators.rawAgreement).toMatchObject({ value: 9 / 11, n: 11, interval: { high: 1 } });
    expect(report().labels.Cause?.annotators.kappa).toMatchObject({ value: null, why: "unequal-ratings" });
  });

  it("has a kappa of people with an interval, which leaves out whole inputs where these repeat", () => {
    const both: Column[] = [
      [0, 0, 1, 1, 0, 1, 0, 1],
      [0, 1, 1, 1, 0, 1, 1, 1],
    ];
    const silent: Column = Array.from({ length: 8 }, () => _);
    const kappaOf = (inputKeys?: string[]) =>
      buildReport(study(["yes", "no"], both, silent, { ...(inputKeys && { inputKeys }) })).labels.Cause?.annotators.kappa;
    const pairsOfUnits = Array.from({ length: 8 }, (__, at) => `i${Math.floor(at / 2)}`);
    const [alone, repeated] = [kappaOf(), kappaOf(pairsOfUnits)];
    // Six of eight alike; 6 yes and 10 no: (.75 - (36 + 100) / 256) / (1 - (36 + 100) / 256).
    expect(alone).toMatchObject({ n: 8, value: expect.closeTo(56 / 120, 12), interval: { method: "jackknife" } });
    expect(repeated).toMatchObject({ value: alone?.value, interval: { method: "jackknife" } });
    expect(repeated?.interval?.low).not.toBe(alone?.interval?.low);
  });

  it("counts who gave what where another gave something else", () => {
    const table = report().labels.Cause?.annotators.confusion ?? [];
    expect(table[2]?.[3]).toBe(table[3]?.[2]);
    expect(table.flat().reduce((sum, count) => sum + count, 0)).toBe(8 * 12 + 2 * 6 + 2);
    expect(table[5]?.[5]).toBe(6);
  });

  it("counts every label by name, in the order of the list", () => {
    expect(Object.entries(report().scores.perCriterion.Cause?.annotators?.histogram ?? {})).toEqual([
      ["none", 0],
      ["made up", 9],
      ["old", 13],
      ["vague", 11],
      ["partial", 5],
      ["other", 3],
    ]);
  });
});

describe("a judge that gives labels", () => {
  const [people, judge] = columnsOf([
    [20, 5],
    [10, 15],
  ]);
  const report = () => buildReport(study(["yes", "no"], [people], judge));

  it("is compared with people by Cohen's kappa, the share of equal labels and the table of both", () => {
    const withJudge = report().labels.Cause?.withJudge.judge;
    expect(withJudge?.kappa).toMatchObject({ n: 50 });
    expect(withJudge?.kappa.value).toBeCloseTo(0.4, 12);
    expect(withJudge?.rawAgreement).toMatchObject({ value: 0.7, n: 50 });
    expect(withJudge?.confusion).toEqual([
      [20, 5],
      [10, 15],
    ]);
  });

  it("keeps or changes a label, and never raises or lowers it", () => {
    const data = study(["yes", "no"], [people], judge);
    const drafted = { ...data, judgeShown: 1, ratings: data.ratings.map((one) => ({ ...one, arm: one.arm && "drafted" })) };
    expect(buildReport(drafted).scores.change.judge?.Cause).toEqual({ up: null, down: null, same: 35, changed: 15 });
  });

  it("is compared with the most frequent label; units on which people are split are counted", () => {
    const split = buildReport(
      study(
        ["a", "b", "c"],
        [
          [0, 1, 2, 0],
          [0, 1, 1, 0],
          [0, 2, _, _],
        ],
        [0, 1, 2, 1],
      ),
    );
    expect(split.labels.Cause?.withJudge.judge).toMatchObject({ withoutMajority: 1, rawAgreement: { value: 2 / 3, n: 3 } });
    expect(split.labels.Cause?.withJudge.judge?.confusion).toEqual([
      [1, 1, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
  });

  it("has an interval of kappa that keeps the units of an input together where inputs repeat", () => {
    const repeated = buildReport(study(["yes", "no"], [people], judge, { inputKeys: people.map((__, index) => `i${index % 25}`) }));
    expect(repeated.labels.Cause?.withJudge.judge?.kappa.interval?.method).toBe("jackknife");
    expect(report().labels.Cause?.withJudge.judge?.kappa.interval?.method).toBe("wald");
  });
});

describe("the alternative-annotator test on labels", () => {
  const truth = Array.from({ length: 90 }, (__, unit) => unit % 3);
  const slip = (every: number): Column => truth.map((label, unit) => (unit % every === 0 ? (label + 1) % 3 : label));
  const people = [slip(5), slip(7), slip(9)];

  it("lets a judge that names more labels rightly replace people, and one that does not, none", () => {
    const [good, poor] = [slip(30), slip(2)].map(
      (judge) => buildReport(study(["a", "b", "c"], people, judge)).labels.Cause?.withJudge.judge?.altTest,
    );
    expect(good).toMatchObject({ winningRate: 1, passed: true, n: 90, eligible: 3, why: null });
    expect(poor).toMatchObject({ winningRate: 0, passed: false });
    expect(good?.advantageProbability).toBeGreaterThan(poor?.advantageProbability ?? 1);
  });

  it("is not made with people who saw the draft", () => {
    const drafted = buildReport(study(["a", "b", "c"], people, slip(30), { arm: "drafted" }));
    expect(drafted.labels.Cause?.withJudge.judge?.altTest).toMatchObject({ winningRate: null, n: 0, why: "no-blind-ratings" });
  });

  it("is made with first labels, which were given without the draft, as in the verdict", () => {
    const data = study(["a", "b", "c"], people, slip(30), { arm: "blind-then-drafted" });
    const labels = people.flatMap((column, rater) =>
      column.flatMap((score, sample) =>
        (["first", "final"] as const).map((arm) => ({
          ...{ rater, sample, criterion: 0, arm, run: 0, durationMs: null },
          score: arm === "first" ? (score ?? 0) : 0,
        })),
      ),
    );
    const report = buildReport({ ...data, arms: { runs: [{ id: "r", judge: "judge" }], ratings: labels, drafts: [] } });
    const found = report.labels.Cause?.withJudge.judge?.altTest;
    expect(found).toMatchObject({ winningRate: 1, passed: true, n: 90, eligible: 3, why: null });
    expect(report.chapters?.verdict.Cause?.altTest.judge).toMatchObject({ winningRate: 1, passed: true, n: 90, eligible: 3 });
  });
});

describe("a report with numbers and labels", () => {
  const numbers = reportDataFixture();
  /** The fixture with a third criterion of four labels, rated by everybody. */
  const both: ReportData = {
    ...numbers,
    criteria: [
      ...numbers.criteria.slice(0, 1),
      { id: "l", name: "Cause", min: 0, max: 3, step: 1, labels: ["a", "b", "c", "d"], overall: false },
      ...numbers.criteria.slice(1),
    ],
    ratings: [
      ...numbers.ratings.map((rating) => ({ ...rating, criterion: rating.criterion === 0 ? 0 : 2 })),
      ...numbers.ratings
        .filter(({ criterion }) => criterion === 0)
        .map((rating) => ({ ...rating, criterion: 1, score: (rating.score * 7 + rating.rater) % 4 })),
    ],
  };
  const [plain, mixed] = [numbers, both].map((data) => () => buildReport(data)) as [() => TaskReport, () => TaskReport];

  it("pools what it pooled without the labels", () => {
    const [before, after] = [plain(), mixed()];
    expect(after.agreement.pooled).toEqual(before.agreement.pooled);
    expect(after.correlation.judge?.pooled).toEqual(before.correlation.judge?.pooled);
    expect(after.correlation.judge?.sampleMean).toEqual(before.correlation.judge?.sampleMean);
    expect(after.correlation.judge?.pairwise).toEqual(before.correlation.judge?.pairwise);
    expect(after.correlation.judge?.textLevel.allGroups).toEqual(before.correlation.judge?.textLevel.allGroups);
    expect(after.correlation.judge?.textLevel.meanOverCriteria).toEqual(before.correlation.judge?.textLevel.meanOverCriteria);
    expect(after.correlation.judge?.systemLevel.meanOverCriteria).toEqual(before.correlation.judge?.systemLevel.meanOverCriteria);
    expect(after.bias.judge?.pooled).toEqual(before.bias.judge?.pooled);
    expect(after.scores.bySystem).toEqual(before.scores.bySystem);
    expect(after.scores.onCommonUnits.judge?.one?.pooled).toEqual(before.scores.onCommonUnits.judge?.one?.pooled);
  });

  it("takes the mean of ordinal alphas over the numbers, of nominal ones over all", () => {
    const [before, after] = [plain(), mixed()].map(({ agreement }) => agreement.meanOverCriteria.annotators);
    expect(after?.ordinal).toEqual({ ...before?.ordinal, totalCriteria: 3 });
    const each = Object.values(mixed().agreement.perCriterion).map(({ annotators }) => annotators.nominal.value ?? Number.NaN);
    expect(after?.nominal).toMatchObject({ definedCriteria: 3, totalCriteria: 3 });
    expect(after?.nominal.value).toBeCloseTo(each.reduce((sum, value) => sum + value, 0) / 3, 12);
    expect(after?.nominal.value).not.toBeCloseTo(before?.nominal.value ?? 0, 3);
  });

  it("gives labels no mean, no correlation, no error and no system's score, and says why", () => {
    const nothing = { value: null, why: "labels" };
    const report = mixed();
    const correlation = report.correlation.judge;
    for (const figures of [
      correlation?.perCriterion.Cause,
      correlation?.textLevel.perCriterion.Cause,
      correlation?.systemLevel.perCriterion.Cause,
    ])
      expect([figures?.pearson, figures?.spearman, figures?.kendallTauB]).toMatchObject([nothing, nothing, nothing]);
    expect(report.bias.judge?.perCriterion.Cause).toMatchObject(nothing);
    expect(report.scores.onCommonUnits.judge?.two?.perCriterion.Cause).toMatchObject({
      annotators: null,
      judge: null,
      difference: nothing,
    });
    expect(Object.values(report.scores.perCriterion.Cause ?? {}).map(({ mean }) => mean)).toEqual([null, null, null, null, null]);
    for (const pair of report.agreement.pairs) expect(pair.perCriterion.Cause).toMatchObject({ ordinal: nothing, interval: nothing });
    expect(report.warnings).toContainEqual({
      code: "labels-left-out",
      message: '"Cause" has labels without an order: only nominal figures are given for it, and pooled figures leave it out.',
      count: 1,
    });
  });

  it("is a report as it is published", () => {
    const report = mixed();
    expect(taskReport.parse(report)).toEqual(report);
    expect(report.criteria.map(({ labels }) => labels)).toEqual([null, ["a", "b", "c", "d"], null]);
  });
});

it("a report of labels alone says about every pooled figure that labels have none", () => {
  const report = buildReport(
    study(
      ["a", "b"],
      [
        [0, 1, 0, 1],
        [0, 1, 1, 1],
      ],
      [0, 1, 0, 0],
    ),
  );
  expect(report.agreement.pooled).toMatchObject({ why: "labels", annotators: { nominal: { value: null, why: "labels" } } });
  expect(report.agreement.meanOverCriteria.annotators).toMatchObject({ ordinal: { value: null, why: "labels" }, nominal: { why: null } });
  const { pooled, sampleMean, textLevel, systemLevel, pairwise } = report.correlation.judge ?? {};
  for (const figures of [
    pooled,
    sampleMean,
    textLevel?.allGroups,
    textLevel?.meanOverCriteria,
    systemLevel?.meanOverCriteria,
    pairwise?.judgeAnnotator,
  ])
    expect(figures?.kendallTauB).toMatchObject({ value: null, why: "labels" });
  expect(report.bias.judge?.pooled).toMatchObject({ value: null, why: "labels" });
  expect(report.scores.bySystem.one).toEqual({ annotators: null, judge: null });
});

it.each<[string, Column[], Column]>([
  ["nobody has rated", [], [0, 1]],
  ["nothing is rated", [[_, _]], [_, _]],
  ["there are no samples", [[], []], []],
  [
    "everybody always gives one label",
    [
      [0, 0],
      [0, 0],
    ],
    [0, 0],
  ],
])("where %s, every figure of labels says why it is missing", (__, people, judge) => {
  const report = buildReport(study(["a", "b"], people, judge));
  expect(JSON.stringify(report)).not.toContain("NaN");
  const { annotators, withJudge } = report.labels.Cause ?? {};
  for (const figure of [annotators?.kappa, annotators?.perLabel.a, annotators?.perLabel.b, withJudge?.judge?.kappa])
    expect(figure).toMatchObject({ value: null, why: expect.stringMatching(/^[a-z-]+$/u) });
  expect(withJudge?.judge?.altTest).toMatchObject({ winningRate: null, why: expect.any(String) });
});
