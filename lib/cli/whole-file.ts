import "server-only";
import { createWriteStream, rmSync, type WriteStream } from "node:fs";
import { realpath, rename, stat } from "node:fs/promises";
import { partialName } from "@/lib/db/backup-files";
import { UsageError } from "./output";

/** Writes beside the final name first, so that a file with that name is always whole; returns what `fill` does. What is no file, as a pipe or /dev/stdout, is written to directly. */
export async function writeWhole<T>(path: string, mode: number, fill: (file: WriteStream) => Promise<T>): Promise<T> {
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder; name a file in it.`);
  if (there !== null && !there.isFile()) {
    return await fill(createWriteStream(path));
  }
  // A link stays one.
  const target = there === null ? path : await realpath(path);
  const partial = partialName(target);
  // Ctrl-C ends the process while it is written.
  const discard = () => rmSync(partial, { force: true });
  process.once("exit", discard);
  try {
    const filled = await fill(createWriteStream(partial, { mode, flush: true }));
    await rename(partial, target);
    return filled;
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "ENOENT"
      ? new UsageError(`${path}: its folder does not exist.`, { cause: error })
      : error;
  } finally {
    discard();
    process.off("exit", discard);
  }
}
