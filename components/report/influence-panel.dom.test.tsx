import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Contrast, TaskReport } from "@/lib/domain/report";
import { alphas, figure, fixtureReport, meanAlphas } from "@/lib/testing/report-fixture";
import { InfluencePanel } from "./influence-panel";

const atEachLevel = (value: number | null) => ({
  ...{ nominal: figure(0.9), ordinal: figure(value, [0.01, 0.29]), interval: figure(0.91), ratio: figure(0.92) },
});
const contrast = (without: number, with_: number, difference: number): Contrast => ({
  ...{ with: figure(with_, [0.3, 0.6]), without: figure(without, [0.6, 0.9]), difference: figure(difference, [-0.5, -0.1]) },
});

const influence: NonNullable<TaskReport["influence"]> = {
  arms: [
    {
      ...{ arm: "blind", run: null, ratings: 1200, annotators: 5, medianSeconds: 55 },
      agreement: { perCriterion: { Clear: alphas(0.41, [0.3, 0.5]) }, meanOverCriteria: meanAlphas(0.44, [0.38, 0.5], 1, 1) },
    },
    {
      ...{ arm: "drafted", run: { id: "r", judge: "model-x" }, ratings: 800, annotators: 1, medianSeconds: 30 },
      agreement: { perCriterion: { Clear: alphas(0.57, [0.5, 0.6]) }, meanOverCriteria: meanAlphas(0.62, [0.58, 0.66], 1, 1) },
    },
  ],
  comparisons: [
    {
      ...{ with: 1, without: 0 },
      agreement: { perCriterion: { Clear: atEachLevel(0.16) }, meanOverCriteria: atEachLevel(0.18) },
      distance: { pooled: contrast(0.75, 0.44, -0.31), perCriterion: { Clear: contrast(0.71, 0.47, -0.24) } },
      seconds: { pooled: contrast(55, 30, -25), perCriterion: { Clear: contrast(58, 36, -22) } },
    },
  ],
};

test("agreement, distance and time are shown side by side: without the draft, with it, and as a difference", () => {
  render(<InfluencePanel report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence })} level="ordinal" />);
  expect(screen.getByRole("heading", { name: "With the draft and without it: model-x" })).toBeTruthy();
  expect(document.body.textContent).toContain("1,200 ratings blind by 5 people, 800 ratings with the draft by 1 person.");
  const cellsOf = (name: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map((cell) => cell.querySelector(".text-ink")?.textContent);
  expect(cellsOf("All criteria")).toEqual(["0.44", "0.62", "+0.18", "0.75", "0.44", "−0.31", "55\u00a0s", "30\u00a0s", "−25\u00a0s"]);
  expect(cellsOf("Clear")).toEqual(["0.41", "0.57", "+0.16", "0.71", "0.47", "−0.24", "58\u00a0s", "36\u00a0s", "−22\u00a0s"]);
});

test("where it is not known which draft was in view, the panel names no judge", () => {
  const arms = influence.arms.map((arm) => ({ ...arm, run: null }));
  render(
    <InfluencePanel
      report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }], { influence: { ...influence, arms } })}
      level="ordinal"
    />,
  );
  expect(screen.getByRole("heading", { name: "With a draft and without it" })).toBeTruthy();
});

test("work in one arm has no such panel", () => {
  const { container } = render(<InfluencePanel report={fixtureReport([{ name: "Clear", agreement: alphas(0.5) }])} level="ordinal" />);
  expect(container.textContent).toBe("");
});
