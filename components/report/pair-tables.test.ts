import { expect, test } from "vitest";
import { fixturePairs } from "@/lib/testing/pair-report-fixture";
import { judgeOf, rowsOf as rows } from "@/lib/testing/panel-tables";
import { figure } from "@/lib/testing/report-fixture";
import { accuracyTable, interferenceTable, peopleTable, subsetTables, swapTable, sycophancyTable, togetherTable } from "./pair-tables";

const pairs = fixturePairs();

test("pairs: accuracy, agreement with people, order and interference", () => {
  const accuracy = judgeOf(pairs.accuracy);
  expect(rows(accuracyTable([{ name: "model-x", accuracy }], "how"))).toEqual([
    ["right", "ties"],
    ["model-x", 0.75, 4],
  ]);
  const people = peopleTable([{ rater: { name: "model-x" }, found: judgeOf(pairs.agreementWithAnnotators) }], pairs.betweenAnnotators);
  expect(rows(people).slice(1)).toEqual([
    ["model-x", 0.8, 0.775, 0.875, 0.62, 3],
    ["annotators, on all pairs", null, null, 0.85, null, null],
  ]);
  expect(rows(togetherTable(pairs))).toEqual([
    ["same verdict", "kappa of people"],
    ["all annotators", 0.85, 0.71],
    ["Ada and Ben", 0.9, 0.81],
    ["Ada and Cem", 0.76, 0.53],
  ]);
  expect(rows(swapTable([{ rater: { name: "model-x" }, swap: judgeOf(pairs.swap) }]))[1]).toEqual([
    ...["model-x", 0.85, 0.93, 0.125, 5, 0, 1, 0.0625, 0.75, 0.7, 27 / 40, 27 / 34],
  ]);
  expect(rows(interferenceTable([{ rater: { name: "model-x" }, run: judgeOf(pairs.interference) }]))[1]).toEqual([
    ...["model-x", 0.9, 4, 29 / 39, 31 / 39],
  ]);
  expect(rows(sycophancyTable([{ rater: { name: "model-x" }, run: judgeOf(pairs.sycophancy) }]))[1]).toEqual([
    ...["model-x", 0.7, 11, 1, 0.75, 0.55],
  ]);
  const [bySubset] = subsetTables("By subset", "accuracy", pairs.subsets, [{ name: "model-x", perSubset: accuracy.perSubset }]);
  expect(bySubset && rows(bySubset)).toEqual([["model-x"], ["natural", 0.9], ["adversarial", 0.6]]);
  expect(subsetTables("None", "accuracy", [], [])).toEqual([]);
});

test("judges' rows say which verdicts of people they are of, that of people alone does not", () => {
  const judges = [{ rater: { name: "model-x" }, found: judgeOf(pairs.agreementWithAnnotators) }];
  expect(peopleTable(judges, pairs.betweenAnnotators, "blind").rows.map(({ arms }) => arms)).toEqual(["blind", undefined]);
});

test("what a reader must know is under the tables of pairs", () => {
  expect(accuracyTable([], "Ties count as wrong.").notes).toEqual(["Ties count as wrong."]);
  expect(peopleTable([], pairs.betweenAnnotators).notes).toEqual([
    "Pairs on which people are split have no majority and are left out of the first figure and of kappa.",
  ]);
});

test("a judge whose run was not swapped has no counts, and a rater without known answers no ties", () => {
  const swap = { ...judgeOf(pairs.swap), n: 0, consistent: { ...figure(null), why: "no-units", n: 0 } };
  expect(swapTable([{ rater: { name: "model-x" }, swap }]).rows[0]?.cells).toHaveLength(2);
  const trio = pairs.accuracy.trio ?? expect.unreachable();
  const [right, ties] = accuracyTable([{ name: "trio", accuracy: trio }], "").rows[0]?.cells ?? [];
  expect([right, ties]).toMatchObject([{ value: null, why: { code: "no-units" } }, null]);
});

test("subsets have a column for each rater that has any, and no table without either", () => {
  const perSubset = judgeOf(pairs.accuracy).perSubset;
  const [table] = subsetTables(
    "By subset",
    "accuracy",
    ["natural"],
    [
      { name: "model-x", perSubset },
      { name: "late", perSubset: {} },
    ],
  );
  expect(table).toMatchObject({ title: "By subset", labels: ["Subset"], n: "pairs" });
  expect(table && rows(table)).toEqual([["model-x"], ["natural", 0.9]]);
  expect(subsetTables("None", "accuracy", ["natural"], [{ name: "late", perSubset: {} }])).toEqual([]);
  expect(subsetTables("None", "accuracy", [], [{ name: "model-x", perSubset }])).toEqual([]);
});
