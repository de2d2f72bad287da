import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import "@/components/texts/formatted-text";
import { Workspace } from "./workspace";

const push = vi.fn();
const onNext = vi.fn();
const router = stubRouter(push);
const server = (ready?: Promise<void>) => stubSaves(openedAssignment, ready);

function open(changes: Partial<typeof openedAssignment> = {}) {
  return render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={{ ...openedAssignment, ...changes }} show={onNext} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
}

const current = () => screen.getAllByRole("listitem").find((line) => line.getAttribute("aria-current") === "true");

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  push.mockReset();
  onNext.mockReset();
});
test("a quotation found in the answer is highlighted there; a missing one is reported", async () => {
  server();
  open();
  expect(screen.getByText("like a trampoline", { selector: "mark" })).toBeDefined();
  expect(screen.getByText("not in the answer")).toBeDefined();
  expect(screen.getByText("1 of 2 quotes found")).toBeDefined();
});

test("a line whose sentence claims another score than the one given is pointed out, the annotator's own line too", async () => {
  server();
  const [first, ...rest] = openedAssignment.units;
  const items = first?.draft?.items.map((item) => (item.id === "0" ? { ...item, text: "It earns 5 out of 5." } : item)) ?? [];
  open({ units: [{ ...first, draft: { ...first?.draft, items } } as (typeof openedAssignment.units)[number], ...rest] });
  const conclusion = () => screen.getByRole("listitem", { name: /^Conclusion/ });
  await waitFor(() => expect(conclusion().textContent).toContain("says 5, the score is 2"));
  await userEvent.keyboard("5");
  expect(conclusion().textContent).not.toContain("says 5");
  await userEvent.keyboard("n");
  await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "A rating of 3 is fair.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.getByRole("listitem", { name: "Explanation, Added" }).textContent).toContain("says 3, the score is 5"));
});

describe("one key gives the reason", () => {
  const bodies = (calls: [string, RequestInit?][], end: string) =>
    calls.filter(([url]) => url.endsWith(end)).map(([, init]) => JSON.parse(String(init?.body)) as unknown);

  test("S then 2 skips the sample, with the second reason and what was typed before", async () => {
    const { calls } = server();
    open();
    await userEvent.keyboard("s");
    const dialog = await screen.findByRole("dialog", { name: "Skip this sample" });
    expect(within(dialog).getAllByRole("button", { name: /[a-z] *$/ }).length).toBeGreaterThanOrEqual(5);
    await userEvent.keyboard("2");
    await waitFor(() => expect(bodies(calls(), "/skip")).toEqual([{ reason: "Language I do not read well enough" }]));
  });

  test("F, a typed note and 1 flag it with both; digits within the note are text", async () => {
    const { calls } = server();
    open();
    await userEvent.keyboard("f");
    const dialog = await screen.findByRole("dialog", { name: /^Flag/ });
    await userEvent.keyboard("line 3");
    expect(within(dialog).getByRole<HTMLTextAreaElement>("textbox").value).toBe("line 3");
    await userEvent.click(within(dialog).getByRole("button", { name: /^Problem with the text/ }));
    await waitFor(() => expect(bodies(calls(), "/flag")).toEqual([{ note: "Problem with the text or its image: line 3" }]));
  });
});

test("history shows the words that a revision changed, also of a line revised before", async () => {
  server();
  open();
  await userEvent.keyboard("r");
  const field = () => screen.getByRole("textbox", { name: "New text" });
  await userEvent.clear(field());
  await userEvent.type(field(), "It does use an example.{Control>}{Enter}{/Control}");
  await userEvent.keyboard("kr");
  await userEvent.clear(field());
  await userEvent.type(field(), "It does use an analogy.{Control>}{Enter}{/Control}");
  await userEvent.keyboard("h");
  const dialog = await screen.findByRole("dialog", { name: "History" });
  const changes = within(dialog)
    .getAllByRole("listitem")
    .map((entry) => [...entry.querySelectorAll("del, ins")].map((change) => `${change.tagName} ${change.textContent?.trim()}`));
  expect(changes).toEqual([["DEL example", "INS analogy"], ["DEL not"]]);
});

test("list markers that a draft was written with are not shown, but stay in what is edited", async () => {
  server();
  const [first, ...rest] = openedAssignment.units;
  const items = first?.draft?.items.map((item) => {
    if (item.kind === "score") return { ...item, text: "2. I would give the answer a score of 2 out of 5." };
    return item.id === "0" ? { ...item, text: "1. It is clear." } : item;
  });
  items?.push({ id: "9", kind: "heading", text: "3. Evidence:" });
  open({ units: [{ ...first, draft: { ...first?.draft, items } } as (typeof openedAssignment.units)[number], ...rest] });
  expect(screen.getByRole("listitem", { name: /^Conclusion/ }).querySelector(".manuscript")?.textContent).toBe("It is clear.");
  expect(screen.getByText("I would give the answer a score of 2 out of 5.")).toBeDefined();
  expect(screen.getByText("Evidence:")).toBeDefined();
  await userEvent.keyboard("r");
  expect(screen.getByRole("textbox", { name: "New text" })).toHaveProperty("value", "1. It is clear.");
  await userEvent.keyboard(" Very.{Control>}{Enter}{/Control}h");
  const history = await screen.findByRole("dialog", { name: "History" });
  expect(history.querySelector(".manuscript")?.textContent).toBe("It is clear. Very.");
});

test("a break stops the clock until Continue, and the time saved comes with its idle limit", async () => {
  const { saved } = server();
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  open();
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(true);
  now.mockReturnValue(5000);
  await userEvent.keyboard("p");
  await screen.findByRole("dialog", { name: "Paused" });
  now.mockReturnValue(45_000);
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  now.mockReturnValue(46_000);
  await userEvent.keyboard("a");
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ activeMs: 6000, idleAfterMs: 60_000 }));
  now.mockRestore();
  hasFocus.mockRestore();
});

test("the buttons for the line stay in one bar, whichever line is current, and wait while a text is written", async () => {
  const { actions } = server();
  open();
  const bar = screen.getByRole("group", { name: "This line" });
  const accept = within(bar).getByRole("button", { name: "Accept" });
  await userEvent.click(accept);
  await userEvent.click(accept);
  expect(within(bar).getByRole("button", { name: "Accept" })).toBe(accept);
  expect(current()?.getAttribute("aria-label")).toBe("Evidence, not decided");
  await userEvent.click(within(bar).getByRole("button", { name: "Revise" }));
  expect(
    within(bar)
      .getAllByRole("button")
      .every((button) => button.hasAttribute("disabled")),
  ).toBe(true);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(within(bar).getByRole("button", { name: "Remove" }));
  await waitFor(() =>
    expect(actions().map(({ kind, itemId }) => [kind, itemId])).toEqual([
      ["accept", "0"],
      ["accept", "1"],
      ["remove", "2"],
    ]),
  );
});

test("a Markdown answer is formatted, V shows it as written, and a quotation of its words counts as found", async () => {
  server();
  open({
    task: { ...openedAssignment.task, textFormat: "markdown" },
    sample: { ...openedAssignment.sample, output: "Soap is thin. It is like a **trampo**line." },
  });
  await waitFor(() => expect(document.querySelector("[data-output] strong")?.textContent).toBe("trampo"));
  expect(screen.getByText("in the answer")).toBeDefined();
  await userEvent.keyboard("v");
  expect(document.querySelector("[data-output] strong")).toBeNull();
  expect(document.querySelector("[data-output]")?.textContent).toContain("**trampo**");
  await userEvent.click(screen.getByRole("button", { name: /^Formatted/ }));
  expect(document.querySelector("[data-output] strong")).not.toBeNull();
});

test("an image opens larger with I, and enlarges", async () => {
  server();
  open({ sample: { ...openedAssignment.sample, imageUrl: "/picture.png" } });
  await userEvent.keyboard("i");
  const dialog = await screen.findByRole("dialog", { name: "Image" });
  await userEvent.click(within(dialog).getByRole("button", { name: "2×" }));
  expect(within(dialog).getByRole("img").style.width).toBe("200%");
});

test("a submitted sample is read-only", async () => {
  const { saved } = server();
  open({ status: "submitted", submittedAt: "2026-01-01T10:00:00Z" });
  await userEvent.keyboard("a4d");
  expect(screen.getAllByRole("button", { name: "Reopen" }).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  expect(saved.flatMap((body) => body.actions)).toEqual([]);
});

describe("a draft's score between two points of the scale, such as a panel's mean", () => {
  const between = (score: number, reasonRequired = false): typeof openedAssignment => ({
    ...openedAssignment,
    task: { ...openedAssignment.task, reasonRequired },
    units: openedAssignment.units.map((unit) =>
      unit.draft === null
        ? unit
        : { ...unit, draft: { ...unit.draft, score, items: [{ id: "1", kind: "score" as const, text: `Score: ${score}` }] } },
    ),
  });

  test("the accept key takes the nearest point, for which no reason is asked or given", async () => {
    const { actions } = server();
    open(between(11 / 3, true));
    expect(screen.getByRole("button", { name: /^Use 4 \(nearest\)/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
    await userEvent.keyboard("a");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 4, reasonCode: null, reason: null }]));
    expect(screen.getByRole("listitem", { name: "Score, 4" })).toBeDefined();
    expect(screen.getByText(/The draft says/).textContent).toContain("3.67");
  });

  test("half-way between points there is nothing to accept: a point must be chosen", async () => {
    const { actions } = server();
    open(between(2.5));
    expect(screen.getByRole("button", { name: /^Accept/ }).hasAttribute("disabled")).toBe(true);
    await userEvent.keyboard("a");
    await userEvent.keyboard("3");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 3 }]));
  });
});

test("a sample of the arm blind-then-drafted shows its draft instead of being submitted, once every criterion is rated", async () => {
  const { asked } = server();
  const units = openedAssignment.units.map((unit) => ({ ...unit, draft: null }));
  open({ arm: "blind-then-drafted", units });
  expect(screen.queryByText("It does not use an example.")).toBeNull();
  await userEvent.keyboard("3");
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("4");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(asked().some((url) => url.endsWith("/reveal"))).toBe(true));
  expect(asked().some((url) => url.endsWith("/submit-and-next"))).toBe(false);
});
