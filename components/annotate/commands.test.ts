import { describe, expect, test } from "vitest";
import { commands, keyCap, keyOf } from "./commands";

const press = (key: string, code: string, more: Partial<{ shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }> = {}) =>
  keyOf({ key, code, shiftKey: false, ctrlKey: false, metaKey: false, ...more });

describe("the table of commands", () => {
  test("assigns no key to two commands, but 1 and 2 to the versions that block the scores", () => {
    const keys = commands.filter(({ group }) => group !== "Two versions").flatMap((command) => command.keys);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test("gives every command a unique name and key", () => {
    expect(commands.filter((command) => command.keys.length === 0 || command.name === "")).toEqual([]);
    expect(new Set(commands.map((command) => command.id)).size).toBe(commands.length);
  });
});

describe("a key", () => {
  test("is the same whether Caps Lock is on or not", () => {
    expect(press("a", "KeyA")).toBe("a");
    expect(press("A", "KeyA")).toBe("a");
    expect(press("Z", "KeyZ", { shiftKey: true })).toBe("Shift+z");
    expect(press("?", "Slash", { shiftKey: true })).toBe("?");
    expect(press("z", "KeyZ", { metaKey: true })).toBe("Control+z");
    expect(press("Enter", "Enter")).toBe("Enter");
  });

  test("is identified by its position where the keyboard types other letters or digits", () => {
    expect(press("ф", "KeyA")).toBe("a");
    expect(press("٤", "Digit4")).toBe("4");
  });

  test("is shown as on its keycap", () => {
    expect(["Enter", "Shift+z", "Control+y", "j", "Delete"].map(keyCap)).toEqual(["↵", "Shift Z", "Ctrl Y", "J", "Del"]);
  });
});
