import "server-only";
import { writeCsv } from "@/lib/datasets/write-csv";
import { writeJsonl } from "@/lib/datasets/write-jsonl";
import { listAuditEvents } from "@/lib/db/audit";
import { getReportProject } from "@/lib/db/report-tasks";
import type { AuditEvent, AuditFilter } from "@/lib/domain/audit";
import { type Actor, demand } from "@/lib/domain/policy";

/** Streams a project's audit log, newest first, as JSON Lines or as CSV in which no text runs as a formula; for its researchers and admins. */
export async function exportAudit(actor: Actor, input: { projectId: string; format: "csv" | "jsonl" } & AuditFilter) {
  const { projectId, format, ...filter } = input;
  demand(actor, "audit.read", projectId);
  const base = `${await getReportProject(projectId)} audit`.replace(/[^\p{L}\p{N}]+/gu, "-");
  const events = everyEvent(projectId, filter);
  if (format === "jsonl") return { fileName: `${base}.jsonl`, contentType: "application/x-ndjson", body: writeJsonl(events) };
  return { fileName: `${base}.csv`, contentType: "text/csv; charset=utf-8", body: writeCsv(header, cellsOf(events), { forExcel: true }) };
}

async function* everyEvent(projectId: string, filter: AuditFilter): AsyncGenerator<AuditEvent> {
  let cursor: string | undefined;
  do {
    const page = await listAuditEvents({ projectId, filter, cursor, limit: 500 });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const header = ["at", "who", "verb", "target_kind", "target_id", "target", "before", "after", "details"];

async function* cellsOf(events: AsyncIterable<AuditEvent>): AsyncGenerator<(string | null)[]> {
  for await (const { at, who, verb, targetKind, targetId, target, details } of events) {
    const { before, after, ...rest } = details;
    yield [
      at,
      who,
      verb,
      targetKind,
      targetId,
      target,
      ...[before, after, rest].map((value) => (value === undefined ? null : JSON.stringify(value))),
    ];
  }
}
