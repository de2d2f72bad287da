import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";

export interface ParquetColumn {
  name: string;
  /** "JSON" columns hold any value, "DOUBLE" ones numbers. */
  type: "STRING" | "DOUBLE" | "BOOLEAN" | "JSON";
}

/** Rows held in memory at once; readers fetch a file in these groups. */
const ROWS_IN_GROUP = 10_000;

/** A Parquet file (Snappy), in pieces, one per group of rows. Null and undefined are nulls. A name that occurs again gets a number. */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  rows: AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>,
): AsyncGenerator<Uint8Array> {
  const named = distinctNames(columns);
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: named.map((column) => ({ ...column, data: [] })) });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: "Redline" });
  const taken = () => {
    const piece = bytes.getBytes().slice();
    // The offset goes on counting, as positions in the file's footer need it.
    bytes.index = 0;
    return piece;
  };
  let group: (readonly unknown[])[] = [];
  const writeGroup = async () => {
    const columnData = named.map((column, place) => ({ ...column, data: group.map((row) => row[place] ?? null) }));
    await file.write({ columnData, rowGroupSize: ROWS_IN_GROUP });
    group = [];
  };
  for await (const row of rows) {
    if (row.length !== columns.length) throw new RangeError(`a row has ${row.length} cells, the table ${columns.length} columns`);
    group.push(row);
    if (group.length < ROWS_IN_GROUP) continue;
    await writeGroup();
    yield taken();
  }
  if (group.length > 0) await writeGroup();
  await file.finish();
  yield taken();
}

function distinctNames(columns: readonly ParquetColumn[]): ParquetColumn[] {
  const seen = new Map<string, number>();
  return columns.map(({ name, type }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { name: times === 1 ? name : `${name} (${times})`, type };
  });
}
