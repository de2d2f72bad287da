import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { drawNormal, ppiMean, seededRandom, weightedDraw } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { filtered } from "../filtered";
import { asColumns, ratingTable } from "../rating-table";
import { meansOfJudge, sharpened } from "./sharpened";
import { undraftedScene } from "./without-draft";

const sharpenedOf = (data: ReportData) => {
  const table = ratingTable(data);
  return sharpened(undraftedScene(table, 0), table.judges[0] ?? -1);
};
const base = reportDataFixture({ inputs: 1, criteria: { Clear: [0, 100] }, annotators: ["Ann"] });

/** People's mean score over all inputs there could be. */
const truth = 60 - 0.25 * 25;

/** A task of inputs of two samples each. Judges differ on a quarter of the inputs, which people like less and the second judge likes more. */
function population(inputs: number, seed: number) {
  const random = seededRandom(seed);
  return Array.from({ length: inputs }, (_, input) => {
    const apart = random.next() < 0.25 ? 1 : 0;
    const shared = 60 - 25 * apart + 4 * drawNormal(random);
    return [0, 1].map((n) => {
      const people = shared + 3 * drawNormal(random);
      return { id: `${input}-${n}`, inputKey: `i${input}`, apart, people, judge: people + 15 * apart + 2 * drawNormal(random) };
    });
  }).flat();
}

/** The data of a study that had samples with these chances rated. */
function dataOf(
  samples: ReturnType<typeof population>,
  chances: readonly (number | null | undefined)[],
  draws: number[] = [1],
): ReportData {
  const rating = { arm: null, startedAt: null, durationMs: null, criterion: 0 };
  return {
    ...base,
    task: { ...base.task, ...(draws.length > 0 && { draws }) },
    samples: samples.map(({ id, inputKey }, place) => ({
      ...{ id, externalId: id, inputKey, system: `system ${place % 2}`, systemB: null, goldLabel: null, subset: null },
      ...(draws.length > 0 && chances[place] !== undefined && { chance: chances[place] }),
    })),
    ratings: samples.flatMap(({ people, judge }, sample) => [
      { ...rating, rater: 1, sample, score: judge },
      ...(typeof chances[sample] === "number" ? [{ ...rating, rater: 0, sample, score: people, arm: "blind" as const }] : []),
    ]),
  };
}

test("where inputs are drawn by how far judges differ, weighted means are right and their intervals cover; unweighted ones do not", () => {
  const seeds = 500;
  const found = [[1], []].map(() => ({ off: 0, people: 0, covers: 0, peopleCovers: 0, lambda: 0 }));
  for (let seed = 0; seed < seeds; seed++) {
    const samples = population(100, seed);
    const weights = Array.from({ length: 100 }, (_, input) => 1 + (samples[2 * input]?.apart ?? 0));
    const drawn = new Map(weightedDraw(weights, 30, seededRandom(seed + seeds)).map(({ place, inclusion }) => [place, inclusion]));
    const chances = samples.map((_, place) => drawn.get(place >> 1) ?? null);
    found.forEach((own, place) => {
      const { value, interval, people, lambda } = sharpenedOf(dataOf(samples, chances, place === 0 ? [1] : []));
      const covers = (of: typeof interval) => Number(of && of.low <= truth && truth <= of.high) / seeds;
      own.off += ((value ?? Number.NaN) - truth) / seeds;
      own.people += ((people.value ?? Number.NaN) - truth) / seeds;
      own.lambda += (lambda ?? 0) / seeds;
      own.covers += covers(interval);
      own.peopleCovers += covers(people.interval);
    });
  }
  const [weighted, plain] = found;
  for (const off of [weighted?.off, weighted?.people]) expect(Math.abs(off ?? Number.NaN)).toBeLessThan(0.35);
  for (const covers of [weighted?.covers, weighted?.peopleCovers]) {
    expect(covers).toBeGreaterThan(0.93);
    expect(covers).toBeLessThan(0.98);
  }
  expect(weighted?.lambda).toBeGreaterThan(0.5);
  expect(plain?.off).toBeLessThan(-1);
  expect(plain?.people).toBeLessThan(-2.5);
  expect(plain?.covers).toBeLessThan(0.92);
  expect(plain?.peopleCovers).toBeLessThan(0.85);
});

// Of 24 samples, those of every third input are drawn, with chances of their own, and the last two came after the draw.
const samples = population(12, 3);
const chances = samples.map((_, place) => (place > 21 ? undefined : place % 6 < 2 ? 0.2 + place / 40 : null));
const drawn = dataOf(samples, chances);
const columns = (labelled: readonly number[], others: readonly number[]) => {
  const of = <T>(places: readonly number[], value: (sample: (typeof samples)[number]) => T) =>
    places.map((place) => value(samples[place] as (typeof samples)[number]));
  return {
    ...{ human: of(labelled, ({ people }) => people), judge: of(labelled, ({ judge }) => judge) },
    ...{ clusters: of(labelled, ({ inputKey }) => inputKey), unlabelledClusters: of(others, ({ inputKey }) => inputKey) },
    judgeUnlabelled: of(others, ({ judge }) => judge),
    inclusion: labelled.map((place) => chances[place] as number),
  };
};
const places = samples.map((_, place) => place);
const [inDraw, others] = [places.filter((place) => typeof chances[place] === "number"), places.filter((place) => chances[place] === null)];

test("where all labels are the same, people's mean has no interval because nothing varies, however many inputs there are", () => {
  const samples = population(20, 1).map((sample) => ({ ...sample, people: 50, judge: 50 }));
  const chances = samples.map((_, place) => (place < 30 ? 1 : null));
  expect(sharpenedOf(dataOf(samples, chances, []))?.people).toMatchObject({
    ...{ value: 50, n: 30, interval: null, intervalWhy: "degenerate-replicates" },
  });
  expect(sharpenedOf(dataOf(samples.slice(0, 4), [1, 1, null, null], []))?.people).toMatchObject({ value: 50, intervalWhy: "too-few" });
});

test("a sharpened mean of a draw is of the samples that could be drawn, each label weighted by its chance", () => {
  const expected = ppiMean(columns(inDraw, others));
  const found = sharpenedOf(drawn);
  expect([inDraw.length, others.length]).toEqual([8, 14]);
  expect(found).toMatchObject({ n: 22, labelled: 8, unlabelled: 14, draw: { plan: 1, leftOut: 0 } });
  expect(found.value).toBeCloseTo(expected.value ?? Number.NaN, 10);
  expect(found.interval?.high).toBeCloseTo(expected.interval?.high ?? Number.NaN, 10);
  expect(found.people).toMatchObject({ n: 8, value: expect.closeTo(expected.classical?.mean ?? Number.NaN, 10) });
  expect(found.gain).toBeCloseTo(expected.effectiveGain ?? Number.NaN, 10);
});

test("labels of samples that were not drawn, or could not be, are left out and counted; the judge's scores of the former stay", () => {
  const label = (sample: number) => ({ arm: "blind" as const, durationMs: null, criterion: 0, rater: 0, sample, score: 0 });
  const found = sharpenedOf({ ...drawn, ratings: [...drawn.ratings, label(2), label(3), label(22)] });
  const { draw: _, ...same } = sharpenedOf(drawn);
  expect(found).toEqual({ ...same, draw: { plan: 1, leftOut: 3 } });
  // A label of a sample that the judge did not score is none of them.
  const unscored = { ...drawn, ratings: drawn.ratings.filter(({ sample }) => sample !== 4) };
  const { draw, ...others } = sharpenedOf({ ...unscored, ratings: [...unscored.ratings, label(2), label(4)] });
  expect([draw, { ...others, draw: { plan: 1, leftOut: 0 } }]).toEqual([{ plan: 1, leftOut: 1 }, sharpenedOf(unscored)]);
});

test("a report that is narrowed to a system weights what is left by the same chances", () => {
  const one = (list: readonly number[]) => list.filter((place) => place % 2 === 1);
  const table = ratingTable(filtered(asColumns(drawn), { system: "system 1" }));
  const found = sharpened(undraftedScene(table, 0), table.judges[0] ?? -1);
  expect(found.labelled).toBe(4);
  expect(found.value).toBeCloseTo(ppiMean(columns(one(inDraw), one(others))).value ?? Number.NaN, 10);
});

test("two draws have no sharpened mean and no mean of people beside it, and no draw has a plan of what would halve its interval", () => {
  const why = (data: ReportData) => {
    const table = ratingTable(data);
    const { judge, halving } = meansOfJudge(table, 0, table.judges[0] ?? -1);
    expect(halving).toMatchObject({ labels: null, judged: null });
    // The judge's own mean is of all that it scored.
    expect(judge.n).toBe(24);
    const { value, people, why } = sharpenedOf(data);
    return [value === null, people.value === null, why, people.why, halving.why];
  };
  expect(why(drawn)).toEqual([false, false, null, null, "unequal-chances"]);
  expect(why(dataOf(samples, chances, [1, 3]))).toEqual([true, true, "several-draws", "several-draws", "several-draws"]);
  const none = { value: null, why: "several-draws", n: 0, interval: null, intervalWhy: "undefined-estimate" };
  const { people, ...own } = sharpenedOf(dataOf(samples, chances, [1, 3]));
  expect([own, people]).toEqual([{ ...none, labelled: 0, unlabelled: 0, lambda: null, gain: null }, none]);
  expect(sharpenedOf(dataOf(samples, chances, []))).not.toHaveProperty("draw");
});
