// A study that has one of everything that an endpoint's path can name.
import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/client";
import { createApiKeyBody } from "@/lib/domain/api-key";
import { createApiKey } from "@/lib/workflows/create-api-key";
import { createCriteriaSet } from "@/lib/workflows/create-criteria-set";
import { nextAssignment } from "@/lib/workflows/next-assignment";
import { makeAccount } from "./accounts";
import { bodies, searches } from "./endpoint-inputs";
import { instanceAdmin, loadSmallStudy, smallBundle } from "./small-study";

export interface EndpointScene {
  projectId: string;
  taskId: string;
  /** A value for each parameter of the endpoints' paths; the work is another annotator's. */
  params: Record<string, string>;
}

/** Makes the study, and points the bodies and queries that name one of its parts to it. */
export async function makeEndpointScene(): Promise<EndpointScene> {
  const study = await loadSmallStudy(smallBundle(2));
  const { projectId } = study;
  searches.exportTraining = `?task=${study.taskId}&format=dpo&split=train`;
  const worker = await makeAccount({ roles: { [projectId]: "annotator" } });
  // Others who ask for work get another sample than the worker: others' work on a sample that one has open is closed to everybody.
  await pool().query("update tasks set annotators_per_sample = 1 where project_id = $1", [projectId]);
  const one = async (sql: string) => (await pool().query<{ id: string }>(sql, [projectId])).rows[0]?.id ?? "";
  const params: Record<string, string> = {
    projectId,
    taskId: study.taskId,
    userId: worker.userId,
    assignmentId: (await nextAssignment(worker.actor, study)).assignmentId ?? "",
    seatId: randomUUID(),
    number: "1",
    tryId: randomUUID(),
    annotatorId: randomUUID(),
    exclusionId: await one(
      "insert into exclusions (annotator_id, reason) select id, 'Too fast.' from annotators where project_id = $1 and user_id is not null limit 1 returning id",
    ),
    frozenId: await one(
      "insert into frozen_reports (project_id, task_id, task_name, name, hash, body, bundle, created_at) values ($1, gen_random_uuid(), 'x', 'x', repeat('0', 64), '{}', '', now()) returning id",
    ),
    criteriaSetId: (await createCriteriaSet(instanceAdmin, { taskId: study.taskId })).id,
    roundId: await one(
      "insert into criteria_rounds (task_id, number, items) select id, 1, '[]' from tasks where project_id = $1 returning id",
    ),
    judgeId: await one("select id from judges where project_id = $1"),
    model: "some-model",
    keyId: (await createApiKey(worker.actor, createApiKeyBody.parse({ name: "worker's" }))).apiKey.id,
    sampleId: await one("select s.id from samples s join tasks t on t.id = s.task_id where t.project_id = $1 limit 1"),
    commentId: await one(
      "insert into comments (task_id, target_kind, target_id, text) select a.task_id, 'assignment', a.id, 'x' from assignments a join tasks t on t.id = a.task_id where t.project_id = $1 returning id",
    ),
    runId: await one("select r.id from runs r join tasks t on t.id = r.task_id where t.project_id = $1"),
    webhookId: await one(
      "insert into webhooks (project_id, url, events, secret, watched_from, watched_until, report_version) values ($1, 'http://127.0.0.1:1', '{run.ended}', 'sealed-secret', now(), now(), '') returning id",
    ),
    deliveryId: await one(
      "insert into webhook_deliveries (webhook_id, event, key, payload, status) select id, 'ping', 'k', '{}', 'failed' from webhooks where project_id = $1 returning id",
    ),
    exportId: await one(
      "insert into prepared_exports (project_id, format, excluded, created_by_id, status, file_name, content_type, expires_at) values ($1, 'csv', 'with', 'x', 'done', 'x.csv', 'text/csv', now() + interval '1 day') returning id",
    ),
    importId: await one("insert into imports (project_id, format, file_name, status) values ($1, 'csv', 'a.csv', 'staged') returning id"),
  };
  params.criterionId = study.criteria[0] ?? "";
  params.trialId = await one(
    `with split as (insert into judge_splits (task_id, seed, held_out_share) select id, 0, 0.5 from tasks where project_id = $1 returning id)
     insert into judge_trials (split_id, judge_id, use, candidates) select split.id, gen_random_uuid(), 1, '[]' from split returning id`,
  );
  params.watchId = await one(
    `insert into judge_watches (task_id, judge_id, criteria_set_id, every_hours, repeats, looks, seed, next_at)
     select t.id, j.id, c.id, 24, 2, 30, 0, now() from tasks t join judges j using (project_id) join criteria_sets c on c.task_id = t.id
     where t.project_id = $1 limit 1 returning id`,
  );
  await pool().query(
    "insert into calibration_rounds (task_id, number, criteria_set_id, required) select task_id, 1, id, false from criteria_sets where task_id = $1 and status = 'published'",
    [study.taskId],
  );
  params.adjudicationId = await rateTwice(projectId, params.sampleId ?? "", params.criterionId);
  searches.listComments = `?on=assignment&id=${params.assignmentId}`;
  bodies.addComment = { on: "assignment", id: params.assignmentId, text: "x" };
  return { projectId, taskId: study.taskId, params };
}

/** Two people's ratings of a unit and a label of it under way; returns the label's id. */
async function rateTwice(projectId: string, sampleId: string, criterionId: string): Promise<string> {
  await pool().query(
    `with people as (insert into annotators (project_id, name) select $3, 'Rater ' || n from generate_series(1, 2) n returning id),
          work as (
            insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, arm, status, submitted_at)
            select s.task_id, s.id, people.id, c.criteria_set_id, 'blind', 'submitted', now() from samples s, criteria c, people
            where s.id = $1 and c.id = $2 returning id
          )
     insert into evaluations (assignment_id, criterion_id, score, complete) select id, $2, 3, true from work`,
    [sampleId, criterionId, projectId],
  );
  const { rows } = await pool().query<{ id: string }>(
    `insert into adjudications (sample_id, criterion_id, user_id, first_score, ratings, median, range)
     values ($1, $2, 'somebody', 3, 2, 3, 0) returning id`,
    [sampleId, criterionId],
  );
  return rows[0]?.id ?? "";
}
