import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ScoresOfJudge } from "@/lib/domain/report-scores";
import { fixtureChapters, fixtureScores } from "@/lib/testing/chapters-fixture";
import { readTable } from "@/lib/testing/read-table";
import { alphas, figure, fixtureReport } from "@/lib/testing/report-fixture";
import { ScoresPanels } from "./scores-panels";
import { FrozenContext } from "./task-context";

const names = ["Clarity", "Truth"];

/** The panels of a judge with these scores on each criterion. */
function shown(scores: Record<string, ScoresOfJudge>, judge = "model-x") {
  const report = {
    ...fixtureReport(names.map((name) => ({ name, agreement: alphas(0.7) }))),
    chapters: { ...fixtureChapters(), scores: { "model-x": scores } },
  };
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <FrozenContext value={null}>
        <ScoresPanels report={report} judge={judge} />
      </FrozenContext>
    </QueryClientProvider>,
  );
}

const panelOf = (title: string) => document.querySelector<HTMLElement>(`[data-panel="${title}"]`) ?? expect.unreachable(title);

test("systems are compared where there are two, and opposite signs are said of the criteria that have them", () => {
  const { systems } = fixtureScores;
  const alone = { ...fixtureScores, systems: { ...systems, rows: systems.rows.slice(0, 1) } };
  const { unmount } = shown({ Clarity: fixtureScores, Truth: alone });
  expect(readTable("Order of systems").map((row) => row[""])).toEqual(["Clarity"]);
  screen.getByText(/^n counts pairs of systems\. On Clarity correlations of judge and people .* have opposite signs/u);
  unmount();
  shown({ Clarity: { ...fixtureScores, systems: { ...systems, signsDiffer: false } }, Truth: fixtureScores });
  expect(readTable("Order of systems").map((row) => row[""])).toEqual(names);
  screen.getByText(/^n counts pairs of systems\. On Truth correlations/u);
});

test("a criterion that could not be recalibrated has no row, and a score without a calibrated one says why", () => {
  const { calibration } = fixtureScores;
  const none = { ...calibration, error: figure(null), steps: calibration.steps.slice(1) };
  shown({ Clarity: fixtureScores, Truth: { ...fixtureScores, calibration: none } });
  expect(readTable("Recalibration").map((row) => row[""])).toEqual(["Clarity"]);
  expect(readTable("Calibration").map((row) => row["recalibrated to"])).toEqual(["1.22", "1.86", "–not defined", "1.86"]);
  screen.getByText(/There are no ratings to compute it from/u);
});

test("why nothing is calibrated is said where that is because of a draft on one criterion, and of nothing else", () => {
  const { calibration } = fixtureScores;
  const because = (why: string): ScoresOfJudge => {
    const none = { ...figure(null), why, n: 0 };
    return { ...fixtureScores, calibration: { ...calibration, levels: [], error: none } };
  };
  const titles = ["What is a score of the judge worth?", "Would it help to recalibrate the judge?"];
  const { unmount } = shown({ Clarity: because("too-few"), Truth: because("no-blind-ratings") });
  for (const title of titles) within(panelOf(title)).getByText(/^People saw a draft before rating/u);
  unmount();
  shown({ Clarity: because("too-few"), Truth: because("too-few") });
  for (const title of titles) expect(screen.queryByRole("heading", { name: title })).toBeNull();
});

test("a judge without scores has no panel", () => {
  expect(shown({ Clarity: fixtureScores }, "model-y").container.textContent).toBe("");
});
