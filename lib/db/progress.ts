import "server-only";
import type { AssignmentStatus, AssignmentSummary } from "@/lib/domain/assignment";
import { AppError } from "@/lib/domain/errors";
import type { Page } from "@/lib/domain/page";
import type { AnnotatorProgress } from "@/lib/domain/project";
import { pool } from "./client";
import { numberOfSample } from "./workspace";

/** How each annotator of a task stands. One query; imported work counts as submitted. */
export async function listAnnotatorProgress(taskId: string): Promise<AnnotatorProgress[]> {
  const result = await pool().query<Omit<AnnotatorProgress, "lastActiveAt"> & { lastActiveAt: Date | null }>(
    `with timed as (
       select a.id, a.annotator_id, sum(e.duration_ms) / 1000.0 as seconds
       from assignments a join evaluations e on e.assignment_id = a.id
       where a.task_id = $1 and a.status = 'submitted'
       group by a.id having bool_and(e.duration_ms is not null and e.duration_ms > 0)
     )
     select n.id as "annotatorId", n.name, n.user_id is not null as "hasAccount",
            count(*) filter (where a.status = 'open')::int as open, count(*) filter (where a.status = 'submitted')::int as submitted,
            count(*) filter (where a.status = 'skipped')::int as skipped, count(a.flag)::int as flagged,
            (select percentile_cont(0.5) within group (order by seconds) from timed where timed.annotator_id = n.id)::float8 as "medianSampleSeconds",
            max(a.updated_at) as "lastActiveAt"
     from assignments a join annotators n on n.id = a.annotator_id
     where a.task_id = $1 group by n.id order by n.name`,
    [taskId],
  );
  return result.rows.map((row) => ({ ...row, lastActiveAt: row.lastActiveAt?.toISOString() ?? null }));
}

export interface AssignmentFilter {
  taskId: string;
  annotatorId?: string;
  userId?: string;
  /** Whether samples go by their number where their own id may tell their subset. */
  numbered?: boolean;
  status?: AssignmentStatus;
  cursor?: string;
  limit: number;
}

/** Assignments of a task, the last touched first; paged by (time, id). */
export async function listAssignmentSummaries(filter: AssignmentFilter): Promise<Page<AssignmentSummary>> {
  const cursor = /^(\d{4}-[\d:. +-]{10,40})_([\da-f-]{36})$/.exec(filter.cursor ?? "");
  if (filter.cursor !== undefined && cursor === null) throw new AppError("bad_request", "This cursor is not one of ours.");
  const [beforeTime, beforeId] = [cursor?.[1] ?? null, cursor?.[2] ?? null];
  const result = await pool().query<
    Omit<AssignmentSummary, "sample" | "leasedUntil" | "updatedAt" | "submittedAt"> & {
      sampleId: string;
      externalId: string;
      inputStart: string;
      leasedUntil: Date | null;
      updatedAt: Date;
      cursorTime: string;
      submittedAt: Date | null;
    }
  >(
    `select a.id, a.status, a.arm, n.name as annotator, s.id as "sampleId", ${filter.numbered ? `coalesce(${numberOfSample}, s.external_id)` : "s.external_id"} as "externalId", left(s.input, 120) as "inputStart",
            (select count(*) from evaluations e where e.assignment_id = a.id and e.complete)::int as complete,
            (select count(*) from criteria c where c.criteria_set_id = a.criteria_set_id and (c.sample_id is null or c.sample_id = a.sample_id))::int as criteria,
            a.flag, a.skip_reason as "skipReason", a.leased_until as "leasedUntil", a.updated_at as "updatedAt", a.submitted_at as "submittedAt",
            a.updated_at::text as "cursorTime"
     from assignments a join annotators n on n.id = a.annotator_id join samples s on s.id = a.sample_id
     where a.task_id = $1 and ($2::uuid is null or a.annotator_id = $2) and ($3::text is null or n.user_id = $3) and ($4::text is null or a.status = $4)
       and ($5::timestamptz is null or (a.updated_at, a.id) < ($5::timestamptz, $6::uuid))
     order by a.updated_at desc, a.id desc limit $7`,
    [filter.taskId, filter.annotatorId ?? null, filter.userId ?? null, filter.status ?? null, beforeTime, beforeId, filter.limit + 1],
  );
  const rows = result.rows.slice(0, filter.limit);
  const last = result.rows.length > filter.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(({ sampleId, externalId, inputStart, leasedUntil, updatedAt, submittedAt, cursorTime: _, ...row }) => ({
      ...row,
      sample: { id: sampleId, externalId, inputStart },
      leasedUntil: leasedUntil?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
      submittedAt: submittedAt?.toISOString() ?? null,
    })),
    nextCursor: last ? `${last.cursorTime}_${last.id}` : null,
    total: null,
  };
}
