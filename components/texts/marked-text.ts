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
  const changes = new Map([0, text.length].map((at) => [at, { quoted: 0, focused: 0 }]));
  for (const { start, end, focused } of inside) {
    for (const [at, step] of [
      [start, 1],
      [end, -1],
    ] as const) {
      const change = changes.get(at) ?? { quoted: 0, focused: 0 };
      change[focused ? "focused" : "quoted"] += step;
      changes.set(at, change);
    }
  }
  const borders = [...changes].sort(([a], [b]) => a - b);
  const parts: MarkedPart[] = [];
  const open = { quoted: 0, focused: 0 };
  for (const [index, [start, change]] of borders.entries()) {
    const end = borders[index + 1]?.[0];
    if (end === undefined) break;
    open.quoted += change.quoted;
    open.focused += change.focused;
    const mark = open.focused > 0 ? "focused" : open.quoted > 0 ? "quoted" : "none";
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
