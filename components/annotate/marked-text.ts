import type { TextRange } from "@/lib/review/find-quote";

/** A run of text with one style. `start` is its offset in the text. */
export interface MarkedPart {
  start: number;
  text: string;
  mark: "none" | "quoted" | "focused";
}

/** Splits a text at range boundaries. Where ranges overlap, the focused one wins. */
export function markText(text: string, ranges: readonly (TextRange & { focused: boolean })[]): MarkedPart[] {
  const inside = ranges
    .map((range) => ({ ...range, start: Math.max(0, range.start), end: Math.min(text.length, range.end) }))
    .filter((range) => range.end > range.start);
  const borders = [...new Set([0, text.length, ...inside.flatMap((range) => [range.start, range.end])])].sort((a, b) => a - b);
  const parts: MarkedPart[] = [];
  for (const [index, start] of borders.entries()) {
    const end = borders[index + 1];
    if (end === undefined) break;
    const covering = inside.filter((range) => range.start <= start && range.end >= end);
    const mark = covering.some((range) => range.focused) ? "focused" : covering.length > 0 ? "quoted" : "none";
    const last = parts.at(-1);
    if (last?.mark === mark) last.text += text.slice(start, end);
    else parts.push({ start, text: text.slice(start, end), mark });
  }
  return parts;
}

/** The word count under the text. Counting by each script's rules is slow, so a huge text gets its length in characters instead. */
export function lengthInWords(text: string): string {
  if (text.length > 200_000) return `${text.length.toLocaleString("en-US")} characters`;
  let words = 0;
  for (const part of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) if (part.isWordLike) words++;
  return `${words.toLocaleString("en-US")} ${words === 1 ? "word" : "words"}`;
}
