import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { NextAssignment } from "@/lib/domain/assignment";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { ContinueWork } from "./continue-work";

const push = vi.fn();
const router = { bfcacheId: "0", push, replace: vi.fn(), refresh: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn() };
afterEach(() => {
  vi.unstubAllGlobals();
  push.mockReset();
});

/** Opens the page with what the server says before and after the annotator agrees. */
function open(before: NextAssignment, after = before, passing = "/consent") {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url.replace(/^.*\/tasks\/[^/]+/u, ""));
    if (url.endsWith(passing)) return Response.json({ ok: true });
    return Response.json(asked.includes(passing) ? after : before);
  });
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={createQueryClient()}>
        <ContinueWork task={fixtureTask()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  return { asked, user: userEvent.setup({ delay: null }) };
}

test("an annotator reads why there is no sample for them now", async () => {
  open({ assignmentId: null, gate: null, why: "You have reached today's limit of 40." });
  await screen.findByText("You have reached today's limit of 40.");
  expect(screen.queryByRole("button", { name: "I agree" })).toBeNull();
});

test("after agreeing, an annotator for whom no sample is there reads why", async () => {
  const { user } = open(
    { assignmentId: null, why: null, gate: { kind: "consent", text: "Agree?" } },
    { assignmentId: null, why: "Collecting ended on 2026-01-01.", gate: null },
  );
  await user.click(await screen.findByRole("button", { name: "I agree" }));
  await screen.findByText("Collecting ended on 2026-01-01.");
  expect(push).not.toHaveBeenCalled();
});

test("the consent text is formatted, and agreeing opens the first sample", async () => {
  const assignmentId = "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0001";
  const { asked, user } = open(
    { assignmentId: null, why: null, gate: { kind: "consent", text: "## What this is\n\nYou rate **answers**." } },
    { assignmentId, why: null, gate: null },
  );
  await screen.findByRole("heading", { name: "What this is" });
  expect(asked).toEqual(["/assignments/next"]);
  await user.click(screen.getByRole("button", { name: "I agree" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`/annotate/${assignmentId}$`, "u"))));
  expect(asked).toEqual(["/assignments/next", "/consent", "/assignments/next"]);
});

test("guidelines that changed show the change, and are read once the annotator says so", async () => {
  const assignmentId = "5d7f0d7e-4f0d-4e7e-9a39-6f1a0c0b0001";
  const gate = { kind: "guidelines" as const, version: 2, text: "Read it twice.", before: "Read it once." };
  const { asked, user } = open({ assignmentId: null, why: null, gate }, { assignmentId, why: null, gate: null }, "/guidelines/readings");
  await screen.findByRole("heading", { name: "The guidelines have changed" });
  expect(screen.getByText("once").tagName).toBe("DEL");
  expect(screen.getByText("twice").tagName).toBe("INS");
  await user.click(screen.getByRole("button", { name: "I have read this" }));
  await waitFor(() => expect(push).toHaveBeenCalledWith(expect.stringMatching(new RegExp(`/annotate/${assignmentId}$`, "u"))));
  expect(asked).toEqual(["/assignments/next", "/guidelines/readings", "/assignments/next"]);
});
