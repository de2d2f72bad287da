import type { Scale } from "@/lib/domain/criterion";
import type { ItemKind } from "@/lib/domain/draft";
import { jsonInReply } from "./json-in-reply";
import type { ReplyReading } from "./protocol";
import { readBareNumber, readFractionInLine, readScoreInLine, type ScoreInLine } from "./read-score";
import { readStructured } from "./read-structured";
import { stripReasoning } from "./strip-reasoning";

/** A reply beyond this is no draft that a person could redline. */
const longestReply = 50_000;

/**
 * Reads a judge's reply: the JSON it was asked for, or lines in any of the shapes that models write. The score must be stated and on the
 * scale; where it is missing, off the scale, out of another maximum, left open or given twice, the reply is unreadable and says why.
 */
export function parseReply(reply: string, scale: Scale): ReplyReading {
  if (reply.trim() === "") return unreadable("The reply is empty.");
  if (reply.length > longestReply) return unreadable(`The reply is ${reply.length} characters long; a draft has a few lines.`);
  const answer = stripReasoning(reply);
  if (answer === null) return unreadable("The reply breaks off while the model is still thinking.");
  if (answer === "") return unreadable("The reply holds only thinking and no answer.");
  const json = jsonInReply(answer);
  if (json.kind === "truncated") return unreadable("The JSON of the reply is cut off.");
  if (json.kind === "found") {
    const structured = readStructured(json.value, json.source, scale);
    if (structured.ok) return { ok: true, content: { ...structured.content, raw: reply } };
    return structured;
  }
  return readLines(answer, scale, reply);
}

const unreadable = (problem: string): ReplyReading => ({ ok: false, problem });

/** Emphasis and heading marks of Markdown, which are no part of what is said. */
const withoutMarkdown = (line: string) =>
  line
    .replaceAll(/\*\*|__|`/gu, "")
    .replace(/^#+\s*/u, "")
    .trim();

function readLines(answer: string, scale: Scale, raw: string): ReplyReading {
  const lines = answer
    .split(/\r?\n/u)
    .map(withoutMarkdown)
    .filter((line) => line !== "" && !/^(?:```\w*|-{3,}|\*{3,})$/u.test(line));
  const found = findScore(lines, scale);
  if ("problem" in found) return unreadable(found.problem);
  return { ok: true, content: { score: found.score, items: classify(lines, found.line), raw } };
}

type Found = { score: number; line: number } | { problem: string };

function findScore(lines: string[], scale: Scale): Found {
  const stated: StatedScore[] = lines.flatMap((text, line) => {
    const read = readScoreInLine(text, scale);
    return read === null ? [] : [{ read, line }];
  });
  const underLabel = scoreUnderLabel(lines, scale);
  const decided = decide(underLabel === null ? stated : [...stated, underLabel]);
  if (decided !== null) return decided;
  const fractions = lines.flatMap((line, index) => {
    const score = readFractionInLine(line, scale);
    return score === null ? [] : [{ read: { score }, line: index }];
  });
  const fraction = decide(fractions);
  if (fraction !== null) return fraction;
  const bare = lines.length === 1 ? readBareNumber(lines[0] ?? "", scale) : null;
  if (bare !== null) return "score" in bare ? { score: bare.score, line: 0 } : bare;
  return { problem: "The reply holds no score that can be read as a number." };
}

/** A statement of the score, and the line it stands in. */
interface StatedScore {
  read: ScoreInLine;
  line: number;
}

/** All statements must agree; the first is the score's line. */
function decide(stated: StatedScore[]): Found | null {
  const first = stated[0];
  if (first === undefined) return null;
  for (const { read } of stated) if ("problem" in read) return { problem: read.problem };
  const scores = [...new Set(stated.flatMap(({ read }) => ("score" in read ? [read.score] : [])))];
  if (scores.length > 1) return { problem: `The reply gives ${scores.length === 2 ? "two" : "several"} scores, ${scores.join(" and ")}.` };
  return "score" in first.read ? { score: first.read.score, line: first.line } : null;
}

const label = /^(?:\p{Nd}{1,2}\s*[.)、]\s*)?[^:：]{1,60}[:：]\s*$/u;

/** A line "Score:" alone, with the number on the next line. */
function scoreUnderLabel(lines: string[], scale: Scale): StatedScore | null {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (next === undefined || !label.test(line)) continue;
    const read = readScoreInLine(`${line} ${next}`, scale);
    const bare = readBareNumber(next, scale);
    if (read !== null && bare !== null) return { read: bare, line: index + 1 };
  }
  return null;
}

/** What each line is, from its place round the score's line and its own shape. */
function classify(lines: string[], scoreLine: number): { kind: ItemKind; text: string }[] {
  let hasConclusion = false;
  let underEvidence = false;
  return lines.map((text, index) => {
    if (index === scoreLine) return { kind: "score", text };
    if (label.test(text)) {
      underEvidence = index > scoreLine;
      return { kind: "heading", text };
    }
    const looksQuoted = /^\s*[-*•–]\s|["“”«»「」『』]/u.test(text);
    if (index > scoreLine && (underEvidence || looksQuoted || /^\p{Nd}{1,2}\s*[.)、]/u.test(text))) return { kind: "evidence", text };
    if (!hasConclusion && !/^explanation|^reason|^analysis/iu.test(text)) {
      hasConclusion = true;
      return { kind: "conclusion", text };
    }
    return { kind: "explanation", text };
  });
}
