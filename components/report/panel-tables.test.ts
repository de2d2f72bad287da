import { expect, test } from "vitest";
import { countedIn, isFigure, type PanelTable } from "@/lib/paper/panel-table";
import { fixturePairs } from "@/lib/testing/pair-report-fixture";
import { judgeOf, tabledReport as report, rowsOf as rows } from "@/lib/testing/panel-tables";
import { criterionRows } from "./criterion-rows";
import { draftEntries } from "./draft-rows";
import { changeTable, correlationTable, systemTable } from "./judge-tables";
import { accuracyTable, interferenceTable, peopleTable, swapTable, sycophancyTable, togetherTable } from "./pair-tables";
import { actionTable, criterionTable, oddityTable, overrulingTables, timeTable } from "./people-tables";
import { systemRows } from "./system-rows";

const pairs = fixturePairs();
const drawn = (label: "Lines" | "Judge" = "Lines") => actionTable(draftEntries(report.actions, "model-x", "kind"), label, "By Ada");
const overruling = () => overrulingTables(judgeOf(report.actions), "By Ada");
const main = (changes: Partial<Parameters<typeof criterionTable>[0]> = {}) =>
  criterionTable({
    rows: criterionRows(report, "ordinal", "model-x"),
    summary: null,
    ...{ judge: "model-x", pairwise: false, changedLabel: "scores changed" },
    ...changes,
  });

/** Each table by its title, made in its test. */
const said: [title: string, make: () => PanelTable | undefined, about: string | undefined, labels: string[], n: string | undefined][] = [
  ["Agreement for each criterion", () => main(), "People, and the judge model-x", ["Criterion"], undefined],
  ["Agreement for each criterion", () => main({ judge: null }), "People", ["Criterion"], undefined],
  ["What people did with the draft", () => drawn(), "By Ada", ["Lines"], "lines"],
  ["What people did with the draft", () => drawn("Judge"), "By Ada", ["Judge"], "lines"],
  ["Accepted with the rest of the draft, by one key", () => overruling()[0], "By Ada", ["Lines"], "accepted lines"],
  ["Reasons for overruling the draft", () => overruling()[1], "By Ada", ["Reason"], "reasons"],
  [
    "How long it took",
    () => timeTable(report.time),
    "Median time per unit, and per sample if all its criteria are timed; in seconds where a file has plain numbers",
    ["Annotator"],
    undefined,
  ],
  ["Oddities in the data", () => oddityTable([]), "Kept as they are; what figures leave out is named here", ["Oddity"], undefined],
  [
    "Whether the judge orders things as people do",
    () => correlationTable([], "model-x"),
    "Correlation of model-x with people",
    ["Compared", "Of"],
    undefined,
  ],
  ["Which way", () => changeTable("Which way", "Each score", [], {}), "Each score", ["Criterion"], "ratings"],
  ["By system", () => systemTable([], "model-x", false, "Clarity"), "Clarity", ["System"], "units"],
  ["By system", () => systemTable([], "model-x", true, "Overall"), "Overall", ["System"], "pairs"],
  [
    "Who picks the better output",
    () => accuracyTable([], "how"),
    "Share of each rater’s pairs with a known better output on which it is preferred",
    ["Rater"],
    "pairs",
  ],
  ["Whether the judge prefers what people prefer", () => peopleTable([], pairs.betweenAnnotators), undefined, ["Rater"], "pairs"],
  [
    "People with each other",
    () => togetherTable(pairs),
    "Share of equal verdicts of two people; Fleiss' kappa of all annotators, Cohen's of every two",
    ["Annotators"],
    undefined,
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

test("where n counts several things, each figure says what it counts", () => {
  const counted = (table: PanelTable) =>
    Object.fromEntries(
      table.columns.flatMap((column) =>
        column.figure === undefined ? [] : [[column.head, countedIn(table, table.rows[0] ?? { labels: [], cells: [] }, column)]],
      ),
    );
  expect(counted(main())).toMatchObject({
    ...{ alpha: "ratings", "with judge": "ratings", "scores changed": "ratings" },
    ...{ "tau-b, judge and people": "units", "judge minus people": "units" },
  });
  expect(counted(timeTable(report.time))).toEqual({ "per unit": "ratings timed", "per sample": "samples timed, of each person" });
  const two = "every two verdicts on a pair";
  expect(counted(togetherTable(pairs))).toEqual({ "same verdict": two, "kappa of people": "pairs" });
  expect(counted(peopleTable([], pairs.betweenAnnotators))).toMatchObject({
    ...{ "as most people": "pairs", "as each person": two, "people as each other": two, kappa: "pairs" },
  });
});

test("scores that differ, systems and times are in their columns", () => {
  const change = changeTable("Which way", "Each score", [{ name: "Clarity", counts: { up: 3, down: 9, same: 48 } }], {
    ...{ down: "lower", same: "the same", up: "higher" },
  });
  expect(rows(change)).toEqual([
    ["lower", "the same", "higher"],
    ["Clarity", 9, 48, 3],
  ]);
  const [down, same, up] = [2, 0, 3].map((count) => ({ count, share: count / 5, interval: null, intervalWhy: "too-few" }));
  const shared = changeTable(
    "Which way",
    "Each score",
    [{ name: "Clarity", counts: { up: 3, down: 2, same: 0 }, shares: { down, same, up } }],
    {
      ...{ down: "lower", same: "the same", up: "higher" },
    },
  );
  expect(rows(shared)).toEqual([
    ["lower", "the same", "higher", "share lower", "share the same", "share higher"],
    ["Clarity", 2, 0, 3, 0.4, 0, 0.6],
  ]);
  const cells = shared.rows.flatMap((row) => row.cells).filter(isFigure);
  expect(cells.map(({ n, whyNoInterval }) => [n, whyNoInterval?.code])).toEqual([
    ...[0, 1, 2].map(() => [5, undefined]),
    ...[0, 1, 2].map(() => [5, "too-few"]),
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
