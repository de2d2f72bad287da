import { AppError } from "@/lib/domain/errors";

/** Files with the rows of tables as lines of JSON: a head, rows by table, and a last line that counts them. */
export type RowFileKind = "backup" | "bundle";

/** Last line of a file: how many rows it has of each table, so that a truncated file is noticed. */
export interface RowFileTail {
  rows: Record<string, number>;
}

interface Batch {
  table: string;
  batch: Record<string, unknown>[];
}

/** The first line of a file, then rows of its tables. Throws invalid_input, with the line, if it is damaged or truncated. */
export async function* readRowFile(
  lines: AsyncIterable<string>,
  kind: RowFileKind,
): AsyncGenerator<{ head: object } | (Batch & { number: number })> {
  const seen: Record<string, number> = {};
  let number = 0;
  let complete = false;
  for await (const text of lines) {
    number += 1;
    const line = parseLine(text, number, kind);
    if (number === 1) yield { head: line };
    else if (isBatch(line)) {
      seen[line.table] = (seen[line.table] ?? 0) + line.batch.length;
      yield { table: line.table, batch: line.batch, number };
    } else if ("rows" in line) {
      complete = Object.entries((line as RowFileTail).rows).every(([table, count]) => (seen[table] ?? 0) === count);
    }
  }
  if (number === 0) throw new AppError("invalid_input", `this is not a ${kind} of Redline.`);
  if (!complete) throw new AppError("invalid_input", `the ${kind} is truncated: it ends at line ${number} without its closing count.`);
}

const isBatch = (line: object): line is Batch => "table" in line && "batch" in line && Array.isArray(line.batch);

function parseLine(text: string, number: number, kind: RowFileKind): object {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line;
  } catch (error) {
    throw damagedLine(kind, number, error);
  }
  throw damagedLine(kind, number);
}

const damagedLine = (kind: RowFileKind, number: number, cause?: unknown) =>
  new AppError("invalid_input", `line ${number} of the ${kind} is damaged.`, { cause });

export const unknownTable = (kind: RowFileKind, table: string) =>
  new AppError("invalid_input", `the ${kind} has a table "${table}" that this version does not know.`);

export const unknownColumn = (kind: RowFileKind, table: string, column: string) =>
  new AppError("invalid_input", `the ${kind} has a column "${column}" in ${table} that this version does not know.`);

export const unfitRows = (kind: RowFileKind, { line, table, why }: { line: number; table: string; why: string }, cause: unknown) =>
  new AppError("invalid_input", `line ${line} of the ${kind} does not fit (${table}: ${why}).`, { cause });

/** What the first line of a bundle says. The number is its format; one that is read differently gets the next. */
export interface BundleHead {
  redlineBundle: 1;
  migrations: string[];
  at: string;
  project: { id: string; name: string };
}

/** The first line of a bundle for a database with these migrations. Throws conflict for a newer one, and invalid_input for anything else. */
export function readBundleHead(line: object, migrationsHere: readonly string[]): { projectId: string } {
  const { redlineBundle, migrations, project } = line as Partial<Record<keyof BundleHead, unknown>>;
  if (redlineBundle === undefined) throw new AppError("invalid_input", "this is not a bundle of Redline.");
  const newer = "The bundle is from a newer version of Redline. Update this installation, then import it.";
  if (redlineBundle !== 1) throw new AppError("conflict", newer);
  const projectId = (project as BundleHead["project"] | undefined)?.id;
  if (!Array.isArray(migrations) || typeof projectId !== "string" || !/^[0-9a-f-]{36}$/.test(projectId)) throw damagedLine("bundle", 1);
  if (migrations.some((one) => !migrationsHere.includes(one)))
    throw new AppError("conflict", newer, { details: { bundle: migrations, here: migrationsHere } });
  return { projectId };
}

/** One person of a bundle. */
export interface BundledPerson {
  id: string;
  name: string;
  email: string;
  participant: boolean;
}

/** A person's row. Throws invalid_input for one that names nobody. */
export function readBundledPerson({ id, name, email, participant = false }: Record<string, unknown>): BundledPerson {
  if (typeof id === "string" && typeof name === "string" && typeof email === "string" && typeof participant === "boolean")
    return { id, name, email, participant };
  throw new AppError("invalid_input", "the bundle has a person without an id, a name or an e-mail address.");
}
