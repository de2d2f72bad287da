import { render, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { explanations } from "@/lib/domain/explanations";
import type { TaskReport } from "@/lib/domain/report";
import type { Provenance } from "@/lib/paper/panel-table";
import { fixturePairReport, fixturePairs } from "@/lib/testing/pair-report-fixture";
import { alphas, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { loadChapters } from "./chapters";
import { ProvenanceContext } from "./provenance-context";
import { TaskReportView } from "./task-report-view";

beforeAll(loadChapters);

// Which panels there are, what can be exported, and that each figure is explained, with no, few, degenerate and many data.

const provenance: Provenance = {
  ...{ task: "T", arms: "drafted", level: "ordinal", selection: [], computedAt: "2026-02-03T00:10:00Z", dataVersion: "v", software: "S" },
};
const criterion = (name: string, value: number | null) => ({
  name,
  agreement: alphas(value, value === null ? undefined : [value - 0.1, value + 0.05]),
});
const tiny = fixtureReport([criterion("Clarity", 0.71)]);
const none = alphas(null);
const states: Record<string, TaskReport> = {
  empty: {
    ...fixtureReport([criterion("Clarity", null)], {
      ...{ raters: [], correlation: {}, actions: {}, bias: {}, arms: [] },
      counts: { ...tiny.counts, annotators: 0, judges: 0, ratings: 0 },
      scores: { perCriterion: {}, change: {}, bySystem: {}, onCommonUnits: {}, ofMetrics: {} },
      time: { perAnnotator: {}, all: { medianUnitSeconds: null, medianSampleSeconds: null, unitsTimed: 0, samplesTimed: 0 } },
    }),
    agreement: {
      pooled: { why: null, annotators: none, withJudge: {} },
      meanOverCriteria: { annotators: meanAlphas(null, undefined, 0, 1), withJudge: {} },
      ...{ perCriterion: {}, pairs: [] },
    },
  },
  tiny,
  degenerate: fixtureReport([criterion("Clarity", null), criterion("Truth", null)]),
  large: fixtureReport(
    Array.from({ length: 24 }, (_, index) =>
      criterion(`Criterion ${index + 1} with a name that is as long as names get in practice`, 0.3 + index / 50),
    ),
    { warnings: Array.from({ length: 9 }, (_, index) => ({ code: `w${index}`, message: `Oddity ${index}`, count: index + 1 })) },
  ),
  pairs: fixturePairReport(),
  "pairs without answers": fixturePairReport(
    fixturePairs({ gold: { n: 0, ties: 0, leftOut: 0 }, agreementWithAnnotators: {}, swap: {}, interference: {}, sycophancy: {} }),
  ),
};

function show(report: TaskReport) {
  const judge = report.raters.find(({ kind }) => kind === "judge")?.name ?? null;
  render(
    <ProvenanceContext value={provenance}>
      <TaskReportView report={report} level={report.kind === "pairwise" ? "nominal" : "ordinal"} judge={judge} controls={null} />
    </ProvenanceContext>,
  );
  return [...document.querySelectorAll<HTMLElement>("[data-panel]")];
}

const always = [
  "Conclusion",
  "Agreement for each criterion",
  "Who agrees with whom",
  "How scores are spread",
  "By system",
  "How long it took",
];
const ofPairs = ["Who picks the better output?", "Does the judge prefer what people prefer?", "Does the order of the outputs matter?"];
/** What is exported in each state; a panel without figures says what to do instead. */
const exported: Record<string, string[]> = {
  empty: [],
  tiny: ["Agreement for each criterion", "Who agrees with whom", "How scores are spread", "By system", "How long it took"],
  degenerate: ["Agreement for each criterion", "Who agrees with whom", "How scores are spread"],
  large: ["Agreement for each criterion", "Who agrees with whom", "How scores are spread", "Oddities in the data"],
  pairs: ["Who picks the better output?", "Does the order of the outputs matter?", "By system"],
  "pairs without answers": ["Agreement for each criterion"],
};
const canExport = (panel: HTMLElement) => within(panel).queryByRole("button", { name: /^Export / }) !== null;

describe.each(Object.entries(states))("the report with %s data", (name, report) => {
  it("has its panels, each with its question and something to export or a sentence that says why there is nothing", () => {
    const panels = show(report);
    const titles = panels.map(({ dataset }) => dataset.panel ?? "");
    expect(new Set(titles).size).toBe(titles.length);
    const expected = report.kind === "pairwise" ? [...always, ...ofPairs] : always;
    expect(titles).toEqual(
      expect.arrayContaining(
        name === "pairs"
          ? expected.map((title) => title.replace("How scores are spread", "How often each output is preferred"))
          : name === "pairs without answers"
            ? ofPairs
            : expected,
      ),
    );
    expect(panels.filter(canExport).map(({ dataset }) => dataset.panel)).toEqual(expect.arrayContaining(exported[name] ?? []));
    for (const panel of panels) {
      expect(within(panel).getAllByRole("heading")[0]).toBeDefined();
      if (canExport(panel)) expect(panel.querySelector("[data-explains], details"), panel.dataset.panel).not.toBeNull();
      else expect(panel.querySelector("p"), panel.dataset.panel).not.toBeNull();
    }
  });

  it("shows no number that is not one", () => {
    show(report);
    expect(document.body.textContent).not.toMatch(/NaN|Infinity|\bnull\b|\[object/u);
    for (const element of document.querySelectorAll("[data-explains]"))
      expect(Object.keys(explanations)).toContain(element.getAttribute("data-explains"));
  });

  it("explains the figure of every numeric column", () => {
    show(report);
    const unexplained = [...document.querySelectorAll("[data-panel] thead th[scope=col].text-right:not(:first-child)")]
      .filter((head) => head.querySelector("[data-explains]") === null && head.textContent.trim() !== "")
      .map((head) => head.textContent.trim());
    expect(
      unexplained.filter((head) => !["n", "units", "criterion", "blind", "drafted", "first", "final", "difference"].includes(head)),
    ).toEqual([]);
  });
});
