import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Action } from "@/lib/domain/action";
import type { CriteriaSet, Proposal } from "@/lib/domain/project";
import { productCodebooks } from "@/lib/domain/reason-book";
import { CriteriaRedline } from "./criteria-redline";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

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

const plainProposal: Proposal = {
  draftId: "3b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  judge: "model-x",
  model: "x-1",
  promptVersion: "00000001",
  items: [
    { id: "0", kind: "criterion", text: "Clarity\nThe answer is easy to follow.\nScale: 1 to 3" },
    { id: "1", kind: "criterion", text: "Length\nThe answer is long.\nScale: 1 to 5" },
  ],
  consistency: null,
  sampled: [],
  temperature: null,
  embeddingsModel: null,
};

const draftSet = (actions: Action[], proposal: Partial<Proposal> = {}): CriteriaSet => ({
  id: "1b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  taskId: "2b8bb7f4-6f0e-4d0e-8a52-3a8f0a7a1b01",
  version: 2,
  status: "draft",
  publishedAt: null,
  createdAt: "2026-01-05T10:00:00.000Z",
  criteria: [],
  proposal: { ...plainProposal, ...proposal },
  actions,
  inUse: false,
});

function show(actions: Action[] = [], pairwise = false, proposal: Partial<Proposal> = {}) {
  const calls = { onChange: vi.fn(), onPublish: vi.fn(), onDiscard: vi.fn() };
  render(
    <CriteriaRedline set={draftSet(actions, proposal)} pairwise={pairwise} reasons={productCodebooks.criteria} busy={false} {...calls} />,
  );
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

  it("revises name, scale and level descriptions, and keeps only described levels", async () => {
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

  it("shows a revision as struck and inserted text, and lets a decided list be published", async () => {
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

describe("redlining the criteria of a task that compares two outputs", () => {
  it("offers a choice with or without a tie, and no scale of numbers", async () => {
    const { onChange, user } = show([], true);
    expect(line("Clarity").textContent).toContain("Choice of A, tie, B");
    await user.click(screen.getByRole("button", { name: "Add a criterion" }));
    expect(screen.queryByRole("spinbutton")).toBeNull();
    expect(screen.queryByRole("combobox", { name: "Judged on" })).toBeNull();
    screen.getByText("To give outputs scores or labels, create a task that judges one output at a time.");
    await user.type(screen.getByRole("textbox", { name: /Name/u }), "Preference");
    await user.click(screen.getByRole("combobox", { name: "Annotators choose" }));
    await user.click(screen.getByRole("option", { name: /^A, B/u }));
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(onChange).toHaveBeenCalledWith(
      expect.objectContaining({
        kind: "add",
        criterion: expect.objectContaining({ name: "Preference", scale: expect.objectContaining({ min: -1, max: 1, step: 2 }) }),
      }),
    );
  });

  it("does not let a list with a scale of numbers be published", () => {
    const graded = { name: "Clear", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };
    show(
      [action({ kind: "accept", itemId: "0" }), action({ kind: "remove", itemId: "1" }, 1), action({ kind: "add", criterion: graded }, 2)],
      true,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish version 2" }).disabled).toBe(true);
    screen.getByText(/"Clear" needs the scale "A, tie, B"/u);
  });
});

describe("a proposal with headings", () => {
  const items: Proposal["items"] = [
    { id: "0", kind: "heading", text: "General criteria" },
    { id: "1", kind: "criterion", text: "Clarity\nEasy.\nScale: 1 to 5" },
    { id: "2", kind: "heading", text: "Task-specific criteria" },
    { id: "3", kind: "criterion", text: "Sources\nNamed.\nScale: 1 to 5" },
  ];
  const truth = { name: "Truth", definition: "", scale: { min: 1, max: 5, step: 1, levels: [] }, overall: false };

  it("shows each criterion under its own, and what the researcher added under another", () => {
    show([action({ kind: "add", criterion: truth })], false, { items });
    const namesIn = (heading: string) =>
      within(screen.getByRole("region", { name: heading }))
        .getAllByRole("listitem")
        .map((item) => item.getAttribute("aria-label"));
    expect(namesIn("General criteria")).toEqual(["Clarity"]);
    expect(namesIn("Task-specific criteria")).toEqual(["Sources"]);
    expect(namesIn("Added here")).toEqual(["Truth"]);
  });

  it("has no heading where the judge gave none", () => {
    show([action({ kind: "add", criterion: truth })]);
    expect(screen.queryByRole("heading", { name: "Added here" })).toBeNull();
  });
});

describe("the lists that were sampled beside a proposal", () => {
  const sampled = [["Clarity: easy"], ["Plainness: easy", "Brevity"]];
  const agreement = () => screen.getByRole("region", { name: "Agreement of repeated lists" });

  it("show CC and ICC, what they mean, and what they were computed from", () => {
    const consistency = {
      cc: { value: 0.8312, why: null, n: 2 },
      icc: { value: 0.5, why: null, n: 1 },
      basis: "embeddings" as const,
    };
    show([], false, { consistency, sampled, temperature: 0.7, embeddingsModel: "small-vectors" });
    const text = agreement().textContent;
    expect(text).toContain("made at temperature 0, 2 others for comparison at temperature 0.7");
    expect(text).toMatch(/CC0\.83 over 2 listsHow alike this list and each sampled one are/u);
    expect(text).toMatch(/ICC0\.50 over 1 pair of lists.*Not the intraclass correlation/u);
    expect(text).toContain("the cosine of their embeddings by small-vectors");
  });

  it("say why a figure is undefined, and when only shared words were compared", () => {
    const consistency = { cc: { value: 0.4, why: null, n: 1 }, icc: { value: null, why: "too-few", n: 0 }, basis: "lexical" as const };
    show([], false, { consistency, sampled: [["Clarity: easy"]], temperature: 1 });
    expect(agreement().textContent).toContain("ICC– needs two sampled lists");
    expect(agreement().textContent).toMatch(/by the words they share.*must not be compared/u);
  });

  it("are collapsed until opened", async () => {
    const consistency = { cc: { value: 1, why: null, n: 2 }, icc: { value: 1, why: null, n: 1 }, basis: "lexical" as const };
    const { user } = show([], false, { consistency, sampled, temperature: 1 });
    const details = screen.getByText("The 2 sampled lists").closest("details");
    expect(details?.open).toBe(false);
    await user.click(screen.getByText("The 2 sampled lists"));
    expect(details?.open).toBe(true);
    const second = within(agreement()).getByRole("heading", { name: "List 2" }).closest("li");
    expect([...(second?.querySelectorAll("li") ?? [])].map((item) => item.textContent)).toEqual(["Plainness: easy", "Brevity"]);
  });

  it("are reported missing when there are none", () => {
    show();
    screen.getByText(/No further lists were sampled/u);
    expect(screen.queryByRole("region", { name: "Agreement of repeated lists" })).toBeNull();
  });
});

it("another scale starts without the texts of the old levels, and going back brings them back", async () => {
  const text = "Clarity\nThe answer is easy to follow.\nScale: 1 to 3\n1 = poor: hard to follow\n3 = good: easy";
  const { user, onChange } = show([], false, { items: [{ id: "0", kind: "criterion", text }] });
  await user.click(screen.getByRole("button", { name: /^Revise/ }));
  const dialog = screen.getByRole("dialog");
  const highest = within(dialog).getByLabelText("Highest score");
  const set = async (value: string) => {
    await user.clear(highest);
    await user.type(highest, value);
  };
  await set("4");
  expect(within(dialog).getByLabelText("Label of 3")).toHaveProperty("value", "");
  expect(within(dialog).getByLabelText("Description of 1")).toHaveProperty("value", "");
  await set("3");
  expect(within(dialog).getByLabelText("Label of 3")).toHaveProperty("value", "good");
  await set("4");
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(onChange.mock.lastCall?.[0].criterion.scale).toEqual({ min: 1, max: 4, step: 1, levels: [] });
});
