import type { ImportEvent } from "@/lib/domain/import";
import type { RowValues } from "./read-record";

/** Turns the rows of one table into events. */
export interface RowReader {
  /** The row's records, or one problem per bad field. */
  read(row: number, values: RowValues): ImportEvent[];
  /** About odd values that were kept; complete only at the end of the file. */
  warnings(): Iterable<ImportEvent>;
}
