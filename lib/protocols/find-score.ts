import { declinesToJudge } from "./declines-to-judge";
import {
  isScoreWord,
  readBareNumber,
  readFractionInLine,
  readOtherScale,
  readScoreInLine,
  readScoreTakenBack,
  readThoughtAgain,
} from "./read-score";
import { type StatedScore, scoresInTables } from "./read-table";
import type { ScaleEnds } from "./score-number";
import { whoseScore } from "./whose-score";

export type FoundScore = { score: number; line: number } | { problem: string };

/** The score stated in the lines of a reply, with its line; or why none can be read. A score from line `last` on outweighs what was weighed before it. */
export function findScore(lines: readonly string[], scale: ScaleEnds, last = 0): FoundScore {
  if (declinesToJudge(lines.join("\n"))) return { problem: declined };
  if (last > 0) {
    const concluded = findScore(lines.slice(last), scale);
    if ("score" in concluded) return { ...concluded, line: concluded.line + last };
  }
  const decided = decide(statementsIn(lines, scale)) ?? decide(fractionsIn(lines, scale));
  if (decided !== null) return decided;
  const end = lines.length - 1;
  const answer = (lines[end] ?? "").replace(finalAnswer, "");
  const bare = (end === 0 || answer !== lines[end]) && !linesOfOthers(lines).has(end) ? readBareNumber(answer, scale) : null;
  if (bare !== null) return "score" in bare ? { score: bare.score, line: end } : bare;
  return { problem: "The reply holds no score that can be read as a number." };
}

/** How a reply may end that has no word for "score". */
const finalAnswer = /^(?:my\s+)?final\s+(?:answer|verdict|judge?ment|decision)\s*[:：]\s*/iu;

export const declined = "The reply says that it cannot judge, so it holds no score.";

/** Why a score contradicts the rest of the reply; null if it does not. */
export function contradiction(score: number, lines: readonly string[], scale: ScaleEnds): string | null {
  if (declinesToJudge(lines.join("\n"))) return declined;
  const said = decide([{ read: { score }, line: -1 }, ...statementsIn(lines, scale, true), ...fractionsIn(lines, scale)]);
  return said !== null && "problem" in said ? said.problem : null;
}

/** All statements must agree; the first one that is the judge's own is the score's line. Null: none is. */
export function decide(stated: readonly StatedScore[]): FoundScore | null {
  const first = stated.find(({ read }) => read.open !== true);
  if (first === undefined) return null;
  for (const { read } of stated) if ("problem" in read) return { problem: read.problem };
  const scores = [...new Set(stated.flatMap(({ read }) => ("score" in read ? [read.score] : [])))];
  if (scores.length > 1) return { problem: `The reply gives ${scores.length === 2 ? "two" : "several"} scores, ${scores.join(" and ")}.` };
  return "score" in first.read ? { score: first.read.score, line: first.line } : null;
}

/** Every statement of the score: tied to a word for it, on a line under such a word, or in a table. Remarks on a score count only beside one (`isBeside`). */
function statementsIn(lines: readonly string[], scale: ScaleEnds, isBeside = false): StatedScore[] {
  const quoted = linesOfOthers(lines);
  const each = (read: (line: string) => StatedScore["read"] | null): StatedScore[] =>
    lines.flatMap((text, line) => {
      const found = quoted.has(line) ? null : read(text);
      return found === null ? [] : [{ read: found, line }];
    });
  const stated = [...each((line) => readScoreInLine(line, scale)), ...scoresUnderLabels(lines, scale), ...scoresInTables(lines, scale)];
  const about = [
    ...each((line) => readScoreTakenBack(line, scale) ?? readOtherScale(line, scale)),
    ...each((line) => readThoughtAgain(line, scale)),
    ...loneNumbers(lines, scale),
  ];
  // "My predecessor settled on Score: 2": what only sounds like a second thought turns nobody's score into the judge's own.
  return isBeside ? [...stated, ...about] : stated.some(({ read }) => read.open !== true) ? [...stated, ...about] : stated;
}

/** "Output to be evaluated:", "The answer:": the heading of the sample's own words, as some models repeat them. */
const headsSample =
  /^(?:the\s+)?(?:input|output|answer|text|response|sample|summary|story|reply)(?:\s+(?:to\s+(?:be\s+)?(?:evaluated?|judged?|rated?|scored?|graded?)|under\s+review))?\s*[:：]\s*$/iu;
/** "> Score: 5": a line of a quotation, unless the whole reply is set as one. */
const isQuoted = (line: string) => /^>\s/u.test(line);

/**
 * The lines that are somebody else's words: quoted ones, and those under a heading that announces a rubric, the sample or another judge: the next one,
 * and those that list levels ("Score 3: …").
 */
function linesOfOthers(lines: readonly string[]): Set<number> {
  const found = new Set<number>(lines.every(isQuoted) ? [] : lines.flatMap((line, index) => (isQuoted(line) ? [index] : [])));
  for (const [index, line] of lines.entries()) {
    const isHeading = line.length <= 60 && !/\p{Nd}/u.test(line) && /[:：]\s*$|^[^.,;]+$/u.test(line);
    if (!isHeading || (!headsSample.test(line) && whoseScore(line, "", "") !== "other")) continue;
    for (let next = index + 1; next < lines.length; next++) {
      if (next > index + 1 && !/^[^\p{L}\p{N}_]*\p{L}+\s+\p{Nd}+\s*[:：=–-]/u.test(lines[next] ?? "")) break;
      found.add(next);
    }
  }
  return found;
}

/** Lines that are only a number on the scale; a number under a label is what the label names. */
const loneNumbers = (lines: readonly string[], scale: ScaleEnds): StatedScore[] =>
  lines.flatMap((text, line) => {
    const before = lines[line - 1] ?? "";
    const read = isLabel(before) || isScoreWord(before) ? null : readBareNumber(text, scale);
    return read !== null && "score" in read ? [{ read, line }] : [];
  });

const fractionsIn = (lines: readonly string[], scale: ScaleEnds): StatedScore[] =>
  lines.flatMap((text, line) => {
    const read = readFractionInLine(text, scale);
    return read === null ? [] : [{ read, line }];
  });

/** A heading line: "Evidence:", "3. Score:". */
export const isLabel = (line: string): boolean => /^(?:\p{Nd}{1,2}\s*[.)、]\s*)?[^:：]{1,60}[:：]\s*$/u.test(line);

/** Lines "Score:" or "Final score" alone, with the number on the next line. */
function scoresUnderLabels(lines: readonly string[], scale: ScaleEnds): StatedScore[] {
  return lines.flatMap((line, index): StatedScore[] => {
    const next = lines[index + 1];
    if (next === undefined) return [];
    if (isScoreWord(line.replace(/^\p{Nd}{1,2}\s*[.)、]\s*/u, ""))) return bareUnder(next, index, scale);
    return isLabel(line) && readScoreInLine(`${line} ${next}`, scale) !== null ? bareUnder(next, index, scale) : [];
  });
}

function bareUnder(next: string, index: number, scale: ScaleEnds): StatedScore[] {
  const read = readBareNumber(next.replace(/^[*•]\s+/u, ""), scale);
  return read === null ? [] : [{ read, line: index + 1 }];
}
