/** Letters of scripts that are written without spaces between words. */
const unspaced =
  "(?=\\p{L})[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]";
const anyUnspaced = new RegExp(unspaced, "u");
/** Joiners occur inside words of Persian and of Indian scripts. */
const run = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u200C\u200D]*/gu;
const wordInRun = new RegExp(`${unspaced}\\p{M}*|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}\\u200C\\u200D])+`, "gu");

/**
 * A text as metrics compare it: composed characters (NFC), full-width characters as plain ones, lower case by Unicode's own rule. Nothing else is
 * changed: compatibility forms stay apart, since 10² is not 102.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .toLowerCase();

/**
 * The words of a text in order: runs of letters, marks and digits. In scripts without spaces each letter with its marks is a word of its own, as
 * is customary for metrics: a dictionary would split differently from one version of the runtime to the next.
 * @example
 * splitWords("It's 20°, 今天 sunny."); // ["It", "s", "20", "今", "天", "sunny"]
 */
export function splitWords(text: string): string[] {
  const runs = text.match(run) ?? [];
  if (!anyUnspaced.test(text)) return runs;
  return runs.flatMap((part) => (anyUnspaced.test(part) ? (part.match(wordInRun) ?? []) : [part]));
}
