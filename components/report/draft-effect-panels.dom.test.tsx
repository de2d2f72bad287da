import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaskReport } from "@/lib/domain/report";
import type { DraftEffect } from "@/lib/domain/report-draft-effect";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { DraftEffectPanels, pullWords } from "./draft-effect-panels";
import { NextPanel } from "./next-panel";
import { RedundancyPanel } from "./redundancy-panel";

const fates = (by: number, n: number) => ({
  n,
  kept: figure(0.43 + by, undefined, n),
  changedRight: figure(0.39 + by),
  changedWrong: figure(0.18 - by),
});
const effect: DraftEffect = {
  judge: "model-x",
  kind: "final",
  index: { pooled: figure(0.41, [0.28, 0.54]), perCriterion: { Clarity: figure(0.37, [0.2, 0.51]) } },
  drafts: {
    pooled: { right: fates(0.1, 61), wrong: fates(0, 36) },
    perCriterion: { Clarity: { right: fates(0.12, 31), wrong: fates(0.02, 18) } },
  },
  moves: {
    Clarity: {
      values: [2, 3],
      counts: [
        [8, 5],
        [1, 9],
      ],
      ...{ towards: 5, stayed: 17, away: 1, shift: figure(0.17, [0.06, 0.28], 23), p: 0.031 },
    },
  },
};
const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7, [0.6, 0.8]) }]);
const report: TaskReport = {
  ...base,
  chapters: {
    ...base.chapters,
    influence: {
      effects: [effect],
      behaviours: [
        {
          ...{ judge: "model-x", criterion: null, definition: "draft-only", n: 55, tied: 4 },
          ...{
            correction: figure(0.553, undefined, 21),
            scrutiny: figure(0.62, undefined, 20),
            subjectivity: figure(0.14, undefined, 34),
            outlierRemoved: null,
          },
        },
      ],
    },
    criteria: {
      pairs: [{ a: "Clarity", b: "Truth", people: figure(0.64, [0.5, 0.75], 20), judges: { "model-x": figure(0.82, [0.7, 0.9]) } }],
    },
    next: {
      precision: { Clarity: { figure: figure(0.7, [0.6, 0.8]), units: 20, needed: [{ half: 0.05, units: 80 }] } },
      samples: { waiting: 7, seed: 1, drawn: [{ id: "s1", externalId: "row-4", probability: 0.19, why: "judges-differ" }] },
    },
  },
};

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
