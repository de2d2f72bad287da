import { expect, test } from "vitest";
import type { ReportData } from "@/lib/domain/report-data";
import { pairData, person } from "@/lib/testing/pair-data";
import { buildReport } from "./build-report";

const peopleOf = (changes: Partial<ReportData> = {}) => {
  const { kappaBetweenAnnotators, annotatorsTwoByTwo = [] } = buildReport(pairData(changes)).pairs ?? {};
  return { kappaBetweenAnnotators, annotatorsTwoByTwo };
};

test("people agree beyond chance: Fleiss' kappa of all, Cohen's of every two, each of the pairs that they share", () => {
  // Ann and Bob on five pairs: A A, A B, B B, A A, A A. Verdicts: 7 A, 3 B; by chance .7^2 + .3^2 = .58: (.8 - .58) / .42.
  const { kappaBetweenAnnotators, annotatorsTwoByTwo } = peopleOf();
  expect(kappaBetweenAnnotators).toMatchObject({ n: 5, value: expect.closeTo(0.22 / 0.42, 12), interval: { method: "jackknife" } });
  // Ann says A on four of five, Bob on three: .8 x .6 + .2 x .4 = .56: (.8 - .56) / .44.
  expect(annotatorsTwoByTwo).toMatchObject([
    {
      a: "Ann",
      b: "Bob",
      share: { value: 0.8, n: 5, interval: { method: "wilson" } },
      kappa: { value: expect.closeTo(0.24 / 0.44, 12), n: 5 },
    },
  ]);
  expect(annotatorsTwoByTwo[0]?.kappa.interval?.method).toBe("wald");
});

test("with a third person every two that share a pair are compared, and Fleiss' kappa needs equally many verdicts", () => {
  const raters = [...pairData().raters, { id: "c", name: "Cleo", kind: "annotator" as const, ...person }];
  const verdict = { rater: 4, criterion: 0, arm: "blind", startedAt: null, durationMs: null };
  // Cleo judges only the fifth pair, which Ann calls a tie and Bob has not judged: every pair of outputs then has two verdicts at most.
  const fifth = peopleOf({ raters, ratings: [...pairData().ratings, { ...verdict, sample: 4, score: 0 }] });
  expect(fifth.annotatorsTwoByTwo.map(({ a, b, share }) => [a, b, share.n, share.value])).toEqual([
    ["Ann", "Bob", 5, 0.8],
    ["Ann", "Cleo", 1, 1],
  ]);
  expect(fifth.kappaBetweenAnnotators).toMatchObject({ n: 6, why: null });
  const first = peopleOf({ raters, ratings: [...pairData().ratings, { ...verdict, sample: 0, score: -1 }] });
  expect(first.annotatorsTwoByTwo.map(({ a, b, share }) => [a, b, share.n, share.value])).toEqual([
    ["Ann", "Bob", 5, 0.8],
    ["Ann", "Cleo", 1, 0],
    ["Bob", "Cleo", 1, 0],
  ]);
  expect(first.kappaBetweenAnnotators).toMatchObject({ value: null, why: "unequal-ratings", n: 5 });
});

test("pairs of people are listed in the order of the annotators, whichever pair of texts two of them shared first", () => {
  const raters = [...pairData().raters, { id: "c", name: "Cleo", kind: "annotator" as const, ...person }];
  const verdict = { criterion: 0, score: 1, arm: "blind", startedAt: null, durationMs: null };
  const given: [rater: number, sample: number][] = [
    ...[0, 1].map((sample): [number, number] => [4, sample]),
    ...[0, 2].map((sample): [number, number] => [1, sample]),
    ...[1, 2].map((sample): [number, number] => [0, sample]),
  ];
  const { annotatorsTwoByTwo } = peopleOf({ raters, ratings: given.map(([rater, sample]) => ({ ...verdict, rater, sample })) });
  expect(annotatorsTwoByTwo.map(({ a, b }) => `${a} ${b}`)).toEqual(["Ann Bob", "Ann Cleo", "Bob Cleo"]);
});

test("where inputs repeat, the kappas of people leave out whole inputs", () => {
  const samples = pairData().samples.map((sample, index) => ({ ...sample, inputKey: `i${Math.floor(index / 2)}` }));
  const { kappaBetweenAnnotators, annotatorsTwoByTwo } = peopleOf({ samples });
  // Without the first input B B, A A, A A of .5 4/6 A: 1; without the second A A, A B, A A; without the third A A, A B, B B, A A.
  const without = [1, -0.2, (0.75 - (25 + 9) / 64) / (1 - (25 + 9) / 64)];
  const mean = without.reduce((sum, value) => sum + value, 0) / 3;
  const se = Math.sqrt((2 / 3) * without.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  const reach = Math.min(1, 0.22 / 0.42 + 4.302652729911275 * se);
  expect(kappaBetweenAnnotators).toMatchObject({ n: 5, interval: { high: expect.closeTo(reach, 9) } });
  expect(kappaBetweenAnnotators?.interval?.low).toBeCloseTo(0.22 / 0.42 - 4.302652729911275 * se, 9);
  expect(annotatorsTwoByTwo[0]?.share.interval?.method).toBe("t");
  expect(annotatorsTwoByTwo[0]?.kappa.interval?.method).toBe("jackknife");
});
