import type { ItemKind } from "@/lib/domain/draft";
import { isLabel } from "./find-score";

/** Classifies each line by its position relative to the score's line and by its shape. */
export function classifyLines(lines: string[], scoreLine: number): { kind: ItemKind; text: string }[] {
  let hasConclusion = false;
  let underEvidence = false;
  return lines.map((text, index) => {
    if (index === scoreLine) return { kind: "score", text };
    if (isLabel(text)) {
      underEvidence = index > scoreLine || /^\W*evidence\b/iu.test(text);
      return { kind: "heading", text };
    }
    // Evidence may also come before the score; there it ends with the next part.
    if (index < scoreLine && /^\W*(?:conclusion|explanation|reason\w*|analysis)\s*[:：]/iu.test(text)) underEvidence = false;
    const looksQuoted = /^\s*[-*•–]\s|["“”«»「」『』]/u.test(text);
    if (index < scoreLine && underEvidence && looksQuoted) return { kind: "evidence", text };
    if (index > scoreLine && (underEvidence || looksQuoted || /^\p{Nd}{1,2}\s*[.)、]/u.test(text))) return { kind: "evidence", text };
    if (!hasConclusion && !/^explanation|^reason|^analysis/iu.test(text)) {
      hasConclusion = true;
      return { kind: "conclusion", text };
    }
    return { kind: "explanation", text };
  });
}
