import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { SaveActionsBody } from "@/lib/domain/assignment";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter } from "@/lib/testing/stub-saves";
import { Workspace } from "./workspace";

const elsewhere = {
  ...{ id: "00000000-0000-4000-8000-000000000999", seq: 0, parentId: null, kind: "remove", itemId: "0", itemKind: null, text: null },
  ...{ score: null, criterion: null, reasonCode: "made-up", reason: null, undoesId: null, at: "2026-01-01T00:00:00.000Z" },
};

/** A server on which another tab has removed the conclusion first. */
function conflictingServer() {
  const saved: SaveActionsBody[] = [];
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body)) as SaveActionsBody;
    if (body.actions[0]?.parentId === null) {
      const error = { code: "stale_parent", message: "Changed elsewhere.", details: { actions: [elsewhere] } };
      return Response.json({ error }, { status: 409 });
    }
    saved.push(body);
    return Response.json({
      saved: body.actions.map(({ id }) => id),
      lastActionId: null,
      evaluation: { score: null, complete: false },
      leasedUntil: null,
    });
  });
  return saved;
}

const open = () =>
  render(
    <AppRouterContext.Provider value={stubRouter(vi.fn())}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={openedAssignment} show={vi.fn()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
const word = () => document.querySelector("[data-save-state]")?.textContent;

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("two versions of a criterion", () => {
  test("the top line says Choose and leads there; only what differs is shown, and 1 keeps what is here", async () => {
    const saved = conflictingServer();
    open();
    await userEvent.keyboard("a");
    await waitFor(() => expect(word()).toBe("Choose"));
    await userEvent.keyboard("]");
    await userEvent.click(screen.getByRole("button", { name: "Choose" }));
    const versions = screen.getByRole("alert", { name: "Two versions" });
    expect([...versions.querySelectorAll("li")].map((entry) => entry.textContent)).toEqual([
      "ConclusionHereAccepted: It does not use an example.ElsewhereRemoved · made up: It does not use an example.",
    ]);
    await userEvent.keyboard("1");
    await waitFor(() => expect(word()).toBe("Saved"));
    expect(saved.flatMap(({ actions }) => actions)).toMatchObject([{ kind: "accept", itemId: "0", parentId: elsewhere.id }]);
    expect(screen.queryByRole("alert", { name: "Two versions" })).toBeNull();
  });

  test("2 takes the version from elsewhere, and sets no score", async () => {
    const saved = conflictingServer();
    open();
    await userEvent.keyboard("a");
    await waitFor(() => expect(word()).toBe("Choose"));
    await userEvent.keyboard("2");
    await waitFor(() => expect(word()).toBe("Saved"));
    expect(screen.getByRole("listitem", { name: "Conclusion, Removed · made up" })).toBeDefined();
    expect(screen.getByRole("listitem", { name: "Score, not given" })).toBeDefined();
    expect(saved).toEqual([]);
  });
});

test("being offline is explained on the screen until the connection is back", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  expect(screen.getByText(/^You are offline\. Keep working/)).toBeDefined();
  await userEvent.keyboard("a");
  await waitFor(() => expect(word()).toBe("Waiting"));
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(screen.getByText(/^The server cannot be reached\. Keep working/)).toBeDefined());
  online.mockRestore();
});
