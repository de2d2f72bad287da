import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { ReportFilterBar } from "./report-filter-bar";

afterEach(() => {
  vi.unstubAllGlobals();
});

const none = { systems: [], subsets: [], imports: [], arms: [], criteria: [], judges: [], annotators: [] };

function show(narrowing: FilterTexts, criteriaSets: { version: number; isReported: boolean }[] = []) {
  vi.stubGlobal("fetch", async () => Response.json({ ...none, criteriaSets }));
  const onNarrow = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReportFilterBar taskId="t" narrowing={narrowing} onNarrow={onNarrow} />
    </QueryClientProvider>,
  );
  return onNarrow;
}

test("one line says how many filters are on and what they leave, and unfolds them", async () => {
  show({ arm: "blind", finished: "true" });
  const line = screen.getByRole("button", { name: "Filters: 2 arm blind, finished samples only", expanded: false });
  const choices = document.getElementById(line.getAttribute("aria-controls") ?? "");
  expect(choices?.className).toMatch(/\bhidden\b/u);
  expect(
    within(choices as HTMLElement)
      .getByRole("button", { name: "Finished samples only" })
      .getAttribute("aria-pressed"),
  ).toBe("true");
  await userEvent.setup().click(line);
  expect(line.getAttribute("aria-expanded")).toBe("true");
  expect(choices?.className).not.toMatch(/\bhidden\b/u);
});

test("without a filter the line says that it is the whole report", () => {
  show({});
  screen.getByRole("button", { name: "Filters the whole report" });
  expect(screen.queryByRole("button", { name: "Show everything" })).toBeNull();
});

test("versions of the criteria can be chosen where there is work under two, the newest by its number", async () => {
  const user = userEvent.setup();
  const onNarrow = show({}, [
    { version: 1, isReported: false },
    { version: 3, isReported: true },
  ]);
  await user.click(await screen.findByRole("combobox", { name: "Criteria set" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Criteria set: newest (3)",
    "Criteria set 1",
    "Criteria set 3",
  ]);
  await user.click(screen.getByRole("option", { name: "Criteria set 1" }));
  expect(onNarrow).toHaveBeenCalledWith({ criteriaSet: "1" });
});

test("with one version there is nothing to choose", async () => {
  show({}, [{ version: 1, isReported: true }]);
  await screen.findByRole("button", { name: "Finished samples only" });
  expect(screen.queryByRole("combobox", { name: "Criteria set" })).toBeNull();
});
