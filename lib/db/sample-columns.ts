import "server-only";
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ReportColumns } from "@/lib/domain/report-data";
import { db, readingApart } from "./client";
import { listedRows } from "./packed";

/** A column with more different values makes more groups than anybody compares, most of them of fewer units than a group needs. */
const mostValues = 20;
/** Each further column is paid for with the power of every test of a judge, since all are corrected together. */
const mostColumns = 8;
/** Longer values are texts, not names of groups. */
const longestValue = 100;

/** So many samples are read by one statement: a connection is never held for longer than a tenth of a second or so. */
const pieceSize = 4_000;

/**
 * Adds to the samples of report data their values in the columns of the import that make groups (`columns`), and to the task the names of those beyond
 * the first eight (`columnsLeftOut`); returns the data. A column makes groups if its values in the task are short texts, numbers or truth values, 2 to 20
 * different ones. Apart from the rest, because metadata may be long, and nobody who waits for another chapter needs them. Nothing is read of pairs.
 */
export async function addSampleColumns(data: ReportColumns): Promise<ReportColumns> {
  if (data.task.kind === "pairwise") return data;
  const pieces = Array.from({ length: Math.ceil(data.samples.length / pieceSize) }, (_, at) =>
    data.samples.slice(at * pieceSize, (at + 1) * pieceSize),
  );
  const names = await columnsOf(pieces);
  const columns = names.slice(0, mostColumns);
  if (columns.length === 0) return data;
  // One object serves all samples with the same values.
  const known = new Map<string, Readonly<Record<string, string>>>();
  for (const piece of pieces) {
    const found = new Map((await readingApart(() => listValues(piece, columns))).map(({ id, values }) => [id, values]));
    for (const sample of piece) {
      const values = found.get(sample.id);
      if (values == null) continue;
      const shared = known.get(values) ?? (JSON.parse(values) as Record<string, string>);
      known.set(values, shared);
      sample.columns = shared;
    }
  }
  if (names.length > mostColumns) data.task.columnsLeftOut = names.slice(mostColumns);
  return data;
}

type Piece = readonly { id: string }[];

/** The columns that make groups, by name. */
async function columnsOf(pieces: readonly Piece[]): Promise<string[]> {
  const columns = new Map<string, Set<string>>();
  const unfit = new Set<string>();
  for (const piece of pieces) {
    for (const { column, values } of await readingApart(() => listColumns(piece, [...unfit]))) {
      const all = columns.get(column) ?? new Set();
      columns.set(column, all);
      for (const value of values) if (value !== null) all.add(value);
      if (all.size <= mostValues && !values.includes(null)) continue;
      columns.delete(column);
      unfit.add(column);
    }
  }
  return [...columns].flatMap(([column, { size }]) => (size < 2 ? [] : [column])).sort();
}

/** Metadata as rows, each of them unpacked once. */
const pairsOf = (metadata: Expression<unknown>) => sql<{ key: string; value: unknown }>`jsonb_each(${metadata})`.as("pair");

const pair = expressionBuilder<{ pair: { key: string; value: unknown } }, "pair">();
const [key, value] = [pair.ref("pair.key"), pair.ref("pair.value")];
const text = sql<string>`${value} #>> '{}'`;
const isGiven = sql<SqlBool>`${value} not in ('null', '""')`;
/** Null: the value is not the name of a group. */
const groupName = sql<
  string | null
>`case when jsonb_typeof(${value}) in ('string', 'number', 'boolean') and char_length(${text}) <= ${longestValue} then ${text} end`;

const isIn = (id: Expression<string>, piece: Piece): RawBuilder<SqlBool> =>
  sql`${id} = any(${`{${piece.map((sample) => sample.id).join(",")}}`}::uuid[])`;

/** The different values of each column in some samples; null among them: not all are names of groups. */
const listColumns = (piece: Piece, unfit: readonly string[]): Promise<{ column: string; values: (string | null)[] }[]> =>
  db()
    .selectFrom("samples as s")
    .innerJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom(pairsOf(ref("s.metadata")))
          .select(["pair.key as column", groupName.as("value")])
          .where(isGiven)
          .where(sql<SqlBool>`${key} <> all(${unfit}::text[])`)
          .as("own"),
      (join) => join.onTrue(),
    )
    .select(({ ref }) => ["own.column", sql<(string | null)[]>`array_agg(distinct ${ref("own.value")})`.as("values")])
    .where(({ ref }) => isIn(ref("s.id"), piece))
    .groupBy("own.column")
    .execute();

/** Their values in these columns, as JSON; null: they have none. */
const listValues = (piece: Piece, columns: readonly string[]) =>
  listedRows(
    db()
      .selectFrom("samples as s")
      .select("s.id")
      .select(({ selectFrom, ref }) =>
        selectFrom(pairsOf(ref("s.metadata")))
          .select(sql<string | null>`jsonb_object_agg(${key}, ${text})::text`.as("values"))
          .where(isGiven)
          .where("pair.key", "in", columns)
          .as("values"),
      )
      .where(({ ref }) => isIn(ref("s.id"), piece)),
    ["id", "values"],
  );

const { ref: columnOf } = expressionBuilder<{ s: DB["samples"] }, "s">();

/** The value of sample `s` in a column, as `columns` of a report's samples have it. */
export const valueIn = (column: string): RawBuilder<string | null> => sql`nullif(${columnOf("s.metadata")} ->> ${column}, '')`;
