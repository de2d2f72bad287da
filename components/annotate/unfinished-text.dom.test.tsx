import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import { Workspace } from "./workspace";

const router = stubRouter(vi.fn());
const server = () => stubSaves(openedAssignment);

function open(changes: Partial<typeof openedAssignment> = {}) {
  return render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={{ ...openedAssignment, ...changes }} show={vi.fn()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("text typed but not entered", () => {
  const hundred = {
    criteria: openedAssignment.criteria.slice(1).map((criterion) => ({ ...criterion, scale: { min: 0, max: 100, step: 1, levels: [] } })),
    units: openedAssignment.units.slice(1),
  };
  const number = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Score for Correct, number" });

  test("Escape discards a revision, and Undo brings it back into the editor", async () => {
    server();
    open();
    await userEvent.keyboard("r");
    await userEvent.type(screen.getByRole("textbox", { name: "New text" }), " Nearly.");
    expect(screen.getByText("Unsaved text")).toBeDefined();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "New text" })).toBeNull();
    expect(screen.getByText("Saved")).toBeDefined();
    await userEvent.keyboard("z");
    expect(screen.getByRole("textbox", { name: "New text" })).toHaveProperty("value", "It does not use an example. Nearly.");
  });

  test("a reload keeps a revision with its reason", async () => {
    const { actions } = server();
    const { unmount } = open();
    await userEvent.keyboard("r");
    await userEvent.type(screen.getByRole("textbox", { name: "New text" }), "!");
    await userEvent.type(screen.getByRole("textbox", { name: "Reason in words" }), "it shouts");
    unmount();
    open();
    await userEvent.keyboard("r{Control>}{Enter}{/Control}");
    await waitFor(() => expect(actions()).toMatchObject([{ text: "It does not use an example.!", reason: "it shouts" }]));
    expect(localStorage.length).toBe(0);
  });

  test("Enter does not submit while a line has unsaved text: its editor opens", async () => {
    const { asked } = server();
    open({ criteria: openedAssignment.criteria.slice(1), units: openedAssignment.units.slice(1) });
    await userEvent.keyboard("5n");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "half a thou");
    await userEvent.click(screen.getByRole("listitem", { name: /^Score/ }));
    await userEvent.click(screen.getByRole("button", { name: /^Submit/ }));
    expect(screen.getByRole("textbox", { name: "Text of the new line" })).toHaveProperty("value", "half a thou");
    expect(asked().some((url) => url.endsWith("/submit-and-next"))).toBe(false);
  });

  test("text typed for an added line that no longer exists does not block submitting", async () => {
    const { asked } = server();
    open({ criteria: openedAssignment.criteria.slice(1), units: openedAssignment.units.slice(1) });
    await userEvent.keyboard("5n");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "mine{Control>}{Enter}{/Control}");
    await userEvent.keyboard("jr");
    await userEvent.type(screen.getByRole("textbox", { name: "New text" }), "!");
    await userEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    expect(screen.queryByRole("listitem", { name: /^Explanation/ })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Submit/ }));
    await waitFor(() => expect(asked().some((url) => url.endsWith("/submit-and-next"))).toBe(true));
  });

  test("Escape discards a new line, and Undo brings it back with its kind", async () => {
    server();
    open();
    await userEvent.keyboard("n");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "mine");
    await userEvent.keyboard("{Escape}z");
    expect(screen.getByRole("textbox", { name: "Text of the new line" })).toHaveProperty("value", "mine");
  });

  test("a number waits for Enter: until then the top line does not say Saved, and a reload keeps it", async () => {
    const { actions } = server();
    const { unmount } = open(hundred);
    await userEvent.keyboard("72");
    expect(number().value).toBe("72");
    expect(screen.queryByText("Saved")).toBeNull();
    expect(screen.getByText("Unsaved text")).toBeDefined();
    unmount();
    expect(actions()).toEqual([]);
    open(hundred);
    expect(number().value).toBe("72");
    await userEvent.type(number(), "{Enter}");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 72 }]));
    await waitFor(() => expect(screen.getByText("Saved")).toBeDefined());
  });

  test("a number is entered when the focus leaves the field, and the focus stays where it went", async () => {
    const { actions } = server();
    open(hundred);
    await userEvent.keyboard("72{Tab}");
    const reached = document.activeElement;
    expect(reached?.textContent).toContain("Add a line");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 72 }]));
    expect(document.activeElement).toBe(reached);
  });

  test("a number off the scale blocks submitting the sample", async () => {
    const { asked } = server();
    open(hundred);
    await userEvent.keyboard("72{Enter}");
    await userEvent.type(number(), "0{Tab}");
    await userEvent.click(screen.getByRole("button", { name: /^Submit/ }));
    expect(asked().some((url) => url.endsWith("/submit-and-next"))).toBe(false);
    expect(number().value).toBe("720");
  });
});
