import { type ImportSource, noLimits, readImport } from "@/lib/datasets/read-import";
import { tarHeader, tarPadding } from "@/lib/datasets/tar";
import type { CriterionRecord, ImportEvent, RatingRecord, SampleRecord } from "@/lib/domain/import";

/** What an import reads from a file, by kind. */
export interface FileRead {
  format: string;
  samples: SampleRecord[];
  ratings: RatingRecord[];
  criteria: CriterionRecord[];
  problems: { file: string; row: number | null; field: string | null; message: string }[];
  warnings: string[];
  events: ImportEvent[];
}

/** Reads a file as an import does, in small pieces. */
export async function readFileOf(fileName: string, content: string | Uint8Array, given: Partial<ImportSource> = {}): Promise<FileRead> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const source = {
    fileName,
    taskName: "task",
    format: "auto",
    scale: null,
    mapping: null,
    bytes: pieces(bytes),
    limits: noLimits,
    ...given,
  };
  const { format, events: batches } = await readImport(source);
  const events: ImportEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  const of = <K extends ImportEvent["kind"]>(kind: K) =>
    events.filter((event): event is Extract<ImportEvent, { kind: K }> => event.kind === kind);
  return {
    format,
    events,
    samples: of("sample"),
    ratings: of("rating"),
    criteria: of("criterion"),
    problems: of("problem").map(({ kind: _, ...problem }) => problem),
    warnings: of("warning").map(({ code }) => code),
  };
}

/** A folder as it is uploaded. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files);
  return Buffer.concat(
    entries.flatMap(([path, content], index) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return [tarHeader(path, bytes.byteLength), bytes, tarPadding(bytes.byteLength, index === entries.length - 1)];
    }),
  );
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
