import { expect, test } from "vitest";
import { preferenceScale, preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import type { ReportData } from "@/lib/domain/report-data";
import { wilson } from "@/lib/stats";
import { columns, type Label, pairData, person, scoreOfLabel } from "@/lib/testing/pair-data";
import { buildReport } from "./build-report";

const pairsOf = (changes: Partial<ReportData> = {}) => {
  const { pairs } = buildReport(pairData(changes));
  if (!pairs) throw new Error("a pairwise task has figures about pairs");
  return pairs;
};
const unitsOf = (labels: [Label, Label][]) =>
  labels.map(([before, after], sample) => ({ sample, criterion: 0, before: scoreOfLabel(before) ?? 0, after: scoreOfLabel(after) ?? 0 }));

test("accuracy is the share of pairs with the known better output preferred, and a tie is wrong unless the answer is one", () => {
  const { accuracy, gold } = pairsOf();
  expect(gold).toEqual({ n: 5, ties: 1, leftOut: 0 });
  // judge: A right, tie wrong, B right, A wrong, tie right = 3 of 5, two ties.
  expect(accuracy.judge?.overall).toMatchObject({ n: 5, correct: 3, ties: 2, tieShare: 0.4, value: 0.6, why: null });
  expect(accuracy.judge?.overall.interval).toEqual(wilson({ successes: 3, n: 5 }).interval);
  expect(accuracy.Ann?.overall).toMatchObject({ n: 5, correct: 4, value: 0.8 });
  expect(accuracy.Bob?.overall).toMatchObject({ n: 4, correct: 2, value: 0.5 });
  expect(accuracy.length?.overall).toMatchObject({ n: 5, correct: 2, value: 0.4, ties: 0 });
  // Majority: A; A against B is none; B; A; tie (Ann alone); of those with an answer 3 of 4.
  expect(accuracy.annotators?.overall).toMatchObject({ n: 4, correct: 3, value: 0.75 });
});

test("the figures are about the overall criterion, wherever it is in the list, or about the only one", () => {
  const { min, max, step } = preferenceScale;
  const named = (name: string, overall: boolean) => ({ id: name, name, min, max, step, overall });
  const ratings = pairData().ratings;
  const opposite = ratings.map((rating) => ({ ...rating, criterion: 1, score: -rating.score }));
  const first = pairsOf({ criteria: [named("Overall", true), named("Clear", false)], ratings: [...ratings, ...opposite] });
  expect([first.criterion, first.accuracy.judge?.overall.correct]).toEqual(["Overall", 3]);
  // With every verdict turned: B wrong, tie wrong, A wrong, B right, tie right.
  const second = pairsOf({ criteria: [named("Clear", false), named("Overall", true)], ratings: [...ratings, ...opposite] });
  expect([second.criterion, second.accuracy.judge?.overall.correct]).toEqual(["Overall", 2]);
  const only = pairsOf({ criteria: [named("Clear", false)] });
  expect([only.criterion, only.accuracy.judge?.overall.correct]).toEqual(["Clear", 3]);
});

test("two of three annotators make a majority; two that differ make none, even if the third says nothing", () => {
  const raters = [...pairData().raters, { id: "c", name: "Cleo", kind: "annotator" as const, ...person }];
  // Cleo says B on the first pair, against Ann's and Bob's A, nothing on the second, where they differ, and B on the third, as they do.
  const verdict = { rater: 4, criterion: 0, score: -1, arm: "blind", startedAt: null, durationMs: null };
  const ratings = [...pairData().ratings, { ...verdict, sample: 0 }, { ...verdict, sample: 2 }];
  const { accuracy, agreementWithAnnotators } = pairsOf({ raters, ratings });
  expect(accuracy.annotators?.overall).toMatchObject({ n: 4, correct: 3 });
  expect(agreementWithAnnotators.judge).toMatchObject({ share: { value: 1, n: 5 }, withoutMajority: 1 });
});

test("a judge without verdicts, or a single annotator, has nobody to agree with", () => {
  const without = pairsOf({ ratings: pairData().ratings.filter(({ rater }) => rater !== 2) });
  expect(without.agreementWithAnnotators.judge).toMatchObject({
    share: { value: null, why: "no-units" },
    kappa: { value: null, why: "no-pairable-units" },
  });
  const alone = pairsOf({ ratings: pairData().ratings.filter(({ rater }) => rater !== 1) });
  expect(alone.betweenAnnotators).toMatchObject({ value: null, why: "no-pairable-units" });
  expect(alone.kappaBetweenAnnotators).toMatchObject({ value: null, why: "no-pairable-units" });
  expect(alone.annotatorsTwoByTwo).toEqual([]);
});

test("kappa has an interval where each pair has its own input", () => {
  const { kappa } = pairsOf().agreementWithAnnotators.length ?? {};
  expect(kappa).toMatchObject({ n: 4, intervalWhy: null });
  expect(kappa?.interval).not.toBeNull();
  // One pair of verdicts on repeated inputs and nothing to disagree on: undefined before its interval is.
  const samples = pairData().samples.map((sample) => ({ ...sample, inputKey: "one" }));
  const ratings = pairData().ratings.map((rating) => ({ ...rating, score: 1 }));
  expect(pairsOf({ samples, ratings }).agreementWithAnnotators.judge?.kappa).toMatchObject({
    value: null,
    intervalWhy: "undefined-estimate",
  });
});

test("accuracy is reported by subset, and pairs without a subset count only in the total", () => {
  const { accuracy, subsets: named } = pairsOf();
  expect(named).toEqual(["plain", "trap"]);
  expect(accuracy.judge?.perSubset).toMatchObject({ plain: { n: 3, correct: 2, value: 2 / 3 }, trap: { n: 2, correct: 1, value: 0.5 } });
});

test("without known answers accuracy is undefined and says so", () => {
  const samples = pairData().samples.map((sample) => ({ ...sample, goldLabel: null }));
  expect(pairsOf({ samples }).accuracy.judge?.overall).toMatchObject({ value: null, why: "no-gold", n: 0, tieShare: null });
});

test("where inputs repeat, the interval keeps the pairs of an input together and is not Wilson's", () => {
  const samples = pairData().samples.map((sample, index) => ({ ...sample, inputKey: `i${Math.floor(index / 2)}` }));
  const pairs = pairsOf({ samples });
  expect(pairs.inputsRepeat).toBe(true);
  // Hits 1 0 | 1 0 | 1 (the sixth has no answer): sums about the mean -.2, -.2, .4; se = sqrt(.24 / 25 * 3 / 2) = .12; t(2) = 4.3027; cut at 1.
  const { value, interval } = pairs.accuracy.judge?.overall ?? {};
  expect([value, interval?.method, interval?.high]).toEqual([0.6, "t", 1]);
  expect(interval?.low).toBeCloseTo(0.6 - 4.302652729911275 * 0.12, 9);
  expect(pairs.agreementWithAnnotators.judge?.kappa).toMatchObject({ interval: null, intervalWhy: "degenerate-replicates" });
  expect(pairsOf().inputsRepeat).toBe(false);
});

test("a judge that is always right for repeated inputs has a share and no interval without width", () => {
  const samples = pairData().samples.map((sample) => ({ ...sample, goldLabel: null, inputKey: "one" }));
  const labelled = samples.map((sample, index) =>
    index === 0 || index === 2 ? { ...sample, goldLabel: columns.gold[index] ?? null } : sample,
  );
  expect(pairsOf({ samples: labelled }).accuracy.judge?.overall).toMatchObject({ value: 1, n: 2, interval: null });
});

test("known ties are left out where the criterion has no tie", () => {
  const { min, max, step } = preferenceScaleWithoutTie;
  const pairs = pairsOf({ criteria: [{ id: "c", name: "Overall", min, max, step, overall: true }] });
  expect(pairs).toMatchObject({ tieAllowed: false, gold: { n: 4, ties: 0, leftOut: 1 } });
  expect(pairs.accuracy.length?.overall).toMatchObject({ n: 4, correct: 2 });
});

test("agreement with people leaves out pairs on which they are split, and counts them", () => {
  const { agreementWithAnnotators, betweenAnnotators } = pairsOf();
  // Majorities A, none, B, A, tie, A: the judge says A, tie, B, A, tie, A; all five equal.
  expect(agreementWithAnnotators.judge).toMatchObject({ share: { value: 1, n: 5 }, kappa: { value: 1, n: 5 }, withoutMajority: 1 });
  // length: A, B, A, B, A, none against A, -, B, A, tie, -: one of four equal.
  expect(agreementWithAnnotators.length?.share).toMatchObject({ value: 0.25, n: 4 });
  expect(agreementWithAnnotators.judge?.perSubset.trap).toMatchObject({ value: 1, n: 2 });
  // Ann and Bob share five pairs and are equal on four.
  expect(betweenAnnotators).toMatchObject({ value: 0.8, n: 5 });
});

test("judge with people is read against people with people on the same pairs, split ones included", () => {
  // Both people and the judge: A A A, A B tie, B B B, A A A, A A A (the fifth lacks Bob): judge equal to a person in 8 of 10, people in 4 of 5.
  const { agreementWithAnnotators } = pairsOf();
  expect(agreementWithAnnotators.judge?.twoByTwo).toMatchObject({
    judgeAnnotator: { value: 0.8, n: 10 },
    annotatorAnnotator: { value: 0.8, n: 5 },
  });
  // length has no verdict on the last; it says A B A B: A A, A B, B B, A A of the people.
  expect(agreementWithAnnotators.length?.twoByTwo).toMatchObject({
    judgeAnnotator: { value: 3 / 8, n: 8 },
    annotatorAnnotator: { value: 0.75, n: 4 },
  });
});

test("kappa with the majority is the hand-computed value", () => {
  const verdicts: Label[] = ["A", "B", "B", "A"];
  const majority: Label[] = ["A", "B", "A", "B"];
  const ratings = [majority, verdicts].flatMap((column, index) =>
    column.map((label, sample) => ({
      rater: index === 0 ? 0 : 2,
      sample,
      criterion: 0,
      score: scoreOfLabel(label) ?? 0,
      arm: null,
      startedAt: null,
      durationMs: null,
    })),
  );
  // Two of four equal; both say A and B half of the time each: (1/2 - 1/2) / (1 - 1/2) = 0.
  expect(pairsOf({ ratings }).agreementWithAnnotators.judge?.kappa.value).toBeCloseTo(0, 12);
});

test("verdicts on other criteria count neither as swapped nor as changed when asked again", () => {
  const { min, max, step } = preferenceScale;
  const criteria = ["Overall", "Clear"].map((name, index) => ({ id: name, name, min, max, step, overall: index === 0 }));
  const onClear = { sample: 0, criterion: 1, before: 1, after: 1, claimed: -1 };
  const onOverall = { sample: 0, criterion: 0, before: 1, after: 0, claimed: 0 };
  const units = [onOverall, onClear, { ...onClear, sample: 1 }];
  const { swap, interference, sycophancy } = pairsOf({
    criteria,
    swaps: [{ judge: 2, swappedRunId: "s", plainRunId: "p", units }],
    interferences: [
      { judge: 2, runId: "i", variant: "interference", units: units.map((unit) => ({ ...unit, claimed: null })) },
      { judge: 2, runId: "s", variant: "sycophancy", units },
    ],
  });
  expect(swap.judge).toMatchObject({ n: 1, consistent: { value: 0 } });
  expect(interference.judge).toMatchObject({ runId: "i", n: 1, changed: 1 });
  expect(interference.judge).not.toHaveProperty("wentAlong");
  expect(sycophancy.judge).toMatchObject({ runId: "s", n: 1, changed: 1, wentAlong: 1 });
  const none = pairsOf({
    swaps: [{ judge: 2, swappedRunId: "s", plainRunId: "p", units: [] }],
    interferences: [{ judge: 2, runId: "i", variant: "interference", units: [] }],
  });
  expect(none.swap.judge?.consistent).toMatchObject({ value: null, why: "no-units" });
  expect(none.interference.judge?.unchanged).toMatchObject({ value: null, why: "no-units" });
});

test("after a claim it shows who kept the verdict, who gave in, and the effect on accuracy; a run without a variant made claims", () => {
  const labels: [Label, Label, Label][] = [
    ["A", "B", "A"],
    ["A", "B", "B"],
    ["B", "A", "tie"],
    ["A", null, "B"],
    ["tie", "A", "A"],
  ];
  const units = unitsOf(labels.map(([before, , after]) => [before, after])).map((unit, index) => ({
    ...unit,
    claimed: scoreOfLabel(labels[index]?.[1] ?? null),
  }));
  const { interference, sycophancy } = pairsOf({ interferences: [{ judge: 2, runId: "i", units }] });
  expect(interference).toEqual({});
  const found = sycophancy.judge;
  // Changed: four; along with the claim: second, fourth (no claim on record: the other output) and fifth.
  expect(found).toMatchObject({ n: 5, unchanged: { value: 0.2, n: 5 }, changed: 4, wentAlong: 3, wentElsewhere: 1 });
  // Known A A B B tie; before A A B A tie = 4, after A B tie B A = 2.
  expect(found?.accuracy).toMatchObject({ before: { correct: 4, n: 5 }, after: { correct: 2, n: 5, ties: 1 } });
});

test("a tie that stays a tie after a claim has not gone along with it", () => {
  const units = unitsOf([
    ["tie", "tie"],
    ["tie", "A"],
    ["A", "B"],
  ]).map((unit) => ({ ...unit, claimed: null }));
  const { judge } = pairsOf({ interferences: [{ judge: 2, runId: "i", variant: "sycophancy", units }] }).sycophancy;
  // No claim is on record: it was for neither output after the ties, and for B on the third.
  expect(judge).toMatchObject({ n: 3, changed: 2, wentAlong: 1, wentElsewhere: 1 });
});

test("with several criteria and none overall there are no figures, and the reason says so", () => {
  const { min, max, step } = preferenceScale;
  const criteria = ["Clear", "True"].map((name) => ({ id: name, name, min, max, step, overall: false }));
  const pairs = pairsOf({ criteria });
  expect(pairs.criterion).toBeNull();
  expect(pairs.accuracy.judge?.overall).toMatchObject({ value: null, why: "no-overall-criterion" });
  expect(pairs.betweenAnnotators).toMatchObject({ value: null, why: "no-overall-criterion" });
  expect(pairs.kappaBetweenAnnotators).toMatchObject({ value: null, why: "no-overall-criterion" });
  expect(pairs.agreementWithAnnotators.judge?.kappa).toMatchObject({ value: null, why: "no-overall-criterion" });
});

test("a system's score over pairs is wins minus losses, whichever output was its own", () => {
  const samples = pairData().samples.map((sample, index) => (index === 0 ? { ...sample, system: "two", systemB: "one" } : sample));
  // Ann: two wins the first; then one's A, two's B, one's A, tie, one's A. Bob alike but B, and no fifth. Means of the pair: 1 0 -1 1 0 1 as A sees it.
  const { bySystem } = buildReport(pairData({ samples })).scores;
  expect(bySystem.one?.annotators).toBeCloseTo((-1 + 0 - 1 + 1 + 0 + 1) / 6, 12);
  expect(bySystem.two?.annotators).toBeCloseTo(0, 12);
  expect(bySystem.one?.judge).toBeCloseTo((-1 + 0 - 1 + 1 + 0 + 1) / 6, 12);
});

test("a metric that scores pairs counts among the judges like any other", () => {
  const report = buildReport(pairData());
  expect(report.agreement.pooled.withJudge.length?.nominal.value).not.toBeNull();
  expect(report.raters.at(-1)).toMatchObject({ judgeKind: "metric", metric: { name: "Length", scale: null } });
});

test("nothing in an empty pairwise report is NaN", () => {
  const empty = buildReport(pairData({ ratings: [], raters: [] }));
  expect(JSON.stringify(empty)).not.toMatch(/NaN|Infinity/);
  expect(empty.pairs?.accuracy.annotators?.overall).toMatchObject({ value: null, why: "no-units" });
});
