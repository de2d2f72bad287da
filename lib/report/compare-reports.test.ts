import { expect, it } from "vitest";
import { compareReports } from "./compare-reports";
import { intervalKinds, resampledFigures } from "./interval-kinds";

const frozen = {
  counts: { ratings: 12 },
  agreement: {
    pairs: [{ a: "P1", b: "P2", ordinal: { value: 0.5, why: null } }],
    perCriterion: { Clear: { value: null, why: "no-variation" } },
  },
  raters: [{ name: "P1" }, { name: "P2" }],
};

it("names each figure that differs by its place, and counts all", () => {
  const now = structuredClone(frozen);
  now.counts.ratings = 13;
  const [pair] = now.agreement.pairs;
  if (pair) pair.ordinal.value = 0.5 + 2 ** -53;
  now.agreement.perCriterion.Clear.why = "too-few";
  now.raters.pop();
  expect(compareReports(frozen, frozen)).toEqual({ compared: 9, differing: [] });
  expect(compareReports(frozen, now).differing).toEqual([
    { figure: "counts.ratings", frozen: 12, now: 13 },
    { figure: "agreement.pairs[P1, P2].ordinal.value", frozen: 0.5, now: 0.5000000000000001 },
    { figure: "agreement.perCriterion.Clear.why", frozen: "no-variation", now: "too-few" },
    { figure: "raters.length", frozen: 2, now: 1 },
    { figure: "raters[P2]", frozen: { name: "P2" }, now: undefined },
  ]);
});

it("a figure that is no longer computed differs; one that a later version adds does not", () => {
  expect(compareReports({ a: { value: 1 } }, { a: {}, b: 2 }).differing).toEqual([{ figure: "a.value", frozen: 1, now: undefined }]);
  expect(compareReports({ a: { value: 1 } }, { a: null }).differing).toEqual([{ figure: "a", frozen: { value: 1 }, now: null }]);
});

it("names the entries of a list by their place where nothing else does", () => {
  const lists = (score: number) => ({ list: [null, { a: "P1", score }, { name: 3, score }, score, { b: "P2", name: "Clear", score }] });
  expect(compareReports(lists(1), lists(2)).differing.map(({ figure }) => figure)).toEqual([
    "list[1].score",
    "list[2].score",
    "list[3]",
    "list[Clear].score",
  ]);
  expect(compareReports({ list: [] }, { list: "none" }).differing).toEqual([{ figure: "list", frozen: [], now: "none" }]);
});

it("the kinds of interval in a report are listed once each", () => {
  const jackknife = { low: 0, high: 1, confidence: 0.95, method: "jackknife", resamples: null, seed: null };
  const bca = { low: 0.1, high: 0.9, confidence: 0.9, method: "bca", resamples: 500, seed: 7 };
  const { low: _, high: __, ...kind } = jackknife;
  expect(intervalKinds([{ interval: jackknife }, { x: { interval: { ...jackknife, low: 0.2 } } }, { interval: null }, bca])).toEqual([
    kind,
    { confidence: 0.9, method: "bca", resamples: 500, seed: 7 },
  ]);
});

it("what has only ends, or only a method, is no interval, but what is in it is looked through", () => {
  const wald = { low: 0, high: 1, confidence: 0.95, method: "wald", resamples: null, seed: null };
  const { low: _, high: __, ...kind } = wald;
  const others = [
    { low: { value: 1 }, high: { value: 2 } },
    { low: 1, method: { wald } },
    { high: 1, method: "t" },
    "low high method",
    7,
    undefined,
  ];
  expect(intervalKinds({ others })).toEqual([kind]);
  expect(intervalKinds(null)).toEqual([]);
  // Kinds that differ in one thing are different kinds, in the order of their appearance.
  const seeded = [{ ...wald, seed: 3 }, wald, { ...wald, resamples: 9 }, { ...wald, confidence: 0.9 }, { ...wald, seed: 3 }];
  expect(intervalKinds(seeded)).toEqual([{ ...kind, seed: 3 }, kind, { ...kind, resamples: 9 }, { ...kind, confidence: 0.9 }]);
});

it("what is resampled without being an interval is listed once each, by its field", () => {
  const reaches = { tentative: 0.9, why: null, resamples: 2000, seed: 17 };
  const interval = { low: 0, high: 1, confidence: 0.95, method: "bca", resamples: 500, seed: 7 };
  const report = { a: { reaches, interval }, b: [{ reaches: { ...reaches, tentative: null } }], samples: { waiting: 3, seed: 1 } };
  expect(resampledFigures(report)).toEqual([{ figure: "reaches", resamples: 2000, seed: 17 }]);
  const others = { spread: { ...reaches, seed: null }, other: { ...reaches, seed: 3 }, least: { low: 0.1, resamples: 900, seed: 4 } };
  expect(resampledFigures({ ...report, ...others })).toEqual([
    { figure: "reaches", resamples: 2000, seed: 17 },
    { figure: "other", resamples: 2000, seed: 3 },
    { figure: "least", resamples: 900, seed: 4 },
  ]);
});
