import "server-only";
import { type ImportSummary, importCounts } from "@/lib/domain/import";
import type { ImportRow } from "./imports";

/** An import as shown. */
export function importSummaryOf(row: ImportRow): ImportSummary {
  const { projectId: _, scale: __, createdAt, finishedAt, counts, ...rest } = row;
  return {
    ...rest,
    counts: importCounts.parse(counts),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoable: row.status === "done",
  };
}
