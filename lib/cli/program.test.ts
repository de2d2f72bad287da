import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { programFor } from "./program";

/** What a file imports before it runs, with the files that follow from it; imports within functions are loaded only when they are reached. */
function loadedAtStart(file: string, found = new Set<string>()): Set<string> {
  for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export [^;]*? from|import [^;]*? from) "([^"]+)";$/gms)) {
    const target = from.startsWith("@/") ? join(root, from.slice(2)) : from.startsWith(".") ? join(dirname(file), from) : null;
    const name = target === null ? from : target.slice(root.length + 1);
    if (found.has(name)) continue;
    found.add(name);
    if (target !== null) loadedAtStart(`${target}.ts`, found);
  }
  return found;
}
const root = join(import.meta.dirname, "../..");

test("the command line starts with its list of commands and none of their code", () => {
  expect([...loadedAtStart(join(import.meta.dirname, "main.ts"))].sort()).toEqual([
    "commander",
    "lib/cli/output",
    "lib/cli/program",
    "lib/domain/errors",
    "server-only",
  ]);
});

test("only the command that was asked for is loaded; the others are lines of the help", async () => {
  const loaded = (await programFor("stats")).commands.filter(({ commands, options }) => commands.length + options.length > 0);
  expect(loaded.map((command) => command.name())).toEqual(["stats"]);
  const none = (await programFor(undefined)).commands;
  expect(none.flatMap(({ commands, options }) => [...commands, ...options])).toEqual([]);
  expect(none.every((command) => command.description() !== "")).toBe(true);
});
