import { type DiffPart, wordDiff } from "@/lib/review/word-diff";

/** A stretch of a folded redline; `words`: how many a struck stretch has that is shown by its first and last alone. */
export interface FoldedPart extends DiffPart {
  words?: number;
}

/** Kept text shows this many words on each side of a change. */
const keptBeside = 2;
/** A struck stretch with more words than this is shown by its first and last. */
const longestStruck = 8;

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter(Boolean);

/**
 * What changed between two texts, short enough to be shown under the text it changes: unchanged stretches shrink to the words next to a change, long struck
 * ones to their first and last word. Inserted text is shown whole.
 */
export function foldDiff(before: string, after: string): FoldedPart[] {
  const parts = wordDiff(before, after);
  return parts.map((part, index) => {
    if (part.kind === "kept") return { ...part, text: shortKept(part.text, index > 0, index < parts.length - 1) };
    const words = wordsOf(part.text);
    if (part.kind === "inserted" || words.length <= longestStruck) return part;
    const end = /\s$/u.test(part.text) ? " " : "";
    return { ...part, text: `${words[0]} … ${words.at(-1)}${end}`, words: words.length };
  });
}

function shortKept(text: string, afterChange: boolean, beforeChange: boolean): string {
  const words = wordsOf(text);
  const shown = (afterChange ? keptBeside : 0) + (beforeChange ? keptBeside : 0);
  if (words.length <= shown + 1) return text;
  const start = afterChange ? `${/^\s/u.test(text) ? " " : ""}${words.slice(0, keptBeside).join(" ")} ` : "";
  const end = beforeChange ? ` ${words.slice(-keptBeside).join(" ")}${/\s$/u.test(text) ? " " : ""}` : "";
  return `${start}…${end}`;
}
