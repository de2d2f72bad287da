import "server-only";
import { skewMs } from "./backup-files";
import { db } from "./client";

interface WrittenBackup {
  /** When it was begun. */
  at: Date;
  bytes: number;
  encrypted: boolean;
  /** How often its process writes one; null: it was asked for once. */
  everyMs: number | null;
}

const mostNoted = 100;

/** Notes a backup that has been written, so that every process knows of it, and forgets old ones. */
export async function noteBackup({ bytes, everyMs, ...backup }: WrittenBackup): Promise<void> {
  const row = { ...backup, bytes: String(bytes), everyMs: everyMs === null ? null : String(everyMs) };
  await db()
    .insertInto("backups")
    .values(row)
    .onConflict((on) => on.column("at").doUpdateSet(row))
    .execute();
  const kept = db().selectFrom("backups").select("at").where("at", "<=", row.at).orderBy("at", "desc").limit(mostNoted);
  await db().deleteFrom("backups").where("at", "<=", row.at).where("at", "not in", kept).execute();
}

/**
 * The newest backup that any process has written of this database, or null. One that was restored from is none of them, nor is one of a clock that ran
 * ahead and has been set right.
 */
export async function findNewestBackup(): Promise<WrittenBackup | null> {
  const begun = db()
    .selectFrom("backups")
    .selectAll()
    .where("at", "<=", new Date(Date.now() + skewMs));
  const row = await begun.orderBy("at", "desc").limit(1).executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, bytes: Number(row.bytes), everyMs: row.everyMs === null ? null : Number(row.everyMs) };
}
