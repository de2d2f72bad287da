import type { BundleAction, BundleEvaluation } from "@/lib/domain/bundle";
import type { Scale } from "@/lib/domain/criterion";
import { snapToScale } from "@/lib/domain/scale-points";
import { readTime } from "../read-time";
import type { WarningTally } from "../tally-warnings";
import { kindsByPosition, MAX_LINES } from "./draft-lines";
import { noteRow, type RowCells, rowAction, rowCells } from "./read-row";
import { isObject } from "./source-file";

export interface UnitContext {
  criterion: string;
  scale: Pick<Scale, "min" | "max" | "step">;
  /** Advice for a score that is off the scale: which option to set, and which scale the drafts mention. */
  scaleAdvice: string;
  draftLines: string[];
  judgeScore: number | null;
  place: string;
  tally: WarningTally;
}

/** Reads one annotator's work on one unit; problems name the row they concern, if any. */
export function readEvaluation(value: unknown, unit: UnitContext): BundleEvaluation | { problems: string[] } {
  if (!isObject(value)) return { problems: ["Expected an object with final_score and eval_result."] };
  const problems: string[] = [];
  const score = finalScore(value.final_score, unit);
  if (typeof score === "string") problems.push(score);
  const rows = Array.isArray(value.eval_result) ? value.eval_result : [];
  if (!Array.isArray(value.eval_result)) problems.push("eval_result is not a list of rows.");
  if (rows.length > MAX_LINES) return { problems: [`eval_result has ${rows.length} rows; the most is ${MAX_LINES}.`] };
  const { startedAt, endedAt, durationMs } = readTimes(value, unit);
  const actions = readRows(rows, endedAt ?? startedAt, unit, problems);
  if (problems.length > 0 || typeof score === "string") return { problems };
  noteContradiction(actions, score, unit);
  actions.push({
    kind: "set-score",
    itemId: null,
    itemKind: null,
    text: null,
    score,
    reason: null,
    at: endedAt ?? startedAt,
    origin: null,
  });
  return { criterion: unit.criterion, startedAt, endedAt, durationMs, actions };
}

function finalScore(value: unknown, { scale, scaleAdvice }: UnitContext): number | string {
  if (typeof value !== "number") return "final_score is missing or not a number.";
  return snapToScale(scale, value) ?? `final_score ${value} is off the scale ${scale.min} to ${scale.max}. ${scaleAdvice}`;
}

function readRows(rows: unknown[], at: string | null, unit: UnitContext, problems: string[]): BundleAction[] {
  const read: { cells: RowCells; row: number; action: Pick<BundleAction, "kind" | "text" | "reason"> }[] = [];
  for (const [row, value] of rows.entries()) {
    const cells = rowCells(value);
    const action = "problem" in cells ? cells : rowAction(cells);
    if ("problem" in action) problems.push(`Row ${row + 1}: ${action.problem}`);
    else if (!("problem" in cells)) read.push({ cells, row, action });
  }
  const kinds = kindsByPosition(read.map(({ cells }) => cells[0]));
  const itemIds = matchLines(
    read.map(({ cells, action }) => (action.kind === "add" ? null : cells[0].trim())),
    unit.draftLines,
  );
  noteDifference(
    read.filter(({ action }) => action.kind !== "add").map(({ cells }) => cells[0].trim()),
    unit,
  );
  return read.map(({ cells, row, action }, index) => {
    const itemKind = kinds[index] ?? "evidence";
    noteRow(cells, { kind: action.kind, itemKind }, unit.tally, `${unit.place}, row ${row + 1}`);
    return {
      ...action,
      itemId: itemIds[index] ?? null,
      itemKind,
      score: null,
      at,
      origin: { row: row + 1, textSeen: cells[0], cells: [...cells] },
    };
  });
}

/**
 * Which line of the draft each row shows, by the longest common subsequence: an edited, duplicated or deleted row affects no other row.
 * Null if no line matches.
 */
export function matchLines(rows: (string | null)[], lines: string[]): (string | null)[] {
  const width = lines.length + 1;
  const longest = new Uint32Array((rows.length + 1) * width);
  const at = (row: number, line: number) => longest[row * width + line] ?? 0;
  for (let row = rows.length - 1; row >= 0; row--) {
    for (let line = lines.length - 1; line >= 0; line--) {
      const equal = rows[row] === lines[line];
      longest[row * width + line] = equal ? at(row + 1, line + 1) + 1 : Math.max(at(row + 1, line), at(row, line + 1));
    }
  }
  let line = 0;
  return rows.map((text, row) => {
    while (line < lines.length && lines[line] !== text && at(row, line + 1) > at(row + 1, line)) line++;
    if (line >= lines.length || lines[line] !== text) return null;
    line++;
    return String(line - 1);
  });
}

function noteDifference(seen: string[], { draftLines, tally, place }: UnitContext): void {
  if (seen.length !== draftLines.length || seen.some((text, index) => text !== draftLines[index])) {
    tally.add(
      "rows-differ-from-draft",
      "The rows an annotator saw differ from the draft (lines edited, duplicated or lost). They are kept unchanged.",
      place,
    );
  }
}

function readTimes(value: Record<string, unknown>, { tally, place }: UnitContext) {
  const read = (field: "start_time" | "end_time"): string | null => {
    const given = value[field];
    if (given === undefined || given === null || given === "") {
      tally.add(`${field.replace("_", "-")}-missing`, `A rating has no ${field}; its duration is unknown.`, place);
      return null;
    }
    if (given === 0) {
      tally.add(`${field.replace("_", "-")}-zero`, `${field} is 0 instead of a time; the duration is unknown.`, place);
      return null;
    }
    const time = typeof given === "string" ? readTime(given) : null;
    if (time === null) tally.add("time-unreadable", `A time is unreadable and was left out: ${JSON.stringify(given)}.`, place);
    else if (!time.hasZone) tally.add("time-without-zone", "Times without a time zone are read as UTC.");
    return time?.iso ?? null;
  };
  const startedAt = read("start_time");
  const endedAt = read("end_time");
  return { startedAt, endedAt, durationMs: duration(startedAt, endedAt, tally, place) };
}

// The database keeps durations as 32-bit integers.
const MAX_DURATION_MS = 2 ** 31 - 1;

function duration(startedAt: string | null, endedAt: string | null, tally: WarningTally, place: string): number | null {
  if (startedAt === null || endedAt === null) return null;
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  if (ms < 0 || ms > MAX_DURATION_MS) {
    tally.add("duration-impossible", "A rating ends before it starts, or lasts weeks; its duration was left out.", place);
    return null;
  }
  if (ms > 3_600_000) tally.add("duration-over-an-hour", "A rating took over an hour; it is kept.", place);
  return ms;
}

function noteContradiction(actions: BundleAction[], score: number, { judgeScore, tally, place }: UnitContext): void {
  const scoreRow = actions.find((action) => action.itemKind === "score");
  if (judgeScore === null || scoreRow === undefined) return;
  if (scoreRow.kind === "accept" && score !== judgeScore) {
    tally.add("score-line-accepted-score-changed", "The score line was accepted, but final_score differs from it; both are kept.", place);
  }
  if (scoreRow.kind === "revise" && score === judgeScore) {
    tally.add("score-line-revised-score-same", "The score line was revised, but final_score equals the draft's; both are kept.", place);
  }
}
