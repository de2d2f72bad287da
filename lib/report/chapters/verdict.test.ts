import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { alphaThresholds, altTest, icc, panelDifference, ppiMean } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { verdict } from "./verdict";

const verdictOf = (data: ReportData) => verdict(ratingTable(data));

/** Scores of a criterion by sample and rater; null where missing. */
const scores = ({ ratings, samples }: ReportData, raters: number[], criterion = 0) =>
  samples.map((_, sample) =>
    raters.map(
      (rater) => ratings.find((one) => one.rater === rater && one.sample === sample && one.criterion === criterion)?.score ?? null,
    ),
  );
const inputs = ({ samples }: ReportData) => samples.map(({ inputKey }) => inputKey);
const people = [0, 1, 2];
const judge = 3;
const judged = (data: ReportData) => scores(data, [judge]).map(([score]) => score);
const rows = (data: ReportData) => ({ ratings: scores(data, people), clusters: inputs(data) });

/** The same ratings, those of samples up to `from` given with a draft in view and one point higher where the scale allows it. */
function mixed(data: ReportData, from: number): ReportData {
  const ratings = data.ratings.map((rating) =>
    rating.rater !== judge && rating.sample < from ? { ...rating, arm: "drafted", score: Math.min(5, rating.score + 1) } : rating,
  );
  return { ...data, ratings };
}

test("each figure of a row is its own statistic of the criterion's ratings", () => {
  const data = reportDataFixture();
  const { Clear, True } = verdictOf(data);
  const { atLeast667, atLeast800 } = alphaThresholds({ ...rows(data), level: "ordinal" });
  expect(Clear?.used.reaches).toMatchObject({ tentative: atLeast667, reliable: atLeast800, resamples: 2000 });
  expect(Clear?.used.reaches.tentative).not.toBe(Clear?.used.reaches.reliable);
  const change = panelDifference({ ...rows(data), judge: judged(data), level: "ordinal" });
  expect(Clear?.used.judges.judge?.change).toMatchObject({ value: change.value, interval: change.interval, n: change.n });
  const test = altTest({ ...rows(data), judge: judged(data), score: "rmse" });
  expect(Clear?.altTest.judge).toMatchObject({
    winningRate: test.winningRate,
    advantageProbability: test.advantageProbability,
    n: 32,
    eligible: 3,
  });
  expect(Clear?.ceiling.value).toBeCloseTo(Math.sqrt(icc({ ratings: scores(data, people) }).iccAk.value ?? 0), 12);
  const shown = [Clear?.used.judges.judge, True?.used.judges.judge].flatMap((one) => [
    one?.change.value,
    one?.spearman.value,
    one?.tauB.value,
    one?.bias.value,
  ]);
  expect(new Set(shown).size).toBe(8);
});

test("where all ratings were made without a draft, there is no gap to show", () => {
  const { Clear } = verdictOf(reportDataFixture());
  expect(Clear).toMatchObject({ basis: "without-draft", all: null, gap: null, flags: [] });
});

test("ratings made with a draft in view enter no figure of the verdict, only those of all ratings beside it, with the gap", () => {
  const data = reportDataFixture();
  const half = mixed(data, 12);
  const undrafted = { ...half, ratings: half.ratings.filter(({ arm, rater }) => arm === "blind" || rater === judge) };
  const { Clear } = verdictOf(half);
  const alone = verdictOf(undrafted).Clear;
  expect(Clear?.basis).toBe("without-draft");
  expect(Clear?.used).toEqual(alone?.used);
  expect(Clear?.altTest).toEqual(alone?.altTest);
  expect(Clear?.all?.agreement.ordinal.value).not.toBe(Clear?.used.agreement.ordinal.value);
  const difference = (Clear?.all?.agreement.ordinal.value ?? 0) - (Clear?.used.agreement.ordinal.value ?? 0);
  expect(Clear?.gap?.value).toBeCloseTo(difference, 12);
});

test("people's mean is sharpened by the judge's scores of samples that nobody rated without a draft", () => {
  const data = mixed(reportDataFixture(), 12);
  const means = scores(data, people).map((row) => row.reduce<number>((sum, score) => sum + (score ?? 0), 0) / 3);
  const [rated, rest] = [means.map((_, sample) => sample).slice(12), [...means.keys()].slice(0, 12)];
  const pick = (column: unknown[], places: number[]) => places.map((place) => column[place]);
  const expected = ppiMean({
    human: pick(means, rated) as number[],
    judge: pick(judged(data), rated) as number[],
    judgeUnlabelled: pick(judged(data), rest) as number[],
    clusters: pick(inputs(data), rated) as string[],
    unlabelledClusters: pick(inputs(data), rest) as string[],
  });
  const { judge: found } = verdictOf(data).Clear?.sharpened ?? {};
  expect(found).toMatchObject({
    value: expected.value,
    labelled: 20,
    unlabelled: 12,
    lambda: expected.lambda,
    gain: expected.effectiveGain,
  });
  expect(found?.people).toMatchObject({ value: expected.classical?.mean, n: 20 });
});

test("ratings without a draft that define no agreement leave the row to all ratings, which says so; the tests rest on those without", () => {
  // Only the last sample is rated without a draft: one unit has no variation to compare with.
  const data = mixed(reportDataFixture(), 31);
  const only = { ...data, ratings: data.ratings.filter(({ sample, rater }) => sample < 31 || rater === 0 || rater === judge) };
  const { Clear } = verdictOf(only);
  expect(Clear).toMatchObject({ basis: "with-draft", all: null, gap: null });
  expect(Clear?.flags).toContain("drafted-only");
  expect(Clear?.used.agreement.ordinal.n).toBe(31 * 3);
  expect(Clear?.used.agreement.ordinal.value).not.toBeNull();
  expect(Clear?.altTest.judge).toMatchObject({ winningRate: null });
});

test("where everybody saw the draft, what it invalidates is not computed, and the row says so", () => {
  const { Clear } = verdictOf(mixed(reportDataFixture(), 99));
  expect(Clear).toMatchObject({ basis: "with-draft", all: null, gap: null, flags: ["drafted-only"] });
  expect(Clear?.altTest.judge).toMatchObject({ winningRate: null, why: "no-blind-ratings" });
  expect(Clear?.sharpened.judge).toMatchObject({ value: null, why: "no-blind-ratings" });
  expect(Clear?.used.judges.judge?.change.value).not.toBeNull();
});

test("first scores of the arm blind-then-drafted count as made without a draft, final ones do not", () => {
  const data = reportDataFixture();
  const first = data.ratings.filter(({ rater }) => rater !== judge);
  const arms: ReportData["arms"] = {
    runs: [{ id: "a", judge: "judge" }],
    ratings: first.flatMap((rating) => [
      { ...rating, arm: "first" as const, run: 0 },
      { ...rating, arm: "final" as const, run: 0, score: 3 },
    ]),
    drafts: [],
  };
  const both = {
    ...data,
    arms,
    ratings: data.ratings.map((one) => (one.rater === judge ? one : { ...one, arm: "blind-then-drafted", score: 3 })),
  };
  const { Clear } = verdictOf(both);
  expect(Clear?.used).toEqual(verdictOf(data).Clear?.used);
  expect(Clear?.all?.agreement.ordinal).toMatchObject({ value: null, why: "no-variation" });
});

test("few units, top scores and judges that never vary are flagged where they occur and nowhere else", () => {
  const small = reportDataFixture({ inputs: 4 });
  const ratings = small.ratings.map((rating) => (rating.criterion === 1 ? { ...rating, score: rating.rater === judge ? 4 : 5 } : rating));
  const { Clear, True } = verdictOf({ ...small, ratings });
  expect(Clear?.flags).toEqual(["few-units"]);
  expect(True?.flags).toEqual(["few-units", "no-variation", "people-at-top"]);
  expect([Clear?.judgeFlags.judge, True?.judgeFlags.judge]).toEqual([[], ["judge-constant"]]);
});

test("labels have only what equality defines", () => {
  const data = reportDataFixture();
  const labelled = data.criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels: ["0", "a", "b", "c", "d", "e"] }));
  const { Clear } = verdictOf({ ...data, criteria: labelled });
  expect(Clear?.level).toBe("nominal");
  expect(Clear?.used.judges.judge).toMatchObject({ spearman: { why: "labels" }, bias: { why: "labels" } });
  const equal = altTest({ ...rows(data), judge: judged(data), score: "accuracy" });
  expect(Clear?.altTest.judge?.winningRate).toBe(equal.winningRate);
  expect(Clear?.used.judges.judge?.change.value).not.toBeNull();
});
