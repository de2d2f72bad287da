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
describe("the workspace by keyboard alone", () => {
  test("a sample is redlined, submitted, and the next one opened", async () => {
    const { actions, asked } = server();
    open();
    expect(current()?.getAttribute("aria-label")).toBe("Conclusion, not decided");
    await userEvent.keyboard("a");
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
    await userEvent.keyboard("4");
    await userEvent.keyboard("ad");
    expect(screen.getByRole("listitem", { name: "Evidence, Removed" }).querySelector("del")?.textContent).toBe("“like a rainbow”");
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2, name: "Correct" })).toBeDefined();
    await userEvent.keyboard("5{Enter}");
    await waitFor(() => expect(onNext).toHaveBeenCalledWith(expect.objectContaining({ id: "next-one" })));
    expect(actions().map((action) => [action.kind, action.itemId ?? null, action.score ?? null])).toEqual([
      ["accept", "0", null],
      ["set-score", null, 4],
      ["accept", "2", null],
      ["remove", "3", null],
      ["set-score", null, 5],
    ]);
    expect(asked().filter((url) => url.endsWith("/submit-and-next"))).toHaveLength(1);
  });

  test("a revised line keeps its new text when A comes next: A accepts the line after it", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("r");
    await userEvent.type(screen.getByRole("textbox", { name: "New text" }), " At all.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
    await userEvent.keyboard("a");
    await waitFor(() =>
      expect(actions().map(({ kind, itemId }) => [kind, itemId])).toEqual([
        ["revise", "0"],
        ["accept", "1"],
      ]),
    );
    expect(screen.getByRole("listitem", { name: "Conclusion, Revised" })).toBeDefined();
  });

  test("a chosen score stays when A comes next, also at the score line itself", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("3");
    expect(current()?.getAttribute("aria-label")).toBe("Conclusion, not decided");
    await userEvent.keyboard("a");
    expect(current()?.getAttribute("aria-label")).toBe("Evidence, not decided");
    await userEvent.keyboard("k4");
    expect(current()?.getAttribute("aria-label")).toBe("Evidence, not decided");
    await userEvent.keyboard("ka");
    expect(screen.getByRole("listitem", { name: "Score, 4" })).toBeDefined();
    await waitFor(() => expect(actions().map(({ kind }) => kind)).toEqual(["set-score", "accept", "set-score"]));
  });

  test("pressing A through a whole sample accepts each line once, moves to the next criterion, and never submits", async () => {
    const { actions, asked } = server();
    open();
    await userEvent.keyboard("aaaaa");
    expect(screen.getByRole("heading", { level: 2, name: "Correct" })).toBeDefined();
    await userEvent.keyboard("aa5aaa");
    await waitFor(() => expect(screen.getByText("Saved")).toBeDefined());
    expect(actions().map(({ kind, itemId }) => [kind, itemId])).toEqual([
      ...["0", "1", "2", "3"].map((id) => ["accept", id]),
      ["set-score", null],
    ]);
    expect(asked().some((url) => url.endsWith("/submit-and-next"))).toBe(false);
  });

  test("the menu leads to the discussions of the sample and of the criterion at hand, if they are open to the reader", async () => {
    server();
    open({ discussion: { sample: true, criteria: false } });
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("menuitem", { name: "Discuss this sample" }).getAttribute("href")).toContain(
      `/discussion?on=sample&id=${openedAssignment.sample.id}`,
    );
    expect(screen.queryAllByRole("menuitem", { name: /^Discuss/u })).toHaveLength(1);
  });

  test("Shift A accepts what is still open here by one action where the task allows it, and one Z takes it all back", async () => {
    const { actions } = server();
    open({ task: { ...openedAssignment.task, mayAcceptRest: true } });
    await userEvent.keyboard("d{Shift>}A{/Shift}");
    expect(screen.getByRole("listitem", { name: "Score, 2" })).toBeDefined();
    expect(screen.getAllByRole("listitem", { name: "Evidence, Accepted" })).toHaveLength(2);
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
    await userEvent.keyboard("z");
    expect(screen.getAllByRole("listitem", { name: "Evidence, not decided" })).toHaveLength(2);
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
    await waitFor(() => expect(actions().map(({ kind }) => kind)).toEqual(["remove", "accept-rest", "undo"]));
  });

  test("Shift A does nothing, and no help mentions it, where the task does not allow it", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("{Shift>}A{/Shift}?");
    expect((await screen.findByRole("dialog", { name: "Keys" })).textContent).not.toContain("Accept the rest");
    expect(actions()).toEqual([]);
  });

  test("adding a line keeps the current line current, and a following A undoes nothing", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("an");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "mine");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
    await userEvent.keyboard("a");
    await waitFor(() => expect(actions().map(({ kind }) => kind)).toEqual(["accept", "add", "accept"]));
  });

  test("restoring the draft's version is a separate command, and can be undone", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("d");
    expect(screen.queryByRole("button", { name: /^Back to the draft/ })).toBeNull();
    await userEvent.keyboard("k");
    expect(screen.getByRole("button", { name: /^Back to the draft/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
    await userEvent.keyboard("{Shift>}R{/Shift}");
    expect(screen.getByRole("listitem", { name: "Conclusion, Accepted" })).toBeDefined();
    await userEvent.keyboard("z");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
    await waitFor(() => expect(actions().map(({ kind }) => kind)).toEqual(["remove", "accept", "undo"]));
  });

  test("undo shows the line it changes", async () => {
    server();
    open();
    await userEvent.keyboard("aa");
    expect(current()?.getAttribute("aria-label")).toBe("Evidence, not decided");
    await userEvent.keyboard("z");
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
  });

  test("a removed line keeps its reason when D is pressed again", async () => {
    const { actions } = server();
    open({ task: { ...openedAssignment.task, reasonRequired: true } });
    await userEvent.keyboard("d4");
    await userEvent.keyboard("kd");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed · misread the text" })).toBeDefined();
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "remove", reasonCode: "misread-text" }]));
  });

  test("while a reason is asked for, letters start a written reason and trigger no command", async () => {
    const { actions } = server();
    open({ task: { ...openedAssignment.task, reasonRequired: true } });
    await userEvent.keyboard("dad taste");
    expect(screen.getByRole("textbox", { name: "Reason in words" })).toHaveProperty("value", "ad taste");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "remove", reason: "ad taste" }]));
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
  });

  test("a key held down decides one line", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("{a>5/}");
    await waitFor(() => expect(actions()).toHaveLength(1));
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
  });

  test("10 is typed as two digits on a scale from 0 to 10", async () => {
    const { actions } = server();
    const scale = { min: 0, max: 10, step: 1, levels: [] };
    open({ criteria: openedAssignment.criteria.map((criterion) => ({ ...criterion, scale })) });
    await userEvent.keyboard("10");
    expect(screen.getByRole("radio", { name: "10" }).getAttribute("aria-checked")).toBe("true");
    await waitFor(() => expect(actions().at(-1)).toMatchObject({ score: 10 }));
  });

  test("Enter on a score that has the focus chooses it", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("jr{ArrowRight}{Enter}");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 3 }]));
    expect(screen.getByRole("heading", { level: 2, name: "Analogy" })).toBeDefined();
  });

  test("a note closed with Escape is restored when it reopens", async () => {
    server();
    open();
    await userEvent.keyboard("f");
    await userEvent.type(await screen.findByRole("textbox", { name: "Note" }), "The image is missing.");
    await userEvent.keyboard("{Escape}f");
    expect(await screen.findByRole("textbox", { name: "Note" })).toHaveProperty("value", "The image is missing.");
  });

  test("unsent actions are still sent after another sample is opened", async () => {
    let setReady: () => void = () => undefined;
    const { actions } = server(
      new Promise((resolve) => {
        setReady = resolve;
      }),
    );
    const { unmount } = open();
    await userEvent.keyboard("aaa");
    unmount();
    setReady();
    await waitFor(() => expect(actions()).toHaveLength(3));
  });

  test("keys pressed while the next sample loads do not change the one just submitted", async () => {
    const { actions } = server();
    open({ criteria: openedAssignment.criteria.slice(1), units: openedAssignment.units.slice(1) });
    await userEvent.keyboard("5{Enter}");
    await userEvent.keyboard("1z");
    await waitFor(() => expect(onNext).toHaveBeenCalled());
    await userEvent.keyboard("2");
    expect(actions().map(({ score }) => score)).toEqual([5]);
  });

  test("undo and redo work, and the draft never changes", async () => {
    server();
    open();
    await userEvent.keyboard("d");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
    await userEvent.keyboard("z");
    expect(screen.getByRole("listitem", { name: "Conclusion, not decided" })).toBeDefined();
    await userEvent.keyboard("{Shift>}Z{/Shift}");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
  });

  test("a task that requires reasons gets one before anything is removed", async () => {
    const { actions } = server();
    open({ task: { ...openedAssignment.task, reasonRequired: true } });
    await userEvent.keyboard("d");
    const question = screen.getByRole("group", { name: "Why remove it?" });
    expect(actions()).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "made up" }));
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed · made up" })).toBeDefined();
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "remove", itemId: "0", reasonCode: "made-up" }]));
  });

  test("keys type letters while writing a line", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("n");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "add");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByRole("listitem", { name: "Explanation, Added" }).querySelector("ins")?.textContent).toBe("add");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "add", itemKind: "explanation", text: "add" }]));
  });
});
