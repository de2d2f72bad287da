import type { ImportEvent } from "@/lib/domain/import";
import type { TableFormat } from "./detect-format";
import type { TableOptions } from "./mapping/open-table";
import { readCsv } from "./read-csv";
import { readJson } from "./read-json";
import { readJsonl } from "./read-jsonl";
import { readParquet } from "./read-parquet";
import { one } from "./unpack";

/** Reads a table held in memory. */
export function readTable(format: TableFormat, file: string, bytes: Uint8Array, options: TableOptions): AsyncGenerator<ImportEvent[]> {
  if (format === "json") return readJson(file, bytes, options);
  if (format === "parquet") return readParquet(file, bytes, options);
  return (format === "csv" ? readCsv : readJsonl)(file, one(bytes), options);
}
