import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { onDemand } from "@/components/ui/on-demand";
import { Toaster } from "@/components/ui/toaster";
import { createQueryClient } from "@/lib/client/query-client";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import { OpenDialog } from "./open-dialog";
import { Workspace } from "./workspace";

// The dialogs' code, which arrives when a test says so.
const code = vi.hoisted(() => {
  const nothing = (): void => undefined;
  return { arrive: nothing, fail: nothing };
});
vi.mock("@/components/ui/on-demand", async (original) => {
  const real = await original<{ onDemand: typeof onDemand }>();
  return {
    ...real,
    onDemand: (fetchComponent: Parameters<typeof onDemand>[0]) =>
      fetchComponent.toString().includes("open-dialog")
        ? real.onDemand(
            () =>
              new Promise<typeof OpenDialog>((resolve, reject) => {
                code.arrive = () => resolve(OpenDialog);
                code.fail = () => reject(new Error("no connection"));
              }),
          )
        : real.onDemand(fetchComponent),
  };
});

function open() {
  const { actions, asked, calls } = stubSaves(openedAssignment);
  render(
    <AppRouterContext.Provider value={stubRouter(vi.fn())}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={openedAssignment} show={vi.fn()} />
        <Toaster />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  const skipped = () =>
    calls()
      .filter(([url]) => url.endsWith("/skip"))
      .map(([, init]) => JSON.parse(String(init?.body)) as unknown);
  return { actions, asked, skipped };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("keys pressed for a dialog that could not be loaded do nothing else", async () => {
  const { actions, asked } = open();
  await userEvent.keyboard("s1a");
  code.fail();
  await screen.findByText("This cannot be opened without a connection.");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(actions()).toEqual([]);
  expect(asked().filter((url) => url.endsWith("/skip"))).toEqual([]);
  expect(screen.queryByRole("listitem", { name: /Accepted/ })).toBeNull();
  await userEvent.keyboard("a");
  expect(await screen.findByRole("listitem", { name: "Conclusion, Accepted" })).toBeDefined();
});

test("a number pressed before the dialog has loaded chooses its reason, once it is there", async () => {
  const { actions, skipped } = open();
  await userEvent.keyboard("s3");
  expect(screen.queryByRole("dialog")).toBeNull();
  code.arrive();
  await waitFor(() => expect(skipped()).toEqual([{ reason: "Subject I cannot judge" }]));
  expect(actions()).toEqual([]);
});
