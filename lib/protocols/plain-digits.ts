const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Ten digits of a script stand together in Unicode, zero first: the value is the distance to the first of them. */
function digitValue(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero--;
  return String(code - zero);
}

/** A text with the digits of every script as 0-9, and full-width signs as ordinary ones: "評分：４" becomes "評分:4". For reading numbers only. */
export const plainDigits = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitValue)
    .replaceAll("٫", ".");
