import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ReviseEditor } from "./revise-editor";

function open(changes: Partial<Parameters<typeof ReviseEditor>[0]> = {}) {
  const props = {
    original: "The answer does not use an example.",
    text: "The answer does not use an example.",
    unfinished: undefined,
    reasonRequired: false,
    onType: vi.fn(),
    onSave: vi.fn(),
    onDiscard: vi.fn(),
    onClose: vi.fn(),
    ...changes,
  };
  render(<ReviseEditor {...props} />);
  return { ...props, field: screen.getByRole("textbox", { name: "New text" }) };
}

describe("rewriting a line", () => {
  test("shows the redline while typing", async () => {
    const { field, onType } = open();
    await userEvent.clear(field);
    await userEvent.paste("The answer uses an example.");
    const redline = screen.getByRole("region", { name: "Your changes to the draft" });
    expect(redline.querySelector("del")?.textContent).toBe("does not use");
    expect(redline.querySelector("ins")?.textContent).toBe("uses");
    expect(onType).toHaveBeenLastCalledWith("The answer uses an example.");
  });

  test("saves the text and the reason with Control-Enter", async () => {
    const { field, onSave } = open();
    await userEvent.click(screen.getByRole("textbox", { name: "Reason in words" }));
    await userEvent.paste("it has one");
    await userEvent.type(field, "!{Control>}{Enter}{/Control}");
    expect(onSave).toHaveBeenCalledWith("The answer does not use an example.!", { code: null, text: "it has one" });
  });

  test("does not save unchanged or empty text", async () => {
    const { field, onSave } = open();
    const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save the line" });
    expect(save.disabled).toBe(true);
    await userEvent.clear(field);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByText("A line needs text.")).toBeDefined();
    expect(onSave).not.toHaveBeenCalled();
  });

  test("waits for a reason if the task requires one", async () => {
    const { field, onSave } = open({ reasonRequired: true });
    await userEvent.type(field, " Twice.");
    expect(screen.getByText("This task asks for a reason.")).toBeDefined();
    await userEvent.type(screen.getByRole("textbox", { name: "Reason in words" }), "made up");
    await userEvent.click(screen.getByRole("button", { name: "Save the line" }));
    expect(onSave).toHaveBeenCalledOnce();
  });

  test("starts with unfinished text, and Escape hands it over to be discarded", async () => {
    const { field, onDiscard } = open({ unfinished: "half a thou" });
    expect(field).toHaveProperty("value", "half a thou");
    await userEvent.click(field);
    await userEvent.keyboard("{Escape}");
    expect(onDiscard).toHaveBeenCalledExactlyOnceWith("half a thou");
  });

  test("does not save a megabyte, names the limit and keeps the text", async () => {
    const megabyte = "x".repeat(1_000_000);
    const { field, onSave } = open({ unfinished: megabyte });
    await userEvent.type(field, "{Control>}{Enter}{/Control}");
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByText(/1,000,000 characters; at most 100,000/)).toBeDefined();
    expect(field).toHaveProperty("value", megabyte);
  });

  test("closes silently when nothing was typed", async () => {
    const { field, onClose, onDiscard } = open();
    await userEvent.type(field, "{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(onDiscard).not.toHaveBeenCalled();
  });

  test("leaves Escape to an input method and to the open list of reasons", async () => {
    const { field, onClose, onDiscard } = open({ unfinished: "half a thou" });
    fireEvent.keyDown(field, { key: "Escape", isComposing: true });
    await userEvent.click(screen.getByRole("combobox", { name: "Reason" }));
    await userEvent.keyboard("{Escape}");
    expect(onDiscard).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
