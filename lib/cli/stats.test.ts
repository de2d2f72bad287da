import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { statsCommand } from "./stats";

const PEOPLE =
  "unit,A,B,C,D\nu1,1,1,,1\nu2,2,2,3,2\nu3,3,3,3,3\nu4,3,3,3,3\nu5,2,2,2,2\nu6,1,2,3,4\nu7,4,4,4,4\nu8,1,1,2,1\nu9,2,2,2,2\nu10,,5,5,5\nu11,,,1,1\nu12,,3\n";

/** Runs `redline stats …` on files and standard input given as text; gives what it printed, or the error it ended with. */
async function run(
  args: string[],
  files: Record<string, string | Uint8Array> = {},
  stdin = "",
): Promise<{ out: string; error: string | null }> {
  let out = "";
  const stream = async function* (content: string | Uint8Array): AsyncGenerator<Uint8Array> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    // Small odd pieces, so that lines, quotes and characters are cut everywhere.
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
  const command = statsCommand({
    stdin: stream(stdin),
    stdout: { write: (text) => (out += text) },
    stderr: { write: () => undefined },
    openFile: (path) => {
      const content = files[path];
      if (content === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      return stream(content);
    },
  });
  try {
    // As the product calls it: below the program, which looks at the flags first.
    await new Command("redline")
      .addCommand(command)
      .exitOverride()
      .parseAsync(["stats", ...args], { from: "user" });
    return { out, error: null };
  } catch (error) {
    return { out, error: error instanceof Error ? error.message : String(error) };
  }
}

async function json(args: string[], files: Record<string, string | Uint8Array> = {}, stdin = ""): Promise<Record<string, unknown>> {
  const { out, error } = await run(args, files, stdin);
  expect(error).toBeNull();
  return JSON.parse(out) as Record<string, unknown>;
}

describe("redline stats alpha", () => {
  test("gives the contract's shape and Krippendorff's published values", async () => {
    const result = await json(["alpha", "c.csv", "--level", "nominal", "--json"], { "c.csv": PEOPLE });
    expect(Object.keys(result)).toEqual([
      "statistic",
      "level",
      "value",
      "why",
      "units",
      "pairableUnits",
      "raters",
      "ratings",
      "interval",
      "intervalWhy",
    ]);
    expect(result).toMatchObject({
      statistic: "krippendorff-alpha",
      level: "nominal",
      units: 12,
      pairableUnits: 11,
      raters: 4,
      ratings: 41,
    });
    expect(result.value).toBeCloseTo(113 / 152, 14);
    expect(Object.keys(result.interval as object)).toEqual(["low", "high", "confidence", "method", "resamples", "seed"]);
  });

  test("reads the same numbers from BOM, CRLF, quotes, blank lines and the long form", async () => {
    const plain = await json(["alpha", "c.csv", "--level", "ordinal", "--json"], { "c.csv": PEOPLE });
    const dressed = `\ufeff${PEOPLE.replaceAll("u7,4", '"u7","4"').replaceAll("\n", "\r\n")}\r\n\r\n`;
    expect(await json(["alpha", "c.csv", "--level", "ordinal", "--json"], { "c.csv": dressed })).toEqual(plain);
    const [header = "", ...rows] = PEOPLE.trim().split("\n");
    const raters = header.split(",").slice(1);
    const long = rows.flatMap((row) => {
      const [unit, ...values] = row.split(",");
      return raters.map((rater, i) => `${values[i] ?? ""},${unit},${rater}`);
    });
    const file = { "l.csv": `score,item,who\n${long.toReversed().join("\n")}` };
    const fromLong = await json(["alpha", "l.csv", "--level", "ordinal", "--long", "item,who,score", "--json"], file);
    expect(fromLong.value).toBeCloseTo(plain.value as number, 14);
    expect(fromLong.ratings).toBe(41);
  });

  test("says why there is no value, and still succeeds", async () => {
    expect(await json(["alpha", "c.csv", "--level", "nominal", "--json"], { "c.csv": "unit,A,B\nu,1,1\nv,1,1\n" })).toMatchObject({
      value: null,
      why: "no-variation",
      intervalWhy: "undefined-estimate",
    });
    expect(await json(["alpha", "c.csv", "--level", "nominal", "--json"], { "c.csv": "unit,A,B\n" })).toMatchObject({
      value: null,
      why: "no-pairable-units",
    });
    const one = await json(["alpha", "c.csv", "--level", "nominal", "--json"], { "c.csv": "unit,A,B\nu,1,2\n" });
    expect(one).toMatchObject({ value: 0, interval: null, intervalWhy: "too-few" });
    expect((await run(["alpha", "c.csv", "--level", "nominal"], { "c.csv": "unit,A\nu,1\n" })).out).toContain("no unit has two ratings");
  });

  test("takes numbers beside names as names at nominal level", async () => {
    const mixed = await json(["alpha", "c.csv", "--level", "nominal", "--json"], {
      "c.csv": "unit,A,B\nu,1,1\nv,other,1\nw,other,other\n",
    });
    const named = await json(["alpha", "c.csv", "--level", "nominal", "--json"], {
      "c.csv": "unit,A,B\nu,x,x\nv,other,x\nw,other,other\n",
    });
    expect(mixed).toEqual(named);
    expect(mixed.value).toBeCloseTo(4 / 9, 12);
  });

  test("takes names at nominal level, and at ordinal with a scale that orders them", async () => {
    const file = { "c.csv": "unit,A,B\nu,good,good\nv,bad,fair\nw,fair,fair\n" };
    expect((await json(["alpha", "c.csv", "--level", "nominal", "--json"], file)).value).not.toBeNull();
    const ordered = await json(["alpha", "c.csv", "--level", "ordinal", "--scale", "bad,fair,good", "--json"], file);
    const numbered = { "c.csv": "unit,A,B\nu,3,3\nv,1,2\nw,2,2\n" };
    expect(ordered.value).toBe((await json(["alpha", "c.csv", "--level", "ordinal", "--json"], numbered)).value);
    expect((await run(["alpha", "c.csv", "--level", "ordinal"], file)).error).toBe('c.csv row 2 column A: "good" is not a number');
    expect((await run(["alpha", "c.csv", "--level", "interval", "--scale", "bad,fair,good"], file)).error).toMatch(/--scale/);
  });

  test("treats NA as missing only with --missing", async () => {
    const file = { "c.csv": "unit,A,B\nu,1,1\nv,NA,2\nw,2,1\n" };
    for (const level of ["nominal", "interval"]) {
      expect((await run(["alpha", "c.csv", "--level", level], file)).error).toContain('row 3 column A: "NA" is not a value');
    }
    const result = await json(["alpha", "c.csv", "--level", "interval", "--missing", "NA,-", "--json"], file);
    expect(result).toMatchObject({ ratings: 5, pairableUnits: 2 });
  });

  test("clusters widen the interval of repeated units, and bootstraps are repeatable", async () => {
    const rows = PEOPLE.trim().split("\n");
    const twice = `${rows[0]},group\n${rows
      .slice(1)
      .flatMap((row, i) => [0, 1].map((copy) => `${copy}${padded(row)},g${i}`))
      .join("\n")}`;
    const args = ["alpha", "c.csv", "--level", "interval", "--json"];
    const width = (result: Record<string, unknown>): number => {
      const { low, high } = result.interval as { low: number; high: number };
      return high - low;
    };
    const clustered = await json([...args, "--cluster", "group"], { "c.csv": twice });
    const loose = await json(args, { "c.csv": twice.replace(/,g(roup|\d+)$/gm, "") });
    expect(clustered.value).toBe(loose.value);
    expect(width(clustered)).toBeGreaterThan(width(loose));
    const boot = [...args, "--interval", "bca", "--resamples", "200", "--seed", "5"];
    const first = await run(boot, { "c.csv": PEOPLE });
    expect(first.out).toBe((await run(boot, { "c.csv": PEOPLE })).out);
    expect(JSON.parse(first.out).interval).toMatchObject({ method: "bca", resamples: 200, seed: 5 });
  });
});

function padded(row: string): string {
  const cells = row.split(",");
  while (cells.length < 5) cells.push("");
  return cells.join(",");
}

describe("redline stats refuses bad input, naming file, row and column", () => {
  test.each([
    ["unit,A,B\nu,1,1\nu,2,2\n", 'c.csv row 3 column unit: unit "u" is already in row 2'],
    ["unit,A,B\nu,1,x\n", 'c.csv row 2 column B: "x" is not a number'],
    ["unit,A,B\nu,1,2,3\n", "c.csv row 2: has 4 cells where the header has 3"],
    ["unit,A,B\n,1,2\n", "c.csv row 2 column unit: is empty"],
    ["unit,A,A\nu,1,2\n", 'c.csv row 1 column "A": appears twice (2 and 3)'],
    ["unit,A,\nu,1,2\n", "c.csv row 1: column 3 has no name"],
    ["unit,A,B\nu,1,Infinity\n", 'c.csv row 2 column B: "Infinity" is not a number'],
    ["unit,A,B\nu,1,1e999\n", 'c.csv row 2 column B: "1e999" is not a number'],
    ["unit,A,B\nu,1,0x10\n", 'c.csv row 2 column B: "0x10" is not a number'],
    ['unit,A,B\nu,1,"2\n', "c.csv row 2: a quoted cell is never closed"],
    ["unit\nu\n", "c.csv row 1: has no raters; each column after the first is one"],
    ["", "c.csv: is empty; a header row is needed"],
    ["\n\n", "c.csv: is empty; a header row is needed"],
    ["unit,A\nu,\0\n", "c.csv row 2: contains a NUL character; this is not a CSV file"],
    ["%PDF-1.7 x", "c.csv: is a PDF or ZIP file, not CSV text"],
  ])("%j", async (content, message) => {
    expect((await run(["alpha", "c.csv", "--level", "interval", "--json"], { "c.csv": content })).error).toBe(message);
  });

  test("other encodings, missing files and columns, and bad flags", async () => {
    const latin1 = Uint8Array.from([...new TextEncoder().encode("unit,A\nu,"), 0xe9, 0x0a]);
    expect((await run(["alpha", "c.csv", "--level", "nominal"], { "c.csv": latin1 })).error).toMatch(
      /^c\.csv row 2 or later: is not UTF-8 text$/,
    );
    expect((await run(["alpha", "no.csv", "--level", "nominal"])).error).toBe("no.csv: there is no such file");
    const file = { "c.csv": PEOPLE };
    expect((await run(["alpha", "c.csv"], file)).error).toMatch(/^--level: must be one of/);
    expect((await run(["alpha", "c.csv", "--level", "nominal", "--seed", "x"], file)).error).toMatch(/^--seed: must be a number/);
    expect((await run(["alpha", "c.csv", "--level", "nominal", "--confidence", "2"], file)).error).toMatch(/confidence/);
    expect((await run(["alpha", "c.csv", "--level", "nominal", "--interval", "kalpha"], file)).error).toMatch(/^--interval/);
    expect((await run(["alpha", "c.csv", "--level", "nominal", "--cluster", "z"], file)).error).toBe(
      'c.csv: has no column "z"; it has "unit", "A", "B", "C", "D"',
    );
    expect((await run(["alpha", "c.csv", "--level", "ordinal", "--scale", "1,2,3,4"], file)).error).toBe(
      'c.csv row 11 column B: "5" is not on the scale 1,2,3,4',
    );
    expect((await run(["correlate", "c.csv", "--x", "A"], file)).error).toMatch(/^--y/);
    expect((await run(["nothing"])).error).toMatch(/there is no statistic "nothing"/);
    const long = { "l.csv": "unit,rater,value\nu,A,1\nu,B,2\nu,A,\n" };
    expect((await run(["alpha", "l.csv", "--level", "nominal", "--long", "unit,rater,value"], long)).error).toBe(
      'l.csv row 4 column rater: "A" has already rated unit "u"',
    );
  });
});

describe("redline stats correlate, alt-test and compare", () => {
  const file = { "x.csv": "unit,x,y,g\n1,1,5,a\n2,2,6,a\n3,3,7,b\n4,4,8,b\n5,5,7,b\n6,,7,c\n" };

  test("correlate gives n once and the three coefficients", async () => {
    const result = await json(["correlate", "x.csv", "--x", "x", "--y", "y", "--json"], file);
    expect(Object.keys(result)).toEqual(["n", "pearson", "spearman", "kendallTauB"]);
    expect(result.n).toBe(5);
    expect(Object.keys(result.pearson as object)).toEqual(["value", "why", "p", "pExact", "interval", "intervalWhy"]);
    expect(result).toMatchObject({ pearson: { intervalWhy: "too-few" } });
    expect((result.spearman as { value: number }).value).toBeCloseTo(0.8207826816681233, 14);
    const grouped = await json(["correlate", "x.csv", "--x", "x", "--y", "y", "--group", "g", "--json"], file);
    expect(grouped).toMatchObject({ pearson: { value: 0.5, p: null, definedGroups: 2, totalGroups: 3 } });
    expect((await run(["correlate", "x.csv", "--x", "x", "--y", "y"], file)).out).toContain("Kendall tau-b");
  });

  test("alt-test gives the contract's shape", async () => {
    const rows = Array.from({ length: 32 }, (_, i) => `u${i},${1 + (i % 3)},${1 + (i % 3)},${1 + (i % 2)},${i < 5 ? 1 : ""}`);
    const people = { "a.csv": `unit,J,A,B,C\n${rows.join("\n")}\n` };
    const args = ["alt-test", "a.csv", "--judge", "J", "--annotators", "A,B,C"];
    const result = await json([...args, "--json"], people);
    expect(result).toMatchObject({ epsilon: 0.2, why: null, winningRate: 1, advantageProbability: 1 });
    expect(result.perAnnotator).toMatchObject([
      { id: "A", n: 32, eligible: true },
      { id: "B" },
      { id: "C", n: 5, eligible: false, p: null },
    ]);
    expect((await run(args, people)).out).toContain("not eligible");
    expect((await run(["alt-test", "a.csv", "--judge", "A", "--annotators", "A,B"], people)).error).toMatch(/^--annotators/);
    const text = { "a.csv": "unit,J,A,B\nu,yes,yes,no\n" };
    expect(await json(["alt-test", "a.csv", "--judge", "J", "--annotators", "A,B", "--json"], text)).toMatchObject({
      why: "no-eligible-annotators",
    });
    expect((await run(["alt-test", "a.csv", "--judge", "J", "--annotators", "A,B", "--score", "rmse"], text)).error).toMatch(
      /row 2 column J/,
    );
  });

  test("compare gives the enumerated test of two judges", async () => {
    const human = [4, 2, 5, 3, 1, 4, 5, 2, 3, 4, 1, 5];
    const a = [4, 3, 5, 3, 2, 4, 4, 2, 3, 5, 1, 5];
    const b = [3, 3, 4, 4, 3, 2, 5, 2, 4, 4, 3, 3];
    const two = { "j.csv": `h,a,b\n${human.map((h, i) => `${h},${a[i]},${b[i]}`).join("\n")}\n` };
    const result = await json(["compare", "j.csv", "--human", "h", "--a", "a", "--b", "b", "--json"], two);
    expect(result).toMatchObject({ statistic: "pearson", n: 12, permBoth: { p: 87 / 2048, exact: true } });
    const args = ["compare", "j.csv", "--human", "h", "--a", "a", "--b", "b"];
    expect((await run(args, two)).out).toContain("PERM-BOTH");
    // Four units to an input; of the second, the humans' scores are all the same.
    const inputs = {
      "j.csv": `h,a,b,i\n${human.map((h, i) => `${i < 4 || i > 7 ? h : 3},${a[i]},${b[i]},${Math.floor(i / 4)}`).join("\n")}\n`,
    };
    const within = await json([...args, "--group", "i", "--json"], inputs);
    expect(within).toMatchObject({ n: 12, definedGroups: 2, totalGroups: 3, permBoth: { exact: true, permutations: 4 } });
    const said = (await run([...args, "--group", "i"], inputs)).out;
    expect(said).toMatch(/groups swapped.*4 \(all\)/u);
    expect(said).toContain("n = 12, within 2 of 3 groups");
    expect(said).not.toContain("PERM-BOTH");
  });
});

describe("redline stats NAME", () => {
  test("calls any statistic with JSON from standard input", async () => {
    const result = await json(["wilson"], {}, '{"successes":81,"n":100}');
    expect(result).toMatchObject({ value: 0.81, n: 100, why: null });
    expect(await json(["alt-test"], {}, '{"ratings":[[1,1]],"judge":[1]}')).toMatchObject({ why: "no-eligible-annotators" });
    expect(await json(["judgeError"], {}, '{"human":[1,2],"judge":[2,2]}')).toMatchObject({ meanAbsolute: { value: 0.5 } });
  });

  test("refuses unreadable or unknown arguments", async () => {
    expect((await run(["wilson"], {}, "{")).error).toMatch(/^standard input: is not JSON/);
    expect((await run(["wilson"], {}, "[1]")).error).toMatch(/must be one JSON object/);
    expect((await run(["wilson"], {}, '{"successes":1}')).error).toMatch(/wilson: n: is required/);
    expect((await run(["wilson"], {}, '{"successes":1,"n":2,"k":3}')).error).toMatch(/k: is not a parameter/);
    expect((await run(["pearson"], {}, '{"x":[1,"2"],"y":[1,2]}')).error).toMatch(/x: row 1: must be a number/);
  });

  test("lists every statistic with its parameters", async () => {
    const { out } = await run(["--list"]);
    expect(out).toContain("krippendorff-alpha:");
    expect(out).toContain("scale?:");
    const list = JSON.parse((await run(["--list", "--json"])).out) as { name: string }[];
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    expect(list.length).toBeGreaterThan(40);
  });
});

describe("redline stats on large files", () => {
  test("reads 200,000 rows without keeping the file", async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => `u${i},${1 + (i % 5)},${1 + ((i >> 1) % 5)}`);
    const bytes = new TextEncoder().encode(`unit,A,B\n${rows.join("\n")}\n`);
    let out = "";
    const command = statsCommand({
      stdin: chunks(bytes),
      stdout: { write: (text) => (out += text) },
      stderr: { write: () => undefined },
      openFile: () => chunks(bytes),
    });
    await command.parseAsync(["alpha", "-", "--level", "ordinal", "--json"], { from: "user" });
    expect(JSON.parse(out)).toMatchObject({ units: 200_000, ratings: 400_000 });
  });
});

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
