import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskReport } from "@/lib/domain/report";
import { alphas, fixtureReport } from "@/lib/testing/report-fixture";
import { ChangePanel } from "./change-panel";

const base = fixtureReport([
  { name: "Clarity", agreement: alphas(0.7) },
  { name: "Truth", agreement: alphas(0.6) },
]);

function show(counts: { up: number; down: number; same: number; changed: number }) {
  const none = { up: 0, down: 0, same: 0, changed: 0 };
  const [first, ...others] = base.criteria.map(({ name }) => name);
  const change = { "model-x": { [first as string]: counts, ...Object.fromEntries(others.map((name) => [name, none])) } };
  const report: TaskReport = { ...base, scores: { ...base.scores, change } };
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
