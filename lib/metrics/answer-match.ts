import { foldText, splitWords } from "./words";

const opening = /^[\s\p{Ps}\p{Pi}\p{Pf}"'`¿¡]+/u;
const closing = /(?<![\s\p{Pe}\p{Pi}\p{Pf}"'`.,;:!?…。、，．！？：；।؟،؛])[\s\p{Pe}\p{Pi}\p{Pf}"'`.,;:!?…。、，．！？：；।؟،؛]+$/u;

/**
 * A text as answer match compares it: folded (see `foldText`), white space as one space, and without the quotation marks, brackets and closing
 * punctuation round the whole. Signs that change a meaning stay: -5, 5 %, C++, .5.
 */
export function normalizeAnswer(text: string): string {
  return foldText(text).replace(opening, "").replace(closing, "").replaceAll(/\s+/gu, " ");
}

/** Words and, each by itself, whatever else is neither a word nor white space; separated, so that whole pieces can be searched for. */
function pieces(text: string): string {
  const between = text.split(/([\p{L}\p{N}][\p{L}\p{N}\p{M}\u200C\u200D]*)/u);
  const all = between.flatMap((part, index) => (index % 2 === 1 ? splitWords(part) : [...part.replaceAll(/\s/gu, "")]));
  return ` ${all.join(" ")} `;
}

/** Whether one text is in the other with no word cut in two. */
const contains = (text: string, part: string) => text.includes(part) && pieces(text).includes(pieces(part));

/** 1: equal; 0.5: one contains the other as whole words; 0: neither. Null where the reference is empty but for punctuation. Symmetric unless a text is empty. */
export function answerMatch(output: string, reference: string): number | null {
  const [own, other] = [normalizeAnswer(output), normalizeAnswer(reference)];
  if (other === "") return null;
  if (own === other) return 1;
  if (own === "") return 0;
  return contains(own, other) || contains(other, own) ? 0.5 : 0;
}
