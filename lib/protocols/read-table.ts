import { isScoreWord, readBareNumber, readScoreInLine } from "./read-score";
import type { ScaleEnds, ScoreInLine } from "./score-number";

/** A statement of the score, with its line. */
export interface StatedScore {
  read: ScoreInLine;
  line: number;
}

const isSeparator = (line: string) => /^[\s|:-]+$/u.test(line) && line.includes("|") && line.includes("--");

/** The cells of a table row; empty if the line is not a table row. */
function cellsOf(line: string): string[] {
  if (!line.includes("|")) return [];
  const cells = line.split("|").map((cell) => cell.trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}

const isScoreHead = (cell: string) => isScoreWord(cell.replace(/(?<!\s)\s*(?:\([^()]*\)|\/\s*\d+)$/u, ""));

/** The scores in Markdown tables: under a heading that is a word for "score", or beside one. */
export function scoresInTables(lines: readonly string[], scale: ScaleEnds): StatedScore[] {
  const found: StatedScore[] = [];
  let heads: { head: string; column: number }[] = [];
  for (const [line, text] of lines.entries()) {
    const cells = cellsOf(text);
    if (cells.length === 0) heads = [];
    if (cells.length === 0 || isSeparator(text)) continue;
    if (isSeparator(lines[line + 1] ?? "")) {
      heads = cells.flatMap((head, column) => (isScoreHead(head) ? [{ head, column }] : []));
      continue;
    }
    const [head = "", beside = ""] = cells;
    const pairs = [
      ...heads.map((one) => ({ head: one.head, cell: cells[one.column] ?? "" })),
      ...(isScoreHead(head) ? [{ head, cell: beside }] : []),
    ];
    for (const pair of pairs) {
      const read = readScoreInLine(`${pair.head}: ${pair.cell}`, scale) ?? readBareNumber(pair.cell, scale);
      if (read !== null) found.push({ read, line });
    }
  }
  return found;
}
