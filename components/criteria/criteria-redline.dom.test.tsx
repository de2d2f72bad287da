import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Action } from "@/lib/domain/action";
import type { CriteriaSet } from "@/lib/domain/project";
import { CriteriaRedline } from "./criteria-redline";

beforeAll(() => {
  // jsdom has no layout; the menus of the select ask for these.
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});

const ids = ["a1", "a2", "a3"].map((end) => `0b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b${end}`);
const action = (some: Partial<Action> & Pick<Action, "kind">, index = 0): Action => ({
  id: ids[index] ?? "",
  parentId: ids[index - 1] ?? null,
  seq: index,
  itemId: null,
  itemKind: "criterion",
  text: null,
  score: null,
  criterion: null,
  reasonCode: null,
  reason: null,
  undoesId: null,
  at: "2026-01-05T10:00:00.000Z",
  ...some,
});

const draftSet = (actions: Action[]): CriteriaSet => ({
  id: "1b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  taskId: "2b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  version: 2,
  status: "draft",
  publishedAt: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  criteria: [],
  proposal: {
    draftId: "3b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
    judge: "model-x",
    items: [
      { id: "0", kind: "criterion", text: "Clarity\nThe answer is easy to follow.\nScale: 1 to 3" },
      { id: "1", kind: "criterion", text: "Length\nThe answer is long.\nScale: 1 to 5" },
    ],
  },
  actions,
  inUse: false,
});

function show(actions: Action[] = []) {
  const calls = { onChange: vi.fn(), onPublish: vi.fn(), onDiscard: vi.fn() };
  render(<CriteriaRedline set={draftSet(actions)} busy={false} {...calls} />);
  return { ...calls, user: userEvent.setup() };
}

const line = (name: string) => screen.getByRole("listitem", { name });

describe("redlining a list of criteria", () => {
  it("shows each proposed criterion undecided and does not let the list be published", () => {
    show();
    expect(line("Clarity").textContent).toContain("undecided");
    expect(line("Clarity").textContent).toContain("Scale 1 to 3");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish version 2" }).disabled).toBe(true);
    screen.getByText("2 proposed criteria are still undecided.");
  });

  it("accepts a criterion by button and by key", async () => {
    const { onChange, user } = show();
    await user.click(within(line("Clarity")).getByRole("button", { name: /Accept/u }));
    expect(onChange).toHaveBeenLastCalledWith({ kind: "accept", itemId: "0" });
    line("Length").focus();
    await user.keyboard("a");
    expect(onChange).toHaveBeenLastCalledWith({ kind: "accept", itemId: "1" });
  });

  it("removes a proposed criterion with a reason", async () => {
    const { onChange, user } = show();
    await user.click(within(line("Length")).getByRole("button", { name: /Remove/u }));
    const dialog = screen.getByRole("dialog", { name: "Remove “Length”" });
    await user.type(within(dialog).getByLabelText("In your words"), "Length is no merit.");
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: "remove", itemId: "1", reasonCode: null, reason: "Length is no merit." });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("revises name, scale and level descriptions, and keeps only levels about which something is said", async () => {
    const { onChange, user } = show();
    await user.click(within(line("Clarity")).getByRole("button", { name: /Revise/u }));
    const dialog = screen.getByRole("dialog", { name: "Revise the criterion" });
    const name = within(dialog).getByLabelText("Name");
    await user.clear(name);
    await user.type(name, "Clear language");
    const highest = within(dialog).getByLabelText("Highest score");
    await user.clear(highest);
    await user.type(highest, "4");
    await user.type(within(dialog).getByLabelText("Label of 4"), "very clear");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({
      kind: "revise",
      itemId: "0",
      criterion: {
        name: "Clear language",
        definition: "The answer is easy to follow.",
        scale: { min: 1, max: 4, step: 1, levels: [{ value: 4, label: "very clear", description: "" }] },
        overall: false,
      },
      reasonCode: null,
      reason: null,
    });
  });

  it("keys typed in a dialog do not decide on the criterion behind it", async () => {
    const { onChange, user } = show();
    await user.click(within(line("Length")).getByRole("button", { name: /Remove/u }));
    await user.type(screen.getByLabelText("In your words"), "a dead weight");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("refuses a scale whose highest score is not above the lowest", async () => {
    const { onChange, user } = show();
    await user.click(screen.getByRole("button", { name: "Add a criterion" }));
    const dialog = screen.getByRole("dialog", { name: "Add a criterion" });
    await user.type(within(dialog).getByLabelText("Name"), "Truth");
    const highest = within(dialog).getByLabelText("Highest score");
    await user.clear(highest);
    await user.type(highest, "0");
    await user.click(within(dialog).getByRole("button", { name: "Add" }));
    await within(dialog).findByText("A number above the lowest.");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("shows a revision as struck and put in, and lets a decided list be published", async () => {
    const revised = {
      name: "Clarity",
      definition: "The answer is simple to follow.",
      scale: { min: 1, max: 3, step: 1, levels: [] },
      overall: false,
    };
    const { onPublish, onChange, user } = show([
      action({ kind: "revise", itemId: "0", criterion: revised, reasonCode: "unclear" }, 0),
      action({ kind: "remove", itemId: "1" }, 1),
    ]);
    const clarity = line("Clarity");
    expect(clarity.querySelector("del")?.textContent).toBe("easy");
    expect(clarity.querySelector("ins")?.textContent).toBe("simple");
    expect(clarity.textContent).toContain("revised · unclear");
    await user.click(screen.getByRole("button", { name: "Publish version 2" }));
    expect(onPublish).toHaveBeenCalledOnce();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: "undo", undoesId: ids[1] });
  });
});
