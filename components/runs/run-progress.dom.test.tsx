import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Run } from "@/lib/domain/judge";
import { RunProgress } from "./run-progress";

const units = { total: 10, done: 4, failed: 0, pending: 6, dropped: 0, cached: 0 };
const run = {
  ...{ id: "r1", taskId: "t1", status: "running", imported: false, units, unitsPerMinute: 0, secondsLeft: null, heldUntil: null },
  ...{ inputTokens: 0, outputTokens: 0, costUsd: null, requestsWithoutCost: 0, priced: false, budgetUsd: null, budgetTokens: null },
  proposalDraftId: null,
} as Run;

test("a run waiting because its endpoint asked for a pause says so, and until when", () => {
  const { rerender } = render(<RunProgress run={run} projectId="p1" />);
  expect(screen.queryByText(/asked for a pause/)).toBeNull();
  rerender(<RunProgress run={{ ...run, heldUntil: "2026-01-05T10:30:00.000Z" }} projectId="p1" />);
  expect(screen.queryByText(/The endpoint asked for a pause; the run resumes by itself at/)).not.toBeNull();
  expect(document.querySelector("time")?.dateTime).toBe("2026-01-05T10:30:00.000Z");
});
