import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { checks } from "@/lib/testing/judges-alone-fixture";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { ProtocolChecksPanel } from "./protocol-checks-panel";

const base = fixtureReport([{ name: "Clarity", agreement: alphas(0.7) }]);
const panel = (own: typeof checks) => {
  const raters = base.raters.map((rater) => (rater.name === "model-x" ? { ...rater, judgeKind: "metric" as const } : rater));
  return render(<ProtocolChecksPanel report={{ ...base, raters, checks: own }} />).container;
};

test("runs of one judge are numbered from the newest, with what sort of judge and of run they are", () => {
  panel(checks);
  const rows = (label: string) =>
    [...screen.getByRole("region", { name: label }).querySelectorAll("tbody tr")].map((row) =>
      [...row.children].map(({ textContent }) => textContent?.replaceAll("\u00a0", " ")),
    );
  expect(rows("Discarded drafts")).toEqual([
    ["model-x, 1metric", "12.5 %7.5 % to 20.0 %n = 40"],
    ["gone", "13.3 %note 1n = 30"],
    ["model-x, 2 (swapped)metric", "7.5 %2.5 % to 15.0 %n = 40"],
  ]);
  expect(rows("Gain from the critique")).toEqual([
    ["gone", "Truth", "2.25", "–", "–not definednote 2", "0"],
    ["model-x, 1metric", "Clarity", "3.25", "3.75", "+0.50+0.20 to +0.80", "21"],
    ["model-x, 2metric", "Clarity", "–", "3.50", "−0.25note 1", "17"],
  ]);
});

test("checks of one sort alone have their table alone, and without any there is no panel", () => {
  const shown = (own: Partial<typeof checks>) =>
    [...panel({ dropped: [], feedback: [], ...own }).querySelectorAll("h2, h3")].map(
      ({ textContent }) => textContent?.match(/^\w+ \w+/u)?.[0],
    );
  expect(shown({ dropped: checks.dropped })).toEqual(["Results of", "Discarded drafts"]);
  expect(shown({ feedback: checks.feedback })).toEqual(["Results of", "Scores before"]);
  expect(shown({})).toEqual([]);
});
