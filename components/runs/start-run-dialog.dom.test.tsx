import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Judge } from "@/lib/domain/judge";
import type { RunEstimate } from "@/lib/domain/run-estimate";
import { judgeOf, protocolsFixture } from "@/lib/testing/judge-fixture";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { StartRunDialog } from "./start-run-dialog";

const push = vi.fn();
const router = { bfcacheId: "0", push, replace: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() };
// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => {
  vi.unstubAllGlobals();
  push.mockReset();
});

const pairwise = judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0003", name: "Pair judge", protocol: "camieval-pairwise" });
const metric = judgeOf({ id: "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0004", name: "Length", kind: "metric", options: { metric: "length" } });
const estimate: RunEstimate = {
  units: 4,
  samples: 4,
  samplesLookedAt: 4,
  requests: 8,
  inputTokens: { expected: 1000, most: 4000 },
  outputTokens: { expected: 200, most: 6400 },
  costUsd: null,
  costWhy: 'No price is known for "llama".',
  seconds: 90,
  notes: ["Estimated from all."],
};

function open(kind: "pointwise" | "pairwise", judges: Judge[] = [judgeOf({}), pairwise, metric]) {
  const written: { url: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (!init?.body) return Response.json({ items: url.endsWith("/protocols") ? protocolsFixture : judges });
    written.push({ url, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return Response.json(url.endsWith("/estimate") ? estimate : { id: "run-1" });
  });
  const task = fixtureTask({ kind, counts: { samples: 4, criteria: 5 } });
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <StartRunDialog task={task} onClose={vi.fn()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  return { written, user: userEvent.setup({ delay: null }) };
}

const options = async (user: ReturnType<typeof userEvent.setup>, field: string) => {
  await user.click(await screen.findByRole("combobox", { name: field }));
  return screen.getAllByRole("option").map((option) => option.textContent ?? "");
};

test("only judges that can work on such a task are offered", async () => {
  const { user } = open("pointwise");
  const offered = await options(user, "Judge");
  expect(offered.map((text) => text.slice(0, 6))).toEqual(["Llamal", "Length"]);
});

test("a run is started with what was chosen, and nothing that was not", async () => {
  const { written, user } = open("pointwise");
  await screen.findByText("20 units");
  await user.type(screen.getByLabelText("Only the first samples"), "2");
  screen.getByText("10 units");
  await user.type(screen.getByLabelText("Budget in dollars"), "0.5");
  await user.click(screen.getByLabelText(/^Reuse this project's earlier answers/u));
  await user.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(expect.stringMatching(/\/runs\/run-1$/u)));
  expect(written).toEqual([
    { url: expect.stringMatching(/\/runs$/u), body: { judgeId: judgeOf({}).id, sampleLimit: 2, budgetUsd: 0.5, reuseAnswers: true } },
  ]);
});

test("a pair can be swapped, and counts once however many criteria there are", async () => {
  const { written, user } = open("pairwise");
  await screen.findByText("4 units");
  await user.click(screen.getByRole("combobox", { name: "Variant" }));
  await user.click(screen.getByRole("option", { name: /^Outputs swapped/u }));
  await user.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(push).toHaveBeenCalled());
  expect(written[0]?.body).toEqual({ judgeId: pairwise.id, variant: "swapped" });
});

test("what it would cost is said before it is started, and forgotten when something is changed", async () => {
  const { written, user } = open("pairwise");
  await screen.findByText("4 units");
  await user.click(screen.getByRole("button", { name: "What would it cost?" }));
  const cost = within(await screen.findByRole("status", { name: "What it would cost" }));
  cost.getByText("1,000, at most 4,000");
  cost.getByText(/^Cost unknown\. No price is known for "llama"\.$/u);
  cost.getByText(/at least 1\smin 30\ss/u);
  expect(written.map(({ url }) => url.slice(url.lastIndexOf("/")))).toEqual(["/estimate"]);
  await user.type(screen.getByLabelText("Only the first samples"), "1");
  expect(screen.queryByRole("status", { name: "What it would cost" })).toBeNull();
});

test("an invalid budget is reported and starts nothing", async () => {
  const { user } = open("pointwise");
  await user.type(await screen.findByLabelText("Budget in tokens"), "-3");
  screen.getByText("A number above 0.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start" }).disabled).toBe(true);
});

test("if no judge fits such a task, the form says so and what to do", async () => {
  open("pairwise", [judgeOf({})]);
  await screen.findByText("No judge here fits a pairwise task");
  expect(screen.getByRole("link", { name: "Add a judge" }).getAttribute("href")).toMatch(/settings\?tab=judges$/u);
});
