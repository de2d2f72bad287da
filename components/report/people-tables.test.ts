import { expect, test } from "vitest";
import type { PanelTable } from "@/lib/paper/panel-table";
import { figuresOf, judgeOf, nOf, tabledReport as report, rowsOf as rows, valuesOf as values } from "@/lib/testing/panel-tables";
import { figure } from "@/lib/testing/report-fixture";
import { criterionRows, summaryRow } from "./criterion-rows";
import { draftEntries } from "./draft-rows";
import { actionTable, adjudicatedTables, criterionTable, oddityTable, overrulingTables, timeTable } from "./people-tables";

/** The table of this title. */
const titled = (tables: readonly PanelTable[], title: string): PanelTable =>
  tables.find((table) => table.title === title) ?? expect.unreachable(`no table ${title}`);
const actions = () => judgeOf(report.actions);
const drawn = () => actionTable(draftEntries(report.actions, "model-x", "kind"), "Lines", "By Ada");
const main = (changes: Partial<Parameters<typeof criterionTable>[0]> = {}) =>
  criterionTable({
    rows: criterionRows(report, "ordinal", "model-x"),
    summary: null,
    ...{ judge: "model-x", pairwise: false, changedLabel: "scores changed" },
    ...changes,
  });

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

test("actions are listed under what people did, and reasons with how often each was given", () => {
  const lines = drawn();
  const [together, reasons] = overrulingTables(actions(), "");
  expect(rows(lines).slice(0, 2)).toEqual([
    [..."accepted revised removed added".split(" "), "lines accepted", "lines revised", "lines removed", "lines added"],
    ["All lines", 75 / 96, 13 / 96, 6 / 96, 2 / 96, 75, 13, 6, 2],
  ]);
  expect(lines.rows[0]?.cells[0]).toMatchObject({ n: 96 });
  expect(together && rows(together)).toEqual([
    ["by one key", "lines by one key"],
    ["All accepted lines", 5 / 75, 5],
  ]);
  expect(together?.rows[0]?.cells[0]).toMatchObject({ n: 75, whyNoInterval: { code: "too-few" } });
  expect(reasons && rows(reasons)).toEqual([["given"], ["wrong score", 6], ["made up", 3]]);
});

test("oddities are counted under what they say, and rest on nothing that narrows the report", () => {
  const table = oddityTable([{ code: "x", message: "Approved but changed", count: 175 }]);
  expect(rows(table)).toEqual([["times"], ["Approved but changed", 175]]);
  expect(table.selection).toEqual([]);
});

test("in the main table criteria rest on their own arms and level, and columns of all ratings on theirs", () => {
  const [row] = criterionRows(report, "ordinal", "model-x");
  if (row === undefined) throw new Error("the report has criteria");
  const silent = { ...row, people: row.people && { ...row.people, n: 0 }, verdict: { ...row.verdict, unitsNeeded: 170 } };
  const table = main({
    rows: [{ ...row, arms: "blind", level: "nominal", name: "2. Clarity." }, silent, { ...row, people: undefined }],
    changedIn: "drafted",
  });
  expect(table.rows[0]).toMatchObject({ labels: ["Clarity"], arms: "blind", level: "nominal" });
  const summary = summaryRow(report, "ordinal", "model-x");
  const overall = main({ rows: [], summary: summary && { ...summary, arms: "blind" } }).rows;
  expect(overall.map(({ arms }) => arms)).toEqual(["blind", "blind"]);
  expect(table.columns.map(({ head, arms }) => [head, arms]).filter(([, arms]) => arms)).toEqual([["scores changed", "drafted"]]);
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

test("where nobody says how many scores changed, the main table and its summary have no column of them", () => {
  const table = main({ changedLabel: null, summary: summaryRow(report, "ordinal", "model-x") });
  expect(rows(table)).toEqual([
    ["alpha", "with judge", "tau-b, judge and people", "judge minus people", "verdict", "units that would tell", "judge"],
    ["Clarity", 0.8, 0.8230000000000001, 0.75, 0.65, "at least .667", null, "judge lenient"],
    ["Truth", null, null, 0.73, 0.05, "not defined", null, null],
    ["Mean over criteria (2 criteria)", 0.47, 0.49, null, null, null, null, null],
    ["All criteria pooled", 0.61, 0.63, null, null, null, null, null],
  ]);
});

test("actions without lines, lines accepted together and reasons are left out or say why they are missing", () => {
  const { overall, acceptedTogether } = actions();
  const nothing = { count: 0, share: null, interval: null, intervalWhy: "undefined-estimate" };
  const none = { n: 0, accept: nothing, revise: nothing, remove: nothing, add: nothing };
  expect(overrulingTables({ overall, acceptedTogether: nothing, reasons: { unclear: 0 } }, "")).toEqual([]);
  expect(actionTable([["Score", none]], "Lines", "").rows[0]?.cells).toMatchObject([
    ...Array.from({ length: 4 }, () => ({ value: null, n: 0, why: { code: "no-units" } })),
    ...Array.from({ length: 4 }, () => ({ value: 0, n: 0 })),
  ]);
  const tables = overrulingTables({ overall, acceptedTogether, reasons: { "wrong-score": 6, unclear: 0, "made-up": 3 } }, "");
  const reasons = titled(tables, "Reasons for overruling the draft");
  expect(rows(reasons)).toEqual([["given"], ["wrong score", 6], ["made up", 3]]);
  // Each is one of the nine that were given.
  expect(nOf(reasons)).toEqual([[9], [9]]);
  const { interval } = overall.accept;
  const reasonShares = {
    "own words": { count: 4, share: 0.8, interval, intervalWhy: null },
    unclear: { ...acceptedTogether, count: 1, share: 0.2 },
  };
  const shared = titled(
    overrulingTables({ overall, acceptedTogether, reasons: { unclear: 1 }, reasonShares }, ""),
    "Reasons for overruling the draft",
  );
  expect(rows(shared)).toEqual([
    ["given", "share"],
    ["in their own words", 4, 0.8],
    ["unclear", 1, 0.2],
  ]);
  expect(shared.rows.map(({ cells }) => cells[1])).toMatchObject([
    { n: 5, interval },
    { n: 5, whyNoInterval: { code: "too-few" } },
  ]);
  expect(figuresOf(shared)).toEqual(["reason-count", "reason-share"]);
  const unshared = overrulingTables({ overall, acceptedTogether, reasons: {}, reasonShares: { unclear: { ...nothing, count: 1 } } }, "");
  expect(titled(unshared, "Reasons for overruling the draft").rows[0]?.cells[1]).toMatchObject({ value: null, why: { code: "no-units" } });
  const unknown = overrulingTables({ overall, acceptedTogether: { ...nothing, count: 1 }, reasons: {} }, "");
  expect(titled(unknown, "Accepted with the rest of the draft, by one key").rows[0]?.cells[0]).toMatchObject({ why: { code: "no-units" } });
  expect(drawn().columns.map(({ figure: of }) => of)).toEqual([...Array(4).fill("action-share"), ...Array(4).fill("action-count")]);
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
    [{ name: "People", figures: { association: figure(0.81), error: figure(0.42) } }],
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
