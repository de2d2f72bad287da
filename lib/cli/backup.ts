import "server-only";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Command } from "commander";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { inTransaction } from "@/lib/db/client";
import { AppError } from "@/lib/domain/errors";
import { print, printJson, remark } from "./output";

export const backupCommand = (): Command =>
  new Command("backup")
    .requiredOption("-o, --output <path>", "file to write, compressed (.jsonl.gz)")
    .action(async (options: { output: string }) => {
      const partial = `${options.output}.part`;
      try {
        await pipeline(Readable.from(backupLines()), createGzip(), createWriteStream(partial, { mode: 0o600 }));
        await rename(partial, options.output);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      remark(
        `Wrote ${options.output}. Keep the secret of the data directory (or REDLINE_SECRET) with it: model keys are encrypted with it.`,
      );
    });

export const restoreCommand = (): Command =>
  new Command("restore")
    .argument("<file>")
    .option("--json", "print one JSON document")
    .action(async (file: string, options: { json?: true }) => {
      const restored = await inTransaction(({ bare }) => restoreLines(bare, linesOf(file))).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "invalid_input")
          throw new AppError("invalid_input", `${file}: ${error.message}`, { cause: error });
        throw error;
      });
      if (options.json) printJson({ restored });
      else
        print(
          `Restored ${Object.values(restored).reduce((total, count) => total + count, 0)} rows in ${Object.keys(restored).length} tables.`,
        );
    });

/**
 * The lines of a compressed file, read on demand: a reader opened before its first line is consumed loses the lines it emits meanwhile.
 * Throws invalid_input if the file cannot be read or unpacked.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  const unpacked = createGunzip().setEncoding("utf8");
  const packed = createReadStream(file).on("error", (error) => unpacked.destroy(error));
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
    throw new AppError("invalid_input", problemOf(error as NodeJS.ErrnoException), { cause: error });
  } finally {
    packed.destroy();
  }
  if (rest !== "") yield rest;
}

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file.";
  if (code === "EISDIR") return "this is a folder.";
  if (code === "EACCES" || code === "EPERM") return "you may not read this file.";
  return `this is not a backup of Redline, or it is damaged (${message}).`;
}
