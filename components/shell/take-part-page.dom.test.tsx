import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { TakePartPage } from "./take-part-page";

afterEach(() => vi.unstubAllGlobals());

test("somebody with an account is asked before the link signs them out of it", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push(body);
    const error = body.leaveAccount
      ? { code: "conflict", message: "All places in this study are taken.", requestId: "r" }
      : { code: "conflict", message: "You are signed in as Rhea.", details: { signedInAs: "Rhea" }, requestId: "r" };
    return Response.json({ error }, { status: 409 });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TakePartPage token="t" query={{ participant: "w1" }} />
    </QueryClientProvider>,
  );
  await screen.findByText(/signed in as Rhea\. Taking part signs you out/);
  expect(sent).toEqual([{ query: { participant: "w1" }, leaveAccount: false }]);
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Sign out and take part" }));
  await screen.findByText(/All places in this study are taken\./);
  await waitFor(() => expect(sent.at(-1)).toEqual({ query: { participant: "w1" }, leaveAccount: true }));
});
