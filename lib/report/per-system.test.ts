import { expect, test } from "vitest";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { buildReport, reportOf } from "./build-report";

test("the scores of each system's outputs are counted apart, by people together and by the judge", () => {
  const data = reportDataFixture();
  const { perSystem, perCriterion } = buildReport(data).scores;
  const given = (criterion: number, system: string, raters: readonly number[]) =>
    data.ratings
      .filter((rating) => rating.criterion === criterion && raters.includes(rating.rater))
      .filter(({ sample }) => data.samples[sample]?.system === system)
      .map(({ score }) => score);
  for (const [place, criterion] of ["Clear", "True"].entries()) {
    for (const system of ["one", "two"]) {
      for (const [name, raters] of [["annotators", [0, 1, 2]] as const, ["judge", [3]] as const]) {
        const scores = given(place, system, raters);
        const found = perSystem?.[criterion]?.[system]?.[name];
        expect(found?.n).toBe(scores.length);
        expect(found?.mean).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 12);
        for (const point of [1, 2, 3, 4, 5])
          expect(found?.histogram[point], `${system} ${name} ${point}`).toBe(scores.filter((score) => score === point).length);
      }
    }
    const [one, two] = ["one", "two"].map((system) => perSystem?.[criterion]?.[system]?.annotators?.n ?? 0);
    expect((one ?? 0) + (two ?? 0)).toBe(perCriterion[criterion]?.annotators?.n);
  }
  expect(perSystem?.Clear?.one?.annotators?.histogram).not.toEqual(perSystem?.Clear?.two?.annotators?.histogram);
});

test("systems are in the order of their names, and a metric with a scale of its own is not beside them", () => {
  const data = reportDataFixture();
  const scale = { min: 0, max: 10, step: null };
  const { perSystem } = buildReport({
    ...data,
    samples: data.samples.map((sample) => ({ ...sample, system: sample.system === "one" ? "zeta" : "alpha" })),
    raters: [
      ...data.raters,
      { id: "m", name: "ROUGE", kind: "judge", judgeKind: "metric", metric: { name: "ROUGE-L", scale }, panel: null },
    ],
    metricScores: [{ rater: 4, sample: 0, score: 5 }],
  }).scores;
  expect(Object.entries(perSystem?.Clear ?? {}).map(([system, by]) => [system, Object.keys(by)])).toEqual([
    ["alpha", ["annotators", "judge"]],
    ["zeta", ["annotators", "judge"]],
  ]);
});

test("they are left out of a report of values only, which comes first", () => {
  expect(reportOf(reportDataFixture())({ interval: "none" }).scores.perSystem).toBeUndefined();
});

test("pairs, whose verdict is on two systems at once, have no such counts", () => {
  const data = reportDataFixture();
  expect(buildReport({ ...data, task: { ...data.task, kind: "pairwise" } }).scores.perSystem).toBeUndefined();
});
