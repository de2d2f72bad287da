import type { KnownColumn } from "@/lib/domain/import-columns";
import type { Preference } from "@/lib/domain/pair-outputs";
import { readPreference } from "@/lib/domain/preference";
import { readTime } from "./read-time";
import type { WarningTally } from "./tally-warnings";
import { MAX_CELL_CHARACTERS, MAX_ID_CHARACTERS, shorten, textProblem } from "./text-problem";

export type Report = (field: string | null, message: string) => void;

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads one row's values in known columns by the column's type; unreadable ones are reported and returned as null or "". */
export class Cells {
  readonly #values: ReadonlyMap<KnownColumn, unknown>;
  readonly #report: Report;
  readonly #tally: WarningTally;
  readonly #row: number;

  constructor(values: ReadonlyMap<KnownColumn, unknown>, report: Report, tally: WarningTally, row: number) {
    this.#values = values;
    this.#report = report;
    this.#tally = tally;
    this.#row = row;
  }

  /** Whether the row has the column at all, empty or not. */
  has(column: KnownColumn): boolean {
    return this.#values.has(column);
  }

  /** A required short text, trimmed. */
  required(column: KnownColumn, max = MAX_ID_CHARACTERS): string {
    const raw = this.#values.get(column);
    const text = this.#text(column, max)?.trim() ?? "";
    const absent = raw === undefined || raw === null || (typeof raw === "string" && raw.trim() === "");
    if (absent) this.#report(column, "Is empty.");
    return text;
  }

  /** A short text, trimmed; null if empty. */
  short(column: KnownColumn, max = MAX_ID_CHARACTERS): string | null {
    return this.#text(column, max)?.trim() || null;
  }

  /** A text kept exactly as given; null if empty. */
  long(column: KnownColumn, max = MAX_CELL_CHARACTERS): string | null {
    return this.#text(column, max) || null;
  }

  /** The text of an input or output, kept exactly as given; an empty one is allowed with a warning. */
  body(column: KnownColumn): string {
    const raw = this.#values.get(column);
    if (raw === null || raw === undefined || raw === "")
      this.#tally.add("empty-text", "An input or output is empty.", `${column} in row ${this.#row}`);
    return this.#text(column, MAX_CELL_CHARACTERS) ?? "";
  }

  number(column: KnownColumn): number | null {
    const raw = this.#values.get(column);
    const text = typeof raw === "string" ? raw.trim() : raw;
    if (text === undefined || text === null || text === "") return null;
    const value = typeof text === "number" ? text : typeof text === "string" && number.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
    const comma = typeof text === "string" && /^[+-]?\d+,\d+$/.test(text) ? " Use a period as the decimal separator." : "";
    this.#report(column, `${shown(text)} is not a number.${comma}`);
    return null;
  }

  oneOf<T extends string>(column: KnownColumn, allowed: readonly T[]): T | null {
    const text = this.short(column);
    if (text === null) return null;
    const found = allowed.find((word) => word === text.toLowerCase());
    if (found === undefined) this.#report(column, `${shown(text)} is not one of ${allowed.join(", ")}.`);
    return found ?? null;
  }

  /** Which of two outputs is better, as A, B or tie, or as 1 and 2. */
  preference(column: KnownColumn): Preference | null {
    const text = this.short(column);
    if (text === null) return null;
    const preference = readPreference(text);
    if (preference === null) this.#report(column, `${shown(text)} is not A, B or tie (nor 1 or 2).`);
    return preference;
  }

  /** A time as ISO in UTC; one without a zone is read as UTC with a warning. */
  time(column: KnownColumn): string | null {
    const text = this.short(column);
    if (text === null) return null;
    const time = readTime(text);
    if (time === null) this.#report(column, `${shown(text)} is not a time such as 2024-05-29T14:03:00Z.`);
    else if (!time.hasZone) this.#tally.add("time-without-zone", "Times carry no zone; they are read as UTC.", `row ${this.#row}`);
    return time?.iso ?? null;
  }

  #text(column: KnownColumn, max: number): string | null {
    const raw = this.#values.get(column);
    if (raw === undefined || raw === null) return null;
    if (typeof raw !== "string" && typeof raw !== "number" && typeof raw !== "boolean") {
      this.#report(column, "Must be text, not a list or an object.");
      return null;
    }
    if (typeof raw === "number" && Number.isInteger(raw) && !Number.isSafeInteger(raw)) {
      this.#report(column, "Has more digits than JSON numbers can hold. Put it in quotes.");
      return null;
    }
    const text = String(raw);
    const problem = textProblem(text, max);
    if (problem === null) return text;
    this.#report(column, `The value ${problem}`);
    return null;
  }
}

const shown = (value: unknown): string => shorten(JSON.stringify(value) ?? String(value), 60);
