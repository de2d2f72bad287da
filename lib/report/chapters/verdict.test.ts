import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { alphaDifference, alphaThresholds, altTest, icc, krippendorffAlpha, ppiMean } from "@/lib/stats";
import { inputsOf as inputs, matrixOf as scores } from "@/lib/testing/judge-columns";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { verdict } from "./verdict";

const verdictOf = (data: ReportData) => verdict(ratingTable(data));

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
  const base = reportDataFixture();
  // Four outputs of each input: of two, rho and tau-b would be the same.
  const data = { ...base, samples: base.samples.map((sample, at) => ({ ...sample, inputKey: `i${at >> 2}` })) };
  const { Clear, True } = verdictOf(data);
  const { atLeast667, atLeast800 } = alphaThresholds({ ...rows(data), level: "ordinal" });
  expect(Clear?.used.reaches).toMatchObject({ tentative: atLeast667, reliable: atLeast800, resamples: 2000 });
  expect(Clear?.used.reaches.tentative).not.toBe(Clear?.used.reaches.reliable);
  const change = alphaDifference({
    ...{ first: scores(data, people), second: scores(data, [...people, judge]) },
    ...{ clusters: inputs(data), level: "ordinal" },
  });
  expect(Clear?.used.judges.judge?.change).toMatchObject({ value: change.value, interval: change.interval, n: change.n });
  const four = krippendorffAlpha({ ratings: scores(data, [...people, judge]), level: "ordinal" });
  expect(Clear?.used.judges.judge?.withJudge.ordinal.value).toBeCloseTo(four.value ?? Number.NaN, 12);
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

test("the judge is within one point where it is at most that far from people's mean; of values alone there is no interval", () => {
  const data = reportDataFixture({
    rates: (rater, sample) => !(rater === "judge" && sample === 3) && !(rater !== "judge" && sample === 5),
  });
  const given = scores(data, people);
  const apart = judged(data).flatMap((score, sample) => {
    const own = (given[sample] ?? []).filter((one) => one !== null);
    return score == null || own.length === 0 ? [] : [Math.abs(score - own.reduce((sum, one) => sum + one, 0) / own.length)];
  });
  // Some are exactly one point apart.
  expect(apart).toContain(1);
  const share = apart.filter((distance) => distance <= 1).length / apart.length;
  expect(share).toBeLessThan(1);
  const close = verdictOf(data).Clear?.used.judges.judge?.close;
  expect(close).toMatchObject({ value: share, n: 30, interval: { confidence: 0.95 } });
  expect(verdict(ratingTable(data, { interval: "none" })).Clear?.used.judges.judge?.close).toMatchObject({
    value: share,
    n: 30,
    interval: null,
  });
});

test("the test grants the advantage that a study plan states, also where it cannot be made", () => {
  const base = reportDataFixture();
  const data = { ...base, task: { ...base.task, epsilon: 0.5 } };
  const [own, usual] = [0.5, 0.2].map((epsilon) => altTest({ ...rows(data), judge: judged(data), score: "rmse", epsilon }));
  expect(own?.winningRate).not.toBe(usual?.winningRate);
  const found = (of: ReportData) => verdictOf(of).Clear?.altTest.judge;
  expect(found(data)).toMatchObject({ winningRate: own?.winningRate, passed: own?.passed, epsilon: 0.5 });
  expect(found(base)).toMatchObject({ winningRate: usual?.winningRate, epsilon: 0.2 });
  expect(found(mixed(data, 99))).toMatchObject({ winningRate: null, epsilon: 0.5 });
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
  expect([Clear?.ceiling, Clear?.flags, Clear?.judgeFlags]).toEqual([alone?.ceiling, alone?.flags, alone?.judgeFlags]);
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

test("shares of bootstrap samples are computed only where they and intervals are wanted", () => {
  const later = { tentative: null, reliable: null, why: "being-computed" };
  const data = reportDataFixture();
  expect(verdict(ratingTable(data), false).Clear?.used.reaches).toMatchObject(later);
  expect(verdict(ratingTable(data, { interval: "none" })).Clear?.used.reaches).toMatchObject(later);
});

test("a criterion that people rated only with a draft has its row from these, whatever another was rated without", () => {
  const data = reportDataFixture();
  const ratings = data.ratings.map((one) => (one.criterion === 1 && one.rater !== judge ? { ...one, arm: "drafted" } : one));
  const { Clear, True } = verdictOf({ ...data, ratings });
  expect([Clear?.basis, True?.basis, True?.all, True?.gap]).toEqual(["without-draft", "with-draft", null, null]);
  expect([True?.altTest.judge?.why, True?.sharpened.judge?.why]).toEqual(["no-blind-ratings", "no-blind-ratings"]);
});

test("where no ratings define an agreement, the row rests on those without a draft", () => {
  const data = mixed(reportDataFixture(), 20);
  const { Clear } = verdictOf({ ...data, ratings: data.ratings.map((rating) => ({ ...rating, score: 3 })) });
  expect(Clear).toMatchObject({ basis: "without-draft", used: { agreement: { ordinal: { value: null, why: "no-variation" } } } });
});

test("a judge that scored nothing of a criterion has no figures there, one that left out a sample has", () => {
  const data = reportDataFixture({ rates: (rater, sample, criterion) => rater !== "judge" || (criterion === "Clear" && sample !== 0) });
  const { Clear, True } = verdictOf(data);
  const none = { value: null, why: "not-rated" };
  expect(True?.used.judges.judge).toMatchObject({ change: none, spearman: none, tauB: none, bias: none });
  expect(True?.judgeFlags.judge).toEqual([]);
  expect(Clear?.used.judges.judge?.spearman).toMatchObject({ n: 31, why: null });
});

test("people with too few samples in common with the judge are not counted as compared with it", () => {
  const data = reportDataFixture({ rates: (rater, sample) => rater !== "Cleo" || sample < 5 });
  const expected = altTest({ ...rows(data), judge: judged(data), score: "rmse" });
  expect(expected.perAnnotator.map(({ eligible }) => eligible)).toEqual([true, true, false]);
  expect(verdictOf(data).Clear?.altTest.judge?.eligible).toBe(2);
});

test("a mean is sharpened from the units that both scored and those that the judge alone did, and says why where it cannot be", () => {
  const gaps = reportDataFixture({
    rates: (rater, sample) => (rater === "judge" ? sample % 7 > 0 : sample % 3 > 0),
  });
  const means = scores(gaps, people).map((row) => (row[0] === null ? null : row.reduce<number>((sum, score) => sum + (score ?? 0), 0) / 3));
  const places = (isRated: boolean) =>
    gaps.samples.flatMap((_, sample) => (judged(gaps)[sample] != null && (means[sample] !== null) === isRated ? [sample] : []));
  const expected = ppiMean({
    human: places(true).map((sample) => means[sample] ?? 0),
    judge: places(true).map((sample) => judged(gaps)[sample] ?? 0),
    judgeUnlabelled: places(false).map((sample) => judged(gaps)[sample] ?? 0),
    clusters: places(true).map((sample) => inputs(gaps)[sample] ?? ""),
    unlabelledClusters: places(false).map((sample) => inputs(gaps)[sample] ?? ""),
  });
  const found = verdictOf(gaps).Clear?.sharpened.judge;
  expect(found).toMatchObject({ labelled: places(true).length, unlabelled: places(false).length, why: null });
  expect(found?.value).toBeCloseTo(expected.value ?? Number.NaN, 12);
  expect(verdictOf(reportDataFixture()).Clear?.sharpened.judge).toMatchObject({ value: null, why: "all-labelled", unlabelled: 0 });
  const apart = reportDataFixture({ rates: (rater, sample) => (rater === "judge") === sample < 16 });
  const nothing = verdictOf(apart).Clear?.sharpened.judge;
  expect(nothing).toMatchObject({ value: null, labelled: 0, unlabelled: 16, people: { value: null } });
  expect([nothing?.why, nothing?.people.why]).toEqual(["too-few", "too-few"]);
});

test("the ceiling is the root of people's reliability, ends of its interval included, and there is none where they are not reliable", () => {
  const data = reportDataFixture();
  const { iccAk } = icc({ ratings: scores(data, people) });
  const { ceiling } = verdictOf(data).Clear ?? {};
  expect(ceiling?.interval?.low).toBeCloseTo(Math.sqrt(iccAk.interval?.low ?? Number.NaN), 12);
  expect(ceiling?.interval?.high).toBeCloseTo(Math.sqrt(iccAk.interval?.high ?? Number.NaN), 12);
  // Bob sees most samples the other way round.
  const opposed = data.ratings.flatMap((one) => {
    const turned = { ...one, rater: 1, score: one.sample % 4 === 0 ? one.score : 6 - one.score };
    return one.rater === 0 ? [one, turned] : one.rater === judge ? [one] : [];
  });
  expect(verdictOf({ ...data, ratings: opposed }).Clear?.ceiling).toMatchObject({ value: null, why: "no-reliability", n: 32 });
  const alone = verdictOf(reportDataFixture({ annotators: ["Ann"] })).Clear?.ceiling;
  expect(alone?.value).toBeNull();
  expect(alone?.why).toMatch(/^[a-z-]+$/u);
});

test("fewer than 20 units or 10 inputs are few", () => {
  const flags = (inputKeys: (place: number) => string, samples: number) => {
    const data = reportDataFixture();
    const kept = { ...data, samples: data.samples.slice(0, samples).map((sample, place) => ({ ...sample, inputKey: inputKeys(place) })) };
    return verdictOf({ ...kept, ratings: data.ratings.filter(({ sample }) => sample < samples) }).Clear?.flags;
  };
  expect(flags((place) => `i${place % 10}`, 20)).toEqual([]);
  expect(flags((place) => `i${place}`, 19)).toEqual(["few-units"]);
  expect(flags((place) => `i${place % 9}`, 32)).toEqual(["few-units"]);
});

test("half of the scores at the highest point are at the top, of those given, and labels have no top", () => {
  const data = reportDataFixture({ rates: (rater, sample, criterion) => rater !== "judge" || (criterion === "Clear" && sample >= 12) });
  const judging = (scoreOf: (sample: number) => number) =>
    verdictOf({ ...data, ratings: data.ratings.map((one) => (one.rater === judge ? { ...one, score: scoreOf(one.sample) } : one)) });
  expect(judging((sample) => (sample % 2 === 0 ? 5 : 3)).Clear?.judgeFlags.judge).toEqual(["judge-at-top"]);
  expect(judging((sample) => (sample % 2 === 0 && sample > 12 ? 5 : 3)).Clear?.judgeFlags.judge).toEqual([]);
  expect(judging(() => 4).Clear?.judgeFlags.judge).toEqual(["judge-constant"]);
  const labelled = data.criteria.map((criterion) => ({ ...criterion, min: 0, max: 5, labels: ["0", "a", "b", "c", "d", "e"] }));
  const { Clear } = verdictOf({
    ...data,
    criteria: labelled,
    ratings: data.ratings.map((one) => ({ ...one, score: one.sample === 0 ? 1 : 5 })),
  });
  expect(Clear?.flags).toEqual([]);
  expect([Clear?.ceiling.why, Clear?.sharpened.judge?.why]).toEqual(["labels", "labels"]);
  const once = {
    ...data,
    ratings: data.ratings
      .filter(({ rater, sample }) => rater !== judge || sample === 12)
      .map((one) => ({ ...one, score: one.rater === judge ? 3 : one.score })),
  };
  expect(verdictOf(once).Clear?.judgeFlags.judge).toEqual([]);
});

test("a criterion that nobody rated is neither drafted only nor at its top", () => {
  const data = reportDataFixture({ annotators: [], rates: (_, __, criterion) => criterion === "Clear" });
  const { Clear, True } = verdict(ratingTable(data));
  expect([Clear?.flags, True?.flags]).toEqual([["few-units"], ["few-units"]]);
});

test("a criterion that nobody rated rests on no drafts", () => {
  const base = reportDataFixture({ rates: (rater, _, criterion) => rater === "judge" || criterion === "Clear" });
  const unrated = verdictOf(base);
  expect([unrated.Clear, unrated.True].map((one) => [one?.basis, one?.flags])).toEqual([
    ["without-draft", []],
    ["without-draft", ["few-units"]],
  ]);
  expect(verdictOf(mixed(base, 16)).True?.flags).toEqual(["few-units"]);
  expect(verdictOf(mixed(base, 32)).Clear?.flags).toContain("drafted-only");
});
