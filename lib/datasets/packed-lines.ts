import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/domain/errors";

/**
 * The lines of a compressed file, read on demand: a reader opened before its first line is consumed loses the lines it emits meanwhile.
 * Throws invalid_input if the file cannot be read or unpacked; `what` names the kind of file expected.
 */
export async function* packedLines(source: AsyncIterable<Uint8Array>, what: "backup" | "bundle"): AsyncGenerator<string> {
  let rest = "";
  const unpacked = createGunzip().setEncoding("utf8");
  const packed = Readable.from(source).on("error", (error) => unpacked.destroy(error));
  try {
    for await (const piece of packed.pipe(unpacked) as AsyncIterable<string>) {
      const [first = "", ...others] = piece.split("\n");
      rest += first;
      for (const next of others) {
        yield rest;
        rest = next;
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", problemOf(error as NodeJS.ErrnoException, what), { cause: error });
  } finally {
    packed.destroy();
  }
  if (rest !== "") yield rest;
}

function problemOf({ code, message }: NodeJS.ErrnoException, what: string): string {
  if (code === "ENOENT") return "there is no such file.";
  if (code === "EISDIR") return "this is a folder.";
  if (code === "EACCES" || code === "EPERM") return "you may not read this file.";
  return `this is not a ${what} of Redline, or it is damaged (${message}).`;
}
