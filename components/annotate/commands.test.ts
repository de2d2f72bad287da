import { readFileSync } from "node:fs";
import { join } from "node:path";
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

test("the page for annotators names keys that there are, and those for each decision on a line", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/for-annotators.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key.replace("Shift ", "Shift+")),
  );
  const known = new Set(commands.flatMap(({ keys }) => keys.map((key) => key.toLowerCase())));
  expect(named.filter((key) => !known.has(key.toLowerCase()))).toEqual([]);
  const decisions = ["accept", "revise", "remove", "add", "undo", "restore", "enter", "skip", "flag", "break"];
  const keyOfDecision = (id: string) => commands.find((command) => command.id === id)?.keys[0]?.toLowerCase();
  expect(decisions.filter((id) => !named.some((key) => key.toLowerCase() === keyOfDecision(id)))).toEqual([]);
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
