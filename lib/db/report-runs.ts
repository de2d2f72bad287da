import "server-only";
import type { ReportData } from "@/lib/domain/report-data";
import { pool } from "./client";
import { newestRunFirst } from "./newest-drafts";

/** Indexes of what a report lists, by id. */
export interface ReportPlaces {
  raters: ReadonlyMap<string, number>;
  criteria: ReadonlyMap<string, number>;
  samples: ReadonlyMap<string, number>;
}

interface StoredUnit {
  sampleId: string;
  criterionId: string;
  before: number;
  after: number;
}

type RunsOfReport = Pick<ReportData, "metricScores" | "swaps" | "interferences" | "droppingRuns" | "feedbackRuns">;

/** What runs say beside plain ratings: metrics' own scores, verdicts under swap and interference, drafts thrown out, outputs rewritten. */
export async function readReportRuns(
  task: { id: string; criteriaSetId: string | null; kind: string },
  places: ReportPlaces,
): Promise<RunsOfReport> {
  const set = task.criteriaSetId;
  const pairwise = task.kind === "pairwise";
  const [metricScores, swaps, interferences, droppingRuns, feedbackRuns] = await Promise.all([
    listMetricScores(task.id),
    pairwise ? listSwaps(set) : [],
    pairwise ? listInterferences(set) : [],
    listDroppingRuns(set),
    listFeedbackRuns(set),
  ]);
  const ofJudge = <T extends { judgeId: string }, R>(rows: T[], made: (judge: number, row: Omit<T, "judgeId">) => R): R[] =>
    rows.flatMap(({ judgeId, ...row }) => {
      const judge = places.raters.get(judgeId);
      return judge === undefined ? [] : [made(judge, row)];
    });
  const placed = <T extends StoredUnit>(units: T[]) =>
    units.flatMap(({ sampleId, criterionId, ...unit }) => {
      const [sample, criterion] = [places.samples.get(sampleId), places.criteria.get(criterionId)];
      return sample === undefined || criterion === undefined ? [] : [{ ...unit, sample, criterion }];
    });
  return {
    metricScores: ofJudge(metricScores, (rater, { sampleId, score }) => ({ rater, sample: places.samples.get(sampleId) ?? -1, score })),
    swaps: ofJudge(swaps, (judge, swap) => ({ judge, ...swap, units: placed(swap.units) })),
    interferences: ofJudge(interferences, (judge, run) => ({ judge, ...run, units: placed(run.units) })),
    droppingRuns: ofJudge(droppingRuns, (judge, { units, ...run }) => ({
      judge,
      ...run,
      samples: units.map(({ sampleId }) => places.samples.get(sampleId) ?? -1),
      dropped: units.map(({ dropped }) => dropped),
    })),
    feedbackRuns: ofJudge(feedbackRuns, (judge, run) => ({ judge, ...run, units: placed(run.units) })),
  };
}

/**
 * Each metric's scale in a task, that of its newest run: one judge's name may have stood for another metric before. A metric has a scale of its own
 * where its runs made a criteria set for it.
 */
export const metricScales = (taskId: string) => `
  select distinct on (r.judge_id) r.judge_id, c.name, c.scale
  from runs r join judges j on j.id = r.judge_id and j.kind = 'metric'
  join criteria_sets s on s.derived_by_run_id = r.id join criteria c on c.criteria_set_id = s.id and c.sample_id is null
  where r.task_id = ${taskId} and exists (select 1 from drafts d where d.run_id = r.id and d.criterion_id = c.id and d.score is not null)
  order by r.judge_id, ${newestRunFirst}`;

async function listMetricScores(taskId: string) {
  const result = await pool().query<{ judgeId: string; sampleId: string; score: number }>(
    `with own as (${metricScales("$1")})
     select "judgeId", "sampleId", score from (
       select distinct on (r.judge_id, d.sample_id) r.judge_id as "judgeId", d.sample_id as "sampleId", d.score
       from own join runs r on r.judge_id = own.judge_id and r.task_id = $1
       join criteria_sets s on s.derived_by_run_id = r.id
       join criteria c on c.criteria_set_id = s.id and c.sample_id is null and c.name = own.name and c.scale = own.scale
       join drafts d on d.run_id = r.id and d.criterion_id = c.id
       order by r.judge_id, d.sample_id, ${newestRunFirst}) newest
     where score is not null`,
    [taskId],
  );
  return result.rows;
}

/** The newest swapped run of each judge, with the newest plain one that was asked the same in the same words; one that has such a run goes first. */
async function listSwaps(set: string | null) {
  const result = await pool().query<{ judgeId: string; swappedRunId: string; plainRunId: string | null; units: StoredUnit[] }>(
    `with scored as (
       select r.* from runs r where r.criteria_set_id = $1 and r.kind = 'evaluation'
       and exists (select 1 from drafts d where d.run_id = r.id and d.score is not null)),
     pair as (
       select distinct on (s.judge_id) s.judge_id, s.id as swapped, p.id as plain
       from scored s left join scored p on p.judge_id = s.judge_id and p.variant = 'plain' and p.protocol = s.protocol
         and p.prompt_version = s.prompt_version and p.model is not distinct from s.model and p.options = s.options
         and p.parameters->'temperature' is not distinct from s.parameters->'temperature'
       where s.variant = 'swapped'
       order by s.judge_id, (p.id is null), s.created_at desc, p.created_at desc)
     select judge_id as "judgeId", swapped as "swappedRunId", plain as "plainRunId",
            (select coalesce(jsonb_agg(jsonb_build_object('sampleId', b.sample_id, 'criterionId', b.criterion_id, 'before', a.score, 'after', b.score)), '[]')
             from drafts a join drafts b on b.run_id = pair.swapped and b.sample_id = a.sample_id and b.criterion_id = a.criterion_id
             where a.run_id = pair.plain and a.score is not null and b.score is not null) as units
     from pair order by judge_id`,
    [set],
  );
  return result.rows;
}

/** The newest interference run of each judge; its drafts keep the first verdict and what the objection claimed. */
async function listInterferences(set: string | null) {
  const result = await pool().query<{ judgeId: string; runId: string; units: (StoredUnit & { claimed: number | null })[] }>(
    `select distinct on (r.judge_id) r.judge_id as "judgeId", r.id as "runId", found.units
     from runs r cross join lateral (
       select jsonb_agg(jsonb_build_object('sampleId', d.sample_id, 'criterionId', d.criterion_id, 'before', d.details->'first', 'after', d.score,
                        'claimed', case d.details->>'claimed' when '[A]' then 1 when '[B]' then -1 end)) as units
       from drafts d where d.run_id = r.id and d.score is not null and jsonb_typeof(d.details->'first') = 'number') found
     where r.criteria_set_id = $1 and r.kind = 'evaluation' and r.variant = 'interference' and found.units is not null
     order by r.judge_id, ${newestRunFirst}`,
    [set],
  );
  return result.rows;
}

/** Runs that check themselves: two chains whose verdicts must agree, or any run with a unit whose draft was thrown out. */
async function listDroppingRuns(set: string | null) {
  const result = await pool().query<{ judgeId: string; runId: string; variant: string; units: { sampleId: string; dropped: boolean }[] }>(
    `select r.judge_id as "judgeId", r.id as "runId", r.variant,
            (select coalesce(jsonb_agg(jsonb_build_object('sampleId', u.sample_id, 'dropped', u.status = 'dropped') order by u.sample_id, u.criterion_id), '[]')
             from run_units u where u.run_id = r.id and u.status in ('done', 'dropped')) as units
     from runs r where r.criteria_set_id = $1 and r.kind = 'evaluation'
       and (r.options->>'chain' = 'multi-path' or exists (select 1 from run_units u where u.run_id = r.id and u.status = 'dropped'))
     order by r.created_at desc, r.id`,
    [set],
  );
  return result.rows;
}

/** Runs that scored outputs before and after they were rewritten. */
async function listFeedbackRuns(set: string | null) {
  const result = await pool().query<{ judgeId: string; runId: string; units: StoredUnit[] }>(
    `select r.judge_id as "judgeId", r.id as "runId",
            jsonb_agg(jsonb_build_object('sampleId', d.sample_id, 'criterionId', d.criterion_id,
                      'before', d.details->'scoreBefore', 'after', d.details->'scoreAfter') order by d.sample_id) as units
     from runs r join drafts d on d.run_id = r.id
     where r.criteria_set_id = $1 and r.kind = 'evaluation' and d.details is not null
       and jsonb_typeof(d.details->'scoreBefore') = 'number' and jsonb_typeof(d.details->'scoreAfter') = 'number'
     group by r.id order by r.created_at desc, r.id`,
    [set],
  );
  return result.rows;
}
