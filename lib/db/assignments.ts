import "server-only";
import type { PoolClient } from "pg";
import type { Arm, AssignmentStatus } from "@/lib/domain/assignment";
import { AppError, found } from "@/lib/domain/errors";
import { pool } from "./client";

type Queryable = Pick<PoolClient, "query">;

/** An assignment with what every step on it has to know. */
export interface AssignmentRow {
  id: string;
  taskId: string;
  projectId: string;
  sampleId: string;
  criteriaSetId: string;
  runId: string | null;
  annotatorId: string;
  /** The annotator's name in the project. */
  annotator: string;
  /** Null for an annotator without an account. */
  userId: string | null;
  arm: Arm;
  status: AssignmentStatus;
  /** Of a pair: whether the annotator sees output B first, called A. */
  swapped: boolean;
  slot: number | null;
  leasedUntil: Date | null;
  submittedAt: Date | null;
  flag: string | null;
  leaseMinutes: number;
  annotatorsPerSample: number;
  reasonRequired: boolean;
  /** Drafts staged elsewhere came by an import: shown, never worked on here. */
  imported: boolean;
}

const selectAssignment = `
  select a.id, a.task_id as "taskId", t.project_id as "projectId", a.sample_id as "sampleId", a.criteria_set_id as "criteriaSetId",
         a.run_id as "runId", a.annotator_id as "annotatorId", n.name as annotator, n.user_id as "userId", a.arm, a.status, a.swapped, a.slot,
         a.leased_until as "leasedUntil", a.submitted_at as "submittedAt", a.flag, t.lease_minutes as "leaseMinutes",
         t.annotators_per_sample as "annotatorsPerSample", t.reason_required as "reasonRequired", a.import_id is not null as imported
  from assignments a join tasks t on t.id = a.task_id join annotators n on n.id = a.annotator_id`;

/** Throws not_found. With `lock`, later writers of the same assignment wait until this transaction ends. */
export async function getAssignment(id: string, options: { client?: Queryable; lock?: boolean } = {}): Promise<AssignmentRow> {
  const result = await (options.client ?? pool()).query<AssignmentRow>(
    `${selectAssignment} where a.id = $1 ${options.lock ? "for update of a" : ""}`,
    [id],
  );
  return found(result.rows[0], "assignment");
}

/** The annotator of a user in a project, made at first use. Two people of one name are told apart by their e-mail address. */
export async function getOrCreateAnnotator(projectId: string, user: { id: string; name: string; email: string }): Promise<string> {
  const existing = await pool().query<{ id: string }>("select id from annotators where project_id = $1 and user_id = $2", [
    projectId,
    user.id,
  ]);
  if (existing.rows[0]) return existing.rows[0].id;
  for (const name of [user.name || user.email, user.email, `${user.email} (${user.id})`]) {
    const made = await pool().query<{ id: string }>(
      "insert into annotators (project_id, name, user_id) values ($1, $2, $3) on conflict do nothing returning id",
      [projectId, name, user.id],
    );
    if (made.rows[0]) return made.rows[0].id;
    const raced = await pool().query<{ id: string }>("select id from annotators where project_id = $1 and user_id = $2", [
      projectId,
      user.id,
    ]);
    if (raced.rows[0]) return raced.rows[0].id;
  }
  throw new AppError("conflict", "Another annotator of this project already has your name.");
}

/** The annotator's own open assignment in a task, the last one touched first; null when there is none. */
export async function findOpenAssignment(taskId: string, annotatorId: string): Promise<string | null> {
  const result = await pool().query<{ id: string }>(
    "select id from assignments where task_id = $1 and annotator_id = $2 and status = 'open' and import_id is null order by updated_at desc limit 1",
    [taskId, annotatorId],
  );
  return result.rows[0]?.id ?? null;
}

export interface Claim {
  taskId: string;
  annotatorId: string;
  criteriaSetId: string;
  runId: string | null;
  arm: Arm;
  annotatorsPerSample: number;
  leaseMinutes: number;
}

/**
 * Gives the annotator the next sample that still lacks annotators, or null when there is none for them.
 * One statement decides: it locks the sample, counts the slot up under that lock and inserts the assignment, so that however many
 * ask at once no sample gets more than `annotatorsPerSample`. Samples already begun come first, so that overlap completes early.
 * Of a pair, chance decides here which output this annotator sees first.
 */
export async function claimAssignment(claim: Claim): Promise<string | null> {
  const attempt = async (wait: "skip locked" | "") => {
    const result = await pool().query<{ id: string }>(
      `with candidate as (
         select s.id from samples s
         where s.task_id = $1 and s.filled_slots < $6
           and not exists (select 1 from assignments mine where mine.sample_id = s.id and mine.annotator_id = $2 and mine.criteria_set_id = $3)
         order by s.filled_slots desc, s.position
         limit 1
         for update of s ${wait}
       ), taken as (
         update samples s set filled_slots = s.filled_slots + 1 from candidate c where s.id = c.id and s.filled_slots < $6 returning s.id
       )
       insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, status, swapped, slot, leased_until, updated_at)
       select $1, taken.id, $2, $3, $4, $5, 'open', random() < 0.5 and exists (select 1 from tasks where id = $1 and kind = 'pairwise'),
              (select min(free) from generate_series(0, $6 - 1) free
               where not exists (select 1 from assignments held where held.sample_id = taken.id and held.criteria_set_id = $3 and held.slot = free)),
              now() + make_interval(mins => $7), now()
       from taken
       returning id`,
      [claim.taskId, claim.annotatorId, claim.criteriaSetId, claim.runId, claim.arm, claim.annotatorsPerSample, claim.leaseMinutes],
    );
    return result.rows[0]?.id ?? null;
  };
  // A sample that somebody else holds locked this instant is passed over first and waited for second; a lost race starts again.
  for (let turn = 0; turn < 20; turn++) {
    try {
      const id = (await attempt("skip locked")) ?? (await attempt(""));
      if (id !== null) return id;
      if (!(await hasFreeSample(claim))) return null;
    } catch (error) {
      if ((error as { code?: string }).code !== "23505") throw error;
    }
  }
  return null;
}

async function hasFreeSample(claim: Claim): Promise<boolean> {
  const result = await pool().query(
    `select 1 from samples s where s.task_id = $1 and s.filled_slots < $4
       and not exists (select 1 from assignments mine where mine.sample_id = s.id and mine.annotator_id = $2 and mine.criteria_set_id = $3) limit 1`,
    [claim.taskId, claim.annotatorId, claim.criteriaSetId, claim.annotatorsPerSample],
  );
  return result.rows.length > 0;
}

/** Gives back the slots of assignments whose lease has run out; their work is kept. Returns how many. Called when there is nothing else to claim. */
export async function releaseExpiredLeases(taskId: string): Promise<number> {
  const result = await pool().query(
    `with stale as (
       select id from assignments where task_id = $1 and status = 'open' and slot is not null and leased_until < now() for update skip locked
     ), freed as (
       update assignments a set status = 'released', slot = null, leased_until = null, updated_at = now() from stale where a.id = stale.id
       returning a.sample_id, a.criteria_set_id
     ), counted as (
       select freed.sample_id, count(*) as n from freed
       where freed.criteria_set_id = (select id from criteria_sets where task_id = $1 and status = 'published' order by version desc limit 1)
       group by freed.sample_id
     )
     update samples s set filled_slots = s.filled_slots - counted.n from counted where s.id = counted.sample_id`,
    [taskId],
  );
  return result.rowCount ?? 0;
}

/** Takes an assignment's slot away and sets its new status. The sample's count follows only while its criteria set is the current one. */
export async function freeSlot(
  client: Queryable,
  assignment: AssignmentRow,
  status: "skipped" | "released",
  skipReason: string | null,
): Promise<void> {
  await client.query(
    "update assignments set status = $2, slot = null, leased_until = null, skip_reason = $3, updated_at = now() where id = $1",
    [assignment.id, status, skipReason],
  );
  if (assignment.slot === null) return;
  await client.query(
    `update samples set filled_slots = filled_slots - 1 where id = $1
       and $2 = (select id from criteria_sets where task_id = samples.task_id and status = 'published' order by version desc limit 1)`,
    [assignment.sampleId, assignment.criteriaSetId],
  );
}

/**
 * Makes a skipped or released assignment its annotator's again, if a slot of the sample is still free.
 * Throws lease_lost when others have them all.
 */
export async function retakeSlot(client: Queryable, assignment: AssignmentRow): Promise<void> {
  const taken = await client.query(
    `update samples set filled_slots = filled_slots + 1 where id = $1 and filled_slots < $2
       and $3 = (select id from criteria_sets where task_id = samples.task_id and status = 'published' order by version desc limit 1)`,
    [assignment.sampleId, assignment.annotatorsPerSample, assignment.criteriaSetId],
  );
  if (taken.rowCount === 0) {
    throw new AppError("lease_lost", "This sample was given to other annotators in the meantime. What you had saved is kept.");
  }
  await client.query(
    `update assignments a set status = 'open', skip_reason = null, updated_at = now(), leased_until = now() + make_interval(mins => $2),
       slot = (select min(free) from generate_series(0, $3 - 1) free
               where not exists (select 1 from assignments held where held.sample_id = a.sample_id and held.criteria_set_id = a.criteria_set_id and held.slot = free))
     where a.id = $1`,
    [assignment.id, assignment.leaseMinutes, assignment.annotatorsPerSample],
  );
}

/**
 * Runs `r` whose drafts are shown where nobody chose a run: those that write lines, asked plainly. Metrics, panels and the direct protocol give bare
 * scores, and the other variants are there to test the judge.
 */
export const shownByItself = "r.variant = 'plain' and r.protocol not in ('metric', 'panel', 'direct')";

/** What a claim has to know of a task: its settings, published set and the run whose drafts are shown. Throws not_found. */
export async function getTaskForWork(taskId: string) {
  const result = await pool().query<{
    id: string;
    projectId: string;
    arm: Arm;
    archived: boolean;
    annotatorsPerSample: number;
    leaseMinutes: number;
    criteriaSetId: string | null;
    runId: string | null;
  }>(
    `select t.id, t.project_id as "projectId", t.arm, (t.archived_at is not null or p.archived_at is not null) as archived,
            t.annotators_per_sample as "annotatorsPerSample", t.lease_minutes as "leaseMinutes", cs.id as "criteriaSetId",
            coalesce(
              (select r.id from runs r where r.id = t.draft_run_id and r.criteria_set_id = cs.id),
              (select r.id from runs r where r.task_id = t.id and r.kind = 'evaluation' and r.status = 'done' and r.criteria_set_id = cs.id
               and ${shownByItself}
               order by r.created_at desc limit 1)) as "runId"
     from tasks t join projects p on p.id = t.project_id
     left join lateral (select id from criteria_sets where task_id = t.id and status = 'published' order by version desc limit 1) cs on true
     where t.id = $1`,
    [taskId],
  );
  return found(result.rows[0], "task");
}

/** Pushes an open assignment's lease on from now; what it is held until. */
export async function extendLease(client: Queryable, id: string, leaseMinutes: number): Promise<Date> {
  const result = await client.query<{ leasedUntil: Date }>(
    `update assignments set leased_until = now() + make_interval(mins => $2), updated_at = now() where id = $1 returning leased_until as "leasedUntil"`,
    [id, leaseMinutes],
  );
  return found(result.rows[0], "assignment").leasedUntil;
}

/** Criteria of the assignment whose evaluation is not complete, in order; empty when it can be submitted. */
export async function listIncompleteCriteria(client: Queryable, assignment: Pick<AssignmentRow, "id" | "criteriaSetId" | "sampleId">) {
  const result = await client.query<{ id: string; name: string }>(
    `select c.id, c.name from criteria c
     left join evaluations e on e.criterion_id = c.id and e.assignment_id = $1
     where c.criteria_set_id = $2 and (c.sample_id is null or c.sample_id = $3) and not coalesce(e.complete, false) order by c.position`,
    [assignment.id, assignment.criteriaSetId, assignment.sampleId],
  );
  return result.rows;
}

/** Moves an assignment to submitted and returns when that was. */
export async function markSubmitted(client: Queryable, id: string): Promise<Date> {
  const result = await client.query<{ submittedAt: Date }>(
    `update assignments set status = 'submitted', submitted_at = now(), leased_until = null, updated_at = now() where id = $1 returning submitted_at as "submittedAt"`,
    [id],
  );
  return found(result.rows[0], "assignment").submittedAt;
}

/** Opens a submitted assignment again; it keeps its slot, and counts as unsubmitted until it is submitted anew. */
export async function markReopened(client: Queryable, assignment: AssignmentRow): Promise<void> {
  await client.query(
    "update assignments set status = 'open', submitted_at = null, leased_until = now() + make_interval(mins => $2), updated_at = now() where id = $1",
    [assignment.id, assignment.leaseMinutes],
  );
}

/** Sets or clears (null) the annotator's note to the researcher. */
export async function setFlag(id: string, note: string | null): Promise<void> {
  await pool().query("update assignments set flag = $2, updated_at = now() where id = $1", [id, note]);
}
