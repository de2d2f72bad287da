import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { SessionsPanel } from "./sessions-panel";

afterEach(() => vi.unstubAllGlobals());

test("the list of sessions says what signing out does not end, and everything that ends an API key", async () => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionsPanel currentId="s" />
    </QueryClientProvider>,
  );
  const said = await screen.findByText(/API keys/);
  expect(said.textContent).toBe(
    "Signing out here leaves API keys as they are. They end when they expire or are revoked, with a new password, and with the account.",
  );
});
