import "server-only";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
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
    .description("write the whole database to a file, while people work")
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
        `Wrote ${options.output}. Keep the secret of the data directory (or REDLINE_SECRET) beside it: model keys are encrypted with it.`,
      );
    });

export const restoreCommand = (): Command =>
  new Command("restore")
    .description("write a backup into an empty database, all or nothing")
    .argument("<file>")
    .option("--json", "print one JSON document")
    .action(async (file: string, options: { json?: true }) => {
      const input = createReadStream(file).pipe(createGunzip());
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
      const broken = new Promise<never>((_, reject) => {
        input.once("error", (error) =>
          reject(new AppError("invalid_input", `${file}: this is no backup, or a damaged one`, { cause: error })),
        );
      });
      const restored = await Promise.race([inTransaction(({ bare }) => restoreLines(bare, lines)), broken]);
      if (options.json) printJson({ restored });
      else
        print(
          `Restored ${Object.values(restored).reduce((total, count) => total + count, 0)} rows in ${Object.keys(restored).length} tables.`,
        );
    });
