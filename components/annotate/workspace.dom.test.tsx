import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { SaveActionsBody } from "@/lib/domain/assignment";
import { openedAssignment } from "./opened-fixture";
import { Workspace } from "./workspace";

const push = vi.fn();
const router = { bfcacheId: "0", push, replace: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() };

/** The server at the wire: saves whatever comes, and has one more sample. */
function server() {
  const saved: SaveActionsBody[] = [];
  const answer = async (url: string, init?: RequestInit) => {
    const body = init?.body ? (JSON.parse(String(init.body)) as SaveActionsBody) : null;
    if (url.endsWith("/actions") && body) {
      saved.push(body);
      const ids = body.actions.map((action) => action.id ?? "");
      return Response.json({ saved: ids, lastActionId: ids.at(-1) ?? null, evaluation: { score: 3, complete: true }, leasedUntil: null });
    }
    if (url.endsWith("/next")) return Response.json({ assignmentId: "next-one" });
    return Response.json({ id: openedAssignment.id, status: "submitted", submittedAt: null });
  };
  const fetch = vi.fn(answer);
  vi.stubGlobal("fetch", fetch);
  return { saved, actions: () => saved.flatMap((body) => body.actions), asked: () => fetch.mock.calls.map(([url]) => url) };
}

function open(changes: Partial<typeof openedAssignment> = {}) {
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={{ ...openedAssignment, ...changes }} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
}

const current = () => screen.getAllByRole("listitem").find((line) => line.getAttribute("aria-current") === "true");

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  push.mockReset();
});

describe("the workspace by keyboard alone", () => {
  test("a sample is redlined, submitted, and the next one opened", async () => {
    const { actions, asked } = server();
    open();
    expect(current()?.getAttribute("aria-label")).toBe("Conclusion, not decided");
    await userEvent.keyboard("a");
    expect(current()?.getAttribute("aria-label")).toBe("Score, not given");
    await userEvent.keyboard("4j");
    await userEvent.keyboard("ad");
    expect(screen.getByRole("listitem", { name: "Evidence, Removed" }).querySelector("del")?.textContent).toBe("“like a rainbow”");
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("heading", { level: 2, name: "Correct" })).toBeDefined();
    await userEvent.keyboard("5{Enter}");
    await waitFor(() => expect(push).toHaveBeenCalledWith(`/projects/${openedAssignment.project.id}/annotate/next-one`));
    expect(actions().map((action) => [action.kind, action.itemId ?? null, action.score ?? null])).toEqual([
      ["accept", "0", null],
      ["set-score", null, 4],
      ["accept", "2", null],
      ["remove", "3", null],
      ["set-score", null, 5],
    ]);
    expect(asked().filter((url) => url.endsWith("/submit"))).toHaveLength(1);
  });

  test("undo takes back, redo brings again, and the draft stays what it was", async () => {
    server();
    open();
    await userEvent.keyboard("d");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
    await userEvent.keyboard("z");
    expect(screen.getByRole("listitem", { name: "Conclusion, not decided" })).toBeDefined();
    await userEvent.keyboard("{Shift>}Z{/Shift}");
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed" })).toBeDefined();
  });

  test("a task that asks for reasons gets one before anything is removed", async () => {
    const { actions } = server();
    open({ task: { ...openedAssignment.task, reasonRequired: true } });
    await userEvent.keyboard("d");
    const question = screen.getByRole("group", { name: "Why remove it?" });
    expect(actions()).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "made up" }));
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed · made up" })).toBeDefined();
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "remove", itemId: "0", reasonCode: "made-up" }]));
  });

  test("keys are letters again while one writes a line", async () => {
    const { actions } = server();
    open();
    await userEvent.keyboard("n");
    await userEvent.type(screen.getByRole("textbox", { name: "Text of the new line" }), "add");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByRole("listitem", { name: "Explanation, Added" }).querySelector("ins")?.textContent).toBe("add");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "add", itemKind: "explanation", text: "add" }]));
  });
});

test("a quotation that is in the answer is marked there, one that is not says so", async () => {
  server();
  open();
  expect(screen.getByText("like a trampoline", { selector: "mark" })).toBeDefined();
  expect(screen.getByText("not in the answer")).toBeDefined();
  expect(screen.getByText("1 of 2 quotes found")).toBeDefined();
});

test("a submitted sample is read, not changed", async () => {
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

  test("the key for accepting takes the nearest point, and what is saved says that it was no other thought", async () => {
    const { actions } = server();
    open(between(11 / 3, true));
    expect(screen.getByRole("button", { name: /^Take 4 \(nearest\)/ })).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Accept/ })).toBeNull();
    await userEvent.keyboard("a");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 4, reasonCode: "other", reason: "nearest to 3.67" }]));
    expect(screen.getByRole("listitem", { name: "Score, 4" })).toBeDefined();
    expect(screen.getByText(/The draft says/).textContent).toContain("3.67");
  });

  test("half-way there is nothing to take: a point has to be chosen", async () => {
    const { actions } = server();
    open(between(2.5));
    expect(screen.getByRole("button", { name: /^Accept/ }).hasAttribute("disabled")).toBe(true);
    await userEvent.keyboard("a");
    await userEvent.keyboard("3");
    await waitFor(() => expect(actions()).toMatchObject([{ kind: "set-score", score: 3 }]));
  });
});
