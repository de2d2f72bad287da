const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode keeps the ten digits of a script together, zero first: the value is the distance from the first of them. */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero--;
  return String(code - zero);
}

/** One-character fractions, as the digits after the decimal point. Thirds and the like have no finite expansion. */
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

/** Replaces a character that belongs to a number but cannot be read as part of it. */
export const unreadableSign = "\uFFFD";

/**
 * A text with the digits of every script as 0-9, and full-width characters as ordinary ones: "評分：４" becomes "評分:4". Use only for reading numbers. "4½"
 * becomes "4.5"; a superscript or subscript digit, which is a footnote or a power, becomes a character that ends any number.
 */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(/(\p{Nd}?)[^\S\n]?([½¼¾⅕⅖⅗⅘⅛⅜⅝⅞⅒])/gu, (_, whole: string, sign: string) => `${whole || " 0"}.${decimals[sign]}`)
    .replaceAll(/[⅐⅑⅓⅔⅙⅚⅟↉⁰¹²³⁴-⁹₀-₉]/gu, unreadableSign)
    // A full-width comma ends a clause and is not a decimal comma.
    .replaceAll(/[，、]/gu, (comma) => (comma === "，" ? ", " : "、 "))
    .normalize("NFKC")
    // Direction marks, zero-width spaces, and keycap marks.
    .replaceAll(/\p{Cf}|\uFE0F|\u20E3/gu, "")
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitValue)
    .replaceAll("٫", ".")
    .replaceAll("−", "-")
    // Long runs of spaces mean the same as short ones and would be rescanned repeatedly.
    .replaceAll(/[^\S\n]{3,}/gu, "  ")
    .replaceAll(/[⁄∕]/gu, "/");
