import { expect, test } from "vitest";
import { cohenKappa, kendall } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { measuresOfTwo } from "./pair-measures";
import { ratingTable } from "./rating-table";

const [ann, bob, judge] = [0, 1, 3];
const samples = Array.from({ length: 32 }, (_, sample) => sample);

test("labels have an exact agreement, but no order for kappa's weights or for tau-b", () => {
  const data = reportDataFixture();
  const criteria = data.criteria.map((criterion, place) => ({ ...criterion, ...(place === 0 && { labels: ["a", "b", "c", "d", "e"] }) }));
  const { Clear, True } = measuresOfTwo(ratingTable({ ...data, criteria }), ann, bob, samples);
  const plain = measuresOfTwo(ratingTable(data), ann, bob, samples);
  const undefinedFigure = { value: null, why: "labels", n: 32 };
  expect(Clear).toEqual({ quadraticKappa: undefinedFigure, exact: plain.Clear?.exact, tauB: undefinedFigure });
  expect(plain.Clear?.exact.value).toBeGreaterThan(0);
  expect(True).toEqual(plain.True);
});

test("a metric on its own scale is compared with nobody, and the others as without it", () => {
  const data = reportDataFixture();
  const scale = { min: 0, max: 1, step: null };
  const raters = data.raters.map((rater, place) => (place === judge ? { ...rater, metric: { name: "BLEU", scale } } : rater));
  const table = ratingTable({ ...data, raters });
  const none = { value: null, why: "own-scale", n: 0 };
  expect(measuresOfTwo(table, ann, judge, samples).Clear).toEqual({ quadraticKappa: none, exact: none, tauB: none });
  expect(measuresOfTwo(table, ann, bob, samples)).toEqual(measuresOfTwo(ratingTable(data), ann, bob, samples));
});

test("two who share no unit have no measure, and say so", () => {
  const data = reportDataFixture({ rates: (rater, sample) => (rater === "Ann" ? sample < 16 : rater !== "Bob" || sample >= 16) });
  const { quadraticKappa, exact, tauB } = measuresOfTwo(ratingTable(data), ann, bob, []).Clear ?? {};
  expect([quadraticKappa, exact, tauB].map((measure) => [measure?.value, measure?.n])).toEqual(Array(3).fill([null, 0]));
  expect([quadraticKappa?.why, exact?.why, tauB?.why]).toEqual(["no-pairable-units", "no-pairable-units", "too-few"]);
});

test("two raters' measures are the same whichever comes first", () => {
  const table = ratingTable(reportDataFixture());
  const [one, other] = [measuresOfTwo(table, ann, judge, samples), measuresOfTwo(table, judge, ann, samples)];
  expect(other).toEqual(one);
  expect(one.Clear?.exact.n).toBe(32);
});

test("each measure of two raters is of the units that both rated, with other raters between them or not", () => {
  const data = reportDataFixture({ rates: (rater, sample) => rater !== "Bob" || sample > 4 });
  const of = (rater: number, criterion: number) =>
    data.samples.map(
      (_, sample) => data.ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
    );
  for (const [a, b] of [
    [ann, judge],
    [bob, judge],
    [ann, bob],
  ] as const) {
    const found = measuresOfTwo(ratingTable(data), a, b, samples);
    ["Clear", "True"].forEach((name, criterion) => {
      const both = of(a, criterion).flatMap((x, at) => {
        const y = of(b, criterion)[at] ?? null;
        return x === null || y === null ? [] : [{ x, y }];
      });
      const [first, second] = [both.map(({ x }) => x), both.map(({ y }) => y)];
      const expected = [
        cohenKappa({ first, second, weights: "quadratic" }).value,
        both.filter(({ x, y }) => x === y).length / both.length,
        kendall({ x: first, y: second, interval: "none" }).tauB.value,
      ];
      const measures = [found[name]?.quadraticKappa, found[name]?.exact, found[name]?.tauB];
      expect(measures.map((one) => one?.n)).toEqual(Array(3).fill(both.length));
      measures.forEach((one, place) => {
        expect(one?.value).toBeCloseTo(expected[place] ?? Number.NaN, 12);
        expect(one?.why).toBeNull();
      });
    });
  }
});
