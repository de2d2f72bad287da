import "server-only";
import { UsageError } from "./output";
import { shown } from "./read-table";

/** What a cell may hold: numbers only, or numbers and category names. */
export interface CellRules {
  file: string;
  kind: "number" | "label";
  /** Tokens that mean missing besides the empty cell. */
  missing: ReadonlySet<string>;
  /** The declared scale; numbers where all its values are. */
  scale: readonly number[] | readonly string[] | null;
}

/** Reads one cell; null is missing. */
export type CellReader = (cell: string | undefined, row: number, column: string) => number | string | null;

/** Tokens that other programs write for missing; read as values they would become a category. */
const SUSPECT_TOKENS = new Set(["NA", "NaN", "nan", "null", "NULL"]);
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
/** Scores repeat, so nearly every cell is found here; other columns stop filling it. */
const MOST_REMEMBERED = 10_000;

/** The number that a text denotes, or null. */
export function parseNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A scale given as `1,2,3` or `low,middle,high`. */
export function parseScale(text: string): readonly number[] | readonly string[] {
  const tokens = text.split(",").map((token) => token.trim());
  const twice = tokens.find((token, i) => tokens.indexOf(token) < i);
  if (tokens.includes("")) throw new UsageError("--scale: has an empty value");
  if (twice !== undefined) throw new UsageError(`--scale: has ${shown(twice)} twice`);
  const numbers = tokens.map(parseNumber);
  return numbers.every((value) => value !== null) ? numbers : tokens;
}

/** Returns a reader of cells under these rules; it rejects bad cells with an error naming file, row and column. */
export function cellReader(rules: CellRules): CellReader {
  const known = new Map<string, number | string | null>();
  return (cell, row, column) => {
    if (cell === undefined) return null;
    const remembered = known.get(cell);
    if (remembered !== undefined) return remembered;
    const outcome = readCell(cell.trim(), rules);
    if (typeof outcome === "object" && outcome !== null) {
      throw new UsageError(`${rules.file} row ${row} column ${column}: ${outcome.problem}`);
    }
    if (known.size < MOST_REMEMBERED) known.set(cell, outcome);
    return outcome;
  };
}

function readCell(text: string, { kind, missing, scale }: CellRules): number | string | null | { problem: string } {
  if (text === "" || missing.has(text)) return null;
  const number = parseNumber(text);
  if (scale && isNumeric(scale)) {
    return number !== null && scale.includes(number) ? number + 0 : { problem: `${shown(text)} is not on the scale ${scale.join(",")}` };
  }
  if (scale) return scale.includes(text) ? text : { problem: `${shown(text)} is not on the scale ${scale.join(",")}` };
  if (number !== null) return number + 0;
  if (SUSPECT_TOKENS.has(text)) return { problem: `${shown(text)} is not a value; if it means missing, add --missing ${text}` };
  return kind === "label" ? text : { problem: `${shown(text)} is not a number` };
}

function isNumeric(scale: readonly number[] | readonly string[]): scale is readonly number[] {
  return typeof scale[0] === "number";
}
