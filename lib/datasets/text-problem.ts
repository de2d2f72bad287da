/** The longest text one cell may hold, in UTF-16 units as JavaScript counts them. */
export const MAX_CELL_CHARACTERS = 5_000_000;
export const MAX_ID_CHARACTERS = 512;

// An invalid UTF-8 byte is decoded to a lone surrogate (decode-utf8.ts), which no valid file can contain: \p{Surrogate} finds both
// those and halves of characters written as JSON escapes.
const loneSurrogate = /\p{Surrogate}/u;

/** Why a text cannot be stored unchanged, or null if it can. */
export function textProblem(text: string, maxCharacters = MAX_CELL_CHARACTERS): string | null {
  if (text.length > maxCharacters) return `holds ${text.length} characters; the most is ${maxCharacters}.`;
  if (text.includes("\u0000")) return "holds a NUL character, which cannot be stored.";
  if (loneSurrogate.test(text)) return "holds half of a character (a lone surrogate), which cannot be stored.";
  return null;
}

const MAX_DEPTH = 64;

/** Like textProblem, for a whole JSON value: keys and values, at every depth. */
export function jsonProblem(value: unknown, depth = 0): string | null {
  if (typeof value === "string") return textProblem(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth >= MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const problem = textProblem(key) ?? jsonProblem(inner, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** The beginning of a text, without half a character at its end, which could not be stored. */
export const beginning = (text: string, characters: number): string => text.slice(0, characters).replace(/\p{Surrogate}$/u, "");

/** A user's text, shortened for quoting in a message. */
export const shorten = (text: string, characters = 80): string => (text.length > characters ? `${beginning(text, characters)}…` : text);
