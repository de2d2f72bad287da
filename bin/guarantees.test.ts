import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/paths.mjs";

const page = readFileSync(join(root, "docs/guarantees.md"), "utf8");
const paths = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "*.spec.ts"], { cwd: root, encoding: "utf8" }).trim().split("\n");

/** The titles of a file's tests, templates as they are written. */
const titlesIn = (path: string) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/(?:\b(?:test|it)(?:\.\w+)*|\]\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gsu)].map(
    (match) => match[2] ?? "",
  );

/** Each file that a row names, with the titles that follow it: `file`: "title", "title"; `file`: … */
const shown = [...page.matchAll(/^\| (?!case|---)(.+?) \| .+ \| (.+) \|$/gmu)].flatMap(([, name = "", by = ""]) =>
  by.split("; ").map((part) => ({
    name,
    file: /^`([^`]+)`/u.exec(part)?.[1] ?? "",
    titles: [...part.matchAll(/"([^"]+)"/gu)].map((match) => match[1] ?? ""),
  })),
);

test("docs/guarantees.md has a test for every row", () => {
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter(({ file }) => file === "")).toEqual([]);
});

test.each(shown)("$name: $file has the tests that are named", ({ file, titles }) => {
  const path = paths.find((one) => basename(one) === file) ?? "";
  const found = path === "" ? [] : titlesIn(path);
  expect(found).not.toEqual([]);
  expect(titles.filter((title) => !found.some((one) => one.includes(title)))).toEqual([]);
});
