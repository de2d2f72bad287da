/** Notes under a table: each reason appears once, and missing figures refer to it by number. */
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
