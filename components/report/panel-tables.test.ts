import { expect, test } from "vitest";
import type { LabelFigures, TaskReport } from "@/lib/domain/report";
import type { PanelTable, TableCell } from "@/lib/paper/panel-table";
import { fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { prepareDistribution } from "../charts/prepare-distribution";
import { correlationSections } from "./correlation-rows";
import { criterionRows, summaryRow } from "./criterion-rows";
import { draftEntries } from "./draft-rows";
import { changeTable, checkTables, correlationTable, distributionTables, systemTable } from "./judge-tables";
import { accuracyTable, interferenceTable, peopleTable, subsetTables, swapTable, sycophancyTable, togetherTable } from "./pair-tables";
import { adjudicatedTables, criterionTable, draftTables, labelTables, oddityTable, timeTable } from "./people-tables";
import { systemRows } from "./system-rows";

// Each figure of the fixtures is its own number, so a figure in another's column cannot pass.

const report = fixtureReport([
  { name: "Clarity", agreement: alphas(0.8, [0.7, 0.88]), bias: figure(0.65, [0.5, 0.79]) },
  { name: "Truth", agreement: alphas(null), bias: figure(0.05, [-0.1, 0.2]) },
]);
const values = (cells: readonly TableCell[]) => cells.map((cell) => (cell !== null && typeof cell === "object" ? cell.value : cell));
const rows = ({ columns, rows: all }: PanelTable) => [
  columns.map(({ head }) => head),
  ...all.map(({ labels, cells }) => [...labels, ...values(cells)]),
];
const pairs = fixturePairs();
const judgeOf = <T>(by: Record<string, T>) => {
  const found = by["model-x"];
  if (found === undefined) throw new Error("the fixture has a judge");
  return found;
};

test("the main table has alpha, alpha with the judge, tau-b, error, share that differs, and what they allow to say", () => {
  const table = criterionTable({
    rows: criterionRows(report, "ordinal", "model-x"),
    summary: summaryRow(report, "ordinal", "model-x"),
    ...{ judge: "model-x", pairwise: false, changedLabel: "scores changed" },
  });
  expect(rows(table)).toEqual([
    ["alpha", "with judge", "tau-b, judge and people", "judge minus people", "scores changed", "verdict", "units that would tell", "judge"],
    ["Clarity", 0.8, 0.8230000000000001, 0.75, 0.65, 0.2, "at least .667", null, "judge lenient"],
    ["Truth", null, null, 0.73, 0.05, 0.2, "not defined", null, null],
    ["Mean over criteria (2 criteria)", 0.47, 0.49, null, null, null, null, null, null],
    ["All criteria pooled", 0.61, 0.63, null, null, null, null, null, null],
  ]);
  expect(table.rows[0]?.cells[3]).toMatchObject({ n: 40, interval: { low: 0.5, high: 0.79, method: "jackknife" } });
  expect(table.rows[1]?.cells[0]).toMatchObject({ why: { code: "no-variation" } });
});

test("without a judge the main table has people's figures only", () => {
  const rowsOf = criterionRows(report, "ordinal", null);
  const table = criterionTable({ rows: rowsOf, summary: null, judge: null, pairwise: false, changedLabel: "" });
  expect(rows(table)[0]).toEqual(["alpha", "verdict", "units that would tell", "judge"]);
  expect(rows(table)[1]).toEqual(["Clarity", 0.8, "at least .667", null, null]);
});

test("correlations are listed under their coefficient, with the n of each", () => {
  const table = correlationTable(correlationSections(report, "model-x"), "model-x");
  expect(rows(table).slice(0, 3)).toEqual([
    ["Pearson", "Spearman", "Kendall tau-b"],
    ["All ratings", "All criteria together", 0.89, 0.8600000000000001, 0.8],
    ["All ratings", "Clarity", 0.84, 0.81, 0.75],
  ]);
  expect(table.rows.at(-1)).toMatchObject({ labels: ["Two by two", "Annotators with each other"], cells: [{ n: "2 of 3 pairs" }, {}, {}] });
});

test("actions are listed under what people did, and reasons with how often each was given", () => {
  const actions = judgeOf(report.actions);
  const [lines, together, reasons] = draftTables(draftEntries(actions, "kind"), actions, "");
  expect(lines && rows(lines).slice(0, 2)).toEqual([
    ["accepted", "revised", "removed", "added"],
    ["All lines", 75 / 96, 13 / 96, 6 / 96, 2 / 96],
  ]);
  expect(lines?.rows[0]?.cells[0]).toMatchObject({ n: 96 });
  expect(together && rows(together)).toEqual([["by one key"], ["All accepted lines", 5 / 75]]);
  expect(together?.rows[0]?.cells[0]).toMatchObject({ n: 75, whyNoInterval: { code: "too-few" } });
  expect(reasons && rows(reasons)).toEqual([["given"], ["wrong score", 6], ["made up", 3]]);
});

test("scores that differ, systems and times are in their columns", () => {
  const change = changeTable("Which way", "model-x", [{ name: "Clarity", counts: { up: 3, down: 9, same: 48 } }], {
    ...{ down: "lower", same: "the same", up: "higher" },
  });
  expect(rows(change)).toEqual([
    ["lower", "the same", "higher"],
    ["Clarity", 9, 48, 3],
  ]);
  expect(rows(systemTable(systemRows(report, "model-x", null), "model-x", false, ""))).toEqual([
    ["people", "model-x", "difference"],
    ["system one", 3.5, 4.25, 0.75],
    ["system two", null, null, null],
  ]);
  const times = timeTable(report.time);
  expect(rows(times)).toEqual([
    ["per unit", "per sample"],
    ["Ada", 9, 75.5],
    ["Ben", 37.5, null],
    ["Chloe", null, null],
    ["Everyone", 12, 80],
  ]);
  expect(times.rows[0]?.cells).toMatchObject([{ n: 40 }, { n: 20 }]);
});

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
    ...["model-x", 0.85, 5, 0, 1, 0.0625, 0.75, 0.7, 27 / 40, 27 / 34],
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

test("oddities are counted under what they say", () => {
  expect(rows(oddityTable([{ code: "x", message: "Approved but changed", count: 175 }]))).toEqual([
    ["times"],
    ["Approved but changed", 175],
  ]);
});

/** The table of this title. */
const titled = (tables: readonly PanelTable[], title: string): PanelTable =>
  tables.find((table) => table.title === title) ?? expect.unreachable(`no table ${title}`);
const nOf = ({ rows: all }: PanelTable) =>
  all.map(({ cells }) => cells.map((cell) => (cell !== null && typeof cell === "object" ? cell.n : null)));
const figuresOf = ({ columns }: PanelTable) => columns.map(({ figure: of }) => of);

const actions = () => judgeOf(report.actions);
const drawn = () => draftTables(draftEntries(actions(), "kind"), actions(), "By Ada");
const main = (changes: Partial<Parameters<typeof criterionTable>[0]> = {}) =>
  criterionTable({
    rows: criterionRows(report, "ordinal", "model-x"),
    summary: null,
    ...{ judge: "model-x", pairwise: false, changedLabel: "scores changed" },
    ...changes,
  });

/** Each table by its title, made in its test. */
const said: [title: string, make: () => PanelTable | undefined, about: string | undefined, labels: string[], n: string | undefined][] = [
  ["Agreement for each criterion", () => main(), "People, and the judge model-x", ["Criterion"], "ratings, or units with the judge"],
  ["Agreement for each criterion", () => main({ judge: null }), "People", ["Criterion"], "ratings, or units with the judge"],
  ["What people did with the draft", () => drawn()[0], "By Ada", ["Lines"], "lines"],
  ["Accepted with the rest of the draft, by one key", () => drawn()[1], "By Ada", ["Lines"], "accepted lines"],
  ["Reasons for overruling the draft", () => drawn()[2], "By Ada", ["Reason"], "reasons"],
  [
    "How long it took",
    () => timeTable(report.time),
    "Median time per unit, and per sample if all its criteria are timed; in seconds where a file has plain numbers",
    ["Annotator"],
    "units and samples timed",
  ],
  ["Oddities in the data", () => oddityTable([]), "Kept as they are; what figures leave out is named here", ["Oddity"], undefined],
  [
    "Whether the judge orders things as people do",
    () => correlationTable([], "model-x"),
    "Correlation of model-x with people",
    ["Compared", "Of"],
    undefined,
  ],
  [
    "Which way",
    () => changeTable("Which way", "model-x", [], {}),
    "Each person's score compared with that of model-x for the same unit",
    ["Criterion"],
    undefined,
  ],
  ["By system", () => systemTable([], "model-x", false, "Clarity"), "Clarity", ["System"], "units"],
  ["By system", () => systemTable([], "model-x", true, "Overall"), "Overall", ["System"], "pairs"],
  [
    "Who picks the better output",
    () => accuracyTable([], "how"),
    "Share of each rater’s pairs with a known better output on which it is preferred",
    ["Rater"],
    "pairs",
  ],
  [
    "Whether the judge prefers what people prefer",
    () => peopleTable([], pairs.betweenAnnotators),
    undefined,
    ["Rater"],
    "pairs; of two verdicts in the second and third figure",
  ],
  [
    "People with each other",
    () => togetherTable(pairs),
    "Share of equal verdicts of two people; Fleiss' kappa of all annotators, Cohen's of every two",
    ["Annotators"],
    "every two verdicts on a pair, and pairs",
  ],
  [
    "Whether the order of the outputs matters",
    () => swapTable([]),
    "Verdicts with the outputs swapped, compared with those of the plain run that used the same prompts",
    ["Judge"],
    "pairs",
  ],
  [
    "Whether the judge keeps its verdict when asked to review it",
    () => interferenceTable([]),
    "Verdicts before and after a neutral request to review the analysis",
    ["Judge"],
    "pairs",
  ],
  [
    "Whether the judge keeps its verdict against a claim",
    () => sycophancyTable([]),
    "Verdicts before and after the claim, without a reason, that the other output is better",
    ["Judge"],
    "pairs",
  ],
];

test.each(said)("“%s” says what it is about, what its rows are and what n counts", (title, make, about, labels, n) => {
  const table = make();
  expect([table?.title, table?.about, table?.labels, table?.n]).toEqual([title, about, labels, n]);
});

test("what a reader must know is under the tables of pairs", () => {
  expect(accuracyTable([], "Ties count as wrong.").notes).toEqual(["Ties count as wrong."]);
  expect(peopleTable([], pairs.betweenAnnotators).notes).toEqual([
    "Pairs on which people are split have no majority and are left out of the first figure and of kappa.",
  ]);
});

test("in the main table criteria rest on their own arms and level, and columns of all ratings on theirs", () => {
  const [row] = criterionRows(report, "ordinal", "model-x");
  if (row === undefined) throw new Error("the report has criteria");
  const silent = { ...row, people: row.people && { ...row.people, n: 0 }, verdict: { ...row.verdict, unitsNeeded: 170 } };
  const table = main({
    rows: [{ ...row, arms: "blind", level: "nominal", name: "2. Clarity." }, silent, { ...row, people: undefined }],
    ofAll: { heads: ["scores changed"], arms: "blind; drafted" },
  });
  expect(table.rows[0]).toMatchObject({ labels: ["Clarity"], arms: "blind", level: "nominal" });
  expect(table.columns.map(({ head, arms }) => [head, arms]).filter(([, arms]) => arms)).toEqual([["scores changed", "blind; drafted"]]);
  // Without ratings there is no verdict to give; what is needed is said where it is known.
  expect(table.rows.map(({ cells }) => values(cells).slice(-3))).toEqual([
    ["at least .667", null, "judge lenient"],
    [null, 170, "judge lenient"],
    [null, null, "judge lenient"],
  ]);
  // Where nothing more is needed there is no figure to explain.
  expect(table.rows[0]?.cells.at(-2)).toBeNull();
  expect(figuresOf(table)).toEqual([
    ...["alpha", "alpha-with-judge", "kendall-tau-b", "signed-error", "changed-share", "verdict", "units-needed", undefined],
  ]);
});

test("the main table of pairs has neither tau-b nor an error, nor does its summary", () => {
  const table = main({ pairwise: true, summary: summaryRow(report, "ordinal", "model-x") });
  expect(rows(table)).toEqual([
    ["alpha", "with judge", "scores changed", "verdict", "units that would tell", "judge"],
    ["Clarity", 0.8, 0.8230000000000001, 0.2, "at least .667", null, null],
    ["Truth", null, null, 0.2, "not defined", null, null],
    ["Mean over criteria (2 criteria)", 0.47, 0.49, null, null, null, null],
    ["All criteria pooled", 0.61, 0.63, null, null, null, null],
  ]);
  const people = main({ judge: null, rows: [], summary: summaryRow(report, "ordinal", null) });
  expect(rows(people).slice(1)).toEqual([
    ["Mean over criteria (2 criteria)", 0.47, null, null, null],
    ["All criteria pooled", 0.61, null, null, null],
  ]);
  const [row] = criterionRows(report, "ordinal", "model-x");
  expect(main({ rows: [{ ...(row ?? expect.unreachable()), changed: undefined }] }).rows[0]?.cells[4]).toBeNull();
});

test("actions without lines, lines accepted together and reasons are left out or say why they are missing", () => {
  const { overall, acceptedTogether } = actions();
  const nothing = { count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" };
  const none = { n: 0, accept: nothing, revise: nothing, remove: nothing, add: nothing };
  const [lines, ...more] = draftTables([["Score", none]], { overall, acceptedTogether: nothing, reasons: { unclear: 0 } }, "");
  expect(more).toEqual([]);
  expect(lines?.rows[0]?.cells).toMatchObject(Array.from({ length: 4 }, () => ({ value: null, n: 0, why: { code: "no-units" } })));
  const tables = draftTables([], { overall, acceptedTogether, reasons: { "wrong-score": 6, unclear: 0, "made-up": 3 } }, "");
  const reasons = titled(tables, "Reasons for overruling the draft");
  expect(rows(reasons)).toEqual([["given"], ["wrong score", 6], ["made up", 3]]);
  // Each is one of the nine that were given.
  expect(nOf(reasons)).toEqual([[9], [9]]);
  const unknown = draftTables([], { overall, acceptedTogether: { ...nothing, count: 1 }, reasons: {} }, "");
  expect(titled(unknown, "Accepted with the rest of the draft, by one key").rows[0]?.cells[0]).toMatchObject({ why: { code: "no-units" } });
  expect(titled(drawn(), "What people did with the draft").columns.map(({ figure: of }) => of)).toEqual(Array(4).fill("action-share"));
});

test("times of one person are not repeated as everyone's, and missing ones say that nothing was timed", () => {
  const { Ada, Chloe } = report.time.perAnnotator;
  if (!Ada || !Chloe) throw new Error("the report has both");
  expect(timeTable({ perAnnotator: { Ada }, all: Ada }).rows.map(({ labels }) => labels)).toEqual([["Ada"]]);
  const [, none] = timeTable({ perAnnotator: { Ada, Chloe }, all: Ada }).rows;
  expect(none?.cells).toMatchObject([{ why: { code: "not-timed" } }, { why: { code: "not-timed" } }]);
});

test("adjudicated labels are set beside people and judges, and counted by which way they went", () => {
  const ways = { towards: { ...figure(0.5), count: 10 }, neither: { ...figure(0.3), count: 6 }, away: { ...figure(0.2), count: 4 } };
  const [agreed, direction, ...more] = adjudicatedTables(
    [{ label: "People", figures: { association: figure(0.81), error: figure(0.42) } }],
    [{ label: "Against the median", of: ways }],
    "7 units",
  );
  expect(more).toEqual([]);
  expect(agreed).toMatchObject({
    title: "Agreement with the adjudicated labels",
    about: "7 units",
    labels: ["Compared with the label"],
    n: "units",
  });
  expect(agreed && rows(agreed)).toEqual([
    ["Spearman", "mean absolute error"],
    ["People", 0.81, 0.42],
  ]);
  expect(agreed && figuresOf(agreed)).toEqual(["spearman", "mean-absolute-error"]);
  expect(direction).toMatchObject({ title: "Towards the judge or away from it", labels: ["Which way"], n: "units" });
  expect(direction && rows(direction)).toEqual([
    ["towards the judge", "neither", "away"],
    ["Against the median", 0.5, 0.3, 0.2],
  ]);
});

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
      altTest: { winningRate: 0.75, advantageProbability: 0.66, passed: true, epsilon: 0.2, n: 31, eligible: 3, why: null },
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
    about: "Accuracy as the score, epsilon 0.2, 3 eligible annotators",
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

test("a test that could not be made says why", () => {
  const own = judgeOf(ofLabels.withJudge);
  const untested = { ...own.altTest, winningRate: null, advantageProbability: null, why: "no-blind-ratings" };
  const figures = { ...ofLabels, withJudge: { "model-x": { ...own, altTest: untested } } };
  const cells = labelTables({ name: "Cause", figures, judge: "model-x", scores: given }).at(-1)?.rows[0]?.cells;
  expect(cells).toMatchObject([{ why: { code: "no-blind-ratings" } }, { why: { code: "no-blind-ratings" } }]);
});

test("scores are counted at each point of their scale by rater, then averaged", () => {
  const series = (name: string, mean: number | null, histogram: Record<string, number>) => ({
    ...{ name, mean, histogram, n: Object.values(histogram).reduce((sum, one) => sum + one, 0) },
  });
  const clear = prepareDistribution({ min: 1, max: 3 }, [series("people", 2.25, { "2": 3, "3": 1 }), series("model-x", 1, { "1": 2 })]);
  const true_ = prepareDistribution({ min: 0, max: 1 }, [series("Ada", null, { "1": 5 })]);
  const [spread, means, ...more] = distributionTables("How scores are spread", [
    { name: "Clear", distribution: clear },
    { name: "True", distribution: true_ },
  ]);
  expect(more).toEqual([]);
  expect(spread).toMatchObject({ title: "How scores are spread", labels: ["Criterion", "Score"], n: "ratings" });
  expect(spread && rows(spread)).toEqual([
    ["people", "model-x", "Ada"],
    ["Clear", "1", 0, 2, null],
    ["Clear", "2", 3, 0, null],
    ["Clear", "3", 1, 0, null],
    ["True", "0", null, null, 0],
    ["True", "1", null, null, 5],
  ]);
  expect(spread && nOf(spread)[0]).toEqual([4, 2, null]);
  expect(spread && new Set(figuresOf(spread))).toEqual(new Set(["score-count"]));
  expect(means).toMatchObject({ title: "Mean scores", labels: ["Criterion", "Rater"], n: "ratings" });
  expect(means && rows(means)).toEqual([["mean"], ["Clear", "people", 2.25], ["Clear", "model-x", 1]]);
  expect(means && nOf(means)).toEqual([[4], [2]]);
  expect(means && figuresOf(means)).toEqual(["mean-score"]);
  expect(distributionTables("Labels", [{ name: "True", distribution: true_ }])).toHaveLength(1);
});

test("systems without a judge have people's means only, and those of pairs their net wins", () => {
  const bySystem = systemRows(report, "model-x", null);
  expect(rows(systemTable(bySystem, null, false, ""))).toEqual([["people"], ["system one", 3.5], ["system two", null]]);
  expect(figuresOf(systemTable(bySystem, "model-x", false, ""))).toEqual(["mean-score", "mean-score", "signed-error"]);
  expect(figuresOf(systemTable(bySystem, "model-x", true, ""))).toEqual(["net-wins", "net-wins", "net-wins"]);
  const [share] = systemTable([], null, true, "").columns;
  expect([share?.format?.(0.14), systemTable([], null, false, "").columns[0]?.format?.(0.14)]).toEqual(["+0.14", "0.14"]);
});

test("checks list what was discarded and what a critique gained, each only where there was one", () => {
  const dropped = [
    { name: "model-x, run 1", entry: { judge: "model-x", runId: "r", variant: "plain" as const, dropped: 3, share: figure(0.15) } },
  ];
  const feedback = [
    {
      name: "model-x",
      entry: { judge: "model-x", runId: "r", criterion: "1. Clarity", meanBefore: 2.5, meanAfter: 3.25, gain: figure(0.75, [0.5, 1]) },
    },
  ];
  const [discarded, gained] = checkTables(dropped, feedback);
  expect(discarded).toMatchObject({ title: "Discarded drafts", labels: ["Judge"], n: "units" });
  expect(discarded && rows(discarded)).toEqual([["discarded"], ["model-x, run 1", 0.15]]);
  expect(gained).toMatchObject({ title: "Gain from the critique", labels: ["Judge", "Criterion"], n: "units" });
  expect(gained && rows(gained)).toEqual([
    ["before", "after", "gain"],
    ["model-x", "Clarity", 2.5, 3.25, 0.75],
  ]);
  expect(checkTables(dropped, []).map(({ title }) => title)).toEqual(["Discarded drafts"]);
  expect(checkTables([], feedback).map(({ title }) => title)).toEqual(["Gain from the critique"]);
});

test("a judge whose run was not swapped has no counts, and a rater without known answers no ties", () => {
  const swap = { ...judgeOf(pairs.swap), n: 0, consistent: { ...figure(null), why: "no-units", n: 0 } };
  expect(swapTable([{ rater: { name: "model-x" }, swap }]).rows[0]?.cells).toHaveLength(1);
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
