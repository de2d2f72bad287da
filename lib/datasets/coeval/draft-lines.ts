import type { Scale } from "@/lib/domain/criterion";
import type { ItemKind } from "@/lib/domain/draft";
import { snapToScale } from "@/lib/domain/scale-points";

/** A scale as the release's drafts and scores have it. */
export type CoevalScale = Pick<Scale, "min" | "max" | "step">;

/** The lines that the release itself treats as headings; using the same list reproduces its label lists. Nothing but this importer uses it. */
const headings = new Set(["3. Evidence:", "Evidence:", "Evaluation:", "1. Evaluation of the article based on the premise:", "2. Score:"]);

/** Limits the lines of a draft and the rows of its evaluation, because matching rows with lines compares every pair. */
export const MAX_LINES = 2000;

const isHeading = (line: string) => headings.has(line.trim());

/** The lines of a draft as the release's tables show them: trimmed, without blank ones. */
export const draftLines = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Kinds by position: among the lines that are not headings the first is the conclusion, the second the score, the rest evidence. */
export function kindsByPosition(lines: string[]): ItemKind[] {
  let place = 0;
  return lines.map((line) => {
    if (isHeading(line)) return "heading";
    place++;
    return place === 1 ? "conclusion" : place === 2 ? "score" : "evidence";
  });
}

/**
 * The score a draft states: of the lines that contain "score", in order, without a leading "2." and without "out of MAX" and "/MAX",
 * the first run of digits, where it lies on the scale. Null where no line holds one.
 */
export function statedScore(lines: string[], scale: CoevalScale): number | null {
  for (const line of lines) {
    const score = scoreInLine(line, scale);
    if (score !== null) return score;
  }
  return null;
}

export function scoreInLine(line: string, scale: CoevalScale): number | null {
  if (!/score/i.test(line)) return null;
  const max = String(scale.max).replaceAll(/[.+]/g, "\\$&");
  const bare = line
    .trim()
    .replace(/^\d+\./, "")
    .replaceAll(new RegExp(`out of ${max}(?![\\d])`, "gi"), "")
    .replaceAll(new RegExp(`/\\s*${max}(?![\\d])`, "g"), "");
  const whole = Number.isInteger(scale.min) && scale.step !== null && Number.isInteger(scale.step);
  const number = new RegExp(`${scale.min < 0 ? "[-−]?" : ""}\\d+${whole ? "" : "(?:\\.\\d+)?"}`).exec(bare);
  if (!number) return null;
  return snapToScale(scale, Number(number[0].replace("−", "-")));
}

/** The N of the first "3 out of N" or "3/N" behind the word score; null without one. */
function maximumInLine(line: string): number | null {
  const score = line.search(/score/i);
  const match = score < 0 ? null : /\d\s*(?:out of|\/)\s*(\d{1,6})(?!\d)/i.exec(line.slice(score));
  return match && Number(match[1]);
}

/** The most frequent N in the drafts' "out of N" or "/N". Only a hint for the user, who must state the scale. */
export function commonMaximum(drafts: Iterable<string>): number | null {
  const counts = new Map<number, number>();
  for (const text of drafts) {
    const maximum = text.split("\n").map(maximumInLine).find(Boolean);
    if (maximum) counts.set(maximum, (counts.get(maximum) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value;
  return best;
}
