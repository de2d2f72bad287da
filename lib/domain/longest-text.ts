/** The most characters that a line's text or a written reason may have. In a file of its own, because the browser needs it without the schemas. */
export const longestText = 100_000;
