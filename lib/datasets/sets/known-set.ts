import type { Scale } from "@/lib/domain/criterion";
import type { ImportEvent } from "@/lib/domain/import";
import type { KnownColumn } from "@/lib/domain/import-columns";
import { RecordReader, type RowValues } from "../read-record";
import type { RowReader } from "../row-reader";
import { WarningTally } from "../tally-warnings";

export type Row = Readonly<Record<string, unknown>>;

/** What a reader of a known set is given: the file, and the subset of rows that name none. */
export interface SetFile {
  file: string;
  subset: string | null;
}

/** What one row of a known set says, by Redline's fields. */
export interface RowRecords {
  sample?: Partial<Record<KnownColumn, unknown>>;
  /** Kept with the sample as the user's own. */
  metadata?: Row;
  ratings?: Partial<Record<KnownColumn, unknown>>[];
  /** The scales that the ratings need, by criterion; the set's paper states them. */
  scales?: Readonly<Record<string, Scale>>;
  /** Values that are left out, and why. */
  left?: string;
}

/** A published set, recognised by the shape of its rows whatever its file is called. */
export interface KnownSet {
  name: string;
  /** Whether a row, by its keys and values, is one of the set's. */
  fits(row: Row): boolean;
  /** A row's records; `row` is its number in the file. */
  records(row: Row, number: number, given: SetFile): RowRecords;
}

/** Reads a known set's rows. A sample that several rows repeat is read once; of a rater's verdicts on one unit the first counts, the others are counted in a warning. */
export class SetReader implements RowReader {
  readonly #set: KnownSet;
  readonly #given: SetFile;
  readonly #records: RecordReader;
  readonly #tally = new WarningTally();
  readonly #samples = new Set<string>();
  readonly #rated = new Set<string>();
  readonly #criteria = new Set<string>();

  constructor(set: KnownSet, given: SetFile) {
    this.#set = set;
    this.#given = given;
    this.#records = new RecordReader(given.file);
  }

  read(row: number, values: RowValues): ImportEvent[] {
    const { sample, metadata = {}, ratings = [], scales = {}, left } = this.#set.records(Object.fromEntries(values), row, this.#given);
    const events: ImportEvent[] = this.#newCriteria(scales);
    if (left !== undefined) this.#tally.add("values-left-out", left, `row ${row}`);
    if (sample !== undefined && !this.#samples.has(String(sample.id))) {
      this.#samples.add(String(sample.id));
      events.push(...this.#records.readKnown(row, { known: given(sample), names: new Map(), own: Object.entries(metadata) }));
    }
    for (const rating of ratings) {
      const unit = JSON.stringify([rating.sample_id, rating.criterion, rating.rater, rating.variant ?? null]);
      if (this.#rated.has(unit))
        this.#tally.add("rated-again", "A rater rated the same unit again; the first rating is kept.", `row ${row}`);
      else events.push(...this.#records.readKnown(row, { known: given(rating), names: new Map(), own: [] }));
      this.#rated.add(unit);
    }
    return events;
  }

  *warnings(): Generator<ImportEvent> {
    for (const warning of this.#tally.list()) yield { kind: "warning", ...warning };
    yield* this.#records.warnings();
  }

  #newCriteria(scales: Readonly<Record<string, Scale>>): ImportEvent[] {
    const made = Object.entries(scales).filter(([name]) => !this.#criteria.has(name));
    for (const [name] of made) this.#criteria.add(name);
    return made.map(([name, scale]) => ({ kind: "criterion", name, definition: "", scale, overall: false }));
  }
}

const given = (fields: Partial<Record<KnownColumn, unknown>>) =>
  new Map(Object.entries(fields).filter(([, value]) => value !== undefined) as [KnownColumn, unknown][]);

/** The keys that are not among those that a set reads. */
export const otherKeys = (row: Row, read: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !read.includes(key)));

/** Whether a row has all of these keys. */
export const hasKeys = (row: Row, ...keys: string[]): boolean => keys.every((key) => Object.hasOwn(row, key));

export const text = (value: unknown): string =>
  typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);

/** Whole steps from 1 to 5, without words for the levels. */
export const oneToFive: Scale = { min: 1, max: 5, step: 1, levels: [] };
