import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import type { Provenance } from "@/lib/paper/panel-table";
import { fixtureChapters, fixtureStanding, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { exportedFiles } from "@/lib/testing/exported-files";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { renumbered } from "@/lib/testing/renumbered";
import { alphas, figure, fixtureReport, fixtureStability } from "@/lib/testing/report-fixture";
import { Chapters, loadChapters } from "./chapters";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

// What the panels of all chapters export: each one's CSV, taken from its menu and read.

const from: Provenance = {
  ...{
    task: "T",
    arms: "blind; drafted",
    level: "chosen",
    selection: [],
    computedAt: "2026-02-03T00:10:00Z",
    dataVersion: "v",
    software: "S",
  },
};

const ceiling = { ...figure(0.87, [0.81, 0.93]), approximate: true as const };
const verdict = fixtureVerdict({ all: fixtureStanding(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]), ceiling });
const { figures: chapters, numbers } = renumbered({ ...fixtureChapters(), verdict: { Clarity: verdict } });
const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7123, [0.6123, 0.8123]), bias: figure(0.3123, [0.2, 0.4]) }]);
const second = { ...base.raters[3], id: "r5", name: "model-y" } as TaskReport["raters"][number];
// From beyond all numbers of the chapters: one that no panel shows must not be found as another.
const outside = renumbered(
  { correlation: base.correlation, time: base.time, onCommonUnits: base.scores.onCommonUnits, stability: fixtureStability },
  2000,
);
const report: TaskReport = {
  ...base,
  ...outside.figures,
  scores: { ...base.scores, onCommonUnits: outside.figures.onCommonUnits, stability: outside.figures.stability },
  raters: [...base.raters, second],
  chapters,
};

type Row = Record<
  "arms" | "level_of_measurement" | "table" | "measure" | "value" | "why_undefined" | "low" | "high" | "n" | "n_counts" | "about",
  string
> &
  Partial<Record<"Rater" | "Raters", string>>;

/** A busy machine takes long to render all chapters and to open forty menus. */
const minutes = 180_000;

const draw = (of: TaskReport, judge: string | null, level: "ordinal" | "interval") =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <ProvenanceContext value={from}>
          <Chapters report={of} open="all" level={level} judge={judge} scoring={judge} />
        </ProvenanceContext>
      </FrozenContext>
    </QueryClientProvider>,
  );

/** The rows of all panels' CSV files. */
async function exported(of: TaskReport, judge: string | null, level: "ordinal" | "interval" = "ordinal"): Promise<Row[]> {
  const { unmount } = draw(of, judge, level);
  const files = await exportedFiles();
  unmount();
  return files.flatMap((text) => parse<Row>(text, { bom: true, columns: true }));
}

/** The rows of a report whose figures all differ. */
let rowsOfScores: Row[] = [];
beforeAll(async () => {
  await loadChapters();
  rowsOfScores = await exported(report, "model-x");
}, minutes);

/** Measures that are words; every other value is a number, or missing with its reason. */
const words = new Set([
  ...[
    "verdict",
    "judge",
    "flags",
    "level of measurement",
    "what the change allows to say",
    "greatest correlation is",
    "replaces a person",
    "which is closer",
    "the paper’s word",
    "tested",
  ],
  ...["Clarity, letters", "conclusion", "definition", "more likely because", "does it help?"],
]);

test.each([
  ["scores", async () => rowsOfScores],
  ["pairs", () => exported(fixturePairReport(), "model-x")],
] as const)("%s: no exported figure is text, and every n says what it counts", async (_, read) => {
  const rows = await read();
  const texts = rows.filter(({ value }) => value !== "" && !Number.isFinite(Number(value)));
  expect([...new Set(texts.map(({ measure }) => measure))].filter((measure) => !words.has(measure))).toEqual([]);
  expect(rows.filter(({ value, why_undefined: why }) => value === "" && why === "")).toEqual([]);
  expect(
    rows.filter(({ n, n_counts: counts }) => Number(n) > 0 && counts === "").map(({ table, measure }) => `${table}: ${measure}`),
  ).toEqual([]);
});

/** What no panel shows as a figure. */
const unshown = [
  // Alpha at the levels that were not chosen, and what beside alpha only the JSON has.
  /^\.verdict\.Clarity\.(used|all)\.(agreement|judges\.model-x\.withJudge)\.(nominal|interval|ratio)\./u,
  /^\.verdict\.Clarity\.(used|all)\..*\.ordinal\.(units|inputs)$/u,
  /^\.verdict\.Clarity\.all\.(reaches|judges)\./u,
  /^\.verdict\.Clarity\.sharpened\.model-x\.(labelled|unlabelled)$/u,
  /^\.influence\.effects\.0\.drafts\..*\.(right|wrong)\.n$/u,
  /^\.influence\.effects\.0\.drafts\..*\.right\.changedRight\./u,
  // Said in sentences that are exported with the table.
  /^\.people\.perCriterion\.Clarity\.dropped$/u,
  /^\.next\.samples\.waiting$/u,
  // Said for each coefficient.
  /^\.correlation\.model-x\.(pooled|sampleMean|(systemLevel\.)?(perCriterion\.Clarity|meanOverCriteria))\.n$/u,
  // Groups are counted once for a row's three coefficients, and one criterion's means of systems are another view.
  /^\.correlation\..*\.(defined|total)Groups$/u,
  /^\.onCommonUnits\.model-x\..*\.perCriterion\./u,
  // Names its row.
  /^\.people\.perCriterion\.Clarity\.acceptable\..*\.people$/u,
];

test("every figure of the chapters, of correlations, times and means of systems is exported with all its digits", () => {
  const found = new Set(rowsOfScores.flatMap(({ value, low, high, n }) => [value, low, high, n]));
  const lost = [...numbers, ...outside.numbers].filter(
    ([path, number]) => !found.has(String(number)) && !unshown.some((known) => known.test(path)),
  );
  expect(lost.map(([path]) => path)).toEqual([]);
});

test("a greatest correlation that is approximate is exported as such", () => {
  const verdicts = rowsOfScores.filter(({ table }) => table === "Verdict for each criterion");
  const said = verdicts.filter(({ measure }) => measure.startsWith("greatest correlation")).map(({ measure, value }) => [measure, value]);
  expect(said).toEqual([
    ["greatest correlation", expect.stringMatching(/^0\.87/u)],
    ["greatest correlation is", "approximate"],
  ]);
});

test(
  "each figure says the arms that it is of, and its level of measurement",
  async () => {
    const mixed = { ...report, arms: ["blind", "drafted"] };
    const rows = await exported(mixed, "model-x", "interval");
    const armsOf = (panel: string) => [
      ...new Set(rows.filter(({ table }) => table === panel).map(({ measure, arms }) => `${measure}: ${arms}`)),
    ];
    expect(armsOf("Verdict for each criterion")).toEqual(
      expect.arrayContaining([
        "alpha without a draft: blind",
        "alpha of all ratings: blind; drafted",
        "gap: blind; drafted",
        "winning rate: blind",
      ]),
    );
    expect(armsOf("Agreement for each criterion")).toEqual(expect.arrayContaining(["alpha: blind", "scores changed: drafted"]));
    const undrafted = rows.filter(({ arms }) => arms === "blind").map(({ table }) => table);
    expect([...new Set(undrafted)]).toEqual(
      expect.arrayContaining([
        ...[
          "Reliability of people",
          "The judge by disagreement between people",
          "The judge in each person’s place",
          "Alternative-annotator test",
        ],
        ...[
          "Who is at least as close to the other people",
          "All judges on all criteria",
          "Differences between judges",
          "Limits of agreement",
        ],
        ...[
          "Differences by height: Clarity",
          "Where the judge and people meet: Clarity",
          "Use of the scale",
          "Calibration",
          "Recalibration",
        ],
        ...[
          "Order of systems",
          "Means of systems",
          "The judge against people: Clarity, systems",
          "The judge against people: Clarity, units",
        ],
        ...[
          "Length and own outputs",
          "Forms of outputs",
          "Halo",
          "Groups of samples",
          "Criteria two by two",
          "Units for a wanted precision",
        ],
        "Mean scores",
      ]),
    );
    const all = rows.filter(({ arms }) => arms === "blind; drafted").map(({ table }) => table);
    expect([...new Set(all)]).toEqual(
      expect.arrayContaining(["Annotators", "Ways of evaluating", "What people did with the draft", "Mean scores"]),
    );
    const levels = (panel: string) => new Set(rows.filter(({ table }) => table === panel).map(({ level_of_measurement: level }) => level));
    for (const panel of ["Verdict for each criterion", "Units for a wanted precision", "Annotators", "Judges asked again"])
      expect([panel, ...levels(panel)]).toEqual([panel, "ordinal"]);
  },
  minutes,
);

test(
  "what compares a judge with people on labels and pairs says that it is of blind ratings, people's own figures that they are of all",
  async () => {
    const arms = ["blind", "drafted"];
    const found = fixturePairs();
    const own = found.agreementWithAnnotators["model-x"] ?? expect.unreachable();
    const pairs = { ...found, agreementWithAnnotators: { "model-x": { ...own, basis: "without-draft" as const } } };
    const labelled = fixtureReport([{ name: "Cause", max: 2, labels: ["fire", "water"], agreement: alphas(0.5) }], { arms });
    const confusion = [
      [7, 2],
      [3, 5],
    ];
    const altTest = { winningRate: 0.6, advantageProbability: 0.7, passed: true, epsilon: 0.2, n: 17, eligible: 3, why: null };
    const withJudge = { basis: "without-draft" as const, rawAgreement: figure(0.71), kappa: figure(0.41), withoutMajority: 1 };
    const Cause = {
      labels: ["fire", "water"],
      annotators: { rawAgreement: figure(0.81), kappa: figure(0.61), perLabel: { fire: figure(0.51), water: figure(0.31) }, confusion },
      withJudge: { "model-x": { ...withJudge, confusion, altTest } },
    };
    const rows = [
      ...(await exported(fixturePairReport(pairs, { arms }), "model-x")),
      ...(await exported({ ...labelled, labels: { Cause } }, "model-x")),
    ];
    const armsOf = (...tables: string[]) => [
      ...new Set(
        rows
          .filter(({ table, value }) => tables.includes(table) && value !== "")
          .map((row) => `${row.Rater ?? row.Raters ?? ""}: ${row.arms}`),
      ),
    ];
    expect(armsOf("Whether the judge prefers what people prefer")).toEqual(["model-x: blind", "annotators, on all pairs: blind; drafted"]);
    expect(armsOf("Agreement with people by subset")).toEqual([": blind"]);
    expect(armsOf("People with each other")).toEqual([": blind; drafted"]);
    expect(armsOf("Agreement on Cause")).toEqual([
      "people among themselves (Fleiss' kappa): blind; drafted",
      "model-x and most people (Cohen's kappa): blind",
    ]);
    expect(armsOf("Labels given together: Cause", "Alternative-annotator test: Cause")).toEqual([": blind"]);
    expect(armsOf("How often each label was given: Cause")).toEqual([": blind; drafted"]);
  },
  minutes,
);

test(
  "a table that depends on the judge names it",
  async () => {
    const without = await exported(report, null);
    const textOf = (rows: readonly Row[], named: string) => JSON.stringify(rows.filter(({ table }) => table === named));
    const tables = [...new Set(rowsOfScores.map(({ table }) => table))];
    const ofJudge = tables.filter((table) => textOf(rowsOfScores, table) !== textOf(without, table));
    expect(ofJudge.length).toBeGreaterThan(15);
    expect(ofJudge.filter((table) => !textOf(rowsOfScores, table).includes("model-x"))).toEqual([]);
  },
  minutes,
);

const numbersIn = (text: string): string[] => text.match(/[−+]?\d[\d,]*(\.\d+)?/gu) ?? [];

test("every drawing is in a panel that has its numbers in a table", () => {
  draw(report, "model-x", "ordinal");
  const drawings = [...document.querySelectorAll("[data-panel] svg:not([aria-hidden])")];
  expect(drawings.length).toBeGreaterThan(3);
  const lost = drawings.flatMap((drawing) => {
    const panel = drawing.closest<HTMLElement>("[data-panel]");
    for (const behind of panel?.querySelectorAll("details") ?? []) {
      behind.open = true;
      fireEvent(behind, new Event("toggle"));
    }
    const said = [...drawing.querySelectorAll("title")]
      .map(({ textContent }) => textContent)
      .concat(drawing.getAttribute("aria-label") ?? "");
    const numbers = said.flatMap((text) => numbersIn(text.replaceAll(/model-\w+/gu, "")));
    // The number of a note is none of the cell's.
    const texts = [...(panel?.querySelectorAll("td, th") ?? [])].flatMap(({ childNodes }) =>
      [...childNodes].filter(({ nodeName }) => nodeName !== "SUP").map(({ textContent }) => textContent ?? ""),
    );
    const cells = new Set(texts.flatMap(numbersIn));
    return numbers.filter((number) => !cells.has(number)).map((number) => `${panel?.dataset.panel}: ${number}`);
  });
  expect(lost).toEqual([]);
});
