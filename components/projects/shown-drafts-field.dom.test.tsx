import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Run } from "@/lib/domain/judge";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { ShownDraftsField } from "./shown-drafts-field";

// Menus to open, on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

const published = { id: fixtureTask().publishedSet?.id ?? "", version: 2 };
const runOf = (name: string, some: Partial<Run> = {}) =>
  ({
    id: name,
    judge: { id: name, name },
    kind: "evaluation",
    variant: "plain",
    protocol: "step-by-step",
    status: "done",
    criteriaSet: published,
    units: { total: 40, done: 40, failed: 0, pending: 0, dropped: 0, cached: 0 },
    createdAt: "2026-01-05T10:00:00.000Z",
    ...some,
  }) as Run;

function open(runs: Run[], draftRunId: string | null = null, arm: "drafted" | "blind" = "drafted") {
  vi.stubGlobal("fetch", async () => Response.json({ items: runs }));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ShownDraftsField task={fixtureTask({ draftRunId, arm })} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const misfits = [
  runOf("swapped", { variant: "swapped" }),
  runOf("objected", { variant: "interference" }),
  runOf("words", { protocol: "metric" }),
  runOf("older", { criteriaSet: { id: "another", version: 1 } }),
  runOf("proposal", { kind: "criteria" }),
];

test("only plain runs on the published criteria are offered", async () => {
  const half = { total: 40, done: 12, failed: 0, pending: 28, dropped: 0, cached: 0 };
  const user = open([...misfits, runOf("Ada"), runOf("Ben", { status: "running", units: half })]);
  await user.click(await screen.findByRole("combobox", { name: "Show the drafts of" }));
  const offered = (await screen.findAllByRole("option")).map((option) => option.textContent);
  expect(offered).toEqual(["The newest finished run", "Ada2026-01-05, 40 drafts", "Ben2026-01-05, 12 drafts, running"]);
});

test("a chosen run that no longer qualifies says why", async () => {
  const user = open([...misfits, runOf("Ada")], "older");
  const field = await screen.findByRole("combobox", { name: "Show the drafts of" });
  expect(field.textContent).toBe("older");
  await user.click(field);
  expect((await screen.findByRole("option", { name: /older/ })).textContent).toMatch(/Not shown\. This run drafted other criteria/);
});

test("where nothing can be shown, it says what is missing", async () => {
  open(misfits);
  await screen.findByText(/There are no drafts yet\..* no sample is handed out; .* choose Without a draft/);
});

test("nothing is missing where annotators score without drafts", async () => {
  open(misfits, null, "blind");
  expect((await screen.findByText(/There are no drafts yet/)).textContent).not.toMatch(/handed out/);
});
