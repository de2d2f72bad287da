import type { Scale } from "@/lib/domain/criterion";
import type { DraftContent } from "@/lib/domain/draft";
import { isCategorical } from "@/lib/domain/labels";
import { answerIn } from "./answer-in";
import { classifyLines } from "./classify-lines";
import { findScore } from "./find-score";
import { jsonInReply } from "./json-in-reply";
import { parseLabelReply } from "./parse-label-reply";
import { plainLines } from "./plain-lines";
import type { Reading } from "./protocol";
import { holdsScore, readAllStructured } from "./read-structured";

/**
 * Reads a judge's reply, from the requested JSON or from lines in any of the shapes that models write. The score must be stated and on the
 * scale; if it is missing, off the scale, out of another maximum, left open or given twice, the reply is unreadable, with the reason. On a categorical
 * scale it is a label. `name`: the criterion's, so that a score of another criterion is not taken for this one's.
 */
export function parseReply(reply: string, scale: Scale, name = ""): Reading<DraftContent> {
  if (isCategorical(scale)) return parseLabelReply(reply, scale);
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const json = jsonInReply(answer.value);
  if (json.kind === "truncated") return unreadable("The JSON of the reply is cut off.");
  // Braces may belong to a quotation: unless they hold a score, the reply is read as lines.
  const scored = json.kind === "found" ? json.objects.filter(({ value }) => holdsScore(value)) : [];
  if (json.kind === "found" && scored.length > 0) {
    const structured = readAllStructured(scored, json.around, { ...scale, name });
    return structured.ok ? { ok: true, value: { ...structured.content, raw: reply } } : structured;
  }
  const { lines, last } = afterAnalysis(answer.value);
  const found = findScore(lines, { ...scale, name }, last);
  if ("problem" in found) return unreadable(found.problem);
  return { ok: true, value: { score: found.score, items: classifyLines(lines, found.line), raw: reply } };
}

/** A reply that begins with its analysis in tags weighs scores there; `last` is the first line after it. Tags further down may be the sample's. */
function afterAnalysis(answer: string): { lines: string[]; last: number } {
  const [whole, analysis = "", rest = ""] = /^\s*<analysis>(.*?)<\/analysis>(.*)$/isu.exec(answer) ?? [];
  if (whole === undefined) return { lines: plainLines(answer), last: 0 };
  const weighed = plainLines(analysis);
  return { lines: [...weighed, ...plainLines(rest)], last: weighed.length };
}

const unreadable = (problem: string): Reading<DraftContent> => ({ ok: false, problem });
