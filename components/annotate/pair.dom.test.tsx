import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { preferenceScaleWithoutTie } from "@/lib/domain/pair-outputs";
import { openedPair } from "@/lib/testing/opened-pair";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import "@/components/texts/formatted-text";
import { Workspace } from "./workspace";

const push = vi.fn();
const onNext = vi.fn();
const router = stubRouter(push);
const server = () => stubSaves(openedPair);

function open(changes: Partial<typeof openedPair> = {}) {
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={{ ...openedPair, ...changes }} show={onNext} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  push.mockReset();
  onNext.mockReset();
});

describe("a pair in the workspace", () => {
  test("shows both outputs with their names, and which one contains each quotation", () => {
    server();
    open();
    const [a, b] = ["Answer A", "Answer B"].map((name) => screen.getByRole("region", { name }));
    if (!a || !b) throw new Error("an output is missing");
    expect(within(a).getByText("is thin", { selector: "mark" })).toBeDefined();
    expect(within(b).getByText("a trampoline", { selector: "mark" })).toBeDefined();
    expect(screen.getByText("in A and B")).toBeDefined();
    expect(screen.getByText("in neither")).toBeDefined();
    expect(screen.getByText("2 of 3 quotes found")).toBeDefined();
  });

  test("the names of the outputs are marked in the lines, and no brackets are shown", () => {
    server();
    open();
    const conclusion = screen.getByRole("listitem", { name: "Conclusion, not decided" });
    expect([...conclusion.querySelectorAll("b")].map((mark) => mark.textContent)).toEqual(["A", "B"]);
    expect(document.body.textContent).not.toContain("[A]");
  });

  test.each([
    ["1", 1, "A"],
    ["2", 0, "Tie"],
    ["3", -1, "B"],
  ])("the key %s chooses, and it is saved as %d", async (key, score, name) => {
    const { actions } = server();
    open();
    await userEvent.keyboard(key);
    expect(screen.getByRole("radio", { name }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("listitem", { name: `Choice, ${name}` })).toBeDefined();
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score }]));
  });

  test("the three choices are in the order of the outputs; without a tie there are two", () => {
    server();
    open();
    expect(screen.getAllByRole("radio").map((choice) => choice.getAttribute("aria-label"))).toEqual(["A", "Tie", "B"]);
    cleanup();
    open({ criteria: openedPair.criteria.map((criterion) => ({ ...criterion, scale: preferenceScaleWithoutTie })) });
    expect(screen.getAllByRole("radio").map((choice) => choice.getAttribute("aria-label"))).toEqual(["A", "B"]);
  });

  test("one press names an output in a line, and the redline shows whole names", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("r");
    const field = screen.getByRole("textbox", { name: "New text" });
    await userEvent.clear(field);
    await userEvent.type(field, "Only ");
    await userEvent.click(screen.getByRole("button", { name: "Insert [B]" }));
    await userEvent.type(field, " says why.");
    expect(screen.getByRole("region", { name: "Your changes to the draft" }).textContent).not.toContain("[");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "revise", itemId: "0", text: "Only [B] says why." }]));
  });

  test("Alt A and Alt B insert the outputs' names while writing", async () => {
    server();
    open();
    await userEvent.keyboard("n");
    await userEvent.keyboard("{Alt>}[KeyA]{/Alt} and {Alt>}[KeyB]{/Alt}");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the new line" }).value).toBe("[A] and [B]");
  });

  test("Shift A accepts what is still open by one action where the task allows it", async () => {
    const { actions } = server();
    open({ task: { ...openedPair.task, mayAcceptRest: true } });
    await userEvent.keyboard("{Shift>}A{/Shift}");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "accept-rest", itemId: null }]));
    expect(screen.getByRole("listitem", { name: "Choice, A" })).toBeDefined();
    expect(screen.queryByRole("listitem", { name: /not decided|not given/ })).toBeNull();
  });

  test("a sample is submitted and the next one shown by one request", async () => {
    const { asked } = server();
    open({ task: { ...openedPair.task, mayAcceptRest: true } });
    await userEvent.keyboard("{Shift>}A{/Shift}{Enter}");
    await waitFor(() => expect(onNext).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "next-one" })));
    expect(asked().filter((url) => !/\/(actions|prepare)$/.test(url))).toEqual([expect.stringMatching(/submit-and-next$/)]);
  });

  test("a choice that a line contradicts is pointed out", async () => {
    server();
    const units = structuredClone(openedPair.units);
    const conclusion = units[0]?.draft?.items[0];
    if (conclusion) conclusion.text = "[A] is better, because it says why.";
    open({ units });
    const pointedOut = () => screen.queryByText("says A, the choice is B");
    await userEvent.keyboard("3");
    await waitFor(() => expect(pointedOut()).not.toBeNull());
    await userEvent.keyboard("1");
    expect(pointedOut()).toBeNull();
  });

  test("S then 2 skips the pair with the second reason", async () => {
    const { calls } = server();
    open();
    await userEvent.keyboard("s");
    await screen.findByRole("dialog", { name: "Skip this sample" });
    await userEvent.keyboard("2");
    await waitFor(() => expect(calls().some(([url]) => url.endsWith("/skip"))).toBe(true));
    const [, skip] = calls().find(([url]) => url.endsWith("/skip")) ?? [];
    expect(JSON.parse(String(skip?.body))).toEqual({ reason: "Language I do not read well enough" });
  });

  test("history names the choice by its output, without brackets", async () => {
    server();
    open();
    await userEvent.keyboard("1");
    await userEvent.keyboard("h");
    const history = within(await screen.findByRole("dialog", { name: "History" }));
    expect(history.getByText(/\bA\b/)).toBeDefined();
    expect(history.queryByText(/\[A\]/)).toBeNull();
  });

  test("conversations are shown as turns in both outputs, and V shows them as written", async () => {
    server();
    const turns = (words: string) =>
      JSON.stringify([
        { role: "user", content: "Why?" },
        { role: "assistant", content: words },
      ]);
    open({
      task: { ...openedPair.task, textFormat: "chat" },
      sample: { ...openedPair.sample, output: turns("Soap is thin."), outputB: turns("It is like a trampoline.") },
    });
    const [a, b] = ["Answer A", "Answer B"].map((name) => screen.getByRole("region", { name }));
    if (!a || !b) throw new Error("an output is missing");
    for (const side of [a, b]) expect(await within(side).findAllByRole("listitem")).toHaveLength(2);
    await userEvent.keyboard("v");
    for (const side of [a, b]) expect(within(side).queryAllByRole("listitem")).toEqual([]);
    expect(a.textContent).toContain('"role":"user"');
  });

  test("viewing another person's work shows that they saw the outputs swapped", async () => {
    server();
    open({ editable: false, seenSwapped: true });
    expect(await screen.findByText(/in the other order/)).toBeDefined();
  });
});
