import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import { fixtureEffect as effect, fixtureChapters } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { DraftEffectPanels, pullWords } from "./draft-effect-panels";
import { NextPanel } from "./next-panel";
import { RedundancyPanel } from "./redundancy-panel";

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }]);
const report: TaskReport = { ...base, chapters: fixtureChapters() };

it("shows what became of right and wrong drafts, all criteria first", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable(/What became of the drafts of model-x/u)).toEqual([
    {
      "": "All criteria",
      "anchoring index": "0.410.28 to 0.54",
      "wrong drafts kept": "43.0 %n = 36",
      "put right": "39.0 %",
      "changed, still wrong": "18.0 %",
      "right drafts kept": "53.0 %n = 61",
      "made wrong": "8.0 %",
    },
    expect.objectContaining({
      "": "Clarity",
      "anchoring index": "0.370.20 to 0.51",
      "wrong drafts kept": "45.0 %n = 18",
      "made wrong": "6.0 %",
    }),
  ]);
  screen.getByText("Scores given after their own first score. The draft pulled them: they are 41.0 % closer to it (28.0 % to 54.0 %).");
});

it("claims a pull only where its interval is above zero", () => {
  const words = (low: number, high: number) =>
    pullWords({ ...effect, index: { ...effect.index, pooled: figure(0.1, [low, high]) } }, "now");
  expect(words(-0.1, 0.3)).toMatch(/cannot be told yet\.$/u);
  expect(words(-0.3, -0.1)).toMatch(/further from the draft/u);
});

it("counts how first scores moved, from where and to where", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable("First and final scores, model-x")).toEqual([
    {
      "": "Clarity",
      "towards the draft": "5",
      stayed: "17",
      away: "1",
      "closer by, points": "+0.17+0.06 to +0.28n = 23",
      p: "0.031",
      moves: "2 → 3: 5, 3 → 2: 1",
    },
  ]);
});

it("names the definition where no first score is known, and what was left out", () => {
  render(<DraftEffectPanels report={report} />);
  expect(readTable(/Correction, scrutiny/u)).toEqual([
    {
      "": "model-x: all criteriadraft only, 55 scores; 4 without a majority left out",
      correction: "55.3 %n = 21",
      scrutiny: "62.0 %n = 20",
      subjectivity: "14.0 %n = 34",
      "outlier removed": "–not defined",
    },
  ]);
  screen.getByText("Nobody scored before seeing the draft.");
});

it("shows criteria that are scored alike, and what more work would buy", () => {
  render(<RedundancyPanel report={report} judge="model-x" />);
  expect(readTable("Criteria two by two")).toEqual([
    { "": "Clarity and Truth", "people’s means": "0.640.50 to 0.75n = 20", "model-x": "0.820.70 to 0.90" },
  ]);
  render(<NextPanel report={report} />);
  expect(readTable("Units for a wanted precision")).toEqual([
    { "": "Clarity", "alpha now": "0.700.60 to 0.80", "units now": "20", "±0.05": "80" },
  ]);
  expect(readTable("Samples to rate next")).toEqual([
    { "": "row-4", "chance at the first draw": "19.0 %", "more likely because": "judges differ" },
  ]);
  screen.getByText(/Drawn from 7 samples that fewer than two people have rated/u);
});
