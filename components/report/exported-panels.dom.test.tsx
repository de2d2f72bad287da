import { fireEvent, render, screen } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test, vi } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import type { Provenance } from "@/lib/paper/panel-table";
import { fixtureChapters, fixtureStanding, fixtureVerdict } from "@/lib/testing/chapters-fixture";
import { fixturePairReport } from "@/lib/testing/pair-report-fixture";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { Chapters, loadChapters } from "./chapters";
import { ProvenanceContext } from "./provenance-context";

// What the panels of all chapters export: each one's CSV, taken from its menu and read.

const from: Provenance = {
  ...{ task: "T", arms: "all arms", level: "chosen", selection: [], computedAt: "2026-02-03T00:10:00Z", dataVersion: "v", software: "S" },
};

/** Whole numbers of the report; all others are measured. */
const wholes = /\.(n|units|ratings|longestRun|eligible|towards|stayed|away|runs|tied|raters|dropped|farApart|counts\.\d+\.\d+)$/u;
/** What names other figures rather than being one. */
const names = /\.(seed|resamples|confidence|epsilon|half|level|values\.\d+)$/u;

/** The same chapters with a number of its own, of many digits, in every place; whole ones above a thousand, which text would group. */
function renumbered(chapters: TaskReport["chapters"]) {
  const numbers = new Map<string, number>();
  const walked = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, place) => walked(one, `${path}.${place}`));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walked(one, `${path}.${key}`)]));
    if (typeof value !== "number" || names.test(path)) return value;
    const own = wholes.test(path) ? 1001 + 7 * numbers.size : value + (numbers.size + 1) * 1.0300001e-6;
    numbers.set(path, own);
    return own;
  };
  return { chapters: walked(chapters, "") as TaskReport["chapters"], numbers };
}

const verdict = fixtureVerdict({ all: fixtureStanding(0.11, 0.16), gap: figure(0.109, [0.06, 0.15]) });
const { chapters, numbers } = renumbered({ ...fixtureChapters(), verdict: { Clarity: verdict } });
const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7123, [0.6123, 0.8123]), bias: figure(0.3123, [0.2, 0.4]) }]);
const second = { ...base.raters[3], id: "r5", name: "model-y" } as TaskReport["raters"][number];
const report: TaskReport = { ...base, raters: [...base.raters, second], chapters };

type Row = Record<"table" | "measure" | "value" | "why_undefined" | "low" | "high" | "n" | "n_counts" | "about", string>;

/** The rows of all panels' CSV files. */
async function exported(of: TaskReport, judge: string | null): Promise<Row[]> {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${saved.push(blob as Blob)}`);
  const { unmount } = render(
    <ProvenanceContext value={from}>
      <Chapters report={of} open="all" level="ordinal" judge={judge} scoring={judge} anchored={false} />
    </ProvenanceContext>,
  );
  const menus = screen.getAllByText("Export");
  for (const [place, menu] of menus.entries()) {
    fireEvent.click(menu);
    fireEvent.click(screen.getByText("CSV"));
    await vi.waitFor(() => expect(saved).toHaveLength(place + 1), { timeout: 20_000 });
  }
  unmount();
  vi.restoreAllMocks();
  const files = await Promise.all(saved.map((blob) => blob.text()));
  return files.flatMap((text) => parse<Row>(text, { bom: true, columns: true }));
}

/** Of a report whose figures all differ. */
let rowsOfScores: Row[] = [];
beforeAll(async () => {
  await loadChapters();
  rowsOfScores = await exported(report, "model-x");
}, 60_000);

/** Measures that are words; every other value is a number, or missing with its reason. */
const words = new Set([
  ...[
    "verdict",
    "judge",
    "flags",
    "level of measurement",
    "what the change allows to say",
    "replaces a person",
    "which is closer",
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
  /^\.verdict\.Clarity\.sharpened\.model-x\.(labelled|unlabelled|lambda)$/u,
  /^\.influence\.effects\.0\.drafts\..*\.(right|wrong)\.n$/u,
  /^\.influence\.effects\.0\.drafts\..*\.right\.changedRight\./u,
  // Said in sentences that are exported with the table.
  /^\.people\.perCriterion\.Clarity\.dropped$/u,
  /^\.next\.samples\.waiting$/u,
];

test("every figure of the chapters is exported with all its digits", () => {
  const found = new Set(rowsOfScores.flatMap(({ value, low, high, n }) => [value, low, high, n]));
  const lost = [...numbers].filter(([path, number]) => !found.has(String(number)) && !unshown.some((known) => known.test(path)));
  expect(lost.map(([path]) => path)).toEqual([]);
});

test("a table that depends on the judge names it", async () => {
  const without = await exported(report, null);
  const textOf = (rows: readonly Row[], named: string) => JSON.stringify(rows.filter(({ table }) => table === named));
  const tables = [...new Set(rowsOfScores.map(({ table }) => table))];
  const ofJudge = tables.filter((table) => textOf(rowsOfScores, table) !== textOf(without, table));
  expect(ofJudge.length).toBeGreaterThan(15);
  expect(ofJudge.filter((table) => !textOf(rowsOfScores, table).includes("model-x"))).toEqual([]);
});

const numbersIn = (text: string): string[] => text.match(/[−+]?\d[\d,]*(\.\d+)?/gu) ?? [];

test("every drawing is in a panel that has its numbers in a table", () => {
  render(
    <ProvenanceContext value={from}>
      <Chapters report={report} open="all" level="ordinal" judge="model-x" scoring="model-x" anchored={false} />
    </ProvenanceContext>,
  );
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
