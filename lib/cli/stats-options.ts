import "server-only";
import { Command } from "commander";
import { UsageError } from "./output";
import { parseNumber } from "./rating-cells";

/** Flags of every file command. */
export interface CommonOptions {
  json?: boolean;
  missing?: string;
  cluster?: string;
}

/** Flags of every command with an interval. */
export interface IntervalFlags {
  interval?: string;
  resamples?: number;
  seed?: number;
  confidence?: number;
}

export const LEVELS = ["nominal", "ordinal", "interval", "ratio"] as const;
const INTERVALS = ["jackknife", "bca", "percentile", "none"] as const;
export const SCORES = ["accuracy", "rmse"] as const;
export const COEFFICIENTS = ["pearson", "spearman", "kendall"] as const;

/** A command on one CSV file. */
export function fileCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("[file]", "a CSV file; without it, arguments are one JSON object on standard input")
    .option("--cluster <column>", "rows with the same label are resampled together")
    .option("--missing <tokens>", "tokens that mean missing besides the empty cell, such as NA,NaN")
    .option("--json", "print one JSON document");
}

/** Adds the flags of the interval. */
export function withIntervals(command: Command): Command {
  return command
    .option("--interval <method>", `${INTERVALS.join(", ")} (jackknife)`)
    .option("--resamples <number>", "bootstrap replicates (2000)", numberFlag("--resamples"))
    .option("--seed <number>", "seed of the bootstrap (1)", numberFlag("--seed"))
    .option("--confidence <share>", "coverage of the interval (0.95)", numberFlag("--confidence"));
}

/** The interval as lib/stats takes it. */
export function intervalOptions(options: IntervalFlags) {
  const { resamples, seed, confidence } = options;
  return { interval: choice("--interval", options.interval ?? "jackknife", INTERVALS), resamples, seed, confidence };
}

/** A flag's number, or a usage error. */
export function numberFlag(flag: string): (text: string) => number {
  return (text) => {
    const value = parseNumber(text);
    if (value === null) throw new UsageError(`${flag}: must be a number, got ${JSON.stringify(text)}`);
    return value;
  };
}

/** One of a few words, or a usage error. */
export function choice<T extends string>(flag: string, value: string | undefined, choices: readonly T[]): T {
  const found = choices.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`${flag}: must be one of ${choices.join(", ")}${value === undefined ? "" : `, got ${JSON.stringify(value)}`}`);
  return found;
}

/** A flag that names a column and must be there. */
export function needed(flag: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${flag}: is required and names a column`);
  return value;
}

/** Different column names separated by commas. */
export function columnList(flag: string, value: string | undefined): string[] {
  const names = needed(flag, value)
    .split(",")
    .map((name) => name.trim());
  if (names.includes("") || new Set(names).size < names.length)
    throw new UsageError(`${flag}: must be different column names, got ${JSON.stringify(value)}`);
  return names;
}

/** The three columns of the long form. */
export function longNames(text: string): { unit: string; rater: string; value: string } {
  const names = columnList("--long", text);
  const [unit, rater, value] = names;
  if (names.length !== 3 || !unit || !rater || !value) throw new UsageError("--long: must be three column names: unit,rater,value");
  return { unit, rater, value };
}

/** What means missing besides the empty cell. */
export function missingTokens({ missing }: CommonOptions): Set<string> {
  return new Set(missing === undefined ? [] : missing.split(",").map((token) => token.trim()));
}
