import { hashText } from "./hash-text";

// Chat templates put these marks between turns. Some servers honour them inside a message too; a zero-width space disarms them but leaves them
// readable (a quotation with one still matches, because quotations are compared without zero-width spaces).
const turnMarks =
  /<(?=\|)|<(?=｜)|<(?=\/?s>)|<(?=(?:bos|eos|pad|unk)>)|<(?=\/?(?:start|end)_of_turn>)|<(?=<\/?SYS>>)|\[(?=\/?INST\])|\[(?=\/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS)\])/gu;
const zeroWidthSpace = "\u200B";

/** Disarms marks with which a text could pose as another turn of the conversation. */
export const disarm = (text: string): string => text.replaceAll(turnMarks, (mark) => mark + zeroWidthSpace);

/**
 * Wraps texts so that none can close its own wrapping: the tags carry a code that occurs in none of the texts.
 * The same texts always give the same code.
 */
export function delimiter(texts: readonly string[]): (tag: string, text: string) => string {
  const all = texts.join("\n");
  let code = hashText(all);
  while (all.includes(code)) code = hashText(code + all);
  return (tag, text) => `<${tag}-${code}>\n${disarm(text)}\n</${tag}-${code}>`;
}
