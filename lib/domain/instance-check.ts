import { z } from "zod";

/** The result of one check of the installation. */
export const instanceCheck = z.object({
  name: z.string(),
  /** False for what keeps people from working, or soon will. */
  ok: z.boolean(),
  /** What was found. */
  message: z.string(),
  /** One sentence of what to do; null: nothing. A check that is ok may have one, as advice. */
  remedy: z.string().nullable(),
});
export type InstanceCheck = z.infer<typeof instanceCheck>;

/** What a check found: fine, perhaps with advice, or a problem with its remedy. */
export type Finding = string | { advice: string; found: string } | { problem: string; remedy: string };

const leastFreeBytes = 2e9;
const mostConnections = 0.8;

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);

/** Whether the disk of the data directory has room; null: it is on another machine. */
export function judgeDisk(disk: { freeBytes: number } | null): Finding {
  if (disk === null) return "the data directory is on another machine";
  if (disk.freeBytes >= leastFreeBytes) return `${gigabytes(disk.freeBytes)} GB free`;
  return {
    problem: `only ${gigabytes(disk.freeBytes)} GB free where the data directory is`,
    remedy:
      "Free some space before the database stops: delete projects you no longer need, or keep exchanges for a shorter time (Instance).",
  };
}

/** Whether the database has connections to spare. */
export function judgeConnections({ used, allowed }: { used: number; allowed: number }): Finding {
  if (used <= allowed * mostConnections) return `${used} of ${allowed} in use`;
  return {
    problem: `${used} of ${allowed} connections of the database are in use`,
    remedy: "Raise max_connections of PostgreSQL, or stop what else is connected; each web process takes up to 15, each worker up to 23.",
  };
}
