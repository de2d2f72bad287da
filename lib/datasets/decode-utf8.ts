import { isUtf8 } from "node:buffer";
import { fileKindProblem } from "./file-kind";

/**
 * Where the decoder found bytes that are not valid UTF-8. Byte B becomes the lone surrogate U+DC00+B, which no valid text can contain, so
 * that the code that splits the text into rows knows row and field; its offset is queued here, in text order.
 */
export interface InvalidBytes {
  offsets: number[];
}

/** Thrown when a file is not text at all; the message says what the file is. */
export class NotTextError extends Error {
  override name = "NotTextError";
}

const markBase = 0xdc00;
// The u flag keeps the second half of a real pair from matching.
const marks = /[\udc80-\udcff]/gu;

/** How many invalid-byte marks a text contains. */
export const countInvalid = (text: string): number => text.match(marks)?.length ?? 0;

/**
 * Takes the marks of one row out of the queue.
 * @param lost marks of the same row that were discarded with the end of an overlong cell
 * @returns null if the row is valid, else a message naming the first bad byte and its offset in the file
 */
export function takeInvalid(text: string, invalid: InvalidBytes, lost = 0): string | null {
  if (invalid.offsets.length === 0) return null;
  const found = text.match(marks);
  const taken = (found?.length ?? 0) + lost;
  if (taken === 0) return null;
  const [offset] = invalid.offsets.splice(0, taken);
  const byte = found === null ? "" : ` ${(found[0].charCodeAt(0) - markBase).toString(16).toUpperCase()}`;
  return `not valid UTF-8: byte${byte} at offset ${offset ?? 0} of the file. Save the file as UTF-8.`;
}

const MARK_AND_KIND_BYTES = 1024;

/**
 * Decodes UTF-8 strictly, as a stream; a byte order mark is dropped. Invalid bytes become marks (see InvalidBytes).
 * @throws NotTextError if the file is an archive, a document, UTF-16 or otherwise not text
 */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>, invalid: InvalidBytes): AsyncGenerator<string> {
  let held: Uint8Array = new Uint8Array(0);
  let offset = 0;
  let started = false;
  const start = () => {
    const kind = fileKindProblem(held);
    if (kind !== null) throw new NotTextError(kind);
    offset = byteOrderMark(held);
    held = held.subarray(offset);
    started = true;
  };
  for await (const chunk of bytes) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!started && held.length < MARK_AND_KIND_BYTES) continue;
    if (!started) start();
    const end = held.length - openTail(held);
    if (end > 0) yield decodePart(held.subarray(0, end), offset, invalid);
    offset += end;
    held = held.subarray(end);
  }
  if (!started) start();
  if (held.length > 0) yield decodePart(held, offset, invalid);
}

/** A whole file that must be valid, such as one JSON document: its text, or what is wrong and on which line. */
export function decodeWhole(bytes: Uint8Array): { text: string } | { row: number | null; message: string } {
  const kind = fileKindProblem(bytes);
  if (kind !== null) return { row: null, message: kind };
  const body = bytes.subarray(byteOrderMark(bytes));
  if (isUtf8(body)) return { text: decodeValid(body) };
  const invalid: InvalidBytes = { offsets: [] };
  const text = decodePart(body, bytes.length - body.length, invalid);
  const before = text.slice(0, text.search(marks));
  return { row: before.split(/\r\n|\n|\r/).length, message: `The file is ${takeInvalid(text, invalid)}` };
}

const byteOrderMark = (bytes: Uint8Array) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

// Valid bytes only. Buffer's own decoding is faster than TextDecoder's and leaves a second byte order mark alone.
const decodeValid = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

/** The character length in bytes that a lead byte announces; 1 for bytes that are not lead bytes. */
const promised = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

/** Length of the character that is cut off at the end of a piece, 0..3. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) !== 0x80) return promised(byte) > back ? back : 0;
  }
  return 0;
}

function decodePart(bytes: Uint8Array, offset: number, invalid: InvalidBytes): string {
  if (isUtf8(bytes)) return decodeValid(bytes);
  const pieces: string[] = [];
  let valid = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = promised(bytes[at] ?? 0);
    if (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) {
      at += length;
      continue;
    }
    pieces.push(decodeValid(bytes.subarray(valid, at)), String.fromCharCode(markBase + (bytes[at] ?? 0)));
    invalid.offsets.push(offset + at);
    at++;
    valid = at;
  }
  pieces.push(decodeValid(bytes.subarray(valid)));
  return pieces.join("");
}
