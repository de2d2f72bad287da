import "server-only";
import type { Kysely } from "kysely";
import { from } from "pg-copy-streams";
import type { DB } from "@/generated/kysely/types";
import type { Arm } from "@/lib/domain/assignment";
import type { Tx } from "../client";

/**
 * Where an import's records wait while they are checked: temporary tables that are dropped with the transaction. `place` numbers records in file
 * order; `task`, `rater`, `criterion` and `run` are numbers from staged_names, so that the rows stay narrow.
 */
const tables = {
  staged_samples: {
    place: "int not null",
    task: "int not null",
    /** Position among the import's samples of the task. */
    seq: "int not null",
    id: "uuid not null",
    file: "text",
    row: "int",
    external_id: "text not null",
    input: "text not null",
    output: "text not null",
    output_b: "text",
    system: "text",
    system_b: "text",
    gold_label: "text",
    subset: "text",
    reference: "text",
    image_url: "text",
    input_id: "text",
    input_key: "text not null",
    metadata: "jsonb not null",
    content_hash: "text not null",
  },
  staged_drafts: {
    place: "int not null",
    row: "int",
    task: "int not null",
    sample: "text not null",
    /** The run that holds what the import brings of its judge. */
    rater: "int not null",
    criterion: "int not null",
    score: "float8",
    items: "jsonb not null",
    raw: "text not null",
    /** Imported as a bare score: repeats are compared by the score, others by their text. */
    rating: "boolean not null",
  },
  staged_evaluations: {
    place: "int not null",
    row: "int",
    task: "int not null",
    sample: "text not null",
    rater: "int not null",
    criterion: "int not null",
    id: "uuid not null",
    arm: "text not null",
    swapped: "boolean not null",
    /** The run whose drafts were shown. */
    run: "int",
    score: "float8",
    complete: "boolean not null",
    tally: "jsonb not null",
    started_at: "timestamptz",
    ended_at: "timestamptz",
    duration_ms: "int",
    /** Of its actions; null: a bare score, whose one action is built from label, reason and times. */
    fingerprint: "text",
    label: "text",
    reason: "text",
  },
  staged_actions: {
    evaluation_id: "uuid not null",
    seq: "int not null",
    id: "uuid not null",
    parent_id: "uuid",
    kind: "text not null",
    item_id: "text",
    item_kind: "text",
    text: "text",
    score: "float8",
    reason_code: "text",
    reason: "text",
    at: "timestamptz not null",
    origin: "jsonb",
  },
  /** What the numbers mean. For a task, `base` is the position of its first new sample and `set_id` its criteria set; for a run, `judge_id` is its judge and `variant` how it was asked. */
  staged_names: { no: "int not null", id: "uuid not null", base: "int", set_id: "uuid", judge_id: "uuid", variant: "text" },
  /** One annotator's work on one sample. */
  staged_units: {
    task: "int not null",
    sample: "text not null",
    rater: "int not null",
    /** The first of its ratings. */
    place: "int not null",
    arm: "text not null",
    swapped: "boolean not null",
    run: "int",
    submitted_at: "timestamptz",
    sample_id: "uuid",
    assignment_id: "uuid not null",
    fresh: "boolean not null",
    imported: "boolean not null",
  },
  /** Drafts with their sample, and the run that has the same draft already. */
  staged_draft_places: {
    place: "int not null",
    sample_id: "uuid",
    known_run_id: "uuid",
    changed: "boolean not null",
    stored_score: "float8",
  },
  /** Stored samples that the file gives other content, with what is not stored as the file has it. */
  staged_changes: {
    place: "int not null",
    sample_id: "uuid not null",
    input_id: "text",
    input_key: "text not null",
    metadata: "jsonb not null",
    content_hash: "text not null",
  },
  /** Records that are not stored, and why. */
  staged_skips: { place: "int not null", reason: "text not null", first_place: "int", stored_score: "float8" },
} as const;

type Tables = typeof tables;
type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
interface Types {
  text: string;
  uuid: string;
  int: number;
  float8: number;
  boolean: boolean;
  jsonb: string;
  timestamptz: Date;
}
type Value<T> = T extends `${infer N extends keyof Types & string} not null` ? Types[N] : T extends keyof Types ? Types[T] | null : never;
type Row<T> = { [C in keyof T as Camel<C & string>]: C extends "arm" ? Arm : Value<T[C]> };
type Staged = { [T in keyof Tables as Camel<T>]: Row<Tables[T]> };

/** The study's tables and those of the import under way. */
export type StagedDb = Kysely<DB & Staged>;
export type StagedTable = Extract<keyof Tables, `staged_${"samples" | "drafts" | "evaluations" | "actions" | "names"}`>;
type CopyValue = string | number | boolean | null;
/** A value for every column of a table. */
export type Line<T extends StagedTable> = { [C in keyof Tables[T]]: CopyValue };

/** What a statement copies at least, so that its fixed time is small beside the rest. */
const leastPiece = 1 << 16;
/** What is gathered while the server is busy before reading waits for it. */
const fullPiece = 1 << 20;

/** All that an import of samples alone needs: each table takes the server as long as storing a hundred samples. */
const forSamples: readonly string[] = ["staged_samples", "staged_names", "staged_changes", "staged_skips"];

/**
 * Fills the staging tables by COPY: the server loads one piece while the next is being read, and is given what there is once it has nothing to do.
 * Memory holds two pieces of each table.
 */
export class Staging {
  readonly #tx: Tx;
  #holdsWork = false;
  /** The rows of each table that wait to be sent; tables that were given none are absent. */
  readonly #waiting = new Map<StagedTable, { columns: string[]; lines: string[]; characters: number }>();
  #copying: Promise<void> = Promise.resolve();
  #busy = false;

  private constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Has the tables of samples created for this transaction, while the first rows are being read. */
  static open(tx: Tx): Staging {
    const staging = new Staging(tx);
    staging.#goOn(() => staging.#create((name) => forSamples.includes(name)));
    return staging;
  }

  /** Creates the tables of drafts and ratings where they are not there yet; the first of these records does so. */
  async holdWork(): Promise<void> {
    if (this.#holdsWork) return;
    this.#holdsWork = true;
    await this.#create((name) => !forSamples.includes(name));
  }

  async #create(which: (name: string) => boolean): Promise<void> {
    const columnsOf = (columns: object) => Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
    const statements = Object.entries(tables)
      .filter(([name]) => which(name))
      .map(([name, columns]) => `create temporary table ${name} (${columnsOf(columns).join(", ")}) on commit drop`);
    await this.#tx.bare.query(statements.join("; "));
  }

  /** Typed access to the tables. */
  get db(): StagedDb {
    return this.#tx.withTables<Staged>();
  }

  /** Whether a table was given a row. */
  holds(table: StagedTable): boolean {
    return this.#waiting.has(table);
  }

  /** Adds a row, which is sent with others. Await `room` now and then. */
  add<T extends StagedTable>(table: T, line: Line<T>): void {
    const waiting = this.#waiting.get(table) ?? { columns: Object.keys(tables[table]), lines: [], characters: 0 };
    if (waiting.characters === 0) this.#waiting.set(table, waiting);
    const values: Readonly<Record<string, CopyValue>> = line;
    let text = "";
    for (const column of waiting.columns) text += `${copyText(values[column])}\t`;
    // A list of lines, because a growing string is a rope, which costs more than all the rest.
    waiting.lines.push(text.slice(0, -1));
    waiting.characters += text.length;
  }

  /** Sends what is worth a statement, and waits only where a piece is full. */
  async room(): Promise<void> {
    for (const table of this.#waiting.keys()) await this.#send(table, this.#busy ? fullPiece : leastPiece);
  }

  /** Waits for the statement under way; throws its error. */
  settled(): Promise<void> {
    return this.#copying;
  }

  /** Sends everything, then analyzes the tables so that the server plans well. */
  async close(): Promise<void> {
    for (const table of this.#waiting.keys()) await this.#send(table, 1);
    await this.#copying;
    const keys = ["staged_samples (place, task, external_id)", "staged_names (no, id)"];
    const keysOfWork = [
      "staged_drafts (place, task, rater, sample, criterion)",
      "staged_evaluations (place, task, sample, rater, criterion, id)",
      "staged_actions (evaluation_id)",
    ];
    if (this.#holdsWork) keys.push(...keysOfWork);
    // A few thousand rows are enough to analyze keys, and the texts take long to read.
    await this.#tx.bare.query(`set local default_statistics_target = 10; analyze ${keys.join(", ")}`);
  }

  async #send(table: StagedTable, atLeast: number): Promise<void> {
    const waiting = this.#waiting.get(table);
    if (waiting === undefined || waiting.characters < atLeast) return;
    const text = `${waiting.lines.join("\n")}\n`;
    waiting.lines = [];
    waiting.characters = 0;
    await this.#copying;
    this.#goOn(async () => {
      if (!forSamples.includes(table)) await this.holdWork();
      await this.#copy(`copy ${table} from stdin`, text);
    });
  }

  /** Lets the server work while reading goes on. */
  #goOn(work: () => Promise<void>): void {
    this.#busy = true;
    this.#copying = work().finally(() => {
      this.#busy = false;
    });
    // The next await throws a failure; until then nothing listens for it.
    this.#copying.catch(() => undefined);
  }

  #copy(statement: string, text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = this.#tx.bare.query(from(statement));
      stream.once("error", reject).once("finish", resolve);
      stream.end(text);
    });
  }
}

const special = /[\\\n\r\t]/;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value in COPY's text format. */
function copyText(value: CopyValue | undefined): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value !== "string") return String(value);
  return special.test(value) ? value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : value;
}
