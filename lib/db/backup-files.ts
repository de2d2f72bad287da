import "server-only";
import { mkdir, readdir, rm } from "node:fs/promises";
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

/** Deletes all but the newest, and what an interrupted backup left behind; only files with a scheduled backup's name. */
async function keepNewest(folder: string, keep: number): Promise<void> {
  for (const { path } of (await listBackups(folder)).slice(keep)) await rm(path);
  for (const name of await readdir(folder)) if (name.endsWith(".part") && pattern.test(name.slice(0, -5))) await rm(join(folder, name));
}

/** Writes one backup into the folder, then deletes the oldest beyond `keep`. Returns its path. */
export async function writeScheduled(
  { folder, keep, encrypted, at }: { folder: string; keep: number; encrypted: boolean; at: Date },
  write: (path: string) => Promise<void>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, backupName(at, encrypted));
  await write(path);
  await keepNewest(folder, keep);
  return path;
}

/** How long until the next backup is due: at once without one, and after a clock that ran ahead has been set right. */
export async function msUntilDue(folder: string, everyMs: number, now: Date): Promise<number> {
  const [newest] = await listBackups(folder);
  const age = newest === undefined ? Number.POSITIVE_INFINITY : now.getTime() - newest.at.getTime();
  return age < 0 ? 0 : Math.max(0, everyMs - age);
}
