import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import { actedReport } from "@/lib/testing/acted-report";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { ChangePanel } from "./change-panel";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Truth", agreement: alphas(0.6) },
]);

type Scores = TaskReport["scores"];
function show(counts: Scores["change"][string][string], changeShares?: Scores["changeShares"]) {
  const none = { up: 0, down: 0, same: 0, changed: 0 };
  const [first, ...others] = base.criteria.map(({ name }) => name);
  const change = { "model-x": { [first as string]: counts, ...Object.fromEntries(others.map((name) => [name, none])) } };
  const report: TaskReport = { ...base, scores: { ...base.scores, change, changeShares } };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ChangePanel report={report} judge="model-x" />
    </QueryClientProvider>,
  );
}

test("a judge whose drafts nobody saw has a sentence in place of empty bars, and nothing to export", () => {
  show({ up: 0, down: 0, same: 0, changed: 0 });
  screen.getByText("Nobody has scored a unit with a draft of model-x in view.");
  expect(screen.queryByText("No rating to compare.")).toBeNull();
  expect(screen.queryByRole("button", { name: /Export/u })).toBeNull();
});

test.each([
  { up: 0, down: 0, same: 1, changed: 0 },
  { up: 1, down: 0, same: 0, changed: 1 },
])("one rating with its draft in view has a bar (%o)", (counts) => {
  show(counts);
  expect(screen.queryByText(/Nobody has scored/u)).toBeNull();
  screen.getByText("1 rating");
});

test.each([
  ["numbers", ["Clarity", "Truth"], ["Which way scores were changed"]],
  ["labels", ["Kind"], ["Which way scores were changed: labels"]],
  ["both sorts", ["Clarity", "Kind"], ["Which way scores were changed", "Which way scores were changed: labels"]],
])("%s have their bars and tables, and no others", async (_, names, titles) => {
  const report = { ...actedReport, criteria: actedReport.criteria.filter(({ name }) => names.includes(name)) };
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ChangePanel report={report} judge="model-x" />
    </QueryClientProvider>,
  );
  expect([...container.querySelectorAll("dt > span:first-child")].map(({ textContent }) => textContent)).toEqual(names);
  expect(container.querySelectorAll("dl")).toHaveLength(titles.length);
  expect(screen.queryByText(/^Nobody has scored/u)).toBeNull();
  await userEvent.setup().click(screen.getByText("Figures as a table"));
  expect((await screen.findAllByRole("table")).map((table) => table.querySelector("caption")?.textContent)).toEqual(titles);
});

test("each share has its interval beside it, or a sentence why it has none; reports of earlier versions have neither", () => {
  const counts = { up: 3, down: 1, same: 6, changed: 4 };
  const interval = { low: 0.11, high: 0.52, confidence: 0.95, method: "t", resamples: null, seed: null };
  const of = (count: number) => ({ count, share: count / 10, interval: null, intervalWhy: "being-computed" });
  const shares = { up: { ...of(3), interval, intervalWhy: null }, down: of(1), same: of(6), changed: of(4) };
  show(counts, { "model-x": { Clarity: shares } });
  const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent?.replaceAll("\u00a0", " "));
  expect(items()).toEqual(["10.0 % lower 1, no interval", "60.0 % the same 6, no interval", "30.0 % higher 3, 11–52 %"]);
  screen.getByText("Its interval is being computed.");
  cleanup();
  show(counts);
  expect(items()).toEqual(["10.0 % lower 1", "60.0 % the same 6", "30.0 % higher 3"]);
});
