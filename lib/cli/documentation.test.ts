import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { programFor } from "./program";

const root = join(import.meta.dirname, "../..");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "lib/stats/README.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
].map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** The addresses of a page's headings, as code forges make them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );

test("links of the documentation lead to files and headings that there are", () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : join(dirname(path), file);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith(".md") && !anchorsOf(readFileSync(join(root, target), "utf8")).includes(anchor);
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

/** Each `redline …` in code, as words, without quoted values. */
const commandsIn = (text: string): string[][] => {
  const code = [...text.matchAll(/```[a-z]*\n([\s\S]*?)```|`([^`\n]+)`/g)].flatMap(([, block, inline]) =>
    (block ?? inline ?? "").split("\n"),
  );
  return code.flatMap((line) =>
    [...line.matchAll(/(?:^|[\s(])redline (?:-- )?([a-z][^|;#`]*)/g)].map(([, call = ""]) =>
      call
        .replaceAll(/"[^"]*"|'[^']*'/g, "VALUE")
        .trim()
        .split(/\s+/),
    ),
  );
};

const programs = new Map<string, Promise<Command>>();
const programOf = (name: string): Promise<Command> => {
  const program = programs.get(name) ?? programFor(name);
  programs.set(name, program);
  return program;
};

/** What is wrong with a call: an unknown command, subcommand or option; null if nothing is. */
async function problemOf(words: readonly string[]): Promise<string | null> {
  const [name = ""] = words;
  let command: Command | undefined = (await programOf(name)).commands.find((one) => one.name() === name);
  if (command === undefined) return `no command "${name}"`;
  for (const word of words.slice(1)) {
    const below: Command | undefined = command.commands.find((one) => word.split("|").includes(one.name()));
    if (below === undefined) break;
    command = below;
  }
  const known = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  const options = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/[=.,:\])].*$/, ""));
  const unknown = options.filter((option) => !known.has(option) && !["--help", "--version"].includes(option));
  return unknown.length === 0 ? null : `no option ${unknown.join(", ")} of "${command.name()}"`;
}

test("commands of the documentation have the subcommands and options that it names", async () => {
  const calls = pages.flatMap(({ path, text }) => commandsIn(text).map((words) => ({ path, words })));
  expect(calls.length).toBeGreaterThan(80);
  const wrong: string[] = [];
  for (const { path, words } of calls) {
    const problem = await problemOf(words);
    if (problem !== null) wrong.push(`${path}: redline ${words.join(" ")}: ${problem}`);
  }
  expect(wrong).toEqual([]);
});
