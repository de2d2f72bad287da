import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, test, vi } from "vitest";

/*
 * Patterns see texts of users and of models. One that needs time quadratic in the length of its text lets a single
 * sample of 1 MB hold up everybody; each pattern of the product is therefore run on long, regular texts. Linear
 * patterns take well under a millisecond here and quadratic ones seconds, so that the limit is far from both.
 */
const LENGTH = 24_000;
const LIMIT_MS = 120;

type Found = { source: string; flags: string; where: string };

const root = join(import.meta.dirname, "..");
const files = ["app", "pages", "components", "lib", "bin"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.|^lib.testing/.test(file)),
);

/** The patterns that these rooms put together when they are loaded. Those made from a call's arguments are made of escaped texts. */
async function builtPatterns(): Promise<Found[]> {
  const built: Found[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags = ""]: [string | RegExp, string?]) {
      const made = new target(source, flags);
      built.push({ source: made.source, flags: made.flags, where: "built" });
      return made;
    },
  });
  try {
    // Another test may have loaded them already.
    vi.resetModules();
    const loaded = import.meta.glob([
      "../lib/review/**/*.ts",
      "../lib/protocols/**/*.ts",
      "../lib/metrics/**/*.ts",
      "!../lib/**/*.test.ts",
    ]);
    for (const load of Object.values(loaded)) await load();
  } finally {
    globalThis.RegExp = original;
  }
  return built;
}

/** Regular-expression literals, and those built from one text without parts. */
const patternsIn = (file: string): Found[] => {
  const code = readFileSync(join(root, file), "utf8");
  const found: Found[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) walk(each);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && "start" in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      const line = code.slice(0, node.start as number).split("\n").length;
      found.push({ source: pattern, flags, where: `${file}:${line}` });
    }
    for (const value of Object.values(node)) if (typeof value === "object") walk(value);
  };
  walk(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found;
};

const COMMON = [
  "a",
  "1",
  " ",
  "\n",
  "a ",
  "1 ",
  "a, ",
  "1.",
  "(",
  "[",
  "[a",
  "[A] ",
  '"',
  "'a",
  "*",
  "`",
  "$",
  "|",
  "-",
  ".",
  "{",
  "\\",
  "一",
  "a:\n",
  "{{#a}}",
  "\\[",
  "$$",
  "\\(",
  "```",
  "[a](",
  "is ",
  " 'a",
  "„",
  "「",
  "«",
];

/** Texts that a pattern's own words make, so that an attack gets past what it begins with. */
const unitsFor = (source: string): string[] => {
  const words =
    source
      .replaceAll(/\\s[*+]?/g, " ")
      .replaceAll(/\\([^\w])/g, "$1")
      .match(/[\p{L}\p{N} :=<>#|/"'`~$!-]{2,20}/gu) ?? [];
  return [...new Set([...COMMON, ...words.slice(0, 6).flatMap((word) => [word, `${word} `])])];
};

const context = createContext({ found: null as Found | null, text: "" });
const build = new Script("pattern = new RegExp(found.source, found.flags.includes('g') ? found.flags : found.flags + 'g')");
const run = new Script("text.replace(pattern, '')");

/** The processor time that a run takes, in milliseconds, which other work on the machine does not lengthen; null if it is more than `limit`. */
const timed = (text: string, limit: number): number | null => {
  context.text = text;
  const start = process.cpuUsage();
  try {
    run.runInContext(context, { timeout: Math.ceil(4 * limit) });
  } catch {
    return null;
  }
  const { user, system } = process.cpuUsage(start);
  const spent = (user + system) / 1000;
  return spent > limit ? null : spent;
};

/** Whether eight times the text takes more than twenty times as long, each of three times: a linear pattern takes eight times, a quadratic one 64. */
const growsTooFast = (unit: string, around: (body: string) => string): boolean => {
  const bodyOf = (length: number) => around(unit.repeat(Math.ceil(length / unit.length)));
  if (timed(bodyOf(LENGTH), LIMIT_MS) !== null) return false;
  let short = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time++) {
    const spent = timed(bodyOf(LENGTH / 8), 500);
    if (spent === null) return true;
    short = Math.min(short, spent);
    if (timed(bodyOf(LENGTH), 20 * short + 50) !== null) return false;
  }
  return true;
};

/** The unit of text on which a pattern takes too long, or null. */
const slowOn = (found: Found): string | null => {
  context.found = found;
  build.runInContext(context);
  const around = [(body: string) => `${body}\u0001`, (body: string) => `a${body}\u0001\n`];
  return unitsFor(found.source).find((unit) => around.some((each) => growsTooFast(unit, each))) ?? null;
};

describe("patterns", () => {
  test("a quadratic and an exponential pattern are found, a linear one is not", () => {
    expect(slowOn({ source: "\\s+$", flags: "u", where: "" })).not.toBeNull();
    expect(slowOn({ source: "^(a+)+$", flags: "", where: "" })).toBe("a");
    expect(slowOn({ source: "(?<!\\s)\\s+$", flags: "u", where: "" })).toBeNull();
  });

  test("no pattern of the product takes more than linear time on a long text", { timeout: 120_000 }, async () => {
    const built = await builtPatterns();
    expect(built.length).toBeGreaterThan(30);
    const all = [...files.flatMap(patternsIn), ...built];
    expect(all.length).toBeGreaterThan(300);
    const different = [...new Map(all.map((found) => [`/${found.source}/${found.flags}`, found])).values()];
    const slow = different.flatMap((found) => {
      const unit = slowOn(found);
      return unit === null ? [] : [`${found.where} /${found.source}/${found.flags} on ${JSON.stringify(unit)}`];
    });
    expect(slow).toEqual([]);
  });
});
