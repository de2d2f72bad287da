import { pipeline } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { isTar, readTar, type TarEntry } from "./tar";
import { readZip, type ZipEntry } from "./zip";

/** Folders, archives and JSON documents are read into memory; this limits what one may hold. */
export const MAX_WHOLE_BYTES = 512 * 1024 * 1024;

export const tooLarge = `JSON documents, Parquet files, folders and archives are read into memory, so the limit is ${MAX_WHOLE_BYTES / 2 ** 20} MB unpacked. Use CSV or JSON Lines, which may be compressed with gzip and have no limit here.`;

/** How many times its size a gzip stream may unpack to, after the first 64 MB. Repetitive texts shrink to a hundredth, a bomb to a thousandth. */
const MAX_GZIP_RATIO = 250;
const GZIP_GRACE_BYTES = 64 * 2 ** 20;

/** Files of an archive: each costs memory beside its bytes. */
const MAX_FILES = 100_000;

/** Thrown where an archive or a document cannot be read; the message is for the user. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** Counts what a file unpacks to, whichever way it is compressed, against the limit of uploads. */
export class Unpacked {
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Throws UnreadableError above the limit. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#limitBytes) return;
    const megabytes = (this.#limitBytes / 1e6).toLocaleString("en");
    throw new UnreadableError(
      `The file unpacks to more than the ${megabytes} MB that may be uploaded. Import it in parts, or on the server with "redline import", which has no limit.`,
    );
  }
}

export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;
export const isZip = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

/** A gzip stream's content as it is read. Throws UnreadableError if the data is damaged, cut off or a bomb, and whatever `bytes` throws. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>, unpacked: Unpacked): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  const count = (part: Uint8Array) => {
    packedBytes += part.byteLength;
  };
  for await (const part of decompressed(bytes, "gzip", count)) {
    unpackedBytes += part.byteLength;
    unpacked.add(part.byteLength);
    if (unpackedBytes > GZIP_GRACE_BYTES && unpackedBytes > MAX_GZIP_RATIO * packedBytes)
      throw new UnreadableError(
        `The gzip data unpacks to more than ${MAX_GZIP_RATIO} times its size. Unpack it and import the parts that you need.`,
      );
    yield part;
  }
}

/** `onRead` hears of each part that is taken from `bytes`. Leaving the loop ends the work and closes `bytes`. */
async function* decompressed(
  bytes: AsyncIterable<Uint8Array>,
  format: "gzip" | "deflate-raw",
  onRead?: (part: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let broken: { error: unknown } | null = null;
  const source = async function* () {
    try {
      for await (const part of bytes) {
        onRead?.(part);
        yield part;
      }
    } catch (error) {
      broken = { error };
      throw error;
    }
  };
  // What goes wrong is thrown where the parts are taken.
  const unpacked = pipeline(source, format === "gzip" ? createGunzip() : createInflateRaw(), () => undefined);
  const name = format === "gzip" ? "gzip data is" : "zip archive's data are";
  try {
    for await (const part of unpacked) yield part;
  } catch (error) {
    throw broken === null ? new UnreadableError(`The ${name} damaged or cut off: ${messageOf(error)}.`) : error;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const machineFile = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._|\.git\/)/;

/** The files in a folder's archive (tar or zip) in memory, those compressed with gzip unpacked. Throws UnreadableError if it is damaged or holds more than the limit. */
export async function filesIn(archive: Uint8Array, unpacked = new Unpacked(MAX_WHOLE_BYTES)): Promise<TarEntry[]> {
  const entries = isTar(archive) ? tarred(archive) : await unzipped(archive, unpacked);
  const files = entries.filter(({ path }) => !path.endsWith("/") && !machineFile.test(path));
  if (files.length > MAX_FILES) throw new UnreadableError(`The archive has ${files.length} files; the limit is ${MAX_FILES}.`);
  const whole: TarEntry[] = [];
  let left = MAX_WHOLE_BYTES;
  for (const file of files) {
    const bytes = isGzip(file.bytes) ? await collected(gunzip(one(file.bytes), unpacked), left) : file.bytes;
    // All files together may hold as much as one.
    left -= bytes.byteLength;
    if (left < 0) throw new UnreadableError(tooLarge);
    whole.push({ path: bytes === file.bytes ? file.path : file.path.replace(/\.gz$/i, ""), bytes });
  }
  return whole;
}

export async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** All bytes together. Throws UnreadableError above the limit. */
export async function collected(
  source: AsyncIterable<Uint8Array>,
  limit = MAX_WHOLE_BYTES,
  problem = new UnreadableError(tooLarge),
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > limit) throw problem;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tarred(archive: Uint8Array): TarEntry[] {
  try {
    return readTar(archive);
  } catch (error) {
    throw new UnreadableError(`The folder cannot be read: ${messageOf(error)}.`);
  }
}

async function unzipped(archive: Uint8Array, unpacked: Unpacked): Promise<TarEntry[]> {
  const entries = zipped(archive).filter(({ path }) => !path.endsWith("/") && !machineFile.test(path));
  // What the archive says about itself is checked before unpacking, and whether it was true while unpacking.
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_WHOLE_BYTES) throw new UnreadableError(tooLarge);
  const files: TarEntry[] = [];
  for (const { path, packed, deflated, size } of entries) {
    if (deflated) unpacked.add(size);
    const damaged = new UnreadableError(`The zip archive cannot be read: ${path} is not as large as the archive says.`);
    const bytes = deflated ? await collected(decompressed(one(packed), "deflate-raw"), size, damaged) : packed;
    if (bytes.byteLength !== size) throw damaged;
    files.push({ path, bytes });
  }
  return files;
}

function zipped(archive: Uint8Array): ZipEntry[] {
  try {
    return readZip(archive);
  } catch (error) {
    throw new UnreadableError(`The zip archive cannot be read: ${messageOf(error)}.`);
  }
}
