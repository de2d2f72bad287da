const words: Record<string, string> = {
  drafted: "drafted",
  blind: "blind",
  "blind-then-drafted": "blind first",
  unstated: "arm not stated",
};

/** An arm in a column's head. */
export const armWords = (arm: string): string => words[arm] ?? arm;
