import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { StudyQuality } from "@/lib/domain/study-quality";
import { QualityPanel } from "./quality-panel";

afterEach(() => vi.unstubAllGlobals());

const none = { value: null, why: "no-units", n: 0, interval: null, intervalWhy: "undefined-estimate" };
const of = (value: number, n: number) => ({ value, why: null, n, interval: null, intervalWhy: "too-few" });
const retest = { n: 0, exact: none, difference: none, correlation: none };
const pooled = { gold: of(0.5, 24), checks: 0, checksFailed: 0, caught: none, retest };

async function shown(quality: StudyQuality | null) {
  vi.stubGlobal("fetch", async () => Response.json(quality));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <QualityPanel taskId="00000000-0000-4000-8000-000000000001" />
    </QueryClientProvider>,
  );
}

test("the panel shows only what the study put among the work, person by person and over all", async () => {
  const person = { ...pooled, annotatorId: "a", label: "P1", gold: of(0.75, 12), drift: none, goldDrift: none };
  await shown({ planId: "p", version: 1, people: [person], pooled });
  const table = await screen.findByRole("table", { name: "Quality of each person's work" });
  const rows = within(table).getAllByRole("row");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Person", "known answers met", "change over time"]);
  expect(rows).toHaveLength(3);
  expect(within(table).getByRole("row", { name: /^P1 75\.0\s%, n 12/ })).toBeTruthy();
  expect(within(table).getByRole("row", { name: /^All 50\.0\s%, n 24/ })).toBeTruthy();
});

test("before anybody has submitted, the panel says so", async () => {
  await shown({ planId: "p", version: 1, people: [], pooled });
  expect(await screen.findByText("Nobody has submitted anything yet.")).toBeTruthy();
});
