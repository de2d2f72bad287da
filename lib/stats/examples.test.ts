import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as stats from "./index";

const lib = new URL("../", import.meta.url);
const files = readdirSync(lib, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, url: new URL(name, lib) }));

/** Examples of statements, which no value can be promised of without rows. */
const needDatabase = ["db/json.ts", "db/prepared.ts", "testing/database.ts"];

/** The text between `@example` and the next tag, the source or the end of the comment. */
const exampleTexts = (source: string): string[] =>
  [...source.matchAll(/@example\s([\s\S]*?)(?=\n\s*\*\s*(?:@|Source:)|\n?\s*\*\/)/g)].map((found) =>
    `\n${found[1] ?? ""}`.replaceAll(/\n\s*\* ?/g, "\n").trim(),
  );

/** The value as JSON knows it, with numbers to twelve digits: the last ones depend on the order of additions. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      ArrayBuffer.isView(part) ? Array.from(part as Float64Array) : typeof part === "number" ? Number(part.toPrecision(12)) : part,
    ),
  );

const all = files.flatMap(({ name, url }) => exampleTexts(readFileSync(url, "utf8")).map((text) => ({ name, url, text })));
const examples = all.filter(({ name }) => !needDatabase.includes(name));

test("functions are documented by examples, and those that are not run are listed", () => {
  expect(examples.length).toBeGreaterThan(50);
  expect(needDatabase.filter((listed) => !all.some(({ name }) => name === listed))).toEqual([]);
});

test.each(examples)("$name: $text", async ({ url, text }) => {
  const [, expression, result] = /^([\s\S]*?);?\s*\/\/ (.*)$/.exec(text) ?? [];
  if (expression === undefined || result === undefined) throw new Error("an example ends in an expression, two slashes and its value");
  const scope = { ...stats, ...(await import(/* @vite-ignore */ url.pathname)) };
  const run = (code: string): unknown => new Function(...Object.keys(scope), code)(...Object.values(scope));
  const evaluate = (code: string) => run(code.replace(/^([\s\S]*;\n|)/, "$1return "));
  const value = evaluate(expression);
  // "0.5555..." promises the digits before the dots.
  if (result.endsWith("...")) expect(String(value).startsWith(result.slice(0, -3)), `${value} begins with ${result}`).toBe(true);
  else expect(comparable(value)).toEqual(comparable(evaluate(result)));
});
