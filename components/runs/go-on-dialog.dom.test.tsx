import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Run } from "@/lib/domain/judge";
import { GoOnDialog } from "./go-on-dialog";
import { UnitsBar } from "./units-bar";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

afterEach(() => vi.unstubAllGlobals());

const spent = { id: "r1", priced: true, budgetUsd: 2, budgetTokens: null, costUsd: 1.9, inputTokens: 900, outputTokens: 100 };

function open(run: Partial<Run>) {
  const written: unknown[] = [];
  const onClose = vi.fn();
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    written.push(JSON.parse(String(init?.body)));
    return Response.json({});
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GoOnDialog run={run as Run} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { written, onClose, user: userEvent.setup({ delay: null }) };
}

const goOn = () => screen.getByRole<HTMLButtonElement>("button", { name: "Resume" });

test("a run resumes only with a different budget; an empty field removes it", async () => {
  const { written, onClose, user } = open(spent);
  const dollars = screen.getByLabelText("Budget in dollars");
  screen.getByText("$1.90 spent so far.");
  screen.getByText("1,000 used so far.");
  expect(goOn().disabled).toBe(true);
  await user.clear(dollars);
  await user.type(dollars, "0");
  screen.getByText("An amount above 0.");
  expect(goOn().disabled).toBe(true);
  await user.clear(dollars);
  await user.type(screen.getByLabelText("Budget in tokens"), "5000");
  await user.click(goOn());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(written).toEqual([{ verb: "resume", budgetUsd: null, budgetTokens: 5000 }]);
});

test("a run without prices can be given a budget in tokens only", () => {
  open({ ...spent, priced: false, budgetUsd: null, budgetTokens: 1000, costUsd: null });
  expect(screen.queryByLabelText("Budget in dollars")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Budget in tokens").value).toBe("1000");
});

test("the bar of a run shows what failed and was dropped apart from what was drafted", () => {
  render(<UnitsBar label="Units" units={{ total: 10, done: 5, failed: 2, dropped: 1, pending: 2, cached: 0 }} />);
  const bar = screen.getByRole("progressbar", { name: "Units" });
  expect(bar.getAttribute("aria-valuenow")).toBe("8");
  expect([...bar.children].map((part) => (part as HTMLElement).style.width)).toEqual(["50%", "10%", "20%"]);
});
