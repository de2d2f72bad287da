import "server-only";
import { createReadStream } from "node:fs";
import { Command } from "commander";
import { krippendorffAlpha } from "@/lib/stats/alpha";
import { altTest } from "@/lib/stats/alt-test";
import { findStatistic, statistics } from "@/lib/stats/catalogue";
import { compareJudges } from "@/lib/stats/compare-judges";
import { correlate } from "@/lib/stats/correlation";
import { StatsInputError } from "@/lib/stats/result";
import { UsageError } from "./output";
import { type CellRules, parseScale } from "./rating-cells";
import {
  COEFFICIENTS,
  type CommonOptions,
  choice,
  columnList,
  fileCommand,
  type IntervalFlags,
  intervalOptions,
  LEVELS,
  longNames,
  missingTokens,
  needed,
  numberFlag,
  SCORES,
  withIntervals,
} from "./stats-options";
import { type ColumnTable, categories, readColumns, readLongRatings, readWideRatings } from "./stats-tables";
import { alphaText, altTestText, comparisonText, correlationText } from "./stats-text";

/** Where the command reads and writes; tests pass their own. */
export interface StatsIo {
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  openFile(path: string): AsyncIterable<Uint8Array>;
}

const processIo: StatsIo = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  openFile: (path) => createReadStream(path, { highWaterMark: 1 << 18 }),
};

/** `redline stats`: agreement and correlation of a CSV file, and every statistic by name, without a database. */
export function statsCommand(io: StatsIo = processIo): Command {
  const command = new Command("stats")
    .argument("[name]", "a statistic by name; its arguments are one JSON object on standard input")
    .option("--list", "list all statistics with their parameters")
    .option("--json", "print JSON (a statistic by name always does)")
    .action(async (name: string | undefined, options: { list?: boolean; json?: boolean }) => {
      if (options.list) return listStatistics(io, options.json ?? false);
      if (name === undefined) throw new UsageError("stats: name a statistic, or see `stats --list` and `stats --help`");
      return runByName(io, name);
    });
  command.addCommand(alphaCommand(io)).addCommand(correlateCommand(io)).addCommand(altTestCommand(io)).addCommand(compareCommand(io));
  for (const each of [command, ...command.commands]) {
    each.configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: (text) => void io.stderr.write(text) });
  }
  return command;
}

function alphaCommand(io: StatsIo): Command {
  const command = fileCommand("alpha", "Krippendorff's alpha: first column the unit, each further column a rater")
    .option("--level <level>", LEVELS.join(", "))
    .option("--long <unit,rater,value>", "one rating per row, in these columns")
    .option("--scale <values>", "the declared scale in its order, such as 1,2,3,4,5");
  return withIntervals(command).action(async (file: string | undefined, _flags: unknown, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions & IntervalFlags & Record<string, string>>();
    if (file === undefined) return runByName(io, "krippendorff-alpha");
    const level = choice("--level", options.level, LEVELS);
    const scale = options.scale === undefined ? null : parseScale(options.scale);
    if (scale && typeof scale[0] === "string" && level !== "nominal" && level !== "ordinal") {
      throw new UsageError(`--scale: ${level} level needs numbers`);
    }
    const rules: CellRules = { file, kind: level === "nominal" ? "label" : "number", missing: missingTokens(options), scale };
    const cluster = options.cluster ?? null;
    const table = options.long
      ? await readLongRatings(file, open(io, file), rules, { ...longNames(options.long), cluster })
      : await readWideRatings(file, open(io, file), rules, cluster);
    const ratings = level === "nominal" ? categories(table.ratings) : table.ratings;
    const result = refusing(file, () =>
      krippendorffAlpha({ ratings, clusters: table.clusters, scale, level, ...intervalOptions(options) }),
    );
    const { n: _, ...contract } = result;
    print(io, options, contract, () => alphaText(result));
  });
}

function correlateCommand(io: StatsIo): Command {
  const command = fileCommand("correlate", "Pearson, Spearman and Kendall tau-b of two columns")
    .option("--x <column>", "first column")
    .option("--y <column>", "second column")
    .option("--group <column>", "within each group, averaged over groups");
  return withIntervals(command).action(async (file: string | undefined, _flags: unknown, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions & IntervalFlags & Record<string, string>>();
    if (file === undefined) return runByName(io, "correlate");
    const [x, y] = [needed("--x", options.x), needed("--y", options.y)];
    const table = await numberColumns(io, file, [x, y], options);
    const input = { x: numbers(table, x), y: numbers(table, y), clusters: table.clusters, ...intervalOptions(options) };
    const { groups } = table;
    const result = refusing(file, () => (groups ? correlate({ ...input, groups }) : correlate(input)));
    print(io, options, correlationContract(result), () => correlationText(result));
  });
}

/** The contract's shape has n once, not with each coefficient. */
function correlationContract(result: ReturnType<typeof correlate>): Record<string, unknown> {
  const without = ({ n: _, ...rest }: { n: number }): object => rest;
  return { n: result.n, pearson: without(result.pearson), spearman: without(result.spearman), kendallTauB: without(result.kendallTauB) };
}

function altTestCommand(io: StatsIo): Command {
  const command = fileCommand("alt-test", "alternative-annotator test: can the judge replace a human?")
    .option("--judge <column>", "the judge's column")
    .option("--annotators <columns>", "the annotators' columns, such as A,B,C")
    .option("--epsilon <number>", "the advantage granted to a human over the judge (0.2)", numberFlag("--epsilon"))
    .option("--score <kind>", `${SCORES.join(" or ")} (accuracy)`);
  return command.action(async (file: string | undefined, _flags: unknown, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions & { epsilon?: number } & Record<string, string>>();
    if (file === undefined) return runByName(io, "alt-test");
    const judge = needed("--judge", options.judge);
    const annotatorIds = columnList("--annotators", options.annotators);
    if (annotatorIds.includes(judge)) throw new UsageError(`--annotators: ${judge} is the judge`);
    const score = choice("--score", options.score ?? "accuracy", SCORES);
    const rules: CellRules = { file, kind: score === "accuracy" ? "label" : "number", missing: missingTokens(options), scale: null };
    const readers = [judge, ...annotatorIds].map((name) => ({ name, rules }));
    const table = await readColumns(file, open(io, file), readers, { cluster: options.cluster ?? null });
    const columns = annotatorIds.map((id) => table.columns.get(id) ?? []);
    const judgeColumn = table.columns.get(judge) ?? [];
    const ratings = judgeColumn.map((_, unit) => columns.map((column) => column[unit]));
    const result = refusing(file, () =>
      altTest({ ratings, judge: judgeColumn, annotatorIds, score, epsilon: options.epsilon, clusters: table.clusters }),
    );
    print(io, options, result, () => altTestText(result));
  });
}

function compareCommand(io: StatsIo): Command {
  const command = fileCommand("compare", "which of two judges is closer to the humans")
    .option("--human <column>", "the humans' column")
    .option("--a <column>", "one judge's column")
    .option("--b <column>", "the other judge's column")
    .option("--statistic <name>", `${COEFFICIENTS.join(", ")} (pearson)`)
    .option("--group <column>", "within each group, averaged over groups, which are swapped whole")
    .option("--permutations <number>", "random swaps if there are too many to try all (10000)", numberFlag("--permutations"));
  return withIntervals(command).action(async (file: string | undefined, _flags: unknown, command: Command) => {
    const options = command.optsWithGlobals<CommonOptions & IntervalFlags & { permutations?: number } & Record<string, string>>();
    if (file === undefined) return runByName(io, "compare-judges");
    const names = { human: needed("--human", options.human), a: needed("--a", options.a), b: needed("--b", options.b) };
    const statistic = choice("--statistic", options.statistic ?? "pearson", COEFFICIENTS);
    const table = await numberColumns(io, file, Object.values(names), options);
    const input = {
      human: numbers(table, names.human),
      a: numbers(table, names.a),
      b: numbers(table, names.b),
      clusters: table.clusters,
      groups: table.groups,
    };
    const { permutations } = options;
    const result = refusing(file, () => compareJudges({ ...input, statistic, permutations, ...intervalOptions(options) }));
    print(io, options, result, () => comparisonText(result));
  });
}

async function numberColumns(
  io: StatsIo,
  file: string,
  names: string[],
  options: CommonOptions & Record<string, unknown>,
): Promise<ColumnTable> {
  const rules: CellRules = { file, kind: "number", missing: missingTokens(options), scale: null };
  const group = typeof options.group === "string" ? options.group : null;
  return readColumns(
    file,
    open(io, file),
    [...new Set(names)].map((name) => ({ name, rules })),
    { group, cluster: options.cluster ?? null },
  );
}

function numbers(table: ColumnTable, name: string): (number | null)[] {
  return (table.columns.get(name) ?? []).map((value) => (typeof value === "number" ? value : null));
}

/** The file's bytes; `-` is standard input. A file that cannot be read is bad usage. */
async function* open(io: StatsIo, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === "-" ? io.stdin : io.openFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") throw new UsageError(`${file}: there is no such file`, { cause: error });
    if (code === "EISDIR") throw new UsageError(`${file}: is a folder`, { cause: error });
    if (code === "EACCES") throw new UsageError(`${file}: permission denied`, { cause: error });
    throw error;
  }
}

/** A statistic's refusal of its input as a usage error. */
function refusing<T>(source: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof StatsInputError) throw new UsageError(`${source}: ${error.message}`, { cause: error });
    throw error;
  }
}

function print(io: StatsIo, options: CommonOptions, result: unknown, text: () => string): void {
  io.stdout.write(options.json ? `${JSON.stringify(result)}\n` : `${text()}\n`);
}

function listStatistics(io: StatsIo, json: boolean): void {
  const list = statistics.map(({ name, summary, parameters }) => ({ name, summary, parameters }));
  if (json) {
    io.stdout.write(`${JSON.stringify(list)}\n`);
    return;
  }
  const entries = list.map(({ name, summary, parameters }) => {
    const lines = parameters.map((parameter) => `    ${parameter.name}${parameter.required ? "" : "?"}: ${parameter.summary}`);
    return [`${name}: ${summary}`, ...lines].join("\n");
  });
  io.stdout.write(`${entries.join("\n")}\n`);
}

/** One statistic by its name (or its function's name): JSON arguments in, JSON result out. */
async function runByName(io: StatsIo, name: string): Promise<void> {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const entry = findStatistic(name) ?? findStatistic(kebab);
  if (!entry) throw new UsageError(`stats: there is no statistic ${JSON.stringify(name)}; see \`stats --list\``);
  const args = await readArguments(io);
  const result = refusing(entry.name, () => entry.run(args));
  io.stdout.write(`${JSON.stringify(result)}\n`);
}

async function readArguments(io: StatsIo): Promise<Record<string, unknown>> {
  if ("isTTY" in io.stdin && io.stdin.isTTY)
    throw new UsageError("standard input: give the arguments as one JSON object, such as `stats wilson < args.json`");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let args: unknown;
  try {
    for await (const chunk of io.stdin) text += decoder.decode(chunk, { stream: true });
    args = JSON.parse(text + decoder.decode());
  } catch (error) {
    throw new UsageError(`standard input: is not JSON (${error instanceof Error ? error.message : String(error)})`, { cause: error });
  }
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new UsageError("standard input: must be one JSON object with the arguments by name");
  }
  return args as Record<string, unknown>;
}
