/** A key for each column of a table: two may have one head, as two runs of a judge do. */
export const columnKeys = (heads: readonly string[]): string[] =>
  heads.map((head, place) => `${head} ${heads.slice(0, place).filter((other) => other === head).length}`);
