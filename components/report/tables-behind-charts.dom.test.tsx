import { readdirSync, readFileSync } from "node:fs";
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { fullReport } from "@/lib/testing/described-reports";
import { FigureLinks } from "../charts/figure-link";
import { Chapters, loadChapters } from "./chapters";

beforeAll(loadChapters);
afterEach(() => vi.unstubAllGlobals());

/** Files of drawings, each with the kind of chart that it names itself. */
const drawingsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsx") && !name.includes(".test."))
    .map((name) => ({ name, kind: /data-chart="([\w-]+)"/u.exec(readFileSync(`${folder}/${name}`, "utf8"))?.[1] }));

/** Whether the Tab key stops at an element, which neither it nor anything around it is hidden. */
function isReached(element: HTMLElement): boolean {
  if (element.closest("[inert], [hidden], [aria-hidden=true]") !== null) return false;
  element.focus();
  return document.activeElement === element && element.getAttribute("tabindex") !== "-1";
}

const hasFigures = (region: Element | null) => region !== null && region.querySelector("tbody td, dd") !== null;

/** Panels that show a table of what they draw at all times. */
const withOwnTable = ["Could the judge replace a person?", "Right drafts, wrong drafts: model-x"];

/**
 * Whether the keyboard reaches the figures that a chart draws: the table, or the entry of a list of figures, that it is in, the table beside it, or the
 * one that opens below it.
 */
async function isReadByKeyboard(chart: Element): Promise<boolean> {
  const panel = chart.closest("[data-panel]");
  if (hasFigures(chart.closest("table, li"))) return true;
  const summary = [...(panel?.querySelectorAll<HTMLElement>("summary") ?? [])].find(
    ({ textContent }) => textContent === "Figures as a table",
  );
  if (summary === undefined) {
    if (!withOwnTable.includes(panel?.getAttribute("data-panel") ?? "")) return false;
    const beside = [...(panel?.querySelectorAll<HTMLElement>("section:has(table)") ?? [])];
    return beside.some((region) => isReached(region) && hasFigures(region));
  }
  if (!isReached(summary)) return false;
  // A browser opens it by Enter, as a journey does; here it is clicked instead.
  if (!summary.closest("details")?.open) await userEvent.click(summary);
  return [...(panel?.querySelectorAll<HTMLElement>('[aria-label$=", as a table"]') ?? [])].some(
    (region) => isReached(region) && hasFigures(region),
  );
}

test("the keyboard reaches the figures of every chart, of every kind, in a table", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FigureLinks projectId="p" taskId="t" filter={{}}>
        <Chapters
          {...{ report: { ...fullReport, chapters: fixtureChapters() }, open: "all", valuesFor: null, endings: {} }}
          {...{ level: "ordinal", judge: "model-x", scoring: "model-x" }}
        />
      </FigureLinks>
    </QueryClientProvider>,
  );
  const charts = [...document.querySelectorAll<HTMLElement>("[data-panel] [data-chart]")];
  const kinds = ["components/charts", "components/report"].flatMap(drawingsIn).flatMap(({ kind }) => kind ?? []);
  expect([...new Set(charts.map(({ dataset }) => dataset.chart))].sort()).toEqual(kinds.sort());
  const lost: string[] = [];
  for (const chart of charts)
    if (!(await isReadByKeyboard(chart))) lost.push(`${chart.closest("[data-panel]")?.getAttribute("data-panel")}: ${chart.dataset.chart}`);
  expect([...new Set(lost)]).toEqual([]);
});

test("every drawing of the report says which kind of chart it is", () => {
  const unnamed = drawingsIn("components/charts").filter(({ kind }) => kind === undefined);
  // Curves are drawn in the planner of studies; a link draws nothing.
  expect(unnamed.map(({ name }) => name)).toEqual(["curves.tsx", "figure-link.tsx"]);
});
