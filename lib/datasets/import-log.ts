import { AppError } from "@/lib/domain/errors";
import {
  type ColumnsEvent,
  type ImportCounts,
  type ImportEvent,
  type ImportProblem,
  type ImportWarning,
  importCounts,
  problemSentence,
  type RatingRecord,
  type Rejection,
  type SampleChange,
  type SampleRecord,
  type StoredCounts,
  type StudyRecord,
} from "@/lib/domain/import";
import type { FoundColumns } from "@/lib/domain/import-mapping";
import { beginning, shorten } from "./text-problem";

const problemsKept = 1000;
const previewRows = 20;
const tablesKept = 20;
const columnsKept = 300;
const changesKept = 1000;

/** The outcome of an import, as stored and shown. */
export interface ImportOutcome {
  format: string;
  counts: ImportCounts;
  problems: ImportProblem[];
  problemCount: number;
  warnings: ImportWarning[];
  preview: Record<string, string>[];
  columns: FoundColumns[];
  changes: SampleChange[];
}

/** Follows an import from its file to the database and collects its first rows, warnings and problems. */
export class ImportLog {
  readonly #fileName: string;
  readonly #problems: ImportProblem[] = [];
  readonly #warnings: ImportWarning[] = [];
  readonly #preview: Record<string, string>[] = [];
  readonly #columns: FoundColumns[] = [];
  readonly #changes: SampleChange[] = [];
  #problemCount = 0;
  #records = 0;
  #rows = 0;
  #skipped = 0;
  #fatal = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  /** Whether the file as a whole is invalid, so that skipping bad rows does not help. */
  get fatal(): boolean {
    return this.#fatal;
  }

  get problemCount(): number {
    return this.#problemCount;
  }

  /** Yields the records among the events; warnings and problems are logged here. */
  async *records(events: AsyncIterable<readonly ImportEvent[]> | Iterable<readonly ImportEvent[]>): AsyncGenerator<StudyRecord[]> {
    for await (const batch of events) {
      const records: StudyRecord[] = [];
      for (const event of batch) {
        if (event.kind === "problem") this.problem(event);
        else if (event.kind === "warning") this.#warn(event);
        else if (event.kind === "columns") this.#found(event);
        else {
          records.push(event);
          this.#records += 1;
          if ("row" in event && event.row !== null) this.#row(event);
        }
      }
      if (records.length > 0) yield records;
    }
  }

  /** With no record left there is nothing to write, even if rows may be skipped. */
  demandRecords(): void {
    if (this.#records > 0) return;
    this.#fatal = true;
    if (this.#problemCount === 0) this.problem({ file: this.#fileName, row: null, field: null, message: "The file has no rows." });
  }

  /** Logs a problem; one without a row concerns the whole file. */
  problem({ file, row, field, message }: ImportProblem): void {
    this.#problemCount += 1;
    if (row === null) this.#fatal = true;
    else this.#skipped += 1;
    if (this.#problems.length < problemsKept) this.#problems.push({ file, row, field, message });
  }

  /** Logs a record that cannot be stored. */
  reject(rejection: Rejection): void {
    const { file, row, task } = rejection;
    const { field, message } = sentence(rejection);
    this.problem({ file: file ?? this.#fileName, row, field, message: row === null ? `${task}: ${message}` : message });
  }

  /** Logs what a row changes of a stored sample. */
  changed({ file, ...change }: Omit<SampleChange, "file"> & { file: string | null }): void {
    if (this.#changes.length < changesKept) this.#changes.push({ file: file ?? this.#fileName, ...change });
  }

  outcome(format: string, counts: StoredCounts): ImportOutcome {
    return {
      format,
      counts: { ...importCounts.parse(counts), rows: this.#rows, skippedRows: this.#skipped },
      problems: inFileOrder(this.#problems),
      problemCount: this.#problemCount,
      warnings: this.#warnings,
      preview: this.#preview,
      columns: this.#columns,
      changes: this.#changes,
    };
  }

  #row(record: SampleRecord | RatingRecord): void {
    this.#rows += 1;
    if (this.#preview.length < previewRows) this.#preview.push(previewOf(record));
  }

  #found({ kind: _, ...found }: ColumnsEvent): void {
    if (this.#columns.length < tablesKept) this.#columns.push({ ...found, columns: found.columns.slice(0, columnsKept) });
  }

  #warn({ code, message, count, task }: ImportWarning): void {
    this.#warnings.push({ code, message, count, ...(task === undefined ? {} : { task }) });
  }
}

/** Orders problems by file and row, since some are found only after all rows have been read. */
function inFileOrder(problems: readonly ImportProblem[]): ImportProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const placeOf = ({ file, row }: ImportProblem) => [files.indexOf(file), row ?? 0] as const;
  return problems.toSorted((one, other) => {
    const [[file, row], [otherFile, otherRow]] = [placeOf(one), placeOf(other)];
    return file - otherFile || row - otherRow;
  });
}

const quoted = (text: string | null) => `"${shorten(text ?? "")}"`;

function sentence(said: Rejection): { field: string; message: string } {
  const [sample, criterion, rater] = [said.sample, said.criterion, said.rater].map(quoted);
  switch (said.reason) {
    case "repeated-sample": {
      const inFile = said.firstFile === said.file ? "" : `${said.firstFile}, `;
      return { field: "id", message: `The id ${sample} is already in ${inFile}row ${said.firstRow}.` };
    }
    case "worked-on-sample":
      return { field: "id", message: `sample ${sample} already exists with different content, and people or judges have worked on it` };
    case "repeated-rating":
      return { field: "rater", message: `${rater} has already rated ${criterion} of sample ${sample} in row ${said.firstRow}.` };
    case "changed-rating": {
      const [stored, given] = [said.storedScore, said.score];
      const named =
        typeof stored === "string" ? `label ${quoted(stored)}; this row says "${given}"` : `score ${stored}; this row says ${given}`;
      const message = `${rater} already gave this sample and criterion the ${named}`;
      return { field: "score", message };
    }
    case "changed-draft":
      return { field: "criterion", message: `sample ${sample} already has a different draft by ${rater} for ${criterion}` };
    case "changed-work":
      return { field: "rater", message: `${rater} already has different work on sample ${sample} for ${criterion}` };
    case "no-sample":
      return { field: "sample_id", message: `there is no sample ${sample} in this task` };
    case "own-assignment":
      return { field: "rater", message: `${rater} has an assignment on sample ${sample} here; imported work cannot overwrite it` };
  }
}

const shown = (value: unknown) =>
  value === null || value === undefined ? "" : beginning(String(typeof value === "object" ? JSON.stringify(value) : value), 300);

function previewOf(record: SampleRecord | RatingRecord): Record<string, string> {
  if (record.kind === "rating") {
    const { row, sampleId, criterion, rater, raterKind, score, reason } = record;
    const cells = { row, sample_id: sampleId, criterion, rater, rater_kind: raterKind, score, reason };
    return Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, shown(value)]));
  }
  const { row, externalId: id, input, output, system, outputB, systemB, goldLabel, subset, reference, metadata } = record;
  const optional = { output_b: outputB, system_b: systemB, gold_label: goldLabel, subset, reference };
  const there = Object.entries(optional).filter(([, value]) => value !== null);
  const own = Object.keys(metadata).length === 0 ? [] : [["metadata", metadata]];
  return Object.fromEntries(
    [...Object.entries({ row, id, input, output, system }), ...there, ...own].map(([name, value]) => [name, shown(value)]),
  );
}

/** Whether an import may be written as it was asked for, and otherwise the error that says why not. */
export function refusalOf(
  { outcome, fatal }: { outcome: ImportOutcome; fatal: boolean },
  asked: { skipBadRows: boolean; updateSamples: boolean },
): AppError | null {
  if (fatal || (outcome.problemCount > 0 && !asked.skipBadRows)) return importRefusal(outcome);
  const { samplesChanged } = outcome.counts;
  if (samplesChanged === 0 || asked.skipBadRows || asked.updateSamples) return null;
  const [first] = outcome.changes;
  const what = samplesChanged === 1 ? "1 sample has" : `${samplesChanged} samples have`;
  const where = first === undefined ? "" : ` (first: row ${first.row}, sample ${quoted(first.sample)}, ${first.field})`;
  const message = `Nothing was written: ${what} other content in the file than here${where}. Ask for them to be updated, or for the valid rows only.`;
  return new AppError("invalid_input", message, { details: { changes: outcome.changes, samplesChanged } });
}

/** The error of an import with problems; its details list those that are kept. */
function importRefusal({ problems, problemCount }: ImportOutcome): AppError {
  const [first] = problems;
  const count = problemCount === 1 ? "1 problem" : `${problemCount} problems, the first`;
  const message = `Nothing was written: ${count}: ${first ? problemSentence(first) : ""}`;
  return new AppError("invalid_input", message, { details: { problems, problemCount } });
}
