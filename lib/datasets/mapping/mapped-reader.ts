import { isAnswer, textOfTurns, turnsOf } from "@/lib/domain/chat-turns";
import type { ImportEvent } from "@/lib/domain/import";
import type { KnownColumn } from "@/lib/domain/import-columns";
import type { ImportMapping } from "@/lib/domain/import-mapping";
import { preferenceCriterion } from "@/lib/domain/preference";
import { RecordReader, type RowValues } from "../read-record";
import type { RowReader } from "../row-reader";
import { WarningTally } from "../tally-warnings";
import { pathsOf, readSource } from "./sources";
import { columnOfPath, valueAt } from "./value-at";

const tie = /^(?:0|tie|draw|equal|both)$/i;

/** Reads rows by a mapping: each a sample, a rating, or a sample with the ratings beside it. Rows without an id are numbered in file order. */
export class MappedReader implements RowReader {
  readonly #mapping: ImportMapping;
  readonly #records: RecordReader;
  readonly #tally = new WarningTally();
  readonly #sources: { field: KnownColumn; source: string; paths: string[] }[];
  readonly #consumed: ReadonlySet<string>;
  readonly #names: ReadonlyMap<KnownColumn, string>;
  readonly #subset: string | null;
  #count = 0;

  /** `subset`: of rows that name none, and the beginning of the ids made for them; null: none. */
  constructor(file: string, mapping: ImportMapping, names: readonly string[], subset: string | null) {
    this.#mapping = mapping;
    this.#records = new RecordReader(file);
    this.#subset = subset;
    this.#sources = Object.entries(mapping.fields).map(([field, source]) => ({
      field: field as KnownColumn,
      source,
      paths: pathsOf(source, names),
    }));
    const used = [...this.#sources.flatMap(({ paths }) => paths), ...(mapping.ratings?.columns ?? [])];
    // A column of which only a part is mapped stays with the user's own.
    this.#consumed = new Set(used.filter((path) => columnOfPath(names, path) === path));
    this.#names = new Map(this.#sources.map(({ field, source, paths }) => [field, paths.length > 0 ? source : field]));
  }

  read(row: number, values: RowValues): ImportEvent[] {
    this.#count += 1;
    const object: Record<string, unknown> = Object.fromEntries(values);
    const known = new Map<KnownColumn, unknown>(
      this.#sources.map(({ field, source, paths }) => [field, readSource(source, paths, object)]),
    );
    this.#splitChat(object, known);
    const own = values.filter(([name]) => !this.#consumed.has(name));
    const isSample = known.has("input") || known.has("output") || known.has("output_a");
    if (isSample && !known.has("id")) {
      known.set("id", this.#subset === null ? String(this.#count) : `${this.#subset}-${this.#count}`);
      this.#tally.add("ids-numbered", "The file has no ids; its rows are numbered in order.");
    }
    if (isSample && this.#subset !== null && !known.has("subset")) known.set("subset", this.#subset);
    if (!isSample && this.#mapping.ratings !== null) return this.#wide(row, object, known);
    const events = this.#records.readKnown(row, { known, names: this.#names, own });
    if (this.#mapping.ratings === null || events.some(({ kind }) => kind === "problem")) return events;
    return [...events, ...this.#wide(row, object, known)];
  }

  *warnings(): Generator<ImportEvent> {
    for (const warning of this.#tally.list()) yield { kind: "warning", ...warning };
    yield* this.#records.warnings();
  }

  /** A conversation that ends with an answer, where no output is named: the answer is the output. */
  #splitChat(object: Readonly<Record<string, unknown>>, known: Map<KnownColumn, unknown>): void {
    const source = this.#mapping.fields.input;
    if (source === undefined || known.has("output") || known.has("output_a")) return;
    const turns = turnsOf(valueAt(object, source));
    const last = turns?.at(-1);
    if (turns === null || last === undefined || !isAnswer(last)) return;
    known.set("input", textOfTurns(turns.slice(0, -1)));
    known.set("output", last.text);
  }

  /** The ratings in the columns beside a sample; empty cells are none. */
  #wide(row: number, object: Readonly<Record<string, unknown>>, known: ReadonlyMap<KnownColumn, unknown>): ImportEvent[] {
    const { per, columns } = this.#mapping.ratings ?? { per: "rater", columns: [] };
    const pairwise = known.has("output_a");
    const sampleId = known.get("sample_id") ?? known.get("id");
    return columns.flatMap((column) => {
      const value = valueAt(object, column);
      if (value === null || value === undefined || value === "") return [];
      // As in a table that Redline exports.
      const [criterion, rater] = /^(.+) \| (.+)$/s.exec(column)?.slice(1) ?? [];
      const named = per === "rater" ? (rater ?? column) : (known.get("rater") ?? "annotator");
      const judged =
        criterion ?? (per === "criterion" ? column : (known.get("criterion") ?? (pairwise ? preferenceCriterion.name : "Overall")));
      const cells = new Map<KnownColumn, unknown>([
        ["sample_id", sampleId],
        ["criterion", judged],
        ["rater", named],
      ]);
      cells.set("rater_kind", known.get("rater_kind") ?? "annotator");
      cells.set(...verdict(value, pairwise));
      const names = new Map<KnownColumn, string>([
        ["score", column],
        ["label", column],
      ]);
      return this.#records.readKnown(row, { known: cells, names, own: [] });
    });
  }
}

/** For pairs, columns count the outputs (1, 2; 0 for neither); for single outputs, they hold a number or a label. */
function verdict(value: unknown, pairwise: boolean): [KnownColumn, unknown] {
  const text = String(value).trim();
  if (pairwise) return ["label", tie.test(text) ? "tie" : value];
  return [Number.isNaN(Number(text)) ? "label" : "score", value];
}
