import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { criterionContent } from "@/lib/domain/criterion";
import { labelled } from "@/lib/testing/labels";
import { CriterionDialog } from "./criterion-dialog";
import { ScaleView } from "./scale-view";
import { scaleWords } from "./scale-words";

// Filling in many fields takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const cause = criterionContent.parse({
  name: "Cause",
  scale: {
    kind: "categorical",
    levels: [{ label: "made up", description: "Nowhere in it." }, { label: "out of date" }, { label: "other" }],
  },
});
const numbers = criterionContent.parse({
  name: "Clarity",
  scale: { min: 1, max: 3, levels: [{ value: 2, label: "fair", description: "Half of it." }] },
});

function show(criterion = cause) {
  const onSubmit = vi.fn();
  const rest = { title: "Revise the criterion", submitLabel: "Save", reasons: null, withGroup: false, onClose: vi.fn() };
  render(<CriterionDialog criterion={criterion} onSubmit={onSubmit} {...rest} />);
  const user = userEvent.setup();
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const retype = async (name: string, text: string) => {
    await user.clear(field(name));
    if (text !== "") await user.type(field(name), text);
  };
  const choose = async (name: string) => {
    await user.click(screen.getByRole("combobox", { name: "Judged on" }));
    await user.click(screen.getByRole("option", { name: new RegExp(name, "u") }));
  };
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  const saved = () => onSubmit.mock.lastCall?.[0].scale;
  return { user, field, retype, choose, save, saved, onSubmit };
}

describe("the labels of a criterion", () => {
  it("are added and removed, and numbered by their order", async () => {
    const { user, field, retype, save, saved } = show();
    await user.click(screen.getByRole("button", { name: "Remove label 2" }));
    await user.click(screen.getByRole("button", { name: "Add a label" }));
    await retype("Label 3", " left out ");
    await user.type(field("Description of label 3"), "Said nowhere.");
    await save();
    expect(saved()).toEqual({
      kind: "categorical",
      min: 0,
      max: 2,
      step: 1,
      levels: [
        { value: 0, label: "made up", description: "Nowhere in it." },
        { value: 1, label: "other", description: "" },
        { value: 2, label: "left out", description: "Said nowhere." },
      ],
    });
  });

  it("lose the description of a label that is renamed, and get it back with its name", async () => {
    const { field, retype, save, saved } = show();
    await retype("Label 1", "invented");
    expect(field("Description of label 1").value).toBe("");
    await retype("Label 1", "made up");
    expect(field("Description of label 1").value).toBe("Nowhere in it.");
    await retype("Label 1", "invented");
    await save();
    expect(saved().levels[0]).toEqual({ value: 0, label: "invented", description: "" });
  });

  it("must differ, and the one that occurs twice is named", async () => {
    const { retype, save, onSubmit } = show();
    await retype("Label 3", "Made  up");
    await save();
    await screen.findByText('The label "Made up" occurs twice.');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("are at least two", () => {
    show({ ...cause, scale: labelled("yes", "no") });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Remove label 1" }).disabled).toBe(true);
  });
});

it("a criterion turned from numbers into labels keeps no text of its levels, and turned back gets them again", async () => {
  const { field, retype, choose, save, saved } = show(numbers);
  await choose("Labels");
  expect(screen.queryByLabelText("Lowest score")).toBeNull();
  expect([field("Label 1").value, field("Description of label 1").value]).toEqual(["", ""]);
  await retype("Label 1", "yes");
  await choose("Numbers");
  expect([field("Label of 2").value, field("Description of 2").value, field("Highest score").value]).toEqual(["fair", "Half of it.", "3"]);
  await retype("Highest score", "4");
  await choose("Labels");
  expect(field("Label 1").value).toBe("yes");
  await choose("Numbers");
  await retype("Highest score", "3");
  expect(field("Label of 2").value).toBe("fair");
  await choose("Labels");
  await retype("Label 2", "no");
  await save();
  expect(saved()).toEqual(labelled("yes", "no"));
});

it("labels are shown by name, with the descriptions that there are", () => {
  render(<ScaleView scale={cause.scale} pairwise={false} />);
  screen.getByText("Labels made up, out of date, other");
  const terms = screen.getAllByRole("term");
  expect(terms.map((term) => term.textContent)).toEqual(["made up"]);
  expect(within(terms[0]?.parentElement as HTMLElement).getByRole("definition").textContent).toBe("Nowhere in it.");
  expect(scaleWords(numbers.scale, false)).toBe("Scale 1 to 3");
});

describe("whether more than one score can be right", () => {
  const box = () => screen.queryByRole("checkbox", { name: "More than one score can be right" });
  const isChecked = () => box()?.getAttribute("aria-checked");

  it("is written with the scale, for points and for labels, and is absent where it was never said", async () => {
    const { user, save, saved } = show(numbers);
    expect(isChecked()).toBe("false");
    await save();
    expect(Object.hasOwn(JSON.parse(JSON.stringify(saved())), "several")).toBe(false);
    await user.click(box() ?? expect.unreachable());
    await save();
    expect(saved()).toMatchObject({ min: 1, max: 3, several: true });
    await user.click(box() ?? expect.unreachable());
    await save();
    expect(saved().several).toBeUndefined();
  });

  it("is kept when labels are revised", async () => {
    const { retype, save, saved } = show({ ...cause, scale: { ...cause.scale, several: true } });
    expect(isChecked()).toBe("true");
    await retype("Label 3", "left out");
    await save();
    expect(saved()).toMatchObject({ kind: "categorical", several: true });
  });

  it("is not asked where any number is a score, and forgotten once it is", async () => {
    const { user, save, saved } = show({ ...numbers, scale: { ...numbers.scale, levels: [], several: true } });
    await user.click(screen.getByRole("combobox", { name: "Steps" }));
    await user.click(screen.getByRole("option", { name: "Any number" }));
    expect(box()).toBeNull();
    await save();
    expect(saved()).toMatchObject({ step: null });
    expect(saved().several).toBeUndefined();
  });

  it("says why a scale of too many points cannot have it", async () => {
    const { retype, save, saved } = show({ ...numbers, scale: { ...numbers.scale, levels: [], several: true } });
    await retype("Highest score", "200");
    await save();
    expect(saved()).toBeUndefined();
    screen.getByText(/at most 101 points/u);
  });

  it("is said beside the scale", () => {
    const { container } = render(<ScaleView scale={{ ...numbers.scale, several: true }} pairwise={false} />);
    expect(container.querySelector("p")?.textContent).toBe("Scale 1 to 3, more than one can be right");
  });
});
