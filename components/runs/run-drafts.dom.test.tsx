import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Exchange, RunDraft } from "@/lib/domain/exchange";
import type { Run } from "@/lib/domain/judge";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { RunDrafts } from "./run-drafts";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

const criterion = { id: "c1", name: "Clarity", ownToSample: false, min: 1, max: 5 };
const draftOf = (some: Partial<RunDraft>): RunDraft => ({
  id: "d1",
  sample: { id: "s1", externalId: "sample-1" },
  criterion,
  score: 4,
  label: null,
  text: "It is clear.",
  dropped: null,
  cached: false,
  asked: true,
  details: null,
  ...some,
});
const exchange: Exchange = {
  id: "e1",
  step: "criterion",
  role: "judge",
  request: JSON.stringify({
    model: "m",
    messages: [
      { role: "system", content: "You evaluate." },
      {
        role: "user",
        content: [
          { type: "text", text: "Judge it." },
          { type: "image_url", image_url: { url: "https://example.org/a.png" } },
        ],
      },
    ],
  }),
  requestExact: true,
  reply: "",
  problem: "The reply is empty.",
  cachedFromId: "e0",
  inputTokens: null,
  outputTokens: 3,
  costUsd: null,
  servedBy: null,
  latencyMs: 1500,
  createdAt: "2026-01-05T10:00:00.000Z",
};

function open(drafts: RunDraft[], kind: "pointwise" | "pairwise" = "pointwise", exchanges = [exchange]) {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/tasks/")) return Response.json(fixtureTask({ kind }));
    return Response.json(url.includes("/exchanges") ? { items: exchanges } : { items: drafts, nextCursor: null, total: null });
  });
  const run = { id: "r1", taskId: "t1", status: "done", units: { total: 2, done: 1, failed: 0, pending: 0, dropped: 1, cached: 0 } } as Run;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RunDrafts run={run} />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

test("each draft shows its score and scale; a dropped one says why, and a sample's own dimension is labelled", async () => {
  open([
    draftOf({}),
    draftOf({ id: "d2", score: null, dropped: "The chains disagree." }),
    draftOf({ id: "d3", criterion: { ...criterion, name: "Names the star", ownToSample: true }, cached: true }),
  ]);
  const rows = (await screen.findAllByRole("row")).slice(1).map((row) => row.textContent ?? "");
  expect(rows[0]).toMatch(/sample-1Clarity41 to 5It is clear\./u);
  expect(rows[1]).toMatch(/none.*dropped.*The chains disagree\./u);
  expect(rows[2]).toMatch(/Names the star, of this sample alone.*from an earlier answer/u);
});

test("what was asked is shown with its reply, what is not known left unknown", async () => {
  const user = open([draftOf({})]);
  await user.click(await screen.findByRole("button", { name: "What was asked about sample-1" }));
  const dialog = within(screen.getByRole("dialog", { name: "What was asked about sample-1" }));
  await dialog.findByText("You evaluate.");
  expect(dialog.getByText(/^Judge it\./u).textContent).toBe("Judge it.\n\n[image: https://example.org/a.png]");
  dialog.getByText("(empty)");
  dialog.getByText("The reply is empty.");
  dialog.getByText("taken from an earlier answer");
  expect(dialog.getByText(/unknown tokens in, 3 out/u).textContent).toMatch(/1\.5\ss$/u);
});

test("the request is shown byte for byte, and one that was not sent or not kept exactly says so", async () => {
  const request = '{"model":"m","stream":true,"messages":[{"role":"user","content":"Caf\\u00e9  "}],"a":1.0}';
  const user = open([draftOf({})], "pointwise", [
    { ...exchange, id: "e1", request, cachedFromId: null },
    { ...exchange, id: "e2", request, cachedFromId: null, requestExact: false },
    { ...exchange, id: "e3", request },
  ]);
  await user.click(await screen.findByRole("button", { name: "What was asked about sample-1" }));
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findByText("The request as sent");
  dialog.getByText("The request, stored by an earlier version: key order and spacing may differ from what was sent");
  dialog.getByText("The request that would have been sent");
  const verbatim = { normalizer: (text: string) => text };
  expect(dialog.getAllByText(request, verbatim)).toHaveLength(3);
});

test("drafts for which nothing was asked offer nothing to look at", async () => {
  open([draftOf({ asked: false })]);
  await screen.findByText("It is clear.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a pair's draft shows which output is better", async () => {
  const scale = { ...criterion, min: -1 };
  const scores = [1, -1, 0, null];
  open(
    scores.map((score, index) => draftOf({ id: `d${index}`, score, criterion: scale })),
    "pairwise",
  );
  await screen.findByRole("columnheader", { name: "Better" });
  const cells = screen.getAllByRole("row").map((row) => within(row).queryAllByRole("cell")[1]?.textContent);
  expect(cells.slice(1)).toEqual(["A", "B", "tie", "none"]);
});
