import type { EvaluationState } from "./apply-actions";
import type { EvaluationLine } from "./fold-actions";

/** One thing that two versions of a unit's evaluation say differently. */
export type Difference =
  | { kind: "score"; mine: number | null; theirs: number | null }
  | { kind: "also"; mine: number[]; theirs: number[] }
  /** Null: the version does not have the line, which the other added. */
  | { kind: "line"; id: string; mine: EvaluationLine | null; theirs: EvaluationLine | null };

/** What two versions of one unit's evaluation say differently: the score first, what is also acceptable, then lines in order. A score line is the score, not a line. */
export function compareEvaluations(mine: EvaluationState, theirs: EvaluationState): Difference[] {
  const found: Difference[] = mine.score === theirs.score ? [] : [{ kind: "score", mine: mine.score, theirs: theirs.score }];
  const marks = { mine: mine.alsoAcceptable, theirs: theirs.alsoAcceptable };
  if (String(marks.mine) !== String(marks.theirs)) found.push({ kind: "also", ...marks });
  const ids = new Set([...mine.lines, ...theirs.lines].map((line) => line.id));
  for (const id of ids) {
    const [here, there] = [mine, theirs].map(({ lines }) => lines.find((line) => line.id === id) ?? null);
    if ((here ?? there)?.kind === "score" && found[0]?.kind === "score") continue;
    if (saysOf(here) !== saysOf(there)) found.push({ kind: "line", id, mine: here ?? null, theirs: there ?? null });
  }
  return found;
}

const saysOf = (line: EvaluationLine | null | undefined): string =>
  line ? JSON.stringify([line.outcome, line.text, line.reasonCode, line.reason]) : "";
