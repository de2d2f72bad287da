import { type CoevalScale, draftLines, statedScore } from "./draft-lines";
import type { RowCells } from "./read-row";

/** A draft as Redline has it. */
export interface WrittenDraft {
  score: number | null;
  items: readonly { kind: string; text: string }[];
  raw: string;
}

/** One line of an evaluation and what became of it; `original` is null for a line that the annotator added. */
export interface DecidedLine {
  original: string | null;
  text: string;
  outcome: string;
  reason: string | null;
}

const oneLine = (text: string) => draftLines(text).join(" ");

/** The text of a draft, one line for each item, and the line of each item. The raw reply is kept where it has the same lines. */
export function draftText(draft: WrittenDraft, scale: CoevalScale): { text: string; lines: string[] } {
  const lines = withScore(draft, scale);
  const written = lines.filter((line) => line !== "");
  const same = JSON.stringify(draftLines(draft.raw)) === JSON.stringify(written);
  return { text: same ? draft.raw : written.join("\n"), lines };
}

/** A release has no other place for a judge's score than the draft's text, so a score line that does not state it is made to. */
function withScore({ score, items }: WrittenDraft, scale: CoevalScale): string[] {
  const lines = items.map(({ text }) => oneLine(text));
  const states = (given: readonly string[]) => statedScore([...given], scale) === score;
  if (score === null || states(lines)) return lines;
  const own = items.findIndex(({ kind }) => kind === "score");
  const candidates = [
    lines.map((line, index) => (index === own ? `Score: ${score}. ${line}` : line)),
    lines.map((line, index) => (index === 0 ? `Score: ${score}. ${line}` : line)),
    ...(lines.some((line) => line !== "") ? [] : [[`Score: ${score}`]]),
  ];
  return candidates.find(states) ?? lines;
}

/**
 * The rows of an evaluation: first the draft's lines, as `shown` has them in the release's words, then added ones. Lines that nobody acted on, such as
 * headings, have no row, since a row without an action cannot be read.
 */
export function evaluationRows(lines: readonly DecidedLine[], shown: readonly string[]): RowCells[] {
  return lines.flatMap((line, index): RowCells[] => {
    const reason = line.reason ?? "";
    if (line.original === null) return [["", "", "", reason, line.text]];
    const text = shown[index] ?? oneLine(line.original);
    if (line.outcome === "accept") return [[text, reason.trim() === "" ? "1" : reason, "", "", ""]];
    // The release's own rows have a 1 where no reason was given.
    if (line.outcome === "remove") return [[text, "", reason.trim() === "" ? "1" : reason, "", ""]];
    return line.outcome === "revise" ? [[text, "", "", reason, line.text]] : [];
  });
}

/** The cells that an imported action came with; null if it was made here. */
export function importedCells(origin: unknown): { row: number; cells: RowCells } | null {
  if (typeof origin !== "object" || origin === null || !("cells" in origin) || !("row" in origin)) return null;
  const { row, cells } = origin;
  return typeof row === "number" && Array.isArray(cells) && cells.length === 5 ? { row, cells: cells as RowCells } : null;
}
