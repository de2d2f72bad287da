const PIECE_CHARACTERS = 65_536;

/** JSON Lines: one object per line, in pieces of about 64 kB. */
export async function* writeJsonl(rows: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  let piece = "";
  for await (const row of rows) {
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = "";
    }
  }
  if (piece !== "") yield piece;
}
