import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean, ppiMean, ppiPlan, seededRandom } from "@/lib/stats";
import { reportDataFixture } from "@/lib/testing/report-data-fixture";
import { ratingTable } from "../rating-table";
import { next } from "./next";
import { verdict } from "./verdict";

const nextOf = (data: ReportData) => {
  const table = ratingTable(data);
  return next(table, verdict(table));
};

test("units for a precision grow with the square of its inverse", () => {
  const { figure, units, needed } = nextOf(reportDataFixture()).precision.Clear ?? {};
  const half = ((figure?.interval?.high ?? 0) - (figure?.interval?.low ?? 0)) / 2;
  expect(units).toBe(32);
  expect(needed).toEqual([0.1, 0.05, 0.03].map((wanted) => ({ half: wanted, units: Math.ceil(32 * (half / wanted) ** 2) })));
});

test("an interval that is cut at 1 is taken to be as wide above alpha as below it", () => {
  // Both agree on all samples but one: the interval would reach above 1.
  const base = reportDataFixture({ inputs: 12, criteria: { Clear: [1, 5] }, annotators: ["Ann", "Bob"] });
  const ratings = base.ratings.map((one) => ({ ...one, score: one.sample === 0 && one.rater === 1 ? 5 : 1 + (one.sample % 4) }));
  const { figure, units = 0, needed } = nextOf({ ...base, ratings }).precision.Clear ?? {};
  expect(figure?.interval?.high).toBe(1);
  const below = (figure?.value ?? 0) - (figure?.interval?.low ?? 0);
  expect(below).toBeGreaterThan(1 - (figure?.value ?? 0));
  expect(needed?.[0]?.units).toBe(Math.ceil(units * (below / 0.1) ** 2));
});

test("units for a precision of a judge's correlation count those that both have scored, and narrow its interval towards zero", () => {
  const base = reportDataFixture({ rates: (rater, sample) => rater !== "judge" || sample % 4 > 0 });
  const correlation = (data: ReportData) => nextOf(data).correlations?.Clear?.judge ?? expect.unreachable();
  const turned = { ...base, ratings: base.ratings.map((one) => (one.rater === 3 ? { ...one, score: 6 - one.score } : one)) };
  const found = [base, turned].map(correlation);
  for (const [at, { figure, units, needed }] of found.entries()) {
    const { low, high } = figure.interval ?? expect.unreachable();
    const [value, sign] = [figure.value ?? 0, at === 0 ? 1 : -1];
    expect([units, Math.sign(value)]).toEqual([24, sign]);
    // With so many units, the interval would reach as far towards zero as was wanted, and with one less further.
    const [middle, end] = [Math.atanh(value), Math.atanh(at === 0 ? low : high)];
    const reach = (more: number) => Math.abs(value - Math.tanh(middle - (middle - end) * Math.sqrt(24 / more)));
    expect(needed.map(({ half }) => half)).toEqual([0.1, 0.05, 0.03]);
    for (const one of needed) expect([reach(one.units) <= one.half, reach(one.units - 1) <= one.half]).toEqual([true, false]);
  }
  const { used } = verdict(ratingTable(base)).Clear ?? expect.unreachable();
  expect(found[0]?.figure).toEqual(used.judges.judge?.spearman);
});

test("a correlation that is not defined has no units to narrow it", () => {
  const data = reportDataFixture();
  const ratings = data.ratings.map((one) => (one.rater === 3 ? { ...one, score: 3 } : one));
  const none = nextOf({ ...data, ratings }).correlations?.Clear?.judge;
  expect(none).toMatchObject({ figure: { value: null }, units: 32, needed: [] });
});

test("only samples that fewer than two people rated are drawn, each with its chance, and the same again from the same data", () => {
  // The others rated one criterion of the later samples.
  const rates = (rater: string, sample: number, criterion: string) =>
    rater === "judge" || rater === "Ann" || (sample >= 6 && criterion === "Clear");
  const data = reportDataFixture({ rates });
  const { samples } = nextOf(data);
  expect(samples.waiting).toBe(6);
  expect(samples.drawn.map(({ externalId }) => externalId).sort()).toEqual(["s0", "s1", "s2", "s3", "s4", "s5"]);
  expect(samples.drawn.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
  // All of them were.
  expect(samples.drawn.map(({ inclusion }) => inclusion)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(nextOf(data).samples).toEqual(samples);
});

test("samples on which judges differ are more likely, by how much they differ", () => {
  const rates = (rater: string) => rater === "judge";
  const base = reportDataFixture({ inputs: 1, criteria: { Clear: [1, 5] }, rates });
  const another = { id: "j2", name: "another", kind: "judge" as const, judgeKind: "endpoint" as const, metric: null, panel: null };
  const scores = [
    [1, 3],
    [4, 4],
  ];
  const ratings = [3, 4].flatMap((rater, place) =>
    scores.map((row, sample) => ({ rater, sample, criterion: 0, score: row[place] ?? 0, arm: null, durationMs: null })),
  );
  const { drawn } = nextOf({ ...base, raters: [...base.raters, another], ratings }).samples;
  // Weights 1.5 and 1.
  expect(Object.fromEntries(drawn.map(({ externalId, probability, why }) => [externalId, [probability, why]]))).toEqual({
    s0: [0.6, "judges-differ"],
    s1: [0.4, "chance"],
  });
});

test("ten samples are drawn without replacement, the greatest of u^(1 / weight) first; labels of judges differ wholly or not at all", () => {
  const base = reportDataFixture({ inputs: 8, criteria: { Cause: [0, 4] }, rates: (rater) => rater === "judge" });
  const another = { id: "j2", name: "another", kind: "judge" as const, judgeKind: "endpoint" as const, metric: null, panel: null };
  const labels = ["a", "b", "c", "d", "e"];
  const ratings = [3, 4].flatMap((rater) =>
    base.samples.map((_, sample) => ({
      ...{ rater, sample, criterion: 0, arm: null, startedAt: null, durationMs: null },
      score: rater === 4 && sample % 3 === 0 ? 2 : 1,
    })),
  );
  const criteria = base.criteria.map((criterion) => ({ ...criterion, labels }));
  const { waiting, seed, drawn } = nextOf({ ...base, criteria, raters: [...base.raters, another], ratings }).samples;
  const random = seededRandom(seed);
  const keys = base.samples.map(({ externalId }, sample) => {
    const weight = sample % 3 === 0 ? 2 : 1;
    return { externalId, probability: weight / 22, key: (1 - random.next()) ** (1 / weight) };
  });
  const sorted = keys.toSorted((a, b) => b.key - a.key);
  const left = sorted[10]?.key ?? 0;
  expect(waiting).toBe(16);
  expect(drawn.map(({ externalId, probability, inclusion }) => [externalId, probability, inclusion])).toEqual(
    sorted.slice(0, 10).map(({ externalId, probability }) => [externalId, probability, probability === 2 / 22 ? 1 - left ** 2 : 1 - left]),
  );
});

test("without an interval nothing is known of the units that a precision needs", () => {
  const data = reportDataFixture();
  const ratings = data.ratings.map((rating) => (rating.criterion === 0 ? { ...rating, score: 3 } : rating));
  const { Clear, True } = nextOf({ ...data, ratings }).precision;
  expect([Clear?.needed, True?.needed.length]).toEqual([[], 3]);
});

test("a judge's own mean is of all that it scored, and the plan is that of the units with and without a label", () => {
  // The judge scores 27 of 32 samples, people 22 of them.
  const data = reportDataFixture({ rates: (rater, sample) => (rater === "judge" ? sample % 7 > 0 : sample % 3 > 0) });
  const columns = data.samples.map(({ inputKey }, sample) => {
    const of = (kind: string) =>
      data.ratings.filter((one) => one.sample === sample && one.criterion === 0 && data.raters[one.rater]?.kind === kind);
    const people = of("annotator").map(({ score }) => score);
    const mean = people.length === 0 ? null : people.reduce((sum, score) => sum + score, 0) / people.length;
    return { inputKey, mean, judge: of("judge")[0]?.score ?? null };
  });
  const judged = columns.flatMap(({ judge, ...rest }) => (judge === null ? [] : [{ ...rest, judge }]));
  const [rated, rest] = [judged.filter(({ mean }) => mean !== null), judged.filter(({ mean }) => mean === null)];
  const own = clusteredMean({ values: judged.map(({ judge }) => judge), clusters: judged.map(({ inputKey }) => inputKey) });
  const { moments } = ppiMean({
    ...{ human: rated.map(({ mean }) => mean), judge: rated.map(({ judge }) => judge) },
    judgeUnlabelled: rest.map(({ judge }) => judge),
  });
  const plan = ppiPlan({ labelled: rated.length, unlabelled: rest.length, ...(moments ?? expect.unreachable()), costs: [10, 100, 1000] });
  const found = nextOf(data).means?.Clear?.judge;
  expect(rest.length).toBeGreaterThan(5);
  expect(found?.judge).toMatchObject({ n: judged.length, why: null });
  expect(found?.judge.value).toBeCloseTo(own.value ?? Number.NaN, 12);
  expect(found?.judge.interval?.low).toBeCloseTo(own.interval?.low ?? Number.NaN, 12);
  expect(found?.halving).toEqual(plan);
  expect(plan.labels).toBeGreaterThan(20);
  expect(plan.cheapest.map(({ cost }) => cost)).toEqual([10, 100, 1000]);
});

test("where labels are of one input, a sharpened mean has no interval that could be halved, and there is no plan", () => {
  const data = reportDataFixture({ rates: (rater, sample) => rater === "judge" || sample < 2 });
  const table = ratingTable(data);
  const verdicts = verdict(table);
  const { value, interval, intervalWhy, people } = verdicts.Clear?.sharpened.judge ?? expect.unreachable();
  expect([value === null, interval, intervalWhy]).toEqual([false, null, "too-few"]);
  expect(people).toMatchObject({ interval: null, intervalWhy: "too-few" });
  expect(next(table, verdicts).means?.Clear?.judge?.halving).toEqual({ labels: null, judged: null, cheapest: [], why: "too-few" });
});

test("without a sharpened mean there is no plan, for the same reason; the judge has its mean all the same", () => {
  const full = reportDataFixture();
  const drafted = { ...full, ratings: full.ratings.map((one) => (one.arm === null ? one : { ...one, arm: "drafted" as const })) };
  const labelled = { ...full, criteria: full.criteria.map((one) => ({ ...one, min: 0, max: 5, labels: ["0", "a", "b", "c", "d", "e"] })) };
  const unjudged = { ...full, ratings: full.ratings.filter(({ rater }) => full.raters[rater]?.kind === "annotator") };
  const found = [full, drafted, labelled, unjudged].map((data) => {
    const table = ratingTable(data);
    const verdicts = verdict(table);
    const { judge, halving } = next(table, verdicts).means?.Clear?.judge ?? expect.unreachable();
    expect(halving).toMatchObject({ labels: null, judged: null, cheapest: [], why: verdicts.Clear?.sharpened.judge?.why });
    return [halving.why, judge.n, judge.why];
  });
  expect(found).toEqual([
    ["all-labelled", 32, null],
    ["no-blind-ratings", 32, null],
    ["labels", 0, "labels"],
    ["not-rated", 0, "not-rated"],
  ]);
});
