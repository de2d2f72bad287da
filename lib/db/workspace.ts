import "server-only";
import { found } from "@/lib/domain/errors";
import { pool } from "./client";

/** Of a sample `s` that has a subset, its number in the task: its own id may be made of the subset's name. */
export const numberOfSample = "case when s.subset is not null then (s.position + 1)::text end";

/**
 * What surrounds an assignment in the workspace: project, task and sample, without the systems that wrote the outputs, the subset and the known
 * answer. `number` is the sample's place in the task, for those who may not read an id that a dataset made of its subset. Throws not_found.
 */
export async function getWorkspaceFrame(assignmentId: string) {
  const result = await pool().query<{
    projectName: string;
    taskName: string;
    description: string;
    inputName: string;
    outputName: string;
    guidelines: string;
    externalId: string;
    number: string | null;
    input: string;
    output: string;
    outputB: string | null;
    reference: string | null;
    imageUrl: string | null;
  }>(
    `select p.name as "projectName", t.name as "taskName", t.description, t.input_name as "inputName", t.output_name as "outputName", t.guidelines,
            s.external_id as "externalId", ${numberOfSample} as number, s.input, s.output, s.output_b as "outputB", s.reference, s.image_url as "imageUrl"
     from assignments a join samples s on s.id = a.sample_id join tasks t on t.id = a.task_id join projects p on p.id = t.project_id
     where a.id = $1`,
    [assignmentId],
  );
  return found(result.rows[0], "assignment");
}

export interface OwnProgress {
  submitted: number;
  skipped: number;
  /** Everything this annotator has or could still get in the task. */
  total: number;
  previousId: string | null;
  nextId: string | null;
}

/** Where an assignment stands among its annotator's own work in the task, in the order in which it was given out. */
export async function getOwnProgress(assignment: {
  id: string;
  taskId: string;
  annotatorId: string;
  criteriaSetId: string;
  annotatorsPerSample: number;
}): Promise<OwnProgress> {
  const result = await pool().query<OwnProgress>(
    `with mine as (
       select id, status, lag(id) over w as previous_id, lead(id) over w as next_id
       from assignments where task_id = $2 and annotator_id = $3 window w as (order by created_at, id)
     )
     select (select count(*) from mine where status = 'submitted')::int as submitted,
            (select count(*) from mine where status = 'skipped')::int as skipped,
            ((select count(*) from mine) + (select count(*) from samples s where s.task_id = $2 and s.filled_slots < $5
               and not exists (select 1 from assignments held where held.sample_id = s.id and held.annotator_id = $3 and held.criteria_set_id = $4)))::int as total,
            (select previous_id from mine where id = $1) as "previousId", (select next_id from mine where id = $1) as "nextId"`,
    [assignment.id, assignment.taskId, assignment.annotatorId, assignment.criteriaSetId, assignment.annotatorsPerSample],
  );
  return found(result.rows[0], "assignment");
}
