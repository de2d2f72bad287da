import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { SaveActionsBody } from "@/lib/domain/assignment";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { Workspace } from "./workspace";

const router = { bfcacheId: "0", push: vi.fn(), replace: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() };

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("an annotator who lost the sample reads why, and work done since is saved once they reopen it", async () => {
  let released = true;
  const saved: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url.endsWith("/reopen")) released = false;
    if (!url.endsWith("/actions")) return Response.json({ id: openedAssignment.id, status: "open", submittedAt: null });
    if (released) {
      const error = { code: "lease_lost", message: "This sample went back to the queue.", requestId: "r" };
      return Response.json({ error }, { status: 409 });
    }
    const ids = (JSON.parse(String(init?.body)) as SaveActionsBody).actions.map((action) => action.id ?? "");
    saved.push(...ids);
    return Response.json({ saved: ids, lastActionId: ids.at(-1) ?? null, evaluation: { score: 3, complete: true }, leasedUntil: null });
  });
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={openedAssignment} show={vi.fn()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  await userEvent.keyboard("a");
  const notice = await screen.findByText(/This sample went back to the queue/);
  expect(notice.closest("[role=alert]")?.textContent).toContain("stays in this browser");
  expect(screen.getByRole("link", { name: "Your tasks" }).getAttribute("href")).toMatch(/annotate$/);
  await userEvent.click(screen.getByRole("button", { name: /Reopen/ }));
  await waitFor(() => expect(saved).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/This sample went back to the queue/)).toBeNull());
});
