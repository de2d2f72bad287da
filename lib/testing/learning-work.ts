import { pool } from "@/lib/db/client";

/**
 * People score every unit of a run's criteria: the blind ones by what the output says ("quality 3.4"), each but the first a little off; Ben after a
 * draft that he follows, but for an explanation that he replaces on every second sample. Only the blind scores are the truth.
 */
export async function scoreForLearning({
  projectId,
  runId,
  blind,
}: {
  projectId: string;
  runId: string;
  blind: readonly string[];
}): Promise<void> {
  const scored = `
    with people as (
           insert into annotators (project_id, name) select $1, name from unnest($3::text[] || 'Ben'::text) as name returning id, name
         ),
         work as (
           insert into assignments (task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, status, submitted_at)
           select s.task_id, s.id, people.id, r.criteria_set_id, case people.name when 'Ben' then r.id end,
                  case people.name when 'Ben' then 'drafted' else 'blind' end, 'submitted', now()
           from samples s cross join people join runs r on r.id = $2 where s.task_id = r.task_id returning id, sample_id, arm, annotator_id
         ),
         scored as (
           insert into evaluations (assignment_id, criterion_id, score, complete, shown_draft_id)
           select work.id, d.criterion_id,
                  case work.arm
                    when 'blind' then least(5, greatest(1, round(
                      substring(s.output from 'quality ([0-9.]+)')::numeric
                      + case array_position($3::text[], people.name) when 1 then 0
                             else ((s.position * 7 + array_position($3::text[], people.name)) % 3 - 1) * 0.5 end
                    )))
                    else d.score
                  end,
                  true, case work.arm when 'drafted' then d.id end
           from work join people on people.id = work.annotator_id
           join drafts d on d.sample_id = work.sample_id and d.run_id = $2 join samples s on s.id = work.sample_id
           returning id, assignment_id
         )
    insert into actions (id, evaluation_id, seq, kind, item_id, item_kind, text, reason_code, at)
    select gen_random_uuid(), scored.id, 0, 'revise', '1', 'explanation', 'A person says: look at ' || s.external_id || '.', 'wrong-fact', now()
    from scored join work on work.id = scored.assignment_id join samples s on s.id = work.sample_id
    where work.arm = 'drafted' and s.position % 2 = 0`;
  await pool().query(scored, [projectId, runId, [...blind]]);
}
