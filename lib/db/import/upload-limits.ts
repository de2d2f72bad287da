import "server-only";
import type { ImportLimits } from "@/lib/datasets/read-import";
import { env } from "@/lib/env";

/** The largest upload, in MB, reads in an hour on a slow machine. */
const hours = 4;

/** What reading an upload may cost from now on: unpacked, it may hold as much as one that is not compressed. */
export function uploadLimits(): ImportLimits {
  const until = performance.now() + hours * 3_600_000;
  return { unpackedBytes: env().REDLINE_UPLOAD_LIMIT_MB * 1e6, hours, isOver: () => performance.now() > until };
}
