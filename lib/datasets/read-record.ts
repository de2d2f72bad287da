import type { ImportEvent, RatingRecord, SampleRecord } from "@/lib/domain/import";
import type { KnownColumn } from "@/lib/domain/import-columns";
import { variants } from "@/lib/domain/pair-outputs";
import { belongsTo, knownColumn, missingColumns, recordKind } from "./columns";
import { Cells, type Report } from "./read-cells";
import { WarningTally } from "./tally-warnings";
import { jsonProblem, MAX_CELL_CHARACTERS, textProblem } from "./text-problem";

/** A row by column name: text in CSV, any JSON value in JSONL. Empty texts and nulls are absent values. */
export type RowValues = [name: string, value: unknown][];

/** A row's values by field, and the names that its file has for them. */
export interface KnownValues {
  known: ReadonlyMap<KnownColumn, unknown>;
  names: ReadonlyMap<KnownColumn, string>;
  own: RowValues;
}

const MAX_NAME_CHARACTERS = 1000;

const roundedNumbers = "Numbers with more digits than JSON numbers can hold are kept rounded. Put them in quotes to keep every digit.";

/** Whether a number, also within a list or an object, may have lost digits when its JSON was read. */
const isRounded = (value: unknown): boolean =>
  typeof value === "number"
    ? !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER
    : typeof value === "object" && value !== null && Object.values(value).some(isRounded);

/** Turns rows into samples and ratings, or reports what is wrong with them; one instance per file, since it counts warnings. */
export class RecordReader {
  readonly #file: string;
  readonly #tally = new WarningTally();
  /** Cache of each name's column; every row has the same few names. */
  readonly #columns = new Map<string, KnownColumn | null>();

  constructor(file: string) {
    this.#file = file;
  }

  /** The record, or one problem per bad field and no record. `task`: a sample's own task, where the file names it. */
  read(row: number, values: RowValues, task?: string): ImportEvent[] {
    const known = new Map<KnownColumn, unknown>();
    const names = new Map<KnownColumn, string>();
    const own: RowValues = [];
    const problems: ImportEvent[] = [];
    for (const [name, value] of values) {
      const column = this.#column(name);
      if (column === null) own.push([name, value]);
      else if (known.has(column)) problems.push(this.#problem(row, name, `Two keys mean "${column}".`));
      else {
        known.set(column, value);
        names.set(column, name);
      }
    }
    return problems.length > 0 ? problems : this.readKnown(row, { known, names, own }, task);
  }

  /** The same for a row whose columns are known already, by the file's names; `own` are the user's columns. */
  readKnown(row: number, { known, names, own }: KnownValues, task?: string): ImportEvent[] {
    const problems: ImportEvent[] = [];
    const nameOf = (field: string | null) => (field === null ? null : (names.get(field as KnownColumn) ?? field));
    const report: Report = (field, message) => problems.push(this.#problem(row, nameOf(field), message));
    const kind = recordKind((column) => known.has(column));
    for (const { field, message } of missingColumns(kind, (column) => known.has(column))) report(field, message);
    if (problems.length > 0) return problems;
    const rest = [...own];
    for (const [column, value] of known)
      if (!belongsTo(kind, column, (other) => known.has(other))) rest.push([names.get(column) ?? column, value]);
    const cells = new Cells(known, report, this.#tally, row);
    const record = kind === "sample" ? this.#sample(row, cells, rest, report) : this.#rating(row, cells, rest, report);
    if (task !== undefined && record.kind === "sample") record.task = task;
    return problems.length > 0 ? problems : [record];
  }

  #problem(row: number, field: string | null, message: string): ImportEvent {
    return { kind: "problem", file: this.#file, row, field, message };
  }

  /** Warnings about odd values that were kept; complete only at the end of the file. */
  *warnings(): Generator<ImportEvent> {
    for (const warning of this.#tally.list()) yield { kind: "warning", ...warning };
  }

  #column(name: string): KnownColumn | null {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = knownColumn(name);
    if (this.#columns.size < 10_000) this.#columns.set(name, column);
    return column;
  }

  #sample(row: number, cells: Cells, own: RowValues, report: Report): SampleRecord {
    const pairwise = cells.has("output_a");
    for (const [name, value] of own) {
      const problem = textProblem(name, MAX_NAME_CHARACTERS) ?? jsonProblem(value);
      if (problem !== null) report(name.slice(0, MAX_NAME_CHARACTERS), `The value or its name ${problem}`);
      else if (isRounded(value)) this.#tally.add("rounded-numbers", roundedNumbers, `"${name}" in row ${row}`);
    }
    return {
      kind: "sample",
      row,
      externalId: cells.required("id"),
      input: cells.body("input"),
      output: cells.body(pairwise ? "output_a" : "output"),
      outputB: pairwise ? cells.body("output_b") : null,
      system: cells.short(pairwise && cells.has("system_a") ? "system_a" : "system"),
      systemB: pairwise ? cells.short("system_b") : null,
      goldLabel: pairwise ? cells.preference(cells.has("gold_label") ? "gold_label" : "label") : null,
      subset: cells.short("subset"),
      reference: cells.long("reference"),
      imageUrl: cells.short("image_url", MAX_CELL_CHARACTERS),
      inputId: cells.short("input_id"),
      // fromEntries creates own properties for all names, including "__proto__".
      metadata: Object.fromEntries(own.filter(([, value]) => value !== null && value !== "")),
    };
  }

  #rating(row: number, cells: Cells, own: RowValues, report: Report): RatingRecord {
    for (const [name] of own)
      this.#tally.add("column-left-out", "Values in columns that do not belong to ratings are left out.", `"${name}" in row ${row}`);
    const label = cells.short("label");
    // One column may hold both: scores of some criteria and labels of others.
    const score = label !== null && label === cells.short("score") && Number.isNaN(Number(label)) ? null : cells.number("score");
    const unread = cells.has("score") && cells.short("score") !== null;
    if (score === null && label === null && !unread)
      report("score", "The rating has neither a score nor a label. Remove the row if nothing was rated.");
    return {
      kind: "rating",
      row,
      sampleId: cells.required("sample_id"),
      criterion: cells.required("criterion", 1000),
      rater: cells.required("rater", 200),
      raterKind: this.#raterKind(cells, report),
      score,
      label,
      reason: cells.long("reason", 100_000),
      ...this.#times(cells, report),
      arm: cells.oneOf("arm", ["drafted", "blind", "unstated"]) ?? "unstated",
      ...this.#variant(cells, report),
    };
  }

  /** Only a judge's: how it was asked about a pair. */
  #variant(cells: Cells, report: Report): Pick<RatingRecord, "variant"> {
    const variant = cells.oneOf("variant", variants);
    if (variant === null) return {};
    if (cells.short("rater_kind") !== "judge") report("variant", "Only a judge's rating has a variant.");
    return { variant };
  }

  #raterKind(cells: Cells, report: Report): "annotator" | "judge" {
    if (cells.short("rater_kind") !== null) return cells.oneOf("rater_kind", ["annotator", "judge"]) ?? "annotator";
    if (cells.has("rater_kind")) report("rater_kind", `Must be "annotator" or "judge", not empty.`);
    else this.#tally.add("rater-kind-missing", `There is no column "rater_kind"; all raters are treated as annotators.`);
    return "annotator";
  }

  #times(cells: Cells, report: Report): { startedAt: string | null; endedAt: string | null } {
    const startedAt = cells.time("started_at");
    const endedAt = cells.time("ended_at");
    if (startedAt !== null && endedAt !== null && endedAt < startedAt) report("ended_at", "Is earlier than started_at.");
    return { startedAt, endedAt };
  }
}
