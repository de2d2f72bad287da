import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { type PlanProgress, planContent } from "@/lib/domain/study-plan";
import { PlannedPanel } from "./planned-panel";

afterEach(() => vi.unstubAllGlobals());

const runId = "00000000-0000-4000-8000-000000000002";

function shown(progress: PlanProgress, filter: FilterTexts = {}) {
  const content = planContent.parse({ overlap: 4, people: 15, shared: 20, arms: [{ arm: "drafted", runId }, { arm: "blind" }] });
  const plan = { id: "p", version: 1, status: "running", content, size: null, progress, seats: [], changes: [] };
  const draft = { ...plan, id: "d", version: 2, status: "draft", progress: null };
  vi.stubGlobal("fetch", async () => Response.json({ items: [draft, plan], people: [] }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlannedPanel report={{ taskId: "00000000-0000-4000-8000-000000000001", filter }} />
    </QueryClientProvider>,
  );
}

test("the report says what the study planned and what of it was reached, in each arm and for criteria that differ", async () => {
  shown({
    samples: 200,
    outside: { submitted: 0, before: 0 },
    arms: [
      {
        ...{ arm: "blind", runId: null, judge: null, planned: 390, submitted: 300, excluded: 7 },
        criteria: [
          { name: "Clarity", planned: 390, submitted: 300 },
          { name: "Truth", planned: 390, submitted: 300 },
          { name: null, planned: 55, submitted: 44 },
        ],
      },
      { arm: "drafted", runId, judge: "model-x", planned: 410, submitted: 312, excluded: 0, criteria: [] },
    ],
  });
  expect(await screen.findByRole("heading", { name: "Planned and reached" })).toBeTruthy();
  expect(screen.getAllByRole("heading")).toHaveLength(1);
  expect(
    screen.getByText("Planned 4 ratings for each of 200 samples, at least 20 by all 15 people; 612 of 800 submitted so far"),
  ).toBeTruthy();
  expect(screen.getByText(/Every rating scores 2 criteria: the counts hold for each\./u)).toBeTruthy();
  const rows = within(screen.getByRole("table", { name: "Planned and submitted ratings" })).getAllByRole("row");
  const cells = rows.slice(1).map((row) => Array.from(row.children, ({ textContent }) => textContent));
  expect(cells).toEqual([
    ["blind", "390", "300", "90", "7"],
    ["blind: criteria of single samples", "55", "44", "11", ""],
    ["drafted, model-x", "410", "312", "98", "0"],
  ]);
});

test("the report says how many of its ratings no study asked for, and how many of these are older than the study", async () => {
  const words = async (outside: PlanProgress["outside"], filter?: FilterTexts) => {
    const arm = { arm: "blind" as const, runId: null, judge: null, planned: 6, submitted: 4, excluded: 0, criteria: [] };
    shown({ samples: 3, outside, arms: [arm] }, filter);
    await screen.findByRole("heading", { name: "Planned and reached" });
    const text = screen.getByText(/^All ratings of the study/u).textContent;
    cleanup();
    return text;
  };
  expect(await words({ submitted: 0, before: 0 })).not.toMatch(/Besides/u);
  expect(await words({ submitted: 12, before: 12 })).toContain("12 ratings that no study asked for, from before it started.");
  expect(await words({ submitted: 12, before: 5 })).toContain("12 ratings that no study asked for, 5 of them from before it started.");
  expect(await words({ submitted: 1, before: 0 })).toContain("the report counts 1 rating that no study asked for. Repeats");
  expect(await words({ submitted: 12, before: 12 }, { arm: "blind" })).toContain(
    "Besides these, the report of the whole task counts 12 ratings that no study asked for",
  );
});
