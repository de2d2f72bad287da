import { expect, test } from "vitest";
import type { LabelFigures, TaskReport } from "@/lib/domain/report";
import { figuresOf, judgeOf, nOf, rowsOf as rows } from "@/lib/testing/panel-tables";
import { figure } from "@/lib/testing/report-fixture";
import { labelTables } from "./people-tables";

const ofLabels: LabelFigures = {
  labels: ["yes", "no", "toString"],
  annotators: {
    ...{
      rawAgreement: figure(0.71),
      kappa: figure(0.52),
      perLabel: { yes: figure(0.61), no: figure(0.47), toString: figure(null, undefined, 7) },
    },
    confusion: [
      [20, 3, 0],
      [3, 14, 1],
      [0, 1, 2],
    ],
  },
  withJudge: {
    "model-x": {
      ...{ rawAgreement: figure(0.68), kappa: figure(0.39), withoutMajority: 2 },
      confusion: [
        [9, 4, 0],
        [5, 6, 0],
        [1, 0, 0],
      ],
      altTest: { winningRate: 0.75, advantageProbability: 0.66, passed: true, epsilon: 0.15, n: 31, eligible: 3, why: null },
    },
  },
};
const given = {
  annotators: { n: 44, mean: null, histogram: { yes: 23, no: 18, toString: 3 } },
  "model-x": { n: 25, mean: null, histogram: { yes: 15, no: 10 } },
} as unknown as TaskReport["scores"]["perCriterion"][string];

test("labels of people alone: agreement, how often each was given and which are given together", () => {
  const tables = labelTables({ name: "3. Cause.", figures: ofLabels, judge: null, scores: given });
  expect(tables.map(({ title, labels, level, n }) => [title, labels, level, n])).toEqual([
    ["Agreement on Cause", ["Raters"], undefined, "units"],
    ["How often each label was given: Cause", ["Label"], "nominal", "ratings"],
    ["Labels given together: Cause", ["Label"], undefined, undefined],
  ]);
  const [agreed, often, together] = tables;
  expect(agreed && rows(agreed)).toEqual([
    ["same label", "kappa"],
    ["people among themselves (Fleiss' kappa)", 0.71, 0.52],
  ]);
  expect(agreed && figuresOf(agreed)).toEqual(["equal-share", "fleiss-kappa"]);
  expect(often && rows(often)).toEqual([
    ["people", "alpha, this label or another"],
    ["yes", 23, 0.61],
    ["no", 18, 0.47],
    ["toString", 3, null],
  ]);
  expect(often && nOf(often)).toEqual([
    [44, 40],
    [44, 40],
    [44, 7],
  ]);
  expect(often && figuresOf(often)).toEqual(["label-share", "alpha-of-label"]);
  expect(together?.about).toBe("Rows: one person; columns: another; in both directions");
  expect(together && rows(together)).toEqual([
    ["yes", "no", "toString"],
    ["yes", 20, 3, 0],
    ["no", 3, 14, 1],
    ["toString", 0, 1, 2],
  ]);
  expect(together && new Set(figuresOf(together))).toEqual(new Set(["confusion"]));
});

test("labels with a judge: its agreement, its labels, what it gives where people give another, and the test", () => {
  const tables = labelTables({ name: "Cause", figures: ofLabels, judge: "model-x", scores: given });
  const [agreed, often, together, alternative] = tables;
  expect(agreed && rows(agreed).slice(1)).toEqual([
    ["people among themselves (Fleiss' kappa)", 0.71, 0.52],
    ["model-x and most people (Cohen's kappa)", 0.68, 0.39],
  ]);
  expect(agreed && figuresOf(agreed)).toEqual(["equal-share", "cohen-kappa"]);
  expect(often && rows(often)).toEqual([
    ["people", "model-x", "alpha, this label or another"],
    ["yes", 23, 15, 0.61],
    ["no", 18, 10, 0.47],
    ["toString", 3, 0, null],
  ]);
  expect(often && nOf(often)[0]).toEqual([44, 25, 40]);
  expect(often && figuresOf(often)).toEqual(["label-share", "label-share", "alpha-of-label"]);
  expect(together?.about).toBe("Rows: most people; columns: model-x");
  expect(together && rows(together).slice(1)).toEqual([
    ["yes", 9, 4, 0],
    ["no", 5, 6, 0],
    ["toString", 1, 0, 0],
  ]);
  expect(alternative).toMatchObject({
    title: "Alternative-annotator test: Cause",
    about: "Accuracy as the score, epsilon 0.15, 3 eligible annotators",
    ...{ labels: ["Judge"], n: "units" },
  });
  expect(alternative && rows(alternative)).toEqual([
    ["winning rate", "advantage probability"],
    ["model-x", 0.75, 0.66],
  ]);
  expect(alternative && figuresOf(alternative)).toEqual(["winning-rate", "advantage-probability"]);
  expect(alternative && nOf(alternative)).toEqual([[31, 31]]);
  // A metric on a scale of its own gives no labels: people's figures stand alone.
  const [alone, ...others] = labelTables({ name: "Cause", figures: ofLabels, judge: "ROUGE", scores: {} });
  expect([alone?.rows.length, others.length]).toEqual([1, 2]);
  expect(others[0] && [rows(others[0])[1], nOf(others[0])[0]]).toEqual([
    ["yes", 0, 0.61],
    [0, 40],
  ]);
});

test("rows and tables of the judge and people say which ratings they are of, those of people alone do not", () => {
  const arms = (judge: string | null) =>
    labelTables({ name: "Cause", figures: ofLabels, judge, scores: given, arms: "blind" }).map((table) => [
      table.title.split(":")[0],
      table.arms,
      ...table.rows.flatMap((row) => row.arms ?? []),
    ]);
  expect(arms("model-x")).toEqual([
    ["Agreement on Cause", undefined, "blind"],
    ["How often each label was given", undefined],
    ["Labels given together", "blind"],
    ["Alternative-annotator test", "blind"],
  ]);
  expect(arms(null).map(([, ...rest]) => rest)).toEqual([[undefined], [undefined], [undefined]]);
});

test("labels given together are not tabulated where the judge could not be compared", () => {
  const own = judgeOf(ofLabels.withJudge);
  const figures = { ...ofLabels, withJudge: { "model-x": { ...own, confusion: own.confusion.map((row) => row.map(() => 0)) } } };
  expect(labelTables({ name: "Cause", figures, judge: "model-x", scores: given }).map(({ title }) => title)).toEqual([
    "Agreement on Cause",
    "How often each label was given: Cause",
    "Alternative-annotator test: Cause",
  ]);
});

test("a test that could not be made says why", () => {
  const own = judgeOf(ofLabels.withJudge);
  const untested = { ...own.altTest, winningRate: null, advantageProbability: null, why: "no-blind-ratings" };
  const figures = { ...ofLabels, withJudge: { "model-x": { ...own, altTest: untested } } };
  const cells = labelTables({ name: "Cause", figures, judge: "model-x", scores: given }).at(-1)?.rows[0]?.cells;
  expect(cells).toMatchObject([{ why: { code: "no-blind-ratings" } }, { why: { code: "no-blind-ratings" } }]);
});
