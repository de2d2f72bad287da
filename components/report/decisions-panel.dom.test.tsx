import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Decision, TaskDecisions } from "@/lib/domain/decision";
import type { DatedReport, TaskReport } from "@/lib/domain/report";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { labelled } from "@/lib/testing/described-reports";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { DecisionsPanel } from "./decisions-panel";
import { provenanceOf } from "./provenance";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const on = (day: number) => `2026-01-${String(day).padStart(2, "0")}T08:00:00.000Z`;
const decided = (about: string, day: number | null, by: string | null = null): Decision => ({
  ...{ about, what: `What ${about} says`, by },
  at: day === null ? null : on(day),
});
const rated = (...ratings: [version: number, day: number][]) => ratings.map(([version, day]) => ({ version, at: on(day) }));

/** The panel's rows, cell by cell without the time's own form, and its description. */
async function shown(
  log: TaskDecisions | undefined,
  of: Partial<TaskReport> = {},
  { level = "ordinal" as "ordinal" | "interval", frozen = false, software = "Redline 9" as string | null } = {},
) {
  const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }], of);
  const report: DatedReport = { ...base, computed: { at: on(30), current: true, newerRatings: 0, complete: true } };
  const asked = vi.fn(async () => Response.json(log));
  vi.stubGlobal("fetch", asked);
  const from = provenanceOf(report, { level, computedAt: on(30), dataVersion: "v", software: software ?? "" });
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={frozen ? { runs: [], plans: [], rounds: [], ...(log && { decisions: log }) } : undefined}>
        <ProvenanceContext value={software === null ? null : from}>
          <DecisionsPanel report={report} level={level} />
        </ProvenanceContext>
      </FrozenContext>
    </QueryClientProvider>,
  );
  const heading = await screen.findByRole("heading", { name: "Decided before or after seeing the data" });
  const table = screen.queryByRole("table", { name: "Decisions" });
  const cells = [...(table?.querySelectorAll("tbody tr") ?? [])].map((row) =>
    Array.from(row.children, (cell) => cell.querySelector("time")?.dateTime ?? cell.textContent ?? ""),
  );
  const heads = within(table ?? document.body)
    .queryAllByRole("columnheader")
    .map(({ textContent }) => textContent);
  const strong = [...(table?.querySelectorAll("strong") ?? [])].map(({ textContent }) => textContent);
  const text = heading.closest("[data-panel]")?.textContent ?? "";
  return { cells, heads, strong, text, asked, unmount };
}

/** Those that somebody decided, by what they are about. */
const whenOf = ({ cells }: { cells: string[][] }) =>
  Object.fromEntries(cells.filter((row) => !row.at(-1)?.startsWith("fixed")).map((row) => [row[0], row.at(-1)]));

test("each decision says whether ratings could be seen by then, and those made after the first one stand out and are counted", async () => {
  const found = await shown({
    firstRatings: rated([2, 10]),
    decisions: [
      decided("Criteria set 1", null),
      decided("Study 1", 9, "Rita"),
      decided("Exclusion of P7", 11, "Sam"),
      decided("Judge gpt", 10),
    ],
  });
  expect(found.heads).toEqual(["Decision", "what", "decided", "by", "before or after the first rating"]);
  expect(found.cells.slice(-4)).toEqual([
    ["Criteria set 1", "What Criteria set 1 says", "", "", "not recorded"],
    ["Study 1", "What Study 1 says", on(9), "Rita", "before"],
    ["Exclusion of P7", "What Exclusion of P7 says", on(11), "Sam", "after"],
    ["Judge gpt", "What Judge gpt says", on(10), "", "after"],
  ]);
  expect(document.querySelectorAll("time")).toHaveLength(3);
  expect(found.strong).toEqual(["after", "after"]);
  expect(found.text).toContain("2 of 3 decisions with a known time came after the first rating, of 2026-01-10; 1 has no recorded time");
});

test.each<[when: string, days: (number | null)[], of: Partial<TaskReport>, said: string]>([
  [
    "some are before and others not known",
    [3, 4, null, null, null],
    {},
    "None of 2 decisions with a known time came after the first rating, of 2026-01-10; 3 have no recorded time",
  ],
  [
    "one is known, of a reader's choice",
    [null],
    { filter: { arm: "blind" } },
    "1 of 1 decision with a known time came after the first rating, of 2026-01-10; 1 has no recorded time",
  ],
  ["none is known", [null, null], {}, "No decision has a known time to set beside the first rating, of 2026-01-10"],
  ["all are known", [3, 11], {}, "1 of 2 decisions with a known time came after the first rating, of 2026-01-10Export"],
])("where %s, the headline counts those whose time is known, without the program's own rules", async (_, days, of, said) => {
  const decisions = days.map((day, index) => decided(`Decision ${index}`, day));
  const { text } = await shown({ firstRatings: rated([1, 10]), decisions }, of);
  expect(text).toContain(said);
});

test("what was decided between ratings under other criteria and the first under the report's own says so", async () => {
  const log = {
    firstRatings: rated([1, 5], [3, 20]),
    decisions: [decided("Early", 4), decided("Between", 12), decided("Late", 21)],
  };
  const between = "after ratings under other criteria, before the first under criteria set 3";
  const newest = await shown(log);
  expect(whenOf(newest)).toEqual({ Early: "before", Between: between, Late: "after" });
  expect(newest.text).toContain("came after the first rating, of 2026-01-05");
  newest.unmount();
  const unrated = await shown({ ...log, firstRatings: log.firstRatings.toReversed() }, { filter: { criteriaSet: "2" } });
  const other = between.replace("3", "2");
  expect(whenOf(unrated)).toMatchObject({ Early: "before", Between: other, Late: other });
  expect(unrated.strong).toHaveLength(3);
  expect(unrated.text).toContain("3 of 4 decisions with a known time came after the first rating, of 2026-01-05");
  unrated.unmount();
  const older = await shown(log, { filter: { criteriaSet: "1" } });
  expect(whenOf(older)).toEqual({
    ...{ Early: "before", Between: "after", Late: "after" },
    "Narrowed to": "after: chosen for this report",
  });
});

test("the program's own rules are fixed, with the thresholds and the epsilon that its figures have", async () => {
  const chapters = fixtureChapters();
  const { cells, text, unmount } = await shown({ firstRatings: [], decisions: [decided("Study 1", 3)] }, { chapters });
  const rules = cells.filter((row) => row.at(-1) === "fixed by Redline 9").map(([about, what]) => [about, what]);
  const [epsilon] = Object.values(chapters.verdict).flatMap(({ altTest }) => Object.values(altTest).map((one) => one.epsilon));
  expect(epsilon).toBeGreaterThan(0);
  expect(rules).toEqual([
    ["Thresholds of alpha", "No conclusion below .667, reliable from .800"],
    ["Alternative-annotator test", `Epsilon ${epsilon}, half of the people; Benjamini and Yekutieli’s correction over people`],
    ["Several tests at once", expect.stringMatching(/^Holm over .*; Benjamini and Hochberg over /u)],
    ["Level of measurement", "ordinal, as fits the scales"],
  ]);
  expect(cells.at(-1)?.at(-1)).toBe("before any rating");
  expect(text).toContain("Nobody has rated yet");
  unmount();
  const planned = { ...decided("Study 1", 3), what: `Started: 3 ratings; epsilon ${epsilon}; seed 7` };
  const stated = await shown({ firstRatings: [], decisions: [planned, decided("Study 2", 4)] }, { chapters });
  const row = stated.cells.find(([about]) => about === "Alternative-annotator test");
  expect(row?.[1]).toMatch(/^The study’s epsilon, half of the people;/u);
  // Its planner chose it, perhaps after seeing ratings.
  expect(row?.at(-1)).toBe("epsilon with the study, the rest fixed by Redline 9");
});

test("tests on labels have a rule for each epsilon, and the rules are the program's under its own name where it has no other", async () => {
  const { labels } = labelled(0.5, 0.4, [0.7, 0.8]);
  const { cells } = await shown({ firstRatings: [], decisions: [] }, { labels }, { software: null });
  expect(cells.filter(([about]) => about === "Alternative-annotator test").map(([, what, , when]) => [what?.split(",")[0], when])).toEqual([
    ["Epsilon 0.2", "fixed by Redline"],
    ["Epsilon 0.1", "fixed by Redline"],
  ]);
});

test("before anybody has rated, what a reader chooses is not after the data, and excluded people are named only where their work is included", async () => {
  const people = [{ id: "x", name: "P7", reason: "Too fast." }];
  for (const excluded of [
    { people, shown: "without" },
    { people: [], shown: "with" },
  ]) {
    const { cells, strong, unmount } = await shown(
      { firstRatings: [], decisions: [] },
      { filter: { arm: "blind" }, excluded: excluded as TaskReport["excluded"] },
      { level: "interval" },
    );
    // The level of measurement is a choice here, so that no rule has it too.
    expect(cells.filter(([about]) => !["Thresholds of alpha", "Several tests at once"].includes(about ?? ""))).toEqual([
      ["Level of measurement", "interval, not ordinal", "", "chosen for this report"],
      ["Narrowed to", "arm blind", "", "chosen for this report"],
    ]);
    expect(strong).toEqual([]);
    unmount();
  }
});

test("what a reader chooses for the report is a decision made after the data", async () => {
  const people = [{ id: "x", name: "P7", reason: "Too fast." }];
  const { cells } = await shown(
    { firstRatings: rated([1, 5]), decisions: [] },
    { filter: { arm: "blind", judge: "gpt" }, excluded: { people, shown: "with" } as TaskReport["excluded"] },
    { level: "interval" },
  );
  expect(cells.slice(-3).map(([about, what, , when]) => [about, what, when])).toEqual([
    ["Level of measurement", "interval, not ordinal", "after: chosen for this report"],
    ["Narrowed to", "judge gpt, arm blind", "after: chosen for this report"],
    ["Excluded people", "Their work is included", "after: chosen for this report"],
  ]);
});

test("a frozen report shows what it keeps and asks for nothing, has no column for people it does not name, and says where it keeps none", async () => {
  const log = { firstRatings: rated([1, 5]), decisions: [decided("Exclusion of P7", 6)] };
  const kept = await shown(log, {}, { frozen: true });
  expect(kept.asked).not.toHaveBeenCalled();
  expect(kept.heads).toEqual(["Decision", "what", "decided", "before or after the first rating"]);
  expect(kept.cells.at(-1)).toEqual(["Exclusion of P7", "What Exclusion of P7 says", on(6), "after"]);
  kept.unmount();
  const older = await shown(undefined, {}, { frozen: true });
  expect([older.cells, older.text]).toEqual([[], expect.stringContaining("frozen by a version that did not keep them")]);
  expect(older.text).toContain("What the figures rest on, and when it was decided");
});

test("its files have every decision with its time", async () => {
  const { cells } = await shown({ firstRatings: rated([1, 5]), decisions: [decided("Study 1", 6, "Rita")] });
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${saved.push(blob as Blob)}`);
  fireEvent.click(document.querySelector('button[aria-label^="Export "]') as Element);
  const item = [...document.querySelectorAll('[role="menuitem"]')].find(({ textContent }) => textContent === "CSV");
  fireEvent.click(item as Element);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const rows = parse<Record<string, string>>(await (saved[0] as Blob).text(), { bom: true, columns: true });
  const own = rows.filter((row) => Object.values(row).includes("Study 1"));
  expect(own.map(({ measure, value }) => [measure, value])).toEqual([
    ["what", "What Study 1 says"],
    ["decided", on(6)],
    ["by", "Rita"],
    ["before or after the first rating", "after"],
  ]);
  expect(rows.filter(({ measure }) => measure === "what")).toHaveLength(cells.length);
});
