/** Reasons under a table: each said once, and referred to by its number where a figure is missing. */
export interface Notes {
  list: string[];
  /** The number of a sentence, from 1. */
  numberOf: (sentence: string) => number;
}

/** Numbers the distinct sentences in the order in which they first occur. */
export function notesFrom(sentences: string[]): Notes {
  const list = [...new Set(sentences)];
  return { list, numberOf: (sentence) => list.indexOf(sentence) + 1 };
}
