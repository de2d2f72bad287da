import { readTurns } from "./read-turns";

const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]+`)/u;
const isCode = (index: number) => index % 2 === 1;

/** A text's words without its Markdown, roughly as a reader sees them: what quotations are looked for in beside the source. */
export function markdownText(source: string): string {
  const turns = readTurns(source);
  if (turns !== null) return turns.map(({ text }) => stripped(text)).join("\n");
  return stripped(source);
}

const stripped = (source: string): string =>
  source
    .split(code)
    .map((part, index) => (isCode(index) ? part.replace(/^(?:```|~~~)[^\n]*\n|`+|~~~/gu, "") : withoutMarks(part)))
    .join("");

const withoutMarks = (text: string): string =>
  text
    .replace(/!?\[([^[\]\n]*)\]\([^()\s]*(?:\s+"[^"\n]*")?\)/gu, "$1")
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+)/gmu, "")
    .replace(/^[ \t|:-]+$/gmu, "")
    .replace(/(?<!\\)\*{1,3}|~~|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, "")
    .replace(/(?<![ \t])[ \t]*\|[ \t]*/gu, " ")
    .replace(/\\([\\`*_{}[\]()#+.!|$-])/gu, "$1");

/**
 * Markdown in which only mathematics is between dollar signs: `\(x\)` and `\[x\]` become `$x$` and `$$x$$`, and a dollar sign that opens nothing, as
 * in "$5 and $10", is escaped. By pandoc's rule a formula begins and ends without a blank, and no digit follows it.
 */
export const withMathMarked = (source: string): string =>
  source
    .split(code)
    .map((part, index) => (isCode(index) ? part : markMath(part)))
    .join("");

const formula = /\$\$[\s\S]+?\$\$|\$(?!\s)[^$\n]*?[^\s$\\]\$(?!\d)|\\\$|\$/gu;

const markMath = (text: string): string =>
  text
    .replace(/\\\(((?:(?!\\\()[^\n])+?)\\\)/gu, (_, inner: string) => `$${inner.trim()}$`)
    .replace(/\\\[((?:(?!\\\[)[\s\S])+?)\\\]/gu, (_, inner: string) => `\n$$\n${inner.trim()}\n$$\n`)
    .replace(formula, (found) => (found === "$" ? "\\$" : found));
