import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { WebhooksPanel } from "./webhooks-panel";

afterEach(() => vi.unstubAllGlobals());

const at = "2026-11-23T09:00:00.000Z";
const webhook = {
  id: "w",
  projectId: "p",
  url: "https://example.org/hook",
  events: ["run.ended"],
  active: true,
  createdAt: at,
  last: null,
};
const failed = { at, durationMs: 31, status: 500, error: "It answered 500." };
const delivery = { id: "d", event: "run.ended", payload: {}, status: "failed", tries: [failed], createdAt: at, nextTryAt: null };

function open() {
  const calls: { address: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    calls.push({ address: `${method} ${url}`, body: typeof body === "string" ? JSON.parse(body) : null });
    if (method === "POST" && url.endsWith("/webhooks")) return Response.json({ webhook, secret: "whsec_abc" });
    const items = url.includes("/deliveries") ? [delivery] : [webhook];
    return Response.json(method === "GET" ? { items, nextCursor: null, total: null } : { ...delivery, ok: true });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WebhooksPanel projectId="p" />
    </QueryClientProvider>,
  );
  return calls;
}

test("a new webhook is notified of the chosen events, and its secret is shown until it is put away", async () => {
  const calls = open();
  await userEvent.type(await screen.findByRole("textbox", { name: "Address" }), "https://example.org/new");
  await userEvent.click(screen.getByRole("checkbox", { name: "The report changed" }));
  await userEvent.click(screen.getByRole("button", { name: "Add webhook" }));
  expect(await screen.findByText("whsec_abc")).toBeTruthy();
  const sent = calls.find(({ address }) => address === "POST /api/v1/projects/p/webhooks");
  expect(sent?.body).toEqual({
    url: "https://example.org/new",
    events: ["run.ended", "sample.complete", "task.complete", "qualification.passed"],
  });
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("whsec_abc")).toBeNull();
});

test("the log says why an attempt failed, and a delivery can be sent again", async () => {
  const calls = open();
  await userEvent.click(await screen.findByRole("button", { name: "Deliveries to https://example.org/hook" }));
  const log = await screen.findByRole("list", { name: "Deliveries" });
  expect(within(log).getByText(/It answered 500\. 31 ms/)).toBeTruthy();
  await userEvent.click(within(log).getByRole("button", { name: /^Send run\.ended of .* again$/ }));
  expect(calls.map(({ address }) => address)).toContain("POST /api/v1/webhooks/w/deliveries/d/resend");
});

test("a webhook can be paused", async () => {
  const calls = open();
  await userEvent.click(await screen.findByRole("button", { name: "Pause https://example.org/hook" }));
  expect(calls.find(({ address }) => address === "PATCH /api/v1/webhooks/w")?.body).toEqual({ active: false });
});

test("what became of a test is said beside the address too, once it has arrived", async () => {
  const last = (status: string) => ({ ...webhook, last: { status, at } });
  const shown = [webhook, last("pending"), last("delivered")];
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    if (method !== "GET") return Response.json({ ...delivery, status: "pending" });
    const items = url.includes("/deliveries") ? [] : [shown.length > 1 ? shown.shift() : shown[0]];
    return Response.json({ items, nextCursor: null, total: null });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WebhooksPanel projectId="p" />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Send a test to https://example.org/hook" }));
  expect(await screen.findByText("last: pending")).toBeTruthy();
  expect(await screen.findByText("last: delivered")).toBeTruthy();
});
