import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Menu, MenuChoice, MenuItem } from "./menu";

function Sample({ onSkip = () => undefined, onTheme = () => undefined }: { onSkip?: () => void; onTheme?: (theme: string) => void }) {
  return (
    <Menu label="More">
      <MenuItem onSelect={() => undefined}>History</MenuItem>
      <MenuItem disabled onSelect={onSkip}>
        Redo
      </MenuItem>
      <MenuItem onSelect={onSkip}>Skip</MenuItem>
      <MenuChoice label="Theme" value="dark" options={[{ value: "dark", label: "Dark" }]} onChoose={onTheme} />
    </Menu>
  );
}

const button = () => screen.getByRole("button", { name: "More" });

test("a menu opens on its first entry, and arrows go round past entries that are not available", async () => {
  render(<Sample />);
  await userEvent.click(button());
  expect(document.activeElement?.textContent).toBe("History");
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("Skip");
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menuitemradio", { name: "Dark", checked: true }));
  await userEvent.keyboard("{ArrowDown}{ArrowUp}");
  expect(document.activeElement?.textContent).toBe("Dark");
  await userEvent.keyboard("s");
  expect(document.activeElement?.textContent).toBe("Skip");
});

test("an entry is performed once the menu is closed and its button has the focus again", async () => {
  const onSkip = vi.fn(() => expect(document.activeElement).toBe(button()));
  render(<Sample onSkip={onSkip} />);
  button().focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onSkip).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
});

test("an entry that is not available does nothing, and Escape or a press elsewhere closes the menu", async () => {
  const onSkip = vi.fn();
  render(<Sample onSkip={onSkip} />);
  await userEvent.click(button());
  await userEvent.click(screen.getByRole("menuitem", { name: "Redo" }));
  expect(onSkip).not.toHaveBeenCalled();
  expect(screen.getByRole("menu")).toBeDefined();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button());
  await userEvent.click(button());
  await userEvent.click(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
});
