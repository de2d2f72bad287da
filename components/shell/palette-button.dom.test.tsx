import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { stubRouter } from "@/lib/testing/stub-saves";
import { PaletteButton } from "./palette-button";

const code = vi.hoisted(() => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrived, arrive };
});
vi.mock("./command-palette", async (original) => {
  await code.arrived;
  return original();
});

afterEach(() => vi.unstubAllGlobals());

test("what is typed before the palette has loaded is searched for in it, and does not run commands of the page", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
  const onPage = vi.fn();
  window.addEventListener("keydown", ({ key, ctrlKey }) => !ctrlKey && document.querySelector("[role=dialog]") === null && onPage(key));
  const push = vi.fn();
  render(
    <AppRouterContext.Provider value={stubRouter(push)}>
      <QueryClientProvider client={createQueryClient()}>
        <PaletteButton project={undefined} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  await userEvent.keyboard("{Control>}k{/Control}profile");
  expect(screen.queryByRole("dialog")).toBeNull();
  code.arrive();
  const field = await screen.findByRole<HTMLInputElement>("combobox");
  await waitFor(() => expect(field.value).toBe("profile"));
  await userEvent.keyboard("{Enter}");
  expect(push.mock.calls).toEqual([["/profile"]]);
  expect(onPage.mock.calls.flat().filter((key) => key !== "Control")).toEqual([]);
});
