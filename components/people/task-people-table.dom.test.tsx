import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { TaskPeople, TaskPerson } from "@/lib/domain/task-person";
import { TaskPeopleTable } from "./task-people-table";

const interval = { low: 0.31, high: 0.74, confidence: 0.95, method: "jackknife", resamples: null, seed: null };
const ann: TaskPerson = {
  annotatorId: "a",
  ...{ label: "Ann", name: "Ann", code: "P1", hasAccount: true },
  ...{ open: 2, submitted: 7, skipped: 1, flagged: 3, returned: 4 },
  ...{ activeMs: 5_400_000, perHour: 4.5, timedSamples: 6, lastActiveAt: "2026-01-05T10:00:00Z", cost: 18 },
  agreement: { value: 0.52, why: null, n: 14, interval, intervalWhy: null, units: 14, inputs: 6, others: 2 },
  kept: { value: 0.75, why: null, n: 40, interval: { ...interval, low: 0.6, high: 0.9 }, intervalWhy: null },
  exclusions: [],
};
const zoe: TaskPerson = {
  ...ann,
  ...{ annotatorId: "z", label: "Zoe", name: "Zoe", open: 0, skipped: 0, submitted: 9, lastActiveAt: "2026-01-04T10:00:00Z" },
  agreement: { ...ann.agreement, value: null, why: "no-pairable-units", interval: null, units: 0 },
  exclusions: [{ id: "x", taskId: null, reason: "Left early.", excludedAt: "2026-01-06T10:00:00Z", excludedBy: "Rita" }],
};
const people: TaskPeople = { items: [zoe, ann], pay: { currency: "€", perHour: 12 }, byCode: false, level: "ordinal" };

const show = (of: Partial<TaskPeople> = {}) => {
  const onExclude = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TaskPeopleTable people={{ ...people, ...of }} onExclude={onExclude} />
    </QueryClientProvider>,
  );
  return onExclude;
};
const rows = () => screen.getAllByRole("row").slice(1);
const cells = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.replaceAll("\u00a0", " "));

test("people are listed by name, each figure with its interval and n, and few ratings are said to be few", () => {
  show();
  const [first, second] = rows();
  expect(cells(first)).toEqual([
    "Ann ",
    "72 open, 1 skipped",
    "4.5from 6",
    "1 h 30 min",
    expect.stringContaining("5 Jan 2026"),
    "€ 18.00",
    "0.520.31 to 0.7414 shared ratings: few",
    "75.0 %60–90 %40 lines",
    "3",
    "4",
    "Exclude Ann",
  ]);
  expect(cells(second)[6]).toContain("No unit has ratings by two or more");
  expect(second?.textContent).toContain("Excluded from the project: Left early.");
});

test("the table sorts by neutral columns only, never by pace, cost or agreement", async () => {
  show();
  expect(
    screen
      .getAllByRole("columnheader")
      .filter((head) => within(head).queryByRole("button") !== null)
      .map((head) => head.textContent),
  ).toEqual(["Name", "submitted", "last seen"]);
  await userEvent.click(screen.getByRole("button", { name: "submitted" }));
  expect(rows().map((row) => cells(row)[0]?.slice(0, 3))).toEqual(["Zoe", "Ann"]);
  expect(screen.getByRole("columnheader", { name: "submitted" }).getAttribute("aria-sort")).toBe("descending");
  await userEvent.click(screen.getByRole("button", { name: "last seen" }));
  expect(rows().map((row) => cells(row)[0]?.slice(0, 3))).toEqual(["Ann", "Zoe"]);
});

test("where a study promised codes, people go by code, and their names are hidden from people who may not see them", () => {
  show({ byCode: true, items: [{ ...ann, label: "P1", name: null }] });
  expect(screen.getByRole("columnheader", { name: "Code" })).toBeDefined();
  expect(document.body.textContent).not.toContain("Ann");
  expect(screen.getByText(/only admins see names beside them/)).toBeDefined();
});

test("excluding asks about the person of the row, once", async () => {
  const onExclude = show();
  expect(screen.queryByRole("button", { name: /Exclude\s?Zoe/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Exclude\s?Ann/ }));
  expect(onExclude).toHaveBeenCalledWith(ann);
});
