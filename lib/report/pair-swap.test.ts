import { expect, test } from "vitest";
import { preferenceScale } from "@/lib/domain/pair-outputs";
import type { ReportData } from "@/lib/domain/report-data";
import { clusteredMean } from "@/lib/stats";
import { type Label, pairData, scoreOfLabel } from "@/lib/testing/pair-data";
import { buildReport } from "./build-report";

const pairsOf = (changes: Partial<ReportData> = {}) => {
  const { pairs } = buildReport(pairData(changes));
  if (!pairs) throw new Error("a pairwise task has figures about pairs");
  return pairs;
};
const unitsOf = (labels: [Label, Label][]) =>
  labels.map(([before, after], sample) => ({ sample, criterion: 0, before: scoreOfLabel(before) ?? 0, after: scoreOfLabel(after) ?? 0 }));

test("consistency under swap shows whose verdict followed the position, and what is right in both orders", () => {
  const swap = {
    judge: 2,
    swappedRunId: "s",
    plainRunId: "p",
    units: unitsOf([
      ["A", "A"],
      ["A", "B"],
      ["A", "B"],
      ["B", "A"],
      ["tie", "A"],
      ["B", "B"],
    ]),
  };
  const found = pairsOf({ swaps: [swap] }).swap.judge;
  expect(found).toMatchObject({ n: 6, firstPosition: 2, secondPosition: 1, tieChanges: 1, p: 1, pMethod: "exact-binomial" });
  expect(found?.consistent).toMatchObject({ value: 1 / 3, n: 6, interval: { method: "wilson" } });
  expect(found?.perSubset).toMatchObject({ plain: { value: 1 / 3, n: 3 }, trap: { value: 0, n: 2 } });
  // Known: A A B B tie. Plain A A A B tie = 4 of 5; swapped A B B A A = 2; both orders right: the first only; consistent with an answer: the first only.
  expect(found?.accuracy).toMatchObject({
    plain: { correct: 4, n: 5 },
    swapped: { correct: 2, n: 5 },
    bothOrders: { correct: 1, n: 5, value: 0.2 },
    consistentOnly: { correct: 1, n: 1, value: 1 },
  });
});

test("the test of place flips an input's pairs together where inputs repeat", () => {
  const samples = pairData().samples.map((sample, index) => ({ ...sample, inputKey: `i${Math.floor(index / 3)}` }));
  const units = unitsOf([...Array(6)].map((): [Label, Label] => ["A", "B"]));
  const swaps = [{ judge: 2, swappedRunId: "s", plainRunId: "p", units }];
  // Six flips to the first place: 2 / 2^6 as independent pairs, 2 / 2^2 as two inputs.
  expect(pairsOf({ swaps }).swap.judge).toMatchObject({ p: 1 / 32, pMethod: "exact-binomial" });
  expect(pairsOf({ samples, swaps }).swap.judge).toMatchObject({ p: 0.5, pMethod: "sign-flip" });
});

test.each<[string, [Label, Label][]]>([
  [
    "a tie that became a verdict, or one that stayed",
    [
      ["A", "B"],
      ["A", "B"],
      ["B", "A"],
      ["A", "B"],
      ["tie", "A"],
      ["B", "B"],
    ],
  ],
  [
    "a verdict that became a tie, or one that stayed",
    [
      ["A", "B"],
      ["A", "B"],
      ["B", "A"],
      ["A", "B"],
      ["B", "tie"],
      ["A", "A"],
    ],
  ],
])("the test of place does not count %s", (_name, labels) => {
  const inputs = ["i", "i", "j", "k", "j", "i"];
  const samples = pairData().samples.map((sample, index) => ({ ...sample, inputKey: inputs[index] ?? "" }));
  const swaps = [{ judge: 2, swappedRunId: "s", plainRunId: "p", units: unitsOf(labels) }];
  // To the first place 2 of input i, -1 of j, 1 of k: 2 in sum; of the eight sums of 2, 1, 1 with any signs six are 2 or more in size.
  expect(pairsOf({ samples, swaps }).swap.judge).toMatchObject({ p: 0.75, pMethod: "sign-flip" });
});

test("beside swapping it shows how steady a judge is when asked the same again, on the criterion that decides, an input's pairs together", () => {
  const swaps = [
    {
      judge: 2,
      swappedRunId: "s",
      plainRunId: "p",
      units: unitsOf([
        ["A", "B"],
        ["A", "A"],
        ["B", "tie"],
      ]),
    },
  ];
  const of = (sample: number, ...scores: number[]) => ({ sample, criterion: 0, of: scores });
  // A twice of three, a tie twice, one of each; and four that agree on a criterion that does not decide.
  const scores = [of(0, 1, 1, -1), of(1, 0, 0), of(2, 1, -1), { ...of(3, 1, 1, 1, 1), criterion: 1 }];
  const { min, max, step } = preferenceScale;
  const criteria = ["Overall", "Clear"].map((name, index) => ({ id: name, name, min, max, step, overall: index === 0 }));
  const judgeRepeats = [
    { judge: 3, runs: 2, scores: [of(0, 1, 1)] },
    { judge: 2, runs: 3, scores },
  ];
  const shares = [2 / 3, 1, 1 / 2];
  const { swap } = pairsOf({ criteria, swaps, judgeRepeats });
  const { value, interval } = clusteredMean({ values: shares });
  expect(swap.judge?.repetition).toMatchObject({ value, n: 3, interval: { low: interval?.low, high: 1, method: "t" } });
  expect(swap.judge).toMatchObject({ consistent: { value: 1 / 3 }, flips: { value: 1 / 3, n: 3 } });
  const samples = pairData().samples.map((sample, at) => ({ ...sample, inputKey: at < 2 ? "one" : `i${at}` }));
  const together = clusteredMean({ values: shares, clusters: ["one", "one", "i2"] });
  expect(pairsOf({ criteria, swaps, judgeRepeats, samples }).swap.judge?.repetition?.interval?.low).toBe(
    Math.max(0, together.interval?.low ?? 9),
  );
  expect(pairsOf({ swaps }).swap.judge?.repetition).toMatchObject({ value: null, why: "no-repeats", n: 0 });
});

test("a swapped run without a plain one to compare with says so", () => {
  const swaps = [{ judge: 2, swappedRunId: "s", plainRunId: null, units: [] }];
  expect(pairsOf({ swaps }).swap.judge).toMatchObject({ n: 0, consistent: { value: null, why: "no-plain-run" }, p: null });
});

test("where no criterion is the verdict, swapped outputs say that there is none, with a plain run or without", () => {
  const [criterion = expect.unreachable()] = pairData().criteria;
  const criteria = ["Clear", "True"].map((name) => ({ ...criterion, id: name, name, overall: false }));
  for (const plainRunId of ["p", null]) {
    const swap = { judge: 2, swappedRunId: "s", plainRunId, units: unitsOf([["A", "B"]]) };
    const { n, consistent, flips } = pairsOf({ criteria, swaps: [swap] }).swap.judge ?? expect.unreachable();
    expect([n, consistent.why, flips?.why]).toEqual([0, "no-overall-criterion", "no-overall-criterion"]);
  }
});
