/** A file inside a tar archive. */
export interface TarEntry {
  path: string;
  bytes: Uint8Array;
}

const block = 512;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const textAt = (bytes: Uint8Array, start: number, length: number) => {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
};

/** Whether these are the first bytes of a tar archive (POSIX or GNU). */
export const isTar = (start: Uint8Array): boolean => start.byteLength >= block && textAt(start, 257, 5) === "ustar";

/**
 * The regular files of a tar archive held in memory, in order; folders and links are skipped.
 * A folder is uploaded this way, so that `tar cf - FOLDER | curl` works as well as the browser.
 * Throws Error, naming the byte, if the data is truncated or not an archive.
 */
export function readTar(bytes: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = [];
  let longPath: string | null = null;
  for (let at = 0; at + block <= bytes.byteLength; ) {
    const header = bytes.subarray(at, at + block);
    if (header.every((byte) => byte === 0)) break;
    if (textAt(header, 257, 5) !== "ustar") throw new Error(`the archive is damaged at byte ${at}`);
    const size = Number.parseInt(textAt(header, 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || at + block + size > bytes.byteLength) throw new Error(`the archive is cut off at byte ${at}`);
    const body = bytes.subarray(at + block, at + block + size);
    const type = textAt(header, 156, 1);
    const prefix = textAt(header, 345, 155);
    const path = longPath ?? (prefix ? `${prefix}/${textAt(header, 0, 100)}` : textAt(header, 0, 100));
    longPath = null;
    if (type === "L") longPath = decoder.decode(body).replace(/(?<!\0)\0+$/, "");
    else if (type === "x") longPath = paxPath(decoder.decode(body));
    else if (type === "0" || type === "") entries.push({ path: path.replace(/^\.\//, ""), bytes: body });
    at += block + Math.ceil(size / block) * block;
  }
  return entries;
}

const paxPath = (records: string) => /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1] ?? null;

/** The header block of one file in a tar archive; the file's bytes follow, filled up to a multiple of 512. Throws RangeError for a path over 255 bytes. */
export function tarHeader(path: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(block);
  const { prefix, name } = splitPath(path);
  const put = (text: string, at: number) => header.set(encoder.encode(text), at);
  const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, "0");
  put(name, 0);
  put(octal(0o644, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put("        ", 148);
  put("0", 156);
  put("ustar", 257);
  put("00", 263);
  put(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 7)}\0 `, 148);
  return header;
}

/** Zero bytes that fill a file of this size up to the next block, and after the last file the two empty blocks. */
export const tarPadding = (size: number, last = false): Uint8Array<ArrayBuffer> =>
  new Uint8Array(((block - (size % block)) % block) + (last ? 2 * block : 0));

function splitPath(path: string): { prefix: string; name: string } {
  const length = (text: string) => encoder.encode(text).byteLength;
  if (length(path) <= 100) return { prefix: "", name: path };
  for (let cut = path.indexOf("/"); cut >= 0; cut = path.indexOf("/", cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
    if (length(name) <= 100 && length(prefix) <= 155) return { prefix, name };
  }
  throw new RangeError(`the path is too long for an archive: ${path}`);
}
