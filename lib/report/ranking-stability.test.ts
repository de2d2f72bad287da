import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { stableRanking } from "@/lib/stats";
import { matrixOf, meanOf } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { scoredSamples } from "@/lib/testing/scored-samples";
import { buildReport, reportOf, reportValues } from "./build-report";
import { rankingStability } from "./ranking-stability";
import { ratingTable } from "./rating-table";

const stabilityOf = (data: ReportData) => rankingStability(ratingTable(data))?.perCriterion ?? {};

/** The fixture, its second system a point worse wherever the scale allows it. */
function apart(): ReportData {
  const data = reportDataFixture();
  return {
    ...data,
    ratings: data.ratings.map((one) => ({ ...one, score: one.sample % 2 === 0 ? Math.min(5, one.score + 1) : one.score })),
  };
}

test("people's mean scores of each input, system by system, are drawn again", () => {
  const data = apart();
  for (const [criterion, name] of ["Clear", "True"].entries()) {
    const means = matrixOf(data, [0, 1, 2], criterion).map((row) => meanOf(row.map((score) => [score]))[0] ?? null);
    const scores = [0, 1].map((system) => means.filter((_, sample) => sample % 2 === system));
    const { value, why, n, ordered, pairs, systems } = stableRanking({ scores });
    expect(stabilityOf(data)[name]).toEqual({
      ...{
        value,
        why: why === "not-identifiable" ? "none-apart" : why,
        n: 16,
        systems,
        pairs,
        ordered: ordered.length,
      },
    });
    expect([n, systems, pairs]).toEqual([16, 2, 1]);
  }
  const values = ["Clear", "True"].map((name) => stabilityOf(data)[name]?.value);
  expect(values.filter((value) => value !== null)).not.toEqual([]);
  // The same at whatever order the samples come in.
  const turned = data.samples.length - 1;
  const moved = {
    ...data,
    samples: data.samples.toReversed(),
    ratings: data.ratings.map((one) => ({ ...one, sample: turned - one.sample })),
  };
  expect(stabilityOf(moved)).toEqual(stabilityOf(data));
});

test("several outputs of a system for one input count as their mean, and an input that it has none for is left out", () => {
  // The first is 2 better on all inputs but one, on which it is 4 worse; the second's two outputs are 1 above and below their mean.
  const rows = Array.from({ length: 12 }, (_, input) => (input === 4 ? [[1, 1, 3], [5, 5, 3], [5, 5, 3]] : [[5, 5, 3], [4, 4, 3], [2, 2, 3]])).flat(); // biome-ignore format: one row
  const keys = rows.map((_, at) => `i${Math.floor(at / 3)}`.padStart(3, "0"));
  const systems = rows.map((_, at) => (at % 3 === 0 ? "one" : "two"));
  const scores = [0, 1].map((system) => Array.from({ length: 12 }, (_, input) => (input === 4 ? 1 + 4 * system : 5 - 2 * system)));
  const { value } = stableRanking({ scores });
  expect(value).toBeGreaterThan(0.9);
  expect(value).toBeLessThan(1);
  const found = { value, n: 12, systems: 2, ordered: 1 };
  expect(stabilityOf(scoredSamples(rows, keys, systems)).Clear).toMatchObject(found);
  const alone = [[2, 2, 3], ...rows];
  expect(stabilityOf(scoredSamples(alone, ["i99", ...keys], ["one", ...systems])).Clear).toMatchObject(found);
  // What the judge alone has scored counts for nothing.
  const unrated = [[null, null, 3], [null, null, 1], ...rows]; // biome-ignore format: one row
  expect(stabilityOf(scoredSamples(unrated, ["i99", keys[0] ?? "", ...keys], ["one", "two", ...systems])).Clear).toMatchObject(found);
});

test("of pairs it is of what people prefer: wins of one system are losses of the other", () => {
  const base = scoredSamples(
    Array.from({ length: 10 }, (_, at) => [at === 3 ? 1 : -1, -1, 0]),
    Array.from({ length: 10 }, (_, at) => `i${at}`),
    Array.from({ length: 10 }, () => "b"),
    [-1, 1],
  );
  const pairwise = {
    ...base,
    task: { ...base.task, kind: "pairwise" as const },
    samples: base.samples.map((one) => ({ ...one, systemB: "a" })),
  };
  // The second system's view of the first's losses: it wins by 2 on nine inputs, and one is even.
  expect(stabilityOf(pairwise).Clear).toMatchObject({ value: 1, n: 10, systems: 2, pairs: 1, ordered: 1 });
});

test("one system, none that are apart and labels say why there is none or have no place in it", () => {
  const data = reportDataFixture();
  const one = { ...data, samples: data.samples.map((sample) => ({ ...sample, system: "one" })) };
  expect(stabilityOf(one).Clear).toMatchObject({ value: null, why: "one-system", systems: 1, pairs: 0, ordered: 0 });
  const alike = { ...data, ratings: data.ratings.map((rating) => ({ ...rating, score: 3 })) };
  expect(stabilityOf(alike).Clear).toMatchObject({ value: null, why: "none-apart", n: 16, systems: 2, pairs: 1, ordered: 0 });
  const unnamed = { ...data, samples: data.samples.map((sample) => ({ ...sample, system: null })) };
  expect(rankingStability(ratingTable(unnamed))).toBeUndefined();
  expect(buildReport(unnamed).scores).not.toHaveProperty("stability");
  const criteria = data.criteria.map((own) => (own.name === "True" ? { ...own, labels: ["a", "b", "c", "d", "e", "f"] } : own));
  expect(Object.keys(stabilityOf({ ...data, criteria }))).toEqual(["Clear"]);
});

test("it comes with the intervals, and rests on the ratings that are left", () => {
  const data = apart();
  expect(buildReport(data).scores.stability).toEqual({ resamples: 2000, seed: 1, perCriterion: stabilityOf(data) });
  expect(reportValues(reportOf(data), "scores").scores).not.toHaveProperty("stability");
  const coded = { ...data, raters: data.raters.map((rater) => ({ ...rater, code: rater.name })) };
  const few = buildReport(coded, "without", { annotator: "Ann" }).scores.stability?.perCriterion;
  expect(few).toEqual(stabilityOf({ ...data, ratings: data.ratings.filter(({ rater }) => rater === 0 || rater === 3) }));
  expect(few).not.toEqual(stabilityOf(data));
});
