import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, test, vi } from "vitest";
import { type Attack, attacksOn, refused } from "@/lib/testing/pattern-attacks";

/*
 * Patterns see texts of users and of models. One that needs time quadratic in the length of its text lets a single
 * sample of 1 MB hold up everybody; each pattern of the product is therefore run on long, regular texts. Whatever takes a
 * fifth of what a quadratic pattern takes on the same machine is looked at more closely: how its time grows decides.
 */
const LENGTH = 12_000;
const LONGEST = 1_000_000;
/** Time that stands out from what else the process does. */
const CLEAR_MS = 20;
const SLACK_MS = 10;
/** Time that no linear pattern takes on a text of the first length. */
const ENDLESS_MS = 500;

type Found = { source: string; flags: string; where: string };

const root = join(import.meta.dirname, "..");
const files = ["app", "pages", "components", "lib", "bin"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|d)\.|^lib.testing/.test(file)),
);

/** Where the code calls `new RegExp`, as `file:line`. */
const makings = (file: string): string[] =>
  nodesIn(file).flatMap(({ node, line }) => (node.type === "NewExpression" ? [`${file}:${line}`] : []));

const labels = {
  kind: "categorical",
  min: 0,
  max: 1,
  step: 1,
  levels: ["good", "not good"].map((label, value) => ({ value, label, description: "" })),
};
const scale = { kind: "points", min: 1, max: 5, step: 1, levels: [] };
const metric = { key: "m1", id: "1", name: "Clarity", definition: "", scale, overall: false };
const study = {
  task: {},
  samples: [],
  raters: [{ id: "1", name: "Ann", kind: "annotator" }],
  excluded: [{ rater: "1", reason: "Ann asked for it." }],
  warnings: [{ message: "Ann is away." }],
};
/** What makes each pattern that is put together for a call: a file's functions with arguments. */
const CALLS: Record<string, [name: string, ...args: unknown[]][]> = {
  "lib/datasets/coeval/draft-lines.ts": [["scoreInLine", "Score: 4 out of 5", scale]],
  "lib/domain/far-score.ts": [["scoreLine", "Score: 4", { from: 4, to: 1, scale }]],
  "lib/domain/mentions.ts": [["storeMentions", "@Ann", [{ userId: "1", called: "Ann" }]]],
  "lib/protocols/camieval-pairwise/read-questions.ts": [["readQuestions", '{"relevance question 1": "Is it?"}', 1]],
  "lib/protocols/pairwise/name-sides.ts": [["nameSides", "Answer A", "answer"]],
  "lib/protocols/pairwise/read-verdict.ts": ["A over B", "A or B", "A > B"].map((said) => [
    "readVerdict",
    `Verdict: ${said}`,
    { allowTie: true, outputName: "answer" },
  ]),
  "lib/protocols/parse-label-reply.ts": [["parseLabelReply", "Label: it is good", labels]],
  "lib/protocols/rubric/read-rubric.ts": [["readRubric", '{"m1": 2}', [metric]]],
  "lib/protocols/whose-score.ts": [["whoseScore", "if the clarity is high, so", " is", "Clarity"]],
  "lib/report/pseudonymous.ts": [["pseudonymous", study, new Map([["1", "P1"]])]],
  "lib/review/claimed-score.ts": [["contradictedScore", "Label: good", 1, labels]],
  "lib/review/find-quote.ts": [["quotesIn", 'It says "a".']],
  "lib/review/read-turns.ts": [["readTurns", "User: a\nAI: b"]],
  "lib/review/score-text.ts": [
    ["replaceScoreInText", "Score: 4", 4, 3],
    ["replaceLabelInText", "Label: good", 0, 1, labels],
  ],
};

/** What the code puts together, as it is loaded and in `CALLS`. */
async function builtPatterns(): Promise<Found[]> {
  const built: Found[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags = ""]: [string | RegExp, string?]) {
      const made = new target(source, flags);
      const where = /\/((?:app|bin|components|lib|pages)\/[^():]+\.(?:tsx?|mjs):\d+):\d+/u.exec(callers())?.[1];
      // Packages make patterns too.
      if (where !== undefined) built.push({ source: made.source, flags: made.flags, where });
      return made;
    },
  });
  try {
    // Another test may have loaded them already.
    vi.resetModules();
    const making = files.filter((file) => makings(file).length > 0);
    for (const file of new Set([...making, ...Object.keys(CALLS)])) {
      const module: Record<string, (...args: unknown[]) => unknown> = await import(join(root, file));
      for (const [name, ...args] of CALLS[file] ?? []) module[name]?.(...args);
    }
  } finally {
    globalThis.RegExp = original;
  }
  return built;
}

/** The stack above the function that calls this, without this file. */
const callers = () =>
  (new Error("where").stack ?? "")
    .split("\n")
    .filter((line) => !line.includes("patterns.test"))
    .join("\n");

type Node = { type?: string } & Record<string, unknown>;

const isPattern = (node: Node): boolean =>
  "regex" in node || (node.type === "NewExpression" && (node.callee as { name?: string }).name === "RegExp");

const read = new Map<string, { node: Node; line: number }[]>();

/** A file's regular-expression literals and calls of `new RegExp`, with their lines. */
function nodesIn(file: string): { node: Node; line: number }[] {
  const before = read.get(file);
  if (before !== undefined) return before;
  const code = readFileSync(join(root, file), "utf8");
  const found: { node: Node; line: number }[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) walk(each);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    if ("start" in node && isPattern(node as Node))
      found.push({ node: node as Node, line: code.slice(0, node.start as number).split("\n").length });
    for (const value of Object.values(node)) if (typeof value === "object") walk(value);
  };
  walk(parseAst(code, { lang: file.endsWith("x") ? "tsx" : "ts" }));
  read.set(file, found);
  return found;
}

/** Regular-expression literals. */
const patternsIn = (file: string): Found[] =>
  nodesIn(file).flatMap(({ node, line }) => {
    if (!("regex" in node)) return [];
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return [{ source: pattern, flags, where: `${file}:${line}` }];
  });

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

/** Its own repetitions, and regular texts of what is common and of the pattern's own words, so that an attack gets past what it begins with. */
const attacksFor = (found: Found): Attack[] => {
  if (!/[*+]|\{\d/.test(found.source)) return [];
  const words = found.source.replaceAll(/\\(?:[sS][*+]?|[bBdDwW])/g, " ").match(/[\p{L}\p{N}:=<>#/"'`~$!-]{2,20}/gu) ?? [];
  const own = [...new Set(words)].slice(0, 40);
  const units = [
    ...COMMON,
    ...own,
    ...own.map((word) => `${word} `),
    ...own.slice(0, 2).flatMap((one) => own.map((two) => `${one} ${two} `)),
  ];
  return [...attacksOn(found), ...[...new Set(units)].map((unit) => ({ before: "", unit, after: refused }))];
};

const textOf = ({ before, unit, after }: Attack, length: number) => before + unit.repeat(Math.ceil(length / unit.length)) + after;

const now = () => performance.now();
const context = createContext({ now, found: null as Found | null, texts: [] as readonly string[], at: 0, suspicious: 0 });
const build = new Script("pattern = new RegExp(found.source, found.flags.includes('g') ? found.flags : found.flags + 'g')");
const run = new Script(
  "for (; at < texts.length; at++) { const start = now(); texts[at].replace(pattern, ''); if (now() - start > suspicious) break; }",
);

const use = (found: Found): void => {
  context.found = found;
  build.runInContext(context);
};

/** The place of the first text, from a place on, that takes longer by the clock, in milliseconds, or has no end; else the number of texts. */
function firstSlow(texts: readonly string[], from: number, suspicious: number): number {
  Object.assign(context, { texts, at: from, suspicious });
  try {
    run.runInContext(context, { timeout: 2 * ENDLESS_MS });
  } catch {
    // Broken off at that text.
  }
  return context.at;
}

/** The processor time that a text takes, in milliseconds, which other work on the machine does not lengthen; infinite if it has no end. */
function timeOn(text: string): number {
  // On a busy machine a run may be broken off before it has had that much of the processor.
  for (let before = 0; before <= ENDLESS_MS; ) {
    const start = process.cpuUsage();
    const ended = firstSlow([text], 0, Number.POSITIVE_INFINITY) === 1;
    const { user, system } = process.cpuUsage(start);
    const spent = (user + system) / 1000;
    if (ended) return spent;
    before += spent;
  }
  return Number.POSITIVE_INFINITY;
}

const leastTime = (text: string): number => Math.min(...[1, 2, 3].map(() => timeOn(text)));

let fifth: number | null = null;

/** A fifth of the time that a quadratic pattern takes on a text of the first length, in milliseconds. */
function suspiciousTime(): number {
  if (fifth !== null) return fifth;
  use({ source: "@\\[([^\\]]+)\\]", flags: "g", where: "" });
  fifth = leastTime(textOf({ before: "", unit: "@[", after: refused }, LENGTH)) / 5;
  return fifth;
}

/** Whether eight times the text takes more than twenty times as long: a linear pattern takes eight times, a quadratic one 64. */
const growsTooFast = (attack: Attack, suspicious: number): boolean => {
  for (let length = LENGTH; length <= LONGEST; length *= 4) {
    const text = textOf(attack, length);
    let whole = timeOn(text);
    if (length === LENGTH && (whole < suspicious || whole > ENDLESS_MS)) return whole > ENDLESS_MS;
    if (whole < CLEAR_MS) continue;
    const most = 20 * leastTime(textOf(attack, length / 8)) + SLACK_MS;
    for (let time = 0; time < 2 && whole > most; time++) whole = Math.min(whole, timeOn(text));
    if (whole >= CLEAR_MS) return whole > most;
  }
  return false;
};

/** The text on which a pattern takes too long, or null. */
const slowOn = (found: Found, suspicious: number): Attack | null => {
  use(found);
  const attacks = attacksFor(found);
  const texts = attacks.map((attack) => textOf(attack, LENGTH));
  for (let at = firstSlow(texts, 0, suspicious); at < attacks.length; at = firstSlow(texts, at + 1, suspicious)) {
    const attack = attacks[at];
    if (attack !== undefined && growsTooFast(attack, suspicious)) return attack;
  }
  return null;
};

const slowOnes = (all: readonly Found[]): string[] => {
  const suspicious = suspiciousTime();
  return [...new Map(all.map((found) => [`/${found.source}/${found.flags}`, found])).values()].flatMap((found) => {
    const attack = slowOn(found, suspicious);
    return attack === null ? [] : [`${found.where} /${found.source}/${found.flags} on ${JSON.stringify(attack)}`];
  });
};

describe("patterns", () => {
  test.each([
    ["\\s+$", "u"],
    ["^(a+)+$", ""],
    // Behind a word of its own, which is one of several.
    ["(?:note|score)\\s*[:=]?\\s*\\d", "iu"],
    ["(?:note|score)(?:\\s+(?:is|the\\s+\\p{L}+))*\\s*\\d", "iu"],
    // Only before a letter, and only where a text has letters of other scripts.
    ["^-+|[^\\p{L}]+$", "gu"],
    ["(\\d+)\\s*分?\\s*満点", "u"],
    ["@\\[([^\\]]+)\\]", "g"],
  ])("/%s/%s is found to take more than linear time", (source, flags) => {
    expect(slowOnes([{ source, flags, where: "" }])).toHaveLength(1);
  });

  test.each([
    ["(?<!\\s)\\s+$", "u"],
    ["(?:note|score)\\s*(?:[:=]\\s*)?\\d", "iu"],
  ])("/%s/%s is found to take linear time", (source, flags) => {
    expect(slowOnes([{ source, flags, where: "" }])).toEqual([]);
  });

  test("no pattern of the product takes more than linear time on a long text", { timeout: 180_000 }, async () => {
    const built = await builtPatterns();
    const places = new Set(built.map(({ where }) => where));
    expect(
      files.flatMap(makings).filter((place) => !places.has(place)),
      "patterns that nothing here puts together: add a call to CALLS",
    ).toEqual([]);
    const written = files.flatMap(patternsIn);
    expect(written.length).toBeGreaterThan(300);
    expect(slowOnes([...written, ...built])).toEqual([]);
  });
});
