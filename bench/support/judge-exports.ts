/** What exports held that were made while the product was killed, beside what was acknowledged. */
import type { Acknowledged, AcknowledgedScore, JudgedExport } from "./acknowledged";
import { type Checked, equal } from "./checked";

interface ExportedLine {
  score?: number | null;
  actions?: { id: string }[];
}

/** Throws a SyntaxError where a line is broken. */
export function judgeExport(text: string, known: readonly AcknowledgedScore[]): JudgedExport {
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): ExportedLine => JSON.parse(line));
  const actions = lines.flatMap(({ score, actions: made = [] }) => made.map(({ id }) => ({ id, score })));
  const scoreOf = new Map(actions.map(({ id, score }) => [id, score]));
  return {
    known: known.length,
    missing: known.filter(({ actionIds, score }) => actionIds.some((id) => scoreOf.get(id) !== score)).length,
    repeated: actions.length - scoreOf.size,
  };
}

/** Whether each whole export held what was acknowledged before it began, and whether anything was done at all of each kind of work. */
export function checkWork(confirmed: Acknowledged): Checked[] {
  const { scores, submitted, imports, exports, runs, rounds } = confirmed;
  const total = (count: "missing" | "repeated") => exports.reduce((sum, one) => sum + one[count], 0);
  const done = { scores, submitted, imports, exports: exports.filter(({ known }) => known > 0), runs, rounds };
  return [
    equal("scores acknowledged before an export began that it lacks", total("missing"), 0),
    equal("actions that an export has twice", total("repeated"), 0),
    equal(
      "work of which nothing was acknowledged",
      Object.entries(done).flatMap(([kind, { length }]) => (length === 0 ? [kind] : [])),
      [],
    ),
  ];
}
