import "server-only";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Command } from "commander";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { inTransaction } from "@/lib/db/client";
import { packedLines } from "@/lib/db/packed-lines";
import { AppError } from "@/lib/domain/errors";
import { fileBytes } from "./file-bytes";
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
      const restored = await inTransaction(({ bare }) => restoreLines(bare, packedLines(fileBytes(file), "backup"))).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === "invalid_input")
            throw new AppError("invalid_input", `${file}: ${error.message}`, { cause: error });
          throw error;
        },
      );
      if (options.json) printJson({ restored });
      else
        print(
          `Restored ${Object.values(restored).reduce((total, count) => total + count, 0)} rows in ${Object.keys(restored).length} tables.`,
        );
    });
