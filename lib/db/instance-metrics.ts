import "server-only";
import { statfs } from "node:fs/promises";
import { env } from "@/lib/env";
import { backupFolder, isBegun, listBackups } from "./backup-files";
import { findNewestBackup } from "./backups";
import { readReplicaLag } from "./client";
import { readHeartbeatAgeSeconds } from "./health";
import { countConnections, listPendingWork, listQueuedJobs, readTableSizes } from "./instance-figures";
import { listWorkers } from "./workers";

/** One value of the whole instance, under the name that /metrics gives it. */
export interface InstanceFigure {
  name: string;
  help: string;
  labels?: Record<string, string>;
  value: number;
}

/** A worker beats every two seconds. */
const aliveWithinSeconds = 10;

/** Bytes free and in all where the data directory is; null where that cannot be asked. */
export async function readDisk(): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(env().REDLINE_DATA_DIR);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    // A data directory on another machine: the database's own server watches its disk.
    return null;
  }
}

/**
 * The newest backup that any process has noted or that is in the folder of scheduled ones, which earlier versions wrote without a note; null if there is
 * none, or none is known of and the folder cannot be read.
 */
export async function readNewestBackup(): Promise<{ ageSeconds: number; at: Date; everyMs: number | null } | null> {
  const [noted, files] = await Promise.all([findNewestBackup(), listBackups(backupFolder()).catch(() => [])]);
  const filed = files.find((one) => isBegun(one, new Date()));
  const newest = noted !== null && (filed === undefined || noted.at >= filed.at) ? noted : filed;
  if (newest === undefined) return null;
  return { at: newest.at, ageSeconds: (Date.now() - newest.at.getTime()) / 1000, everyMs: noted?.everyMs ?? null };
}

const figure = (name: string, help: string, value: number, labels?: Record<string, string>): InstanceFigure => ({
  name: `redline_${name}`,
  help,
  value,
  ...(labels && { labels }),
});

/** What is true of the whole instance, whichever process is asked: queue, unfinished work, workers, storage, disk. */
export async function readInstanceFigures(): Promise<InstanceFigure[]> {
  const [jobs, work, workers, beat, connections, sizes, disk, backup, lag] = await Promise.all([
    listQueuedJobs(),
    listPendingWork(),
    listWorkers(aliveWithinSeconds),
    readHeartbeatAgeSeconds(),
    countConnections(),
    readTableSizes(),
    readDisk(),
    readNewestBackup(),
    readReplicaLag().catch(() => null),
  ]);
  return [
    ...jobs.flatMap(({ kind, oldestSeconds, ...counts }) => [
      ...Object.entries(counts).map(([state, count]) => figure("queue_jobs", "Jobs in the queue", count, { kind, state })),
      figure("queue_oldest_seconds", "How long the oldest job that waits has been due", oldestSeconds, { kind }),
    ]),
    ...work.flatMap(({ kind, runs, units, oldestSeconds }) => [
      figure("work_runs", "Runs that are not finished and not paused", runs, { kind }),
      figure("work_units", "Units that such runs have still to do", units, { kind }),
      figure("work_oldest_seconds", "Age of the oldest such run", oldestSeconds, { kind }),
    ]),
    figure("workers", "Workers that gave a sign of life in the last ten seconds", workers.length),
    ...(beat === null ? [] : [figure("worker_heartbeat_age_seconds", "Age of the newest sign of life of any worker", beat)]),
    figure("database_connections", "Connections to the database, from every process", connections.used),
    figure("database_connections_allowed", "Connections the database server allows", connections.allowed),
    figure("database_bytes", "Size of the database", sizes.totalBytes),
    ...sizes.tables
      .slice(0, 20)
      .map(({ name, bytes }) => figure("table_bytes", "Size of the 20 largest tables with their indexes", bytes, { table: name })),
    ...(lag === null ? [] : [figure("replica_lag_seconds", "How far the replica that reports and exports read is behind", lag)]),
    ...(backup === null ? [] : [figure("backup_age_seconds", "Age of the newest backup, whichever process wrote it", backup.ageSeconds)]),
    ...(disk === null
      ? []
      : [
          figure("disk_free_bytes", "Free space where the data directory is", disk.freeBytes),
          figure("disk_bytes", "Space in all where the data directory is", disk.totalBytes),
        ]),
  ];
}
