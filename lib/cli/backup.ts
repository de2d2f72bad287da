import "server-only";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { Command, Option } from "commander";
import { packedLines } from "@/lib/datasets/packed-lines";
import { alone } from "@/lib/db/alone";
import { backupLines, restoreLines } from "@/lib/db/backup";
import { msUntilDue, writeScheduled } from "@/lib/db/backup-files";
import { noteBackup } from "@/lib/db/backups";
import { inTransaction, longPool } from "@/lib/db/client";
import { troubleOf } from "@/lib/db/trouble";
import { backupIntervalMs } from "@/lib/domain/backup-interval";
import { AppError } from "@/lib/domain/errors";
import { safeError } from "@/lib/safe-error";
import { type BackupSecrets, decrypted, encryption } from "./backup-secrets";
import { fileBytes } from "./file-bytes";
import { print, printJson, remark, UsageError } from "./output";
import { writeWhole } from "./whole-file";

interface BackupOptions extends BackupSecrets {
  output?: string;
  dir: string;
  every?: string;
  keep: string;
}

/** After a backup that failed, for instance while the database was away, and while another process writes one. */
const retryMs = 60_000;

export const backupCommand = (): Command =>
  new Command("backup")
    .option("-o, --output <path>", "file to write, compressed (.jsonl.gz, with encryption .jsonl.gz.age)")
    .option("--every <time>", "keep running, and write a backup each 30m, 24h or 7d into --dir")
    .addOption(
      new Option("--dir <folder>", "folder of scheduled backups")
        .env("REDLINE_BACKUP_DIR")
        .default(join(process.env.REDLINE_DATA_DIR ?? ".redline", "backups")),
    )
    .addOption(new Option("--keep <n>", "how many scheduled backups to keep").env("REDLINE_BACKUP_KEEP").default("14"))
    .addOption(
      new Option("--recipient <age1…>", "encrypt for the holder of this key; may be given several times")
        .env("REDLINE_BACKUP_RECIPIENT")
        .argParser((one: string, before: string[] = []) => [...before, ...one.split(",").map((part) => part.trim())]),
    )
    .addOption(new Option("--passphrase-file <path>", "encrypt with the passphrase in this file").env("REDLINE_BACKUP_PASSPHRASE_FILE"))
    .action(async (options: BackupOptions) => {
      const encrypt = await encryption(options);
      const write = (path: string) => writeBackup(path, encrypt);
      const encrypted = encrypt !== null;
      if (options.every !== undefined) return keepBackingUp(options, encrypted, write);
      if (options.output === undefined) throw new UsageError("Give --output FILE, or --every TIME to write backups on schedule.");
      const at = new Date();
      await write(options.output);
      await note(options.output, { at, encrypted, everyMs: null });
      remark(
        `Wrote ${options.output}. Keep the secret of the data directory (or REDLINE_SECRET) with it: model keys are encrypted with it.`,
      );
    });

const writeBackup = (path: string, encrypt: ((bytes: Readable) => Promise<Readable>) | null): Promise<void> =>
  writeWhole(path, 0o600, async (file) => {
    const packed = createGzip();
    const lines = pipeline(Readable.from(backupLines()), packed);
    const sealed = encrypt === null ? packed : await encrypt(packed);
    await Promise.all([lines, pipeline(sealed, file)]);
  });

/** Notes a backup for the other processes. It is none the worse where that fails: the database may be full. */
const note = async (path: string, written: { at: Date; encrypted: boolean; everyMs: number | null }): Promise<void> =>
  stat(path)
    .then(({ size }) => noteBackup({ ...written, bytes: size }))
    .catch((error: unknown) => remark(`error: the backup could not be noted in the database (${reasonOf(error)}).`));

/**
 * Writes backups until the process is stopped. A failure is said, and tried again after a minute. Any number of processes may do this for one folder:
 * each backup is written by one of them.
 */
async function keepBackingUp(options: BackupOptions, encrypted: boolean, write: (path: string) => Promise<void>): Promise<never> {
  const everyMs = backupIntervalMs(options.every ?? "");
  if (everyMs === null) throw new UsageError(`"${options.every}" is not a time between backups. Write 30m, 24h or 7d.`);
  const keep = Number(options.keep);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError("--keep is a whole number, at least 1.");
  remark(`Backups go to ${options.dir} every ${options.every}; the newest ${keep} are kept.`);
  const writeIfDue = async () => {
    // Another process may have written it since this one looked.
    if ((await msUntilDue(options.dir, everyMs, new Date())) > 0) return;
    const at = new Date();
    const path = await writeScheduled({ folder: options.dir, keep, encrypted, at }, write);
    remark(`Wrote ${path}.`);
    await note(path, { at, encrypted, everyMs });
  };
  for (;;) {
    try {
      const dueMs = await msUntilDue(options.dir, everyMs, new Date());
      // A timer cannot wait for longer than 24 days, and the machine's clock may be set meanwhile.
      if (dueMs > 0) await pause(Math.min(dueMs, 3_600_000));
      else if (!(await alone(writeIfDue))) {
        remark("Another process is writing a backup; looking again in a minute.");
        await pause(retryMs);
      }
    } catch (error) {
      remark(`error: the backup failed (${reasonOf(error)}); trying again in a minute.`);
      await pause(retryMs);
    }
  }
}

/** This goes to a log, so an error is said without what it quotes. */
function reasonOf(error: unknown): string {
  const { type, code, message } = safeError(error);
  return troubleOf(error)?.brief ?? message ?? code ?? type;
}

interface RestoreOptions {
  json?: true;
  identityFile?: string;
  passphraseFile?: string;
}

export const restoreCommand = (): Command =>
  new Command("restore")
    .argument("<file>")
    .option("--identity-file <path>", "the key (AGE-SECRET-KEY-…) of an encrypted backup's recipient")
    .option("--passphrase-file <path>", "the passphrase of an encrypted backup")
    .option("--json", "print one JSON document")
    .action(async (file: string, options: RestoreOptions) => {
      const lines = packedLines(decrypted(fileBytes(file), options), "backup");
      const restored = await inTransaction(({ bare }) => restoreLines(bare, lines), longPool()).catch((error: unknown) => {
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
