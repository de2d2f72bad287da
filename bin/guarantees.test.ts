import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/paths.mjs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
/** The tables that promise something; each names more files with tests than this. */
const pages = {
  "docs/guarantees.md": { text: read("docs/guarantees.md"), least: 40 },
  "docs/operations.md": { text: /^## What happens if .*?(?=^## )/msu.exec(read("docs/operations.md"))?.[0] ?? "", least: 30 },
};
const paths = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "*.spec.ts"], { cwd: root, encoding: "utf8" }).trim().split("\n");

/** The titles of a file's tests, templates as they are written. */
const titlesIn = (path: string) =>
  [...read(path).matchAll(/(?:\b(?:test|it)(?:\.\w+)*|\]\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gsu)].map((match) => match[2] ?? "");

/** Each file that a row of a page names, with the titles that follow it: `file`: "title", "title"; `file`: … */
const shown = Object.entries(pages).flatMap(([page, { text }]) =>
  [...text.matchAll(/^\| (?!case|…|---)(.+?) \| .+ \| (.+) \|$/gmu)].flatMap(([, name = "", by = ""]) =>
    by.split("; ").map((part) => ({
      ...{ page, name },
      file: /^`([^`]+)`/u.exec(part)?.[1] ?? "",
      titles: [...part.matchAll(/"([^"]+)"/gu)].map((match) => match[1] ?? ""),
    })),
  ),
);

test.each(Object.entries(pages))("%s has a test for every row", (page, { least }) => {
  const own = shown.filter((row) => row.page === page);
  expect(own.length).toBeGreaterThan(least);
  expect(own.filter(({ file }) => file === "")).toEqual([]);
});

test.each(shown)("$name: $file has the tests that are named", ({ file, titles }) => {
  const path = paths.find((one) => basename(one) === file) ?? "";
  const found = path === "" ? [] : titlesIn(path);
  expect(found).not.toEqual([]);
  expect(titles.filter((title) => !found.some((one) => one.includes(title)))).toEqual([]);
});
