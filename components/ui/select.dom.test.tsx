import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Dialog, DialogContent } from "./dialog";
import { Select, type SelectOption } from "./select";

const fruits: SelectOption<string>[] = [
  { value: "apple", label: "Apple", description: "Keeps all winter." },
  { value: "apricot", label: "Apricot" },
  { value: "cherry", label: "Cherry", disabled: true },
  { value: "plum", label: "Plum" },
];

function Chooser({ onChange = () => undefined }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState<string>();
  const change = (next: string) => {
    setValue(next);
    onChange(next);
  };
  return <Select aria-label="Fruit" placeholder="none yet" value={value} onValueChange={change} options={fruits} />;
}

const box = () => screen.getByRole("combobox", { name: "Fruit" });
const active = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "");

test("an option is chosen with arrows and Enter, and the focus stays on the box", async () => {
  render(<Chooser />);
  expect(box().textContent).toBe("none yet");
  await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(active()).toBe(screen.getByRole("option", { name: "Apricot" }));
  await userEvent.keyboard("{Enter}");
  expect(box().textContent).toBe("Apricot");
  expect(document.activeElement).toBe(box());
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("an option is chosen with the space bar, with a click and by leaving with Tab", async () => {
  render(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard(" {End} ");
  expect(box().textContent).toBe("Plum");
  await userEvent.click(box());
  await userEvent.click(screen.getByRole("option", { name: "Apple" }));
  expect(box().textContent).toBe("Apple");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Tab}");
  expect(box().textContent).toBe("Apricot");
});

test("letters find an option, and one letter again and again goes round", async () => {
  render(<Chooser />);
  await userEvent.tab();
  await userEvent.keyboard("a");
  expect(active()?.textContent).toContain("Apple");
  await userEvent.keyboard("a");
  expect(active()?.textContent).toContain("Apricot");
  await userEvent.keyboard("{Escape}");
  expect(box().textContent).toBe("none yet");
});

test("Control-Enter is left to the form around", async () => {
  const onKeyDown = vi.fn();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: a plain element in place of a form that handles keys
    <div onKeyDown={onKeyDown}>
      <Chooser />
    </div>,
  );
  await userEvent.tab();
  onKeyDown.mockClear();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onKeyDown).toHaveBeenCalledWith(expect.objectContaining({ key: "Enter" }));
});

test("a disabled option cannot be chosen, and a click elsewhere closes the list unchanged", async () => {
  const onChange = vi.fn();
  render(
    <>
      <Chooser onChange={onChange} />
      <p>elsewhere</p>
    </>,
  );
  await userEvent.click(box());
  await userEvent.click(screen.getByRole("option", { name: "Cherry" }));
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("elsewhere"));
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("an open list hides nothing of the page from screen readers", async () => {
  const { container } = render(
    <main>
      <h1>Orchard</h1>
      <Chooser />
    </main>,
  );
  await userEvent.click(box());
  expect(screen.getByRole("heading", { name: "Orchard" })).toBeDefined();
  expect(container.ownerDocument.querySelector("[aria-hidden=true]:not(svg), [inert]")).toBeNull();
});

test("Escape closes the list, but not the dialog around it", async () => {
  const onOpenChange = vi.fn();
  render(
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent title="Pick">
        <Chooser />
      </DialogContent>
    </Dialog>,
  );
  await userEvent.click(box());
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onOpenChange).not.toHaveBeenCalled();
});
