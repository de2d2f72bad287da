const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Ten digits of a script stand together in Unicode, zero first: the value is the distance to the first of them. */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero--;
  return String(code - zero);
}

/** Fractions that are one sign, as what follows the decimal point. Thirds and the like have no such end. */
const decimals: Record<string, string> = {
  "½": "5",
  "¼": "25",
  "¾": "75",
  "⅕": "2",
  "⅖": "4",
  "⅗": "6",
  "⅘": "8",
  "⅛": "125",
  "⅜": "375",
  "⅝": "625",
  "⅞": "875",
  "⅒": "1",
};

/** Stands for a sign that belongs to a number and cannot be read as part of one. */
export const unreadableSign = "\uFFFD";

/**
 * A text with the digits of every script as 0-9, and full-width signs as ordinary ones: "評分：４" becomes "評分:4". For reading numbers only. "4½"
 * becomes "4.5"; a raised or lowered digit, which is a footnote or a power, becomes a sign that no number can go on with.
 */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(/(\p{Nd}?)[^\S\n]?([½¼¾⅕⅖⅗⅘⅛⅜⅝⅞⅒])/gu, (_, whole: string, sign: string) => `${whole || " 0"}.${decimals[sign]}`)
    .replaceAll(/[⅐⅑⅓⅔⅙⅚⅟↉⁰¹²³⁴-⁹₀-₉]/gu, unreadableSign)
    // A comma of full width ends a clause and is no decimal comma.
    .replaceAll(/[，、]/gu, (comma) => (comma === "，" ? ", " : "、 "))
    .normalize("NFKC")
    // Marks of writing direction, blanks of no width, and what makes a digit a key cap.
    .replaceAll(/\p{Cf}|\uFE0F|\u20E3/gu, "")
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitValue)
    .replaceAll("٫", ".")
    .replaceAll("−", "-")
    // Long runs of blanks mean no more than short ones, and would be read again and again.
    .replaceAll(/[^\S\n]{3,}/gu, "  ")
    .replaceAll(/[⁄∕]/gu, "/");
