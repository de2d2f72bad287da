import "server-only";
import { createReadStream } from "node:fs";

/** A file's bytes. It is opened when the first are asked for, so that the reader gets the error if that fails. */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Uint8Array>;
}
