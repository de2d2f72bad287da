import { Zip, ZipPassThrough } from "fflate";

/** A zip archive of files written one after the other, stored as they are, in pieces. Without zip64: at most 4 GB. */
export async function* writeZip(
  files: Iterable<{ path: string; body: AsyncIterable<string | Uint8Array> | Iterable<string> }>,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const encoder = new TextEncoder();
  for (const { path, body } of files) {
    const file = new ZipPassThrough(path);
    zip.add(file);
    for await (const part of body) {
      file.push(typeof part === "string" ? encoder.encode(part) : part);
      yield* pieces.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}
