import { hashText } from "./hash-text";

// Marks by which chat templates separate turns. Some servers honour them inside a message; a blank of no width takes their effect away
// and leaves them readable (and a quotation with one still matches, because quotations are compared without such blanks).
const turnMarks =
  /<(?=\|)|<(?=｜)|<(?=\/?s>)|<(?=(?:bos|eos|pad|unk)>)|<(?=\/?(?:start|end)_of_turn>)|<(?=<\/?SYS>>)|\[(?=\/?INST\])|\[(?=\/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS)\])/gu;
const zeroWidthSpace = "\u200B";

/** Takes from a text the power to pose as another turn of the conversation. */
export const disarm = (text: string): string => text.replaceAll(turnMarks, (mark) => mark + zeroWidthSpace);

/**
 * A way to wrap texts so that none of them can end its own wrapping: the tags carry a code that occurs in none of them.
 * The same texts always give the same code.
 */
export function delimiter(texts: readonly string[]): (tag: string, text: string) => string {
  const all = texts.join("\n");
  let code = hashText(all);
  while (all.includes(code)) code = hashText(code + all);
  return (tag, text) => `<${tag}-${code}>\n${disarm(text)}\n</${tag}-${code}>`;
}
