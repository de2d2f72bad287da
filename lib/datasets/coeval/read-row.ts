import type { BundleAction } from "@/lib/domain/bundle";
import type { ItemKind } from "@/lib/domain/draft";
import type { WarningTally } from "../tally-warnings";
import { textProblem } from "../text-problem";

/** The five cells of a row: the judge's line, approved, deleted, reason to revise or add, new text. */
export type RowCells = [line: string, approve: string, remove: string, reason: string, text: string];

/** The row's five texts, or what is wrong with it. */
export function rowCells(row: unknown): RowCells | { problem: string } {
  if (!Array.isArray(row) || row.length !== 5 || !row.every((cell) => typeof cell === "string")) {
    return { problem: "A row of eval_result must be a list of five texts." };
  }
  const [line = "", approve = "", remove = "", reason = "", text = ""]: string[] = row;
  const cells: RowCells = [line, approve, remove, reason, text];
  for (const cell of cells) {
    const problem = textProblem(cell, 100_000);
    if (problem !== null) return { problem: `A cell ${problem}` };
  }
  return cells;
}

const justNumber = /^\s*[\d.]+\s*$/;
const filled = (cell: string) => cell.trim() !== "";
const orNull = (cell: string) => (filled(cell) ? cell : null);

/** The annotator's action on the row, derived from its filled cells; a row with no action or several is a problem. */
export function rowAction(cells: RowCells): Pick<BundleAction, "kind" | "text" | "reason"> | { problem: string } {
  const [line, approve, remove, reason, text] = cells;
  const changed = filled(reason) || filled(text);
  const actions = Number(filled(approve)) + Number(filled(remove)) + Number(changed);
  if (actions !== 1) return { problem: actions === 0 ? "The row has no action." : "The row has more than one action." };
  if (filled(remove)) return { kind: "remove", text: null, reason: orNull(remove) };
  if (changed) return { kind: filled(line) ? "revise" : "add", text: orNull(text), reason: orNull(reason) };
  // "1" means approved; any other text was written by a person and is kept as the reason.
  return { kind: "accept", text: null, reason: justNumber.test(approve) ? null : approve };
}
const justScore = /^\s*(?:score\s*(?:[:：]\s*)?)?[\d.]+\s*$/i;
const oddCharacters = /[\uff01-\uff5e\u3001\u3002\u2018\u2019\u201c\u201d\u00a0\t]/;

/** Warns about oddities in a row that are kept. */
export function noteRow(cells: RowCells, action: { kind: BundleAction["kind"]; itemKind: ItemKind }, tally: WarningTally, place: string) {
  const [line, approve, remove, reason, text] = cells;
  const note = (code: string, message: string) => tally.add(code, message, place);
  if (!filled(line) && action.kind !== "add") note("blank-line-acted-on", "Rows without text have an action; it is kept.");
  if (action.kind === "accept" && approve !== "1") {
    note(
      justNumber.test(approve) ? "approve-cell-odd-number" : "approve-cell-holds-text",
      "The cell for approval holds something other than 1; the rows count as accepted and the cell is kept.",
    );
  }
  if (action.kind === "remove" && justNumber.test(remove)) note("remove-reason-is-number", "The reason for removing is just a number.");
  if (action.kind === "revise") {
    if (!filled(text)) note("revision-without-text", "A row was revised without a new text.");
    if (!filled(reason)) note("revision-without-reason", "A row was revised without a reason.");
    if (justScore.test(reason))
      note("reason-is-score", "The reason for revising is only a number or a score: reason and new text look swapped.");
    if (filled(text) && text.trim() === line.trim()) note("revision-changes-nothing", "The new text equals the old one.");
  }
  if (action.kind === "add" && !filled(reason)) note("addition-without-reason", "A row was added without a reason.");
  if (cells.slice(1).some((cell) => oddCharacters.test(cell))) {
    note("unusual-characters", "Annotators typed full-width or curly punctuation, no-break spaces or tabs; these are kept as typed.");
  }
}
