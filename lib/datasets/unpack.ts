import { unzip } from "fflate";
import { isTar, readTar, type TarEntry } from "./tar";

/** Folders, archives and JSON documents are read into memory; this limits what one may hold. */
export const MAX_WHOLE_BYTES = 512 * 1024 * 1024;

export const tooLarge = `JSON documents, Parquet files, folders and archives are read into memory, so the limit is ${MAX_WHOLE_BYTES / 2 ** 20} MB unpacked. Use CSV or JSON Lines, which may be compressed with gzip and have no limit here.`;

/** Thrown where an archive or a document cannot be read; the message is for the user. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;
export const isZip = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

/** A gzip stream's content as it is read. Throws UnreadableError if the data is damaged or cut off, and whatever `bytes` throws. */
export async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = bytes[Symbol.asyncIterator]();
  let broken: { error: unknown } | null = null;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await parts.next().catch((error: unknown) => {
        broken = { error };
        throw error;
      });
      if (next.done) controller.close();
      // The stream may not be given shared memory, which no file's bytes are.
      else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
    },
  });
  const unpacked = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    const next = await unpacked.read().catch((error: unknown) => {
      throw broken === null ? new UnreadableError(`The gzip data is damaged or cut off: ${messageOf(error)}.`) : error;
    });
    if (next.done) return;
    yield next.value;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const machineFile = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._|\.git\/)/;

/** The files in a folder's archive (tar or zip) in memory, those compressed with gzip unpacked. Throws UnreadableError if it is damaged or holds more than the limit. */
export async function filesIn(archive: Uint8Array): Promise<TarEntry[]> {
  const entries = isTar(archive) ? tarred(archive) : await unzipped(archive);
  const files = entries.filter(({ path }) => !path.endsWith("/") && !machineFile.test(path));
  const unpacked: TarEntry[] = [];
  for (const file of files) {
    if (!isGzip(file.bytes)) unpacked.push(file);
    else unpacked.push({ path: file.path.replace(/\.gz$/i, ""), bytes: await collected(gunzip(one(file.bytes))) });
  }
  return unpacked;
}

export async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** All bytes together. Throws UnreadableError above the limit. */
export async function collected(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    size += part.byteLength;
    if (size > MAX_WHOLE_BYTES) throw new UnreadableError(tooLarge);
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

function unzipped(archive: Uint8Array): Promise<TarEntry[]> {
  let size = 0;
  return new Promise((resolve, reject) => {
    unzip(
      archive,
      {
        // Checked before unpacking: a small archive can hold very much.
        filter: ({ name, originalSize }) => {
          if (machineFile.test(name)) return false;
          size += originalSize;
          if (size > MAX_WHOLE_BYTES) throw new UnreadableError(tooLarge);
          return true;
        },
      },
      (error, files) => {
        if (error)
          reject(
            new UnreadableError(error instanceof UnreadableError ? error.message : `The zip archive cannot be read: ${error.message}.`),
          );
        else resolve(Object.entries(files).map(([path, bytes]) => ({ path, bytes })));
      },
    );
  });
}
