import "server-only";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/env";

const pattern = /^redline-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.jsonl\.gz(?:\.age)?$/;

/** Where scheduled backups go. */
export const backupFolder = (): string => env().REDLINE_BACKUP_DIR ?? join(env().REDLINE_DATA_DIR, "backups");

/** The name of a scheduled backup. It says when the backup was begun, so that files need not keep their times. */
export const backupName = (at: Date, encrypted: boolean): string =>
  `redline-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.jsonl.gz${encrypted ? ".age" : ""}`;

/** The scheduled backups in a folder, newest first. */
export async function listBackups(folder: string): Promise<{ path: string; at: Date }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, at] = pattern.exec(name) ?? [];
      return at === undefined
        ? []
        : [{ path: join(folder, name), at: new Date(`${at.slice(0, 10)}T${at.slice(11).replaceAll("-", ":")}Z`) }];
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The file that is written before it gets its name. No two writers share one, whichever machines they run on. */
export const partialName = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString("hex")}.part`;

const partialEnd = /(?:\.\d+-[0-9a-f]+)?\.part$/;
/** A backup in progress is written to all the time; one that nobody has written to for this long was interrupted. */
const interruptedMs = 3_600_000;

/** Deletes what interrupted backups left behind; only files with a scheduled backup's name. */
async function sweepInterrupted(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!partialEnd.test(name) || !pattern.test(name.replace(partialEnd, ""))) continue;
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > interruptedMs) await rm(path, { force: true });
  }
}

/** Writes one backup into the folder, then deletes the oldest beyond `keep`. Returns its path. The caller sees to it that no other process does the same. */
export async function writeScheduled(
  { folder, keep, encrypted, at }: { folder: string; keep: number; encrypted: boolean; at: Date },
  write: (path: string) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // First, because what was left behind may be what fills the disk.
  await sweepInterrupted(folder, at);
  const path = join(folder, backupName(at, encrypted));
  await write(path);
  const others = (await listBackups(folder)).filter((one) => one.path !== path);
  for (const old of others.slice(keep - 1)) await rm(old.path, { force: true });
  return path;
}

/** Clocks of several machines that write backups may differ by this much. */
export const skewMs = 300_000;

/** Whether a backup may have been begun by now. One of a clock that ran ahead and has been set right was not, whatever its time says. */
export const isBegun = ({ at }: { at: Date }, now: Date): boolean => at.getTime() <= now.getTime() + skewMs;

/** How long until the next backup is due: at once without one. */
export async function msUntilDue(folder: string, everyMs: number, now: Date): Promise<number> {
  const newest = (await listBackups(folder)).find((one) => isBegun(one, now));
  return newest === undefined ? 0 : Math.max(0, everyMs - Math.max(0, now.getTime() - newest.at.getTime()));
}
