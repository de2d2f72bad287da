import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { SettingsPage } from "./settings-page";

afterEach(() => vi.unstubAllGlobals());

function open(role: string, tab: string) {
  const entry = { code: "unclear", label: "Not clear", retired: false };
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.endsWith("/reason-codes")
        ? { items: [entry], criteria: [], used: { items: [], criteria: [] } }
        : { id: "p", name: "Study", description: "", role, archivedAt: null },
    ),
  );
  render(
    <NuqsTestingAdapter searchParams={`?tab=${tab}`}>
      <QueryClientProvider client={createQueryClient()}>
        <SettingsPage projectId="p" imports={<p>All imports</p>} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

const tabs = async () => (await screen.findAllByRole("tab")).map((tab) => tab.textContent);

test("a researcher edits the project's reasons and finds neither judges nor imports there", async () => {
  open("researcher", "imports");
  expect(await tabs()).toEqual(["Prompts", "Reasons", "Webhooks", "API"]);
  expect(screen.queryByText("All imports")).toBeNull();
  expect((await screen.findByDisplayValue("Not clear")).tagName).toBe("INPUT");
  expect(screen.getByRole("button", { name: "Save reasons" })).toBeTruthy();
});

test("an admin has every tab", async () => {
  open("admin", "imports");
  expect(await tabs()).toEqual(["Project", "Judges", "Prompts", "Reasons", "Imports", "Webhooks", "API"]);
  expect(screen.getByText("All imports")).toBeTruthy();
});
