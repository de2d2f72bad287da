import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Adjudicated, Figure } from "@/lib/domain/report";
import { adjudicatedReport } from "@/lib/testing/rare-reports";
import { fixtureReport } from "@/lib/testing/report-fixture";
import { FigureLinks } from "../charts/figure-link";
import { AdjudicatedPanel } from "./adjudicated-panel";

const figure = (value: number, n: number): Figure => ({
  value,
  why: null,
  n,
  interval: { low: value - 0.1, high: value + 0.1, confidence: 0.95, method: "t", resamples: null, seed: null },
});
const share = (count: number) => ({ ...figure(count / 10, 10), count });
const adjudicated: Adjudicated = {
  units: 12,
  offered: { units: 90, meanRange: 0.8, meanRangeAdjudicated: 2.4 },
  judges: { Judge: { pooled: { association: figure(0.41, 12), error: figure(0.92, 12) }, perCriterion: {} } },
  people: { pooled: { association: figure(0.63, 12), error: figure(0.55, 12) }, perCriterion: {} },
  label: { towards: share(6), neither: share(3), away: share(1) },
  change: { towards: share(2), neither: share(8), away: share(0) },
};

test("nothing is shown while nothing is adjudicated", () => {
  const { container } = render(<AdjudicatedPanel report={fixtureReport([])} judge="Judge" />);
  expect(container.innerHTML).toBe("");
});

test("says how the units were chosen, and shows judge and people beside the labels and which way these went", () => {
  render(<AdjudicatedPanel report={fixtureReport([], { adjudicated })} judge="Judge" />);
  screen.getByText(
    /^12 units adjudicated\..*disputed units, not about all\..*lie 2\.40 points apart on average, of all 90 units.* 0\.80\./,
  );
  const cells = (name: RegExp) =>
    within(screen.getByRole("row", { name }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(cells(/^Judge/)).toEqual([expect.stringContaining("0.41"), expect.stringContaining("0.92"), "12"]);
  expect(cells(/^People/)).toEqual([expect.stringContaining("0.63"), expect.stringContaining("0.55"), "12"]);
  expect(cells(/median/)).toEqual([expect.stringMatching(/^660/), expect.stringMatching(/^330/), expect.stringMatching(/^110/)]);
});

const rowNames = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

test("criteria have rows of their own below each rater where there are several, and links and files name the rater too", () => {
  const { unmount } = render(
    <FigureLinks projectId="p" taskId="t" filter={{}}>
      <AdjudicatedPanel report={adjudicatedReport} judge="model-x" />
    </FigureLinks>,
  );
  const ways = ["Label against people's median or most frequent label10 units", "Final label against the first0 units"];
  expect(rowNames()).toEqual(["model-x", "Clarity", "Kind: share of other labels", "People's mean", "Clarity", ...ways]);
  const figures = screen
    .getAllByRole("link")
    .map((link) => new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("figure"));
  expect(figures.filter((name) => name?.includes("Clarity"))).toEqual(
    ["model-x: Clarity", "People's mean: Clarity"].flatMap((name) => [
      name,
      `correlation with the labels, ${name}`,
      `distance to the labels, ${name}`,
      name,
    ]),
  );
  // Where no label is beside a judge's score, nothing is counted.
  const shares = within(screen.getByRole("row", { name: /^Final label/u })).getAllByRole("cell");
  expect(shares.map(({ textContent }) => textContent?.slice(0, 1))).toEqual(["–", "–", "–"]);
  unmount();
  render(<AdjudicatedPanel report={{ ...adjudicatedReport, criteria: adjudicatedReport.criteria.slice(0, 1) }} judge="model-y" />);
  expect(rowNames()).toEqual(["People's mean", ...ways]);
});

test("how far people are apart is said only where both means are known", () => {
  for (const offered of [
    { units: 90, meanRange: null, meanRangeAdjudicated: 2.4 },
    { units: 90, meanRange: 0.8, meanRangeAdjudicated: null },
  ]) {
    const { container, unmount } = render(
      <AdjudicatedPanel report={fixtureReport([], { adjudicated: { ...adjudicated, offered } })} judge="Judge" />,
    );
    expect(container.textContent).toContain("not about all. The labels enter no other figure.");
    unmount();
  }
});
