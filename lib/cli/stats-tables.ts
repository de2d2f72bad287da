import "server-only";
import { UsageError } from "./output";
import { type CellRules, cellReader } from "./rating-cells";
import { readTable, shown, type TableHeader } from "./read-table";

/** Ratings in the form alpha reads. */
export interface RatingTable {
  /** `ratings[unit][rater]`. */
  ratings: (number | string | null | undefined)[][];
  clusters: string[] | null;
}

/** Columns of a table by name, one value per row. */
export interface ColumnTable {
  columns: Map<string, (number | string | null)[]>;
  /** Rows' labels in the group and cluster columns, where asked for. */
  groups: string[] | null;
  clusters: string[] | null;
}

type Source = AsyncIterable<Uint8Array>;

/** One unit a row: the first column names it, each further column (but the cluster's) is a rater. */
export async function readWideRatings(file: string, source: Source, rules: CellRules, clusterColumn: string | null): Promise<RatingTable> {
  const ratings: RatingTable["ratings"] = [];
  const clusters: string[] | null = clusterColumn === null ? null : [];
  await readTable(file, source, (header) => {
    const read = cellReader(rules);
    const unitColumn = header.columns[0] as string;
    const clusterAt = clusterColumn === null ? -1 : header.indexOf(clusterColumn);
    if (clusterAt === 0) throw new UsageError(`--cluster: ${shown(unitColumn)} is the unit column`);
    const raters = header.columns.flatMap((name, at) => (at === 0 || at === clusterAt ? [] : [{ name, at }]));
    if (raters.length === 0) throw new UsageError(`${file} row 1: has no raters; each column after the first is one`);
    const isNew = repeatCheck(file, unitColumn);
    return (cells, row) => {
      isNew(label(file, cells[0], row, unitColumn), row);
      ratings.push(raters.map(({ name, at }) => read(cells[at], row, name)));
      if (clusters) clusters.push(label(file, cells[clusterAt], row, clusterColumn ?? ""));
    };
  });
  return { ratings, clusters };
}

/** If any category is a name, all are: `1` next to `other` is the name "1". Columns of only numbers stay numbers. */
export function categories(ratings: RatingTable["ratings"]): RatingTable["ratings"] {
  if (!ratings.some((row) => row.some((value) => typeof value === "string"))) return ratings;
  return ratings.map((row) => row.map((value) => (typeof value === "number" ? String(value) : value)));
}

/** One rating a row: unit, rater and value in the named columns. */
export async function readLongRatings(
  file: string,
  source: Source,
  rules: CellRules,
  names: { unit: string; rater: string; value: string; cluster: string | null },
): Promise<RatingTable> {
  const ratings: RatingTable["ratings"] = [];
  const units = new Map<string, number>();
  const raters = new Map<string, number>();
  const clusters: string[] = [];
  await readTable(file, source, (header) => {
    const read = cellReader(rules);
    const [unitAt, raterAt, valueAt] = [header.indexOf(names.unit), header.indexOf(names.rater), header.indexOf(names.value)];
    const clusterAt = names.cluster === null ? -1 : header.indexOf(names.cluster);
    return (cells, row) => {
      const unitLabel = label(file, cells[unitAt], row, names.unit);
      const raterLabel = label(file, cells[raterAt], row, names.rater);
      const unit = place(units, unitLabel);
      const rater = place(raters, raterLabel);
      const rowOfUnit = ratings[unit] ?? [];
      ratings[unit] = rowOfUnit;
      if (rowOfUnit[rater] !== undefined) {
        throw new UsageError(`${file} row ${row} column ${names.rater}: ${shown(raterLabel)} has already rated unit ${shown(unitLabel)}`);
      }
      while (rowOfUnit.length < rater) rowOfUnit.push(undefined);
      rowOfUnit[rater] = read(cells[valueAt], row, names.value);
      if (names.cluster !== null) checkCluster(clusters, unit, label(file, cells[clusterAt], row, names.cluster), file, row, names.cluster);
    };
  });
  return { ratings, clusters: names.cluster === null ? null : clusters };
}

/** Named columns of one row per unit; `kinds` says how each is read. */
export async function readColumns(
  file: string,
  source: Source,
  readers: { name: string; rules: CellRules }[],
  labels: { group?: string | null; cluster?: string | null },
): Promise<ColumnTable> {
  const columns = new Map<string, (number | string | null)[]>(readers.map(({ name }) => [name, []]));
  const groups: string[] | null = labels.group ? [] : null;
  const clusters: string[] | null = labels.cluster ? [] : null;
  await readTable(file, source, (header) => {
    const fields = readers.map(({ name, rules }) => ({
      name,
      at: header.indexOf(name),
      read: cellReader(rules),
      values: columns.get(name) ?? [],
    }));
    const groupAt = labels.group ? header.indexOf(labels.group) : -1;
    const clusterAt = labels.cluster ? header.indexOf(labels.cluster) : -1;
    const isNewUnit = groups ? null : unitCheck(header, readers);
    return (cells, row) => {
      isNewUnit?.(cells[0]?.trim() ?? "", row);
      for (const { name, at, read, values } of fields) values.push(read(cells[at], row, name));
      if (groups) groups.push(label(file, cells[groupAt], row, labels.group ?? ""));
      if (clusters) clusters.push(label(file, cells[clusterAt], row, labels.cluster ?? ""));
    };
  });
  return { columns, groups, clusters };
}

/** A first column called `unit` names the rows, and no name may come twice. */
function unitCheck(header: TableHeader, readers: { name: string }[]): ((unit: string, row: number) => void) | null {
  const first = header.columns[0] as string;
  const isUnit = first.toLowerCase() === "unit" && readers.every(({ name }) => name !== first);
  return isUnit ? repeatCheck(header.file, first) : null;
}

function repeatCheck(file: string, column: string): (unit: string, row: number) => void {
  const rows = new Map<string, number>();
  return (unit, row) => {
    const before = rows.get(unit);
    if (before !== undefined) throw new UsageError(`${file} row ${row} column ${column}: unit ${shown(unit)} is already in row ${before}`);
    rows.set(unit, row);
  };
}

function label(file: string, cell: string | undefined, row: number, column: string): string {
  const text = cell?.trim() ?? "";
  if (text === "") throw new UsageError(`${file} row ${row} column ${column}: is empty`);
  return text;
}

function place(places: Map<string, number>, name: string): number {
  const known = places.get(name);
  if (known !== undefined) return known;
  places.set(name, places.size);
  return places.size - 1;
}

function checkCluster(clusters: string[], unit: number, cluster: string, file: string, row: number, column: string): void {
  const before = clusters[unit];
  if (before !== undefined && before !== cluster) {
    throw new UsageError(
      `${file} row ${row} column ${column}: the unit is in cluster ${shown(before)} above and in ${shown(cluster)} here`,
    );
  }
  clusters[unit] = cluster;
}
