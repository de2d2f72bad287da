import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { DatedReport } from "@/lib/domain/report";
import type { ReportContext } from "@/lib/domain/report-context";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { planContent } from "@/lib/domain/study-plan";
import { fixtureChapters } from "@/lib/testing/chapters-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { DecisionsPanel } from "./decisions-panel";
import { ExpertPanel } from "./expert-panel";
import { FrozenReportsPanel } from "./frozen-reports-panel";
import { NextPanel } from "./next-panel";
import { PlannedPanel } from "./planned-panel";
import { ProposalsPanel } from "./proposals-panel";
import { provenanceOf } from "./provenance";
import { ProvenanceContext } from "./provenance-context";
import { FrozenContext } from "./task-context";
import { WarningsPanel } from "./warnings-panel";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rate = { count: 1, share: 0.25 };
const all = { accept: rate, revise: rate, remove: rate, add: rate, n: 4 };
const round = (number: number, judge: string | null): ReportContext["rounds"][number] => ({
  ...{ roundId: `r${number}`, number, judge, publishedVersion: null },
  figures: {
    ...{ experts: 2, criteria: 2, alpha: { value: 0.5, why: null, n: 4, low: 0.1, high: 0.9 }, consensus: null },
    byExperts: { all, general: all, taskSpecific: all, unstated: all },
  },
});
const likeness = { value: 0.6, why: null, n: 3 };
const run = (id: string, name: string): ReportContext["runs"][number] => ({
  ...{ id, kind: "criteria", variant: "plain", imported: false, model: "m", protocol: "direct", promptVersion: "1" },
  ...{ judge: { name }, parameters: {}, createdAt: "2026-01-02T00:00:00Z" },
  consistency: { cc: likeness, icc: likeness, basis: "lexical" },
});
const arm = { arm: "drafted" as const, runId: null, judge: null, planned: 9, submitted: 8, excluded: 0, criteria: [] };
const plan: ReportContext["plans"][number] = {
  ...{ id: "p", version: 1, status: "closed", changes: [] },
  content: planContent.parse({ overlap: 2, people: 3, seed: 31, arms: [{ arm: "blind" }] }),
  progress: { samples: 9, outside: { submitted: 0, before: 0 }, arms: [arm] },
};
const kept: ReportContext = {
  runs: [run("a", "gpt"), run("b", "Ann")],
  plans: [plan],
  rounds: [round(2, "gpt"), round(1, "Ann"), round(3, null)],
  decisions: { firstRatings: [], decisions: [{ about: "Study 1", what: "Starts", at: "2026-01-01T00:00:00Z", by: null }] },
};
const frozen = [
  { ...{ id: "f1", taskId: "t", task: "T", name: "Whole", hash: "a".repeat(64), frozenAt: "2026-01-02T00:00:00Z" }, filter: {} },
  {
    ...{ id: "f2", taskId: "t", task: "T", name: "Part", hash: "b".repeat(64), frozenAt: "2026-01-02T00:00:00Z" },
    filter: { arm: "blind" },
  },
].map((one) => ({ ...one, frozenBy: null }));

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
const reportOf = (filter: FilterTexts): DatedReport => ({
  ...base,
  computed: { at: "2026-01-30T00:00:00Z", current: true, newerRatings: 0, complete: true },
  ...{ taskId: "t", filter, arms: ["blind"], chapters: fixtureChapters(), warnings: [{ code: "rounded", message: "Rounded.", count: 3 }] },
});

/** A panel of a report that is narrowed like this, with what it asks the server for. */
function shown(filter: FilterTexts, panel: (report: DatedReport) => ReactElement, isFrozen: boolean | ReportContext = false): URL[] {
  const asked: URL[] = [];
  const report = reportOf(filter);
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address, "http://x");
    asked.push(url);
    if (url.pathname.endsWith("/decisions")) return Response.json(kept.decisions);
    if (url.pathname.endsWith("/frozen-reports")) return Response.json({ items: frozen });
    if (url.pathname.endsWith("/plans")) return Response.json({ items: kept.plans, people: [] });
    if (url.pathname.endsWith("/runs")) return Response.json({ items: kept.runs.slice(0, 1) });
    return Response.json({ items: kept.rounds.slice(0, 1) });
  });
  const from = provenanceOf(report, { level: "ordinal", computedAt: "2026-01-30T00:00:00Z", dataVersion: "v", software: "Redline 9" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={isFrozen === true ? kept : isFrozen || undefined}>
        <ProvenanceContext value={from}>{panel(report)}</ProvenanceContext>
      </FrozenContext>
    </QueryClientProvider>,
  );
  return asked;
}

const rows = async () =>
  [...(await screen.findByRole("table")).querySelectorAll("tbody tr")].map(
    (row) => row.querySelector("th")?.textContent?.match(/^Round \d|^[a-zA-Z]+( \(judge\))?(?=\d)/u)?.[0],
  );

const ofJudges = [
  ["what experts did", "criteria-rates", (report: DatedReport) => <ExpertPanel report={report} />],
  ["proposed criteria", "runs", (report: DatedReport) => <ProposalsPanel report={report} />],
] as const;

test.each(ofJudges)("%s: the server is asked for the judge that the report is narrowed to", async (_, list, panel) => {
  for (const [filter, judge] of [
    [{ judge: "gpt", arm: "blind" }, "gpt"],
    [{ arm: "blind" }, null],
  ] as const) {
    const asked = shown(filter, panel);
    await screen.findByRole("table");
    expect(asked.map(({ pathname, searchParams }) => [pathname, [...searchParams]])).toEqual([
      [`/api/v1/tasks/t/${list}`, judge === null ? [] : [["judge", judge]]],
    ]);
    cleanup();
  }
});

test.each([
  ["what experts did", ofJudges[0][2], [["Round 2"], ["Round 1"], ["Round 2", "Round 1", "Round 3"]]],
  ["proposed criteria", ofJudges[1][2], [["gpt"], ["Ann"], ["gpt", "Ann"]]],
] as const)(
  "%s: a frozen report shows the judge that it was narrowed to, also beside an annotator of its name",
  async (_, panel, expected) => {
    const found: unknown[] = [];
    for (const filter of [{ judge: "gpt" }, { judge: "Ann (judge)" }, {}]) {
      expect(shown(filter, panel, true)).toEqual([]);
      found.push(await rows());
      cleanup();
    }
    expect(found).toEqual(expected);
  },
);

test.each([
  ["what experts did", ofJudges[0][2], [["Round 1"], []]],
  ["proposed criteria", ofJudges[1][2], [["Ann"], ["Ann (judge)"]]],
] as const)(
  "%s: a frozen report keeps a judge apart from one that is named as it would be beside an annotator",
  async (_, panel, expected) => {
    const both = { ...kept, runs: [run("b", "Ann"), run("c", "Ann (judge)")], rounds: [round(1, "Ann")] };
    const found: unknown[] = [];
    for (const judge of ["Ann", "Ann (judge)"]) {
      shown({ judge }, panel, both);
      found.push(screen.queryByRole("table") === null ? [] : await rows());
      cleanup();
    }
    expect(found).toEqual(expected);
  },
);

test.each(ofJudges)("%s: other filters are said not to narrow it, while one is set", async (_, __, panel) => {
  const words = "It rests on no ratings: of what the report is narrowed to, only a judge narrows it.";
  for (const [filter, isSaid] of [
    [{}, false],
    [{ judge: "gpt" }, false],
    [{ subset: "s" }, true],
    [{ judge: "gpt", to: "2026-01-01" }, true],
  ] as const) {
    shown(filter, panel);
    await screen.findByRole("table");
    expect(document.body.textContent?.includes(words), JSON.stringify(filter)).toBe(isSaid);
    cleanup();
  }
});

/** The first row of the panel's CSV. */
async function exported(): Promise<Record<string, string>> {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `#${saved.push(blob as Blob)}`);
  fireEvent.click(await screen.findByRole("button", { name: /^Export / }));
  fireEvent.click(screen.getByRole("menuitem", { name: "CSV" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
  return parse<Record<string, string>>((await saved[0]?.text()) ?? "", { bom: true, columns: true })[0] ?? {};
}

test.each([
  ["what experts did", ofJudges[0][2], "Only judge gpt", "of what the report is narrowed to, only a judge narrows it."],
  ["proposed criteria", ofJudges[1][2], "Only judge gpt", "of what the report is narrowed to, only a judge narrows it."],
  ["studies", (report: DatedReport) => <PlannedPanel report={report} />, "", "All ratings of the study, however the report is narrowed."],
  [
    "decisions",
    (report: DatedReport) => <DecisionsPanel report={report} level="ordinal" />,
    "",
    "for the whole task, however the report is narrowed.",
  ],
  ["oddities", (report: DatedReport) => <WarningsPanel report={report} />, "", "Of the whole task, however the report is narrowed."],
] as const)("the file of %s claims no filter that narrowed nothing in it, and says so", async (_, panel, selection, notes) => {
  shown({ judge: "gpt", arm: "blind" }, panel);
  const row = await exported();
  expect([row.arms, row.selection]).toEqual(["", selection]);
  expect(row.notes).toContain(notes);
});

test("oddities are said to be of the whole task only where the report is narrowed", () => {
  shown({}, (report) => <WarningsPanel report={report} />);
  expect(document.body.textContent).not.toContain("however the report is narrowed");
});

test("frozen reports are listed whatever the report is narrowed to, and each says what it is narrowed to itself", async () => {
  for (const filter of [{}, { subset: "s" }]) {
    shown(filter, (report) => <FrozenReportsPanel projectId="p" report={report} />);
    await screen.findByRole("link", { name: "Part" });
    const said = screen.getAllByRole("listitem").map((item) => item.textContent?.match(/, only[^·]*/u)?.[0]);
    expect(said).toEqual([undefined, ", only arm blind "]);
    expect(document.body.textContent?.includes("All of the task, however this report is narrowed.")).toBe("subset" in filter);
    cleanup();
  }
});

test("samples to rate next are said to have ratings that are left out, where a filter leaves out some", () => {
  for (const [filter, isSaid] of [
    [{}, false],
    [{ system: "s" }, false],
    [{ annotator: "P1" }, true],
    [{ from: "2026-01-01" }, true],
    [{ arm: "blind" }, true],
  ] as const) {
    shown(filter, (report) => <NextPanel report={report} judge={null} />);
    expect(document.body.textContent?.includes("filters leave out do not count"), JSON.stringify(filter)).toBe(isSaid);
    cleanup();
  }
});
