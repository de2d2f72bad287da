import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent, ItemKind } from "@/lib/domain/draft";
import { answerIn } from "./answer-in";
import { findScore, isLabel } from "./find-score";
import { jsonInReply } from "./json-in-reply";
import { plainLines } from "./plain-lines";
import type { Reading } from "./protocol";
import { holdsScore, readAllStructured } from "./read-structured";

/**
 * Reads a judge's reply, from the requested JSON or from lines in any of the shapes that models write. The score must be stated and on the
 * scale; if it is missing, off the scale, out of another maximum, left open or given twice, the reply is unreadable, with the reason.
 */
export function parseReply(reply: string, scale: Scale): Reading<DraftContent> {
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const json = jsonInReply(answer.value);
  if (json.kind === "truncated") return unreadable("The JSON of the reply is cut off.");
  // Braces may belong to a quotation: unless they hold a score, the reply is read as lines.
  const scored = json.kind === "found" ? json.objects.filter(({ value }) => holdsScore(value)) : [];
  if (json.kind === "found" && scored.length > 0) {
    const structured = readAllStructured(scored, json.around, scale);
    return structured.ok ? { ok: true, value: { ...structured.content, raw: reply } } : structured;
  }
  const lines = plainLines(answer.value);
  const found = findScore(lines, scale);
  if ("problem" in found) return unreadable(found.problem);
  return { ok: true, value: { score: found.score, items: classify(lines, found.line), raw: reply } };
}

const unreadable = (problem: string): Reading<DraftContent> => ({ ok: false, problem });

/** Classifies each line by its position relative to the score's line and by its shape. */
function classify(lines: string[], scoreLine: number): { kind: ItemKind; text: string }[] {
  let hasConclusion = false;
  let underEvidence = false;
  return lines.map((text, index) => {
    if (index === scoreLine) return { kind: "score", text };
    if (isLabel(text)) {
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
