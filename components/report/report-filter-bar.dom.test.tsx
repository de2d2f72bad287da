import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { ReplyOf } from "@/lib/client/request";
import type { FilterTexts } from "@/lib/domain/report-filter";
import { ReportFilterBar } from "./report-filter-bar";

afterEach(() => {
  vi.unstubAllGlobals();
});

type FilterChoices = ReplyOf<"listFilterChoices">;
const none = { systems: [], subsets: [], imports: [], arms: [], criteria: [], judges: [], annotators: [], criteriaSets: [] };

function show(narrowing: FilterTexts, choices: Partial<FilterChoices> = {}) {
  vi.stubGlobal("fetch", async () => Response.json({ ...none, ...choices }));
  const onNarrow = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReportFilterBar taskId="t" narrowing={narrowing} onNarrow={onNarrow} />
    </QueryClientProvider>,
  );
  return onNarrow;
}

const first = { version: 1, isReported: false };
/** What each select box is called and shows. */
const boxes = () => screen.queryAllByRole("combobox").map((box) => [box.getAttribute("aria-label"), box.textContent]);
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
const everything: Partial<FilterChoices> = {
  ...{ criteriaSets: [first, { version: 2, isReported: false }], arms: ["blind", "blind-then-drafted"], judges: ["gpt", "trio"] },
  ...{ systems: ["one", "two"], subsets: ["easy", "hard"] },
  annotators: [
    { code: "P1", name: "Ada" },
    { code: "P2", name: "Ben" },
  ],
};

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
  const onNarrow = show({}, { criteriaSets: [first, { version: 3, isReported: true }] });
  await user.click(await screen.findByRole("combobox", { name: "Criteria set" }));
  expect(options()).toEqual(["Criteria set: newest (3)", "Criteria set 1", "Criteria set 3"]);
  await user.click(screen.getByRole("option", { name: "Criteria set 1" }));
  expect(onNarrow).toHaveBeenCalledWith({ criteriaSet: "1" });
});

test("with one version there is nothing to choose", async () => {
  show({}, { ...{ criteriaSets: [first], arms: ["blind"], judges: ["gpt"], systems: ["one"] }, subsets: ["a", "b"] });
  await screen.findByRole("combobox", { name: "Subset" });
  expect(boxes()).toEqual([["Subset", "Subset: all"]]);
});

test.each([
  ["Criteria set", ["Criteria set: newest", "Criteria set 1", "Criteria set 2"], { criteriaSet: "2" }],
  ["Arm", ["Arm: all", "blind", "blind first"], { arm: "blind-then-drafted" }],
  ["Judges", ["Judges: all", "gpt", "trio"], { judge: "trio" }],
  ["System", ["System: all", "one", "two"], { system: "two" }],
  ["Subset", ["Subset: all", "easy", "hard"], { subset: "hard" }],
  ["Annotator", ["Annotator: all", "Ada", "Ben"], { annotator: "P2" }],
] as const)("%s: one value is chosen, or all again", async (name, offered, chosen) => {
  const user = userEvent.setup();
  for (const [narrowing, at, expected] of [
    [{}, 2, chosen],
    [chosen, 0, Object.fromEntries(Object.keys(chosen).map((field) => [field, null]))],
  ] as const) {
    const onNarrow = show(narrowing, everything);
    await vi.waitFor(() => expect(boxes()).toHaveLength(6));
    const box = screen.getByRole("combobox", { name });
    expect(box.textContent).toBe(offered[at === 0 ? 2 : 0]);
    await user.click(box);
    expect(options()).toEqual(offered);
    await user.click(screen.getByRole("option", { name: offered[at] }));
    expect(onNarrow.mock.calls).toEqual([[expected]]);
    cleanup();
  }
});

test("values of the address that the task does not have are shown, and offered", async () => {
  show({ criteriaSet: "7", arm: "unstated", judge: "gone", annotator: "P9" }, { arms: ["blind"], judges: ["gpt", "trio"] });
  await vi.waitFor(() => expect(screen.getByRole("combobox", { name: "Judges" }).textContent).toBe("gone"));
  expect(boxes()).toEqual([
    ["Criteria set", "Criteria set 7"],
    ["Arm", "arm not stated"],
    ["Judges", "gone"],
    ["Annotator", "P9"],
  ]);
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox", { name: "Judges" }));
  await vi.waitFor(() => expect(options()).toEqual(["Judges: all", "gpt", "trio", "gone"]));
});

test("before a task's values are known, those of the address are offered", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ReportFilterBar taskId="t" narrowing={{ system: "one" }} onNarrow={vi.fn()} />
    </QueryClientProvider>,
  );
  expect(boxes()).toEqual([["System", "one"]]);
});

test("days, finished samples and everything are asked for, and taken back", async () => {
  const user = userEvent.setup();
  const asked = (onNarrow: ReturnType<typeof show>) => onNarrow.mock.calls.map(([change]) => change);
  const dates = () => [screen.getByLabelText<HTMLInputElement>("From"), screen.getByLabelText<HTMLInputElement>("until")];
  const onNarrow = show({});
  expect(dates().map(({ value }) => value)).toEqual(["", ""]);
  for (const [at, date] of dates().entries()) fireEvent.change(date, { target: { value: `2026-01-0${at + 1}` } });
  await user.click(screen.getByRole("button", { name: "Finished samples only", pressed: false }));
  expect(asked(onNarrow)).toEqual([{ from: "2026-01-01" }, { to: "2026-01-02" }, { finished: "true" }]);
  cleanup();
  const onWiden = show({ from: "2026-01-01", to: "2026-01-02", finished: "true" });
  expect(dates().map(({ value }) => value)).toEqual(["2026-01-01", "2026-01-02"]);
  for (const date of dates()) fireEvent.change(date, { target: { value: "" } });
  await user.click(screen.getByRole("button", { name: "Finished samples only", pressed: true }));
  await user.click(screen.getByRole("button", { name: "Show everything" }));
  expect(asked(onWiden)).toEqual([{ from: null }, { to: null }, { finished: null }, null]);
});
