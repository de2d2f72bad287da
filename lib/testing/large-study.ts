import { getOrCreateAnnotator } from "@/lib/db/assignments";
import { pool } from "@/lib/db/client";
import { loadSmallStudy, member, smallBundle } from "./small-study";

/** How many samples the study has, and how many of the first of them three people have rated. */
export const largeSize = { samples: 6000, rated: 4000 };
const earlierRuns = 60;

/**
 * A study of 6,000 samples, of which three people have rated 4,000 each: 12,000 assignments, 24,000 evaluations, 72,000 actions. Its drafts came from a
 * run with an exchange for each; 60 earlier runs left 60,000 units and nothing else.
 */
export async function largeStudy(): Promise<{ projectId: string; taskId: string; criteria: string[] }> {
  const study = await loadSmallStudy(smallBundle(largeSize.samples));
  const sql = (text: string, values: unknown[] = []) => pool().query(text, values);
  for (let slot = 0; slot < 3; slot++) {
    const person = await member(study.projectId, "annotator");
    const annotatorId = await getOrCreateAnnotator(study.projectId, { id: person.userId, name: person.name, email: person.email });
    await sql(
      `insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, status, slot, submitted_at)
       select s.task_id, s.id, $2, c.criteria_set_id, r.id, 'drafted', 'submitted', $3::int, now()
       from samples s join tasks t on t.id = s.task_id join lateral (select criteria_set_id from criteria where id = $4) c on true
         join runs r on r.task_id = t.id where s.task_id = $1 order by s.position limit $5`,
      [study.taskId, annotatorId, slot, study.criteria[0], largeSize.rated],
    );
  }
  await sql(
    `insert into evaluations (assignment_id, criterion_id, score, complete, started_at, ended_at, duration_ms)
     select a.id, c.id, 1 + abs(hashtext(a.id::text || c.id::text)) % 5, true, now(), now(), 9000 from assignments a join criteria c on c.criteria_set_id = a.criteria_set_id`,
  );
  await sql(
    `insert into actions (id, evaluation_id, seq, kind, item_id, at)
     select gen_random_uuid(), e.id, n, 'accept', n::text, now() from evaluations e, generate_series(0, 2) n`,
  );
  await sql("update tasks set annotators_per_sample = 3 where id = $1", [study.taskId]);
  await sql("update samples set filled_slots = 3 where task_id = $1 and position < $2", [study.taskId, largeSize.rated]);
  await sql(
    `insert into runs select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()) || before)).* from runs r, generate_series(1, $1),
       lateral (select jsonb_object_agg(at, now() - interval '1 year') as before from unnest(array['created_at', 'started_at', 'ended_at']) at) x`,
    [earlierRuns],
  );
  await sql(
    `insert into run_units (run_id, sample_id, criterion_id, status)
     select r.id, s.id, c.id, 'done' from runs r, criteria c, (select id from samples order by position limit 500) s`,
  );
  await sql(
    `insert into exchanges (run_id, sample_id, step, role, request_hash, request, reply)
     select d.run_id, d.sample_id, 'ask', 'judge', md5(d.id::text), '{}', 'Score: 4' from drafts d`,
  );
  await sql("analyze");
  return study;
}
