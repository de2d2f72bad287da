import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { cohenKappa, kendall, krippendorffAlpha, meanAlpha, pearson, rawAgreement, spearman } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport } from "./build-report";

// Reports are built inside each test: what runs while a file loads is outside mutation testing.
// Each figure is compared with the statistic it is named after, called directly on columns laid out here. No two are equal, so a figure in
// another's place cannot pass.

const data = reportDataFixture();
const people = [0, 1, 2];
// Everybody has rated everything, so exact sums rank and correlate as means do.
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const mean = (values: number[]) => total(values) / values.length;
const judge = 3;
const everybody: number[] = [...people, judge];
const criteria = ["Clear", "True"];
const samples = data.samples.map((_, sample) => sample);
const scoreOf = (of: ReportData, rater: number, sample: number, criterion: number): number | null =>
  of.ratings.find((each) => each.rater === rater && each.sample === sample && each.criterion === criterion)?.score ?? null;
const units = samples.flatMap((sample) => criteria.map((_, criterion) => ({ sample, criterion })));
const unitsOf = (criterion: number) => units.filter((unit) => unit.criterion === criterion);
const table = (some: typeof units, raters: number[]) =>
  some.map(({ sample, criterion }) => raters.map((rater) => scoreOf(data, rater, sample, criterion)));
const inputs = (some: typeof units) => some.map(({ sample }) => `i${Math.floor(sample / 2)}`);
const column = (some: typeof units, rater: number) => some.map(({ sample, criterion }) => scoreOf(data, rater, sample, criterion));
const meanColumn = (some: typeof units) => table(some, people).map((row) => total(row.map((score) => score ?? 0)));

const levels = ["nominal", "ordinal", "interval", "ratio"] as const;
const coefficients = {
  pearson: (x: (number | null)[], y: (number | null)[]) => pearson({ x, y, interval: "none" }).value,
  spearman: (x: (number | null)[], y: (number | null)[]) => spearman({ x, y, interval: "none" }).value,
  kendallTauB: (x: (number | null)[], y: (number | null)[]) => kendall({ x, y, interval: "none" }).tauB.value,
};
const names = ["pearson", "spearman", "kendallTauB"] as const;

function allDiffer(values: (number | null | undefined)[]) {
  expect(values.every((value) => typeof value === "number")).toBe(true);
  expect(new Set(values.map((value) => value?.toFixed(9))).size).toBe(values.length);
}

test("each alpha belongs to its stated level, raters and units, and all are different numbers", () => {
  const report = buildReport(data);
  const seen: (number | null)[] = [];
  for (const level of levels) {
    const alpha = (some: typeof units, raters: number[]) =>
      krippendorffAlpha({ ratings: table(some, raters), level, clusters: inputs(some) });
    for (const [figures, some] of [
      [report.agreement.pooled, units],
      [report.agreement.perCriterion.Clear, unitsOf(0)],
      [report.agreement.perCriterion.True, unitsOf(1)],
    ] as const) {
      for (const [figure, raters] of [
        [figures?.annotators[level], people],
        [figures?.withJudge.judge?.[level], everybody],
      ] as const) {
        const { value, interval, n, pairableUnits } = alpha(some, raters);
        expect(figure).toMatchObject({ value, interval, n, units: pairableUnits, inputs: 16 });
        seen.push(figure?.value ?? null);
      }
    }
    for (const [figure, raters] of [
      [report.agreement.meanOverCriteria.annotators[level], people],
      [report.agreement.meanOverCriteria.withJudge.judge?.[level], everybody],
    ] as const) {
      const tables = criteria.map((_, criterion) => table(unitsOf(criterion), raters));
      const { value, interval } = meanAlpha({ tables, clusters: inputs(unitsOf(0)) })[level];
      expect(figure).toMatchObject({ value, interval, n: 64 * raters.length, units: 64, inputs: 16, definedCriteria: 2, totalCriteria: 2 });
      seen.push(figure?.value ?? null);
    }
  }
  allDiffer(seen);
});

test("agreement of two raters is theirs, per criterion, as a mean and pooled", () => {
  const report = buildReport(data);
  const seen: (number | null)[] = [];
  expect(report.agreement.pairs.map(({ a, b }) => `${a}-${b}`)).toEqual([
    "Ann-Bob",
    "Ann-Cleo",
    "Ann-judge",
    "Bob-Cleo",
    "Bob-judge",
    "Cleo-judge",
  ]);
  for (const pair of report.agreement.pairs) {
    const two = [pair.a, pair.b].map((name) => data.raters.findIndex((rater) => rater.name === name));
    for (const level of ["nominal", "ordinal", "interval"] as const) {
      const alpha = (some: typeof units) => krippendorffAlpha({ ratings: table(some, two), level, clusters: inputs(some) }).value ?? 0;
      const [clear, truth] = [alpha(unitsOf(0)), alpha(unitsOf(1))];
      expect(pair[level].value).toBe(alpha(units));
      expect(pair.perCriterion.Clear?.[level].value).toBe(clear);
      expect(pair.perCriterion.True?.[level].value).toBe(truth);
      expect(pair.meanOverCriteria[level].value).toBeCloseTo((clear + truth) / 2, 12);
      seen.push(pair[level].value, clear, truth, pair.meanOverCriteria[level].value);
    }
    criteria.forEach((name, criterion) => {
      const some = unitsOf(criterion);
      const [first = [], second = []] = two.map((rater) => column(some, rater));
      const kappa = cohenKappa({ first, second, weights: "quadratic" }).value;
      const exact = rawAgreement({ ratings: table(some, two) }).value;
      const tauB = kendall({ x: first, y: second, interval: "none" }).tauB.value;
      const found = pair.measures?.[name];
      const values = [found?.quadraticKappa, found?.exact, found?.tauB].map((measure) => measure?.value ?? Number.NaN);
      [kappa, exact, tauB].forEach((expected, place) => {
        expect(values[place]).toBeCloseTo(expected ?? Number.NaN, 12);
      });
      expect([found?.quadraticKappa.n, found?.exact.n, found?.tauB.n]).toEqual([32, 32, 32]);
      expect(new Set(values).size).toBe(3);
    });
  }
  allDiffer(seen);
});

test("each coefficient is the one it is named after, at every level of the data", () => {
  const report = buildReport(data);
  const found = report.correlation.judge;
  const seen: (number | null | undefined)[] = [];
  const sampleMeans = (of: (some: typeof units) => (number | null)[]) =>
    samples.map((sample) => {
      const values = of(units.filter((unit) => unit.sample === sample)).map((value) => value ?? 0);
      return total(values);
    });
  const [judgeMeans, peopleMeans] = [sampleMeans((some) => column(some, judge)), sampleMeans(meanColumn)];
  for (const name of names) {
    const of = coefficients[name];
    const close = (actual: number | null | undefined, expected: number | null) => {
      expect(actual, name).toBeCloseTo(expected ?? Number.NaN, 10);
      seen.push(actual);
    };
    close(found?.pooled[name].value, of(column(units, judge), meanColumn(units)));
    close(found?.perCriterion.Clear?.[name].value, of(column(unitsOf(0), judge), meanColumn(unitsOf(0))));
    close(found?.perCriterion.True?.[name].value, of(column(unitsOf(1), judge), meanColumn(unitsOf(1))));
    close(found?.sampleMean[name].value, of(judgeMeans, peopleMeans));
    const pairs = people.map((a) => of(column(units, judge), column(units, a)) ?? 0);
    close(found?.pairwise.judgeAnnotator[name].value, pairs.reduce((sum, value) => sum + value, 0) / 3);
    const between = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].map(([a = 0, b = 0]) => of(column(units, a), column(units, b)) ?? 0);
    close(found?.pairwise.annotatorAnnotator[name].value, between.reduce((sum, value) => sum + value, 0) / 3);
  }
  allDiffer(seen);
});

test("within inputs and between systems, each coefficient is the mean of its own groups", () => {
  // Three outputs of each of four inputs, so that the coefficients within an input are not all 1 or -1.
  const grouped = reportDataFixture({ inputs: 18 });
  grouped.samples = grouped.samples.map((sample, index) => ({
    ...sample,
    inputKey: `i${Math.floor(index / 9)}`,
    system: `system ${index % 3}`,
  }));
  const { textLevel, systemLevel } = buildReport(grouped).correlation.judge ?? {};
  const seen: (number | null | undefined)[] = [];
  const human = (sample: number, criterion: number) => total(people.map((rater) => scoreOf(grouped, rater, sample, criterion) ?? 0));
  const all = grouped.samples.map((_, sample) => sample);
  const groups = [0, 1, 2, 3].map((group) => all.filter((sample) => Math.floor(sample / 9) === group));
  const systems = [0, 1, 2].map((system) => all.filter((sample) => sample % 3 === system));
  const judged = (sample: number, criterion: number) => scoreOf(grouped, judge, sample, criterion) ?? 0;
  const overCriteria = (of: (sample: number, criterion: number) => number) => (sample: number) => total([of(sample, 0), of(sample, 1)]);
  for (const name of names) {
    const of = coefficients[name];
    const close = (actual: number | null | undefined, expected: number | null) => {
      expect(actual, name).toBeCloseTo(expected ?? Number.NaN, 10);
      seen.push(actual);
    };
    const within = (criterion: number) =>
      groups.map(
        (group) =>
          of(
            group.map((sample) => judged(sample, criterion)),
            group.map((sample) => human(sample, criterion)),
          ) ?? 0,
      );
    const [a, b] = [overCriteria(judged), overCriteria(human)];
    close(textLevel?.perCriterion.Clear?.[name].value, mean(within(0)));
    close(textLevel?.perCriterion.True?.[name].value, mean(within(1)));
    close(textLevel?.allGroups[name].value, mean([...within(0), ...within(1)]));
    close(textLevel?.meanOverCriteria[name].value, mean(groups.map((group) => of(group.map(a), group.map(b)) ?? 0)));
    const between = (x: (sample: number) => number, y: (sample: number) => number) =>
      of(
        systems.map((system) => total(system.map(x))),
        systems.map((system) => total(system.map(y))),
      );
    if (name === "pearson") {
      close(
        systemLevel?.perCriterion.Clear?.[name].value,
        between(
          (sample) => judged(sample, 0),
          (sample) => human(sample, 0),
        ),
      );
      close(
        systemLevel?.perCriterion.True?.[name].value,
        between(
          (sample) => judged(sample, 1),
          (sample) => human(sample, 1),
        ),
      );
      close(systemLevel?.meanOverCriteria[name].value, between(a, b));
    }
  }
  allDiffer(seen);
});
