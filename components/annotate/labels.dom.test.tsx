import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import { labelled } from "@/lib/testing/labels";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import "@/components/texts/formatted-text";
import { Workspace } from "./workspace";

/** The assignment with labels on both criteria; the draft labels the first "made up". */
function open(...labels: string[]) {
  const scale = labelled(...labels);
  const criteria = openedAssignment.criteria.map((criterion) => ({ ...criterion, scale }));
  const items = [
    { id: "0", kind: "conclusion" as const, text: "Label: out of date, one might say." },
    { id: "1", kind: "score" as const, text: "Label: made up" },
  ];
  const units = openedAssignment.units.map((unit) => (unit.draft ? { ...unit, draft: { ...unit.draft, score: 0, items } } : unit));
  const opened = { ...openedAssignment, criteria, units };
  const saved = stubSaves(opened);
  render(
    <AppRouterContext.Provider value={stubRouter(vi.fn())}>
      <QueryClientProvider client={createQueryClient()}>
        <Workspace opened={opened} show={vi.fn()} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
  return saved;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("a number key chooses the label at its place, and the draft's line then names it", async () => {
  const { actions } = open("made up", "out of date", "other");
  screen.getByRole("listitem", { name: "Label, not given" });
  await userEvent.keyboard("2");
  expect(screen.getByRole("radio", { name: "out of date" }).getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("radio", { name: "made up" }).querySelector(".struck")?.textContent).toBe("made up");
  await waitFor(() => expect(actions().map(({ kind, score }) => [kind, score])).toEqual([["set-score", 1]]));
  await userEvent.keyboard("h");
  expect((await screen.findByRole("dialog", { name: "History" })).textContent).toContain("Chose out of date");
});

test("accepting the label takes the draft's; a key without a label does nothing", async () => {
  const { actions } = open("made up", "out of date", "other");
  await userEvent.keyboard("4{ArrowDown}a");
  await waitFor(() => expect(actions().map(({ kind, itemId }) => [kind, itemId])).toEqual([["accept", "1"]]));
  expect(screen.getByRole("radio", { name: "made up" }).getAttribute("aria-checked")).toBe("true");
});

test("a line that names another label than the draft's is pointed out, and one that only uses its words is not", () => {
  open("made up", "out of date", "other");
  screen.getByText("says out of date, the label is made up");
});

test("with more labels than number keys, 0 leads to them and typing finds one", async () => {
  const { actions } = open("made up", "out of date", "c", "d", "e", "f", "g", "h", "i", "vague", "very vague");
  await userEvent.keyboard("0");
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "made up" }));
  await userEvent.keyboard("ve{Enter}");
  await waitFor(() => expect(actions().map(({ kind, score }) => [kind, score])).toEqual([["set-score", 10]]));
});
