import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { bias, biasByCriterion } from "./bias";
import { ratingTable } from "./rating-table";

const of = (data: ReportData, wanted = {}) => bias(ratingTable(data, wanted));
const rates = (name: string, sample: number, criterion: string) =>
  name === "judge" ? criterion === "True" || sample < 10 : sample > 2 || criterion === "True";

/** Judge minus people's mean of every unit that both rated, by the fixture's rows. */
function errors({ ratings, samples }: ReportData, criteria: number[]) {
  return samples.flatMap(({ inputKey }, sample) =>
    criteria.flatMap((criterion) => {
      const own = ratings.filter((one) => one.sample === sample && one.criterion === criterion);
      const people = own.filter(({ rater }) => rater < 3).map(({ score }) => score);
      const judge = own.find(({ rater }) => rater === 3)?.score;
      return people.length === 0 || judge === undefined
        ? []
        : [{ inputKey, error: judge - people.reduce((sum, score) => sum + score, 0) / people.length }];
    }),
  );
}

test("a judge's signed error is over the units that people rated too, inputs as clusters", () => {
  const data = reportDataFixture({ rates });
  const { judge } = of(data);
  for (const [found, criteria] of [
    [judge?.perCriterion.Clear, [0]],
    [judge?.perCriterion.True, [1]],
    [judge?.pooled, [0, 1]],
  ] as const) {
    const each = errors(data, [...criteria]);
    const mean = clusteredMean({ values: each.map(({ error }) => error), clusters: each.map(({ inputKey }) => inputKey) });
    expect(found).toMatchObject({ n: each.length, why: null, interval: { method: "t" } });
    expect(found?.value).toBeCloseTo(mean.value ?? Number.NaN, 12);
    expect(found?.interval?.low).toBeCloseTo(mean.interval?.low ?? Number.NaN, 10);
  }
  expect([judge?.perCriterion.Clear?.n, judge?.perCriterion.True?.n, judge?.pooled.n]).toEqual([7, 32, 39]);
});

test("without intervals the error is the same", () => {
  const data = reportDataFixture({ rates });
  const [alone, found] = [of(data, { interval: "none" }).judge?.pooled, of(data).judge?.pooled];
  expect(alone).toEqual({ ...found, interval: null, intervalWhy: "not-requested" });
});

test("labels, mixed scales and scales of a metric's own have no error, each for its own reason", () => {
  const base = reportDataFixture({ criteria: { Clear: [1, 5], Long: [0, 9] } });
  const metric = { name: "ROUGE", scale: { min: 0, max: 1, step: null } };
  const raters: ReportData["raters"] = [
    ...base.raters,
    { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric, panel: null },
  ];
  const mixed = of({ ...base, raters });
  expect(mixed.judge).toMatchObject({ pooled: { why: "mixed-scales" }, perCriterion: { Clear: { why: null }, Long: { why: null } } });
  expect(mixed.ROUGE).toMatchObject({ pooled: { why: "own-scale" }, perCriterion: { Clear: { why: "own-scale" } } });
  const named = base.criteria.map((one) => (one.name === "Long" ? { ...one, labels: ["a", "b"] } : one));
  const labelled = of({ ...base, criteria: named }).judge;
  expect(labelled).toMatchObject({ perCriterion: { Long: { value: null, why: "labels" }, Clear: { why: null } } });
  expect(labelled?.pooled).toEqual(labelled?.perCriterion.Clear);
  const early = biasByCriterion(ratingTable({ ...base, raters }));
  expect([early.judge?.pooled.why, early.ROUGE?.pooled.why]).toEqual(["mixed-scales", "own-scale"]);
});

test("by criterion alone the errors are the same, and the pooled one is still computed", () => {
  const data = reportDataFixture({ rates });
  const { judge } = biasByCriterion(ratingTable(data));
  expect(judge?.perCriterion).toEqual(of(data).judge?.perCriterion);
  expect(judge?.pooled).toMatchObject({ value: null, why: "being-computed" });
});
