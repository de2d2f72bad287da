import { createHash } from "node:crypto";
import { AppError } from "@/lib/domain/errors";
import { type FrozenHead, frozenHead, type ReportBundle } from "@/lib/domain/frozen-report";
import type { TaskReport } from "@/lib/domain/report";
import { noReportData, type ReportData } from "@/lib/domain/report-data";

const sha256 = () => createHash("sha256");

/**
 * A frozen report and its data as lines of JSON: the head, the data with empty lists, a line [list, entry] for each entry, the report, and the
 * SHA-256 of all lines before. Returns the lines in pieces of many, and the two hashes.
 */
export function writeReportBundle(
  head: Omit<FrozenHead, "dataHash">,
  data: ReportData,
  report: TaskReport,
): { pieces: string[]; hash: string; head: FrozenHead } {
  const dataPieces = [...inPieces(dataLines(data))];
  const dataHash = dataPieces.reduce((hash, piece) => hash.update(piece), sha256()).digest("hex");
  const whole = { ...head, dataHash };
  const pieces = [lineOf(whole), ...dataPieces, lineOf({ report })];
  const hash = pieces.reduce((sum, piece) => sum.update(piece), sha256()).digest("hex");
  return { pieces: [...pieces, lineOf({ sha256: hash })], hash, head: whole };
}

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Lists of the data and of its arms, by the names their lines carry. */
function listsOf(data: ReportData): [name: string, list: unknown[]][] {
  const lists = (of: object, prefix: string) =>
    Object.entries(of).flatMap(([key, value]): [string, unknown[]][] => (Array.isArray(value) ? [[prefix + key, value]] : []));
  return [...lists(data, ""), ...(data.arms ? lists(data.arms, "arms.") : [])];
}

function* dataLines(data: ReportData): Generator<string> {
  const emptied = (of: object) => Object.fromEntries(Object.entries(of).map(([key, value]) => [key, Array.isArray(value) ? [] : value]));
  yield lineOf({ data: { ...emptied(data), arms: data.arms && emptied(data.arms) } });
  for (const [name, list] of listsOf(data)) for (const entry of list) yield lineOf([name, entry]);
}

const pieceLength = 1 << 18;

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

/**
 * Reads a bundle back. Data that an older version did not have yet are taken as empty. Throws invalid_input, naming the line, for a file that is no
 * bundle, is truncated, or was changed after it was written.
 */
export async function readReportBundle(lines: AsyncIterable<string>): Promise<ReportBundle> {
  const all = sha256();
  const ofData = sha256();
  let head: FrozenHead | null = null;
  let data: ReportData | null = null;
  let lists = new Map<string, unknown[]>();
  let report: TaskReport | null = null;
  let number = 0;
  for await (const text of lines) {
    number += 1;
    const line = parse(text, number);
    if (head === null) {
      head = readHead(line);
    } else if ("sha256" in line) {
      const hash = all.digest("hex");
      if (data === null || report === null) break;
      if (line.sha256 !== hash) throw changed(number, `its contents have the SHA-256 ${hash}, and it says ${line.sha256}`);
      const found = ofData.digest("hex");
      if (head.dataHash !== found) throw changed(1, `its data have the SHA-256 ${found}, and it says ${head.dataHash}`);
      return { head, data, report, hash };
    } else if ("data" in line) {
      data = { ...structuredClone(noReportData), ...(line.data as ReportData) };
      lists = new Map(listsOf(data));
    } else if ("report" in line) {
      report = line.report as TaskReport;
    } else {
      addEntry(lists, line, number);
    }
    all.update(`${text}\n`);
    if (number > 1 && report === null) ofData.update(`${text}\n`);
  }
  if (number === 0) throw new AppError("invalid_input", "the file is empty.");
  throw new AppError("invalid_input", `the bundle is truncated: it ends at line ${number} without its closing hash.`);
}

function parse(text: string, number: number): object {
  const refuse = (cause?: unknown) => new AppError("invalid_input", `line ${number}: not a line of a frozen report's bundle.`, { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(error);
  }
  if (typeof value !== "object" || value === null) throw refuse();
  return value;
}

function readHead(line: object): FrozenHead {
  const read = frozenHead.safeParse(line);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const why = "redlineReport" in line ? ` (${issue?.path.join(".")}: ${issue?.message})` : "";
  throw new AppError("invalid_input", `line 1: this is not the bundle of a frozen report${why}.`);
}

function addEntry(lists: ReadonlyMap<string, unknown[]>, line: object, number: number): void {
  const [name, entry] = Array.isArray(line) ? line : [];
  const list = typeof name === "string" ? lists.get(name) : undefined;
  if (list === undefined || entry === undefined) throw new AppError("invalid_input", `line ${number}: there is no list "${String(name)}".`);
  list.push(entry);
}

const changed = (line: number, why: string) =>
  new AppError("invalid_input", `line ${line}: the bundle was changed after it was frozen: ${why}.`);
