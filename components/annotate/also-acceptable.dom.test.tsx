import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { OpenedAssignment } from "@/lib/domain/assignment";
import { labelled } from "@/lib/testing/labels";
import { openedAssignment } from "@/lib/testing/opened-assignment";
import { stubRouter, stubSaves } from "@/lib/testing/stub-saves";
import { commandsOf } from "./commands";
import { ReviewChanges } from "./review-changes";
import { Workspace } from "./workspace";

const scale = { min: 1, max: 5, step: 1, levels: [], several: true as const };

/** The assignment with this scale on its first criterion, whose draft gives 2; the second has one right score. */
function open(change: Partial<OpenedAssignment> = {}, own: (typeof openedAssignment.criteria)[number]["scale"] = scale) {
  const [first, ...others] = openedAssignment.criteria;
  const criteria = [...(first ? [{ ...first, scale: own }] : []), ...others];
  const opened = { ...openedAssignment, criteria, ...change };
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

const row = () => screen.queryByRole("group", { name: "Also acceptable" });
const toggles = () =>
  within(row() ?? expect.unreachable())
    .getAllByRole("button")
    .map((button) => [button.textContent, button.getAttribute("aria-pressed")].join(" "));
const toggle = (name: string) => within(row() ?? expect.unreachable()).getByRole("button", { name });
const scores = (actions: { kind: string; score?: number | null | undefined }[]) => actions.map(({ kind, score }) => [kind, score]);

test("once a score is there, the other points can be marked, and choosing one again takes the mark away", async () => {
  const { actions } = open();
  expect(row()).toBeNull();
  await userEvent.keyboard("4");
  expect(toggles()).toEqual(["1 false", "2 false", "3 false", "5 false"]);
  await userEvent.click(toggle("2"));
  await userEvent.click(toggle("5"));
  await userEvent.click(toggle("5"));
  expect(toggles()).toEqual(["1 false", "2 true", "3 false", "5 false"]);
  await waitFor(() =>
    expect(scores(actions())).toEqual([
      ["set-score", 4],
      ["allow", 2],
      ["allow", 5],
      ["disallow", 5],
    ]),
  );
});

test("the score becomes one of them and takes its mark, and undo brings both back", async () => {
  open();
  await userEvent.keyboard("4");
  await userEvent.click(toggle("3"));
  await userEvent.keyboard("3");
  expect(toggles()).toEqual(["1 false", "2 false", "4 false", "5 false"]);
  await userEvent.keyboard("z");
  expect(toggles()).toEqual(["1 false", "2 false", "3 true", "5 false"]);
  await userEvent.keyboard("z");
  expect(toggles()).toEqual(["1 false", "2 false", "3 false", "5 false"]);
});

test("a key leads to them, and each is reached and pressed from the keyboard", async () => {
  const { actions } = open();
  await userEvent.keyboard("m");
  expect(row()).toBeNull();
  await userEvent.keyboard("4m{Tab}{Tab} ");
  expect(document.activeElement).toBe(toggle("3"));
  expect(toggles()).toContain("3 true");
  await waitFor(() =>
    expect(scores(actions())).toEqual([
      ["set-score", 4],
      ["allow", 3],
    ]),
  );
});

test("the history says it in words", async () => {
  open();
  await userEvent.keyboard("4");
  await userEvent.click(toggle("2"));
  await userEvent.click(toggle("2"));
  await userEvent.keyboard("zh");
  const said = within(await screen.findByRole("dialog", { name: "History" }))
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent);
  expect(said).toEqual([
    "Took back: no longer also acceptable: 2",
    "No longer also acceptable: 2",
    "Marked as also acceptable: 2",
    "Set the score to 4",
  ]);
});

test("where one score is right there is no row, and no key in the list where that holds for all criteria", async () => {
  open();
  await userEvent.keyboard("]4");
  expect(screen.getByRole("radio", { name: "4" }).getAttribute("aria-checked")).toBe("true");
  expect(row()).toBeNull();
  expect(commandsOf({ opened: openedAssignment }).map(({ id }) => id)).not.toContain("also");
  const opened = { ...openedAssignment, criteria: openedAssignment.criteria.map((one) => ({ ...one, scale })) };
  expect(commandsOf({ opened }).map(({ id }) => id)).toContain("also");
});

test("labels are marked by name", async () => {
  const { actions } = open({}, { ...labelled("made up", "out of date", "other"), several: true });
  await userEvent.keyboard("2");
  expect(toggles()).toEqual(["made up false", "other false"]);
  await userEvent.click(toggle("other"));
  await waitFor(() =>
    expect(scores(actions())).toEqual([
      ["set-score", 1],
      ["allow", 2],
    ]),
  );
});

/** Actions as the server has them. */
const stored = (...steps: { kind: "set-score" | "allow"; score: number }[]) =>
  steps.map((step, seq) => ({
    ...{ itemId: null, itemKind: null, text: null, criterion: null, reasonCode: null, reason: null, undoesId: null },
    ...{ id: `00000000-0000-4000-8000-00000000090${seq}`, parentId: null, seq, at: "2026-01-05T10:00:00.000Z" },
    ...step,
  }));
const withWork = (...steps: Parameters<typeof stored>) =>
  openedAssignment.units.map((unit, index) => (index === 0 ? { ...unit, actions: stored(...steps) } : unit));

test("submitted work shows its marks and takes none", () => {
  open({ status: "submitted", units: withWork({ kind: "set-score", score: 4 }, { kind: "allow", score: 2 }) });
  expect(toggles()).toEqual(["1 false", "2 true", "3 false", "5 false"]);
  expect(toggle("1")).toHaveProperty("disabled", true);
});

test("submitted work without marks has no row", () => {
  open({ status: "submitted", units: withWork({ kind: "set-score", score: 4 }) });
  expect(row()).toBeNull();
});

test("of two versions that differ in marks alone, the marks of each are shown", async () => {
  const actions = stored({ kind: "set-score", score: 4 }, { kind: "allow", score: 2 }, { kind: "allow", score: 5 });
  open();
  const error = { code: "stale_parent", message: "Changed elsewhere.", details: { actions } };
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => asked.then(() => Response.json({ error }, { status: 409 })));
  await userEvent.keyboard("4");
  await userEvent.click(toggle("3"));
  answer();
  const versions = await screen.findByRole("alert", { name: "Two versions" });
  expect([...versions.querySelectorAll("li")].map((entry) => entry.textContent)).toEqual(["Also acceptableHere3Elsewhere2, 5"]);
});

test("a reviewer sees which marks changed since the work was returned", () => {
  const units = withWork({ kind: "set-score", score: 4 }, { kind: "allow", score: 5 }, { kind: "allow", score: 2 });
  const [first, ...others] = openedAssignment.criteria;
  const opened = { ...openedAssignment, units, criteria: [...(first ? [{ ...first, scale }] : []), ...others] };
  const before = [{ criterionId: first?.id ?? "", actions: 1 }];
  const { container } = render(<ReviewChanges opened={opened} review={{ state: null, history: [], before, nextId: null }} />);
  expect([...container.querySelectorAll("li")].map((entry) => entry.textContent)).toEqual(["Analogy: also acceptable none → 2, 5"]);
});
