import "server-only";
import { found } from "@/lib/domain/errors";
import type { ReportData } from "@/lib/domain/report-data";
import { pool } from "./client";
import { newestDrafts } from "./newest-drafts";
import { metricScales, readReportRuns } from "./report-runs";
import { unitArm, wasShownDraft } from "./unit-arm";

/** The project's name. Throws not_found. */
export async function getReportProject(projectId: string): Promise<string> {
  const result = await pool().query<{ name: string }>("select name from projects where id = $1", [projectId]);
  return found(result.rows[0], "project").name;
}

/** The tasks of a project that a report covers: those not archived, or the one asked for. With a version that changes whenever a figure could. */
export async function listReportTasks(projectId: string, taskId: string | null) {
  const result = await pool().query<{
    id: string;
    name: string;
    inputName: string;
    outputName: string;
    kind: "pointwise" | "pairwise";
    criteriaSetId: string | null;
    dataVersion: string;
  }>(
    `select t.id, t.name, t.input_name as "inputName", t.output_name as "outputName", t.kind, cs.id as "criteriaSetId",
            md5(concat_ws('|', cs.id, t.name, t.input_name, t.output_name,
              (select jsonb_agg(jsonb_build_array(j.id, j.name) order by j.id) from judges j where j.project_id = t.project_id),
              (select jsonb_agg(jsonb_build_array(n.id, n.name) order by n.id) from annotators n where n.project_id = t.project_id),
              (select concat(count(*), '/', max(a.updated_at)) from assignments a where a.task_id = t.id),
              (select concat(count(*), '/', max(d.created_at)) from drafts d join runs r on r.id = d.run_id where r.task_id = t.id),
              (select count(*) from samples s where s.task_id = t.id),
              (select max(c.version) from criteria_sets c where c.task_id = t.id and c.status = 'published'))) as "dataVersion"
     from tasks t
     left join lateral (
       select c.id from criteria_sets c where c.task_id = t.id and c.status = 'published'
       order by (exists (select 1 from assignments a where a.criteria_set_id = c.id and a.status = 'submitted')) desc, c.version desc limit 1
     ) cs on true
     where t.project_id = $1 and case when $2::uuid is null then t.archived_at is null else t.id = $2 end
     order by t.created_at, t.name`,
    [projectId, taskId],
  );
  return result.rows;
}

type Task = Awaited<ReturnType<typeof listReportTasks>>[number];

/**
 * Everything the report of one task is computed from. Ratings are those of submitted assignments, and each judge's newest draft of a unit in plain
 * runs; they come as small numbers (places in the lists), since a million of them cross this line.
 */
export async function readReportData(task: Task): Promise<ReportData> {
  const set = task.criteriaSetId;
  const [criteria, samples, raters, actionCounts, reasonCounts, imported, otherSets] = await Promise.all([
    pool().query<ReportData["criteria"][number]>(
      `select id, name, (scale->>'min')::float8 as min, (scale->>'max')::float8 as max, (scale->>'step')::float8 as step, overall
       from criteria where criteria_set_id = $1 and sample_id is null order by position`,
      [set],
    ),
    pool().query<ReportData["samples"][number]>(
      `select id, external_id as "externalId", input_key as "inputKey", system,
              system_b as "systemB", gold_label as "goldLabel", subset from samples where task_id = $1 order by position, id`,
      [task.id],
    ),
    listRaters(task),
    listActionCounts(task.id, set),
    listReasonCounts(set),
    listWarnings(task),
    listOtherSets(task),
  ]);
  const places = { raters: placesOf(raters), criteria: placesOf(criteria.rows), samples: placesOf(samples.rows) };
  const ratings = await listRatings(task.id, set);
  return {
    task: { id: task.id, name: task.name, inputName: task.inputName, outputName: task.outputName, kind: task.kind },
    criteria: criteria.rows,
    samples: samples.rows,
    raters,
    ratings: ratings.flatMap(({ raterId, criterionId, ...rating }) => {
      const [rater, criterion] = [places.raters.get(raterId), places.criteria.get(criterionId)];
      return rater === undefined || criterion === undefined ? [] : [{ ...rating, rater, criterion }];
    }),
    actionCounts: actionCounts.flatMap(({ annotatorId, judgeId, criterionId, ...counts }) => {
      const [annotator, judge, criterion] = [places.raters.get(annotatorId), places.raters.get(judgeId), places.criteria.get(criterionId)];
      return annotator === undefined || judge === undefined || criterion === undefined ? [] : [{ ...counts, annotator, judge, criterion }];
    }),
    reasonCounts: reasonCounts.flatMap(({ judgeId, ...counts }) => {
      const judge = places.raters.get(judgeId);
      return judge === undefined ? [] : [{ ...counts, judge }];
    }),
    ...(await readReportRuns(task, places)),
    warnings: [...otherSets, ...imported],
  };
}

const placesOf = (list: { id: string }[]) => new Map(list.map((entry, index) => [entry.id, index]));

interface StoredRater {
  id: string;
  name: string;
  kind: "annotator" | "judge";
  judgeKind: ReportData["raters"][number]["judgeKind"];
  metricName: string | null;
  ownScale: { min: number; max: number; step: number | null } | null;
  members: { id: string; name: string }[] | null;
  aggregate: string | null;
}

/**
 * Annotators with a rating, then judges with a draft that has a score: of a criterion of the set, or on a metric's own scale. A judge that bears an
 * annotator's name is told apart.
 */
async function listRaters(task: Task): Promise<ReportData["raters"]> {
  const result = await pool().query<StoredRater>(
    `with own as (${metricScales("$2")})
     select n.id, n.name, 'annotator' as kind, null as "judgeKind", null as "metricName", null::jsonb as "ownScale", null::jsonb as members,
            null as aggregate
     from annotators n
     where exists (select 1 from assignments a where a.annotator_id = n.id and a.criteria_set_id = $1 and a.status = 'submitted')
     union all
     select j.id, j.name, 'judge', j.kind, coalesce(own.name, j.options->>'metric', j.name), own.scale,
            (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by m.name), '[]') from judges m
             where m.project_id = j.project_id and asked.options->'members' ? m.id::text),
            asked.options->>'aggregate'
     from judges j left join own on own.judge_id = j.id
     cross join lateral (
       select coalesce((select r.options from runs r where r.judge_id = j.id and r.criteria_set_id = $1 and r.options ? 'members'
                        order by r.created_at desc limit 1), j.options) as options) asked
     where j.project_id = (select project_id from tasks where id = $2) and $1::uuid is not null and (own.judge_id is not null or exists (
       select 1 from runs r join drafts d on d.run_id = r.id join criteria c on c.id = d.criterion_id
       where r.judge_id = j.id and r.criteria_set_id = $1 and r.kind = 'evaluation' and d.score is not null
         and c.criteria_set_id = $1 and c.sample_id is null))
     order by kind, name`,
    [task.criteriaSetId, task.id],
  );
  const people = new Set(result.rows.filter((rater) => rater.kind === "annotator").map((rater) => rater.name));
  const toldApart = (name: string) => (people.has(name) ? `${name} (judge)` : name);
  return result.rows.map(({ id, name, kind, judgeKind, metricName, ownScale, members, aggregate }) => ({
    id,
    name: kind === "judge" ? toldApart(name) : name,
    kind,
    judgeKind,
    metric:
      judgeKind === "metric" && metricName !== null
        ? { name: metricName, scale: ownScale && { min: ownScale.min, max: ownScale.max, step: ownScale.step } }
        : null,
    panel: judgeKind === "panel" ? { members: (members ?? []).map((member) => toldApart(member.name)), aggregate } : null,
  }));
}

type StoredRating = Omit<ReportData["ratings"][number], "rater" | "criterion"> & { raterId: string; criterionId: string };

async function listRatings(taskId: string, set: string | null): Promise<StoredRating[]> {
  const result = await pool().query<StoredRating>(
    `with place as (select id, (row_number() over (order by position, id) - 1)::int as sample from samples where task_id = $1)
     select place.sample, a.annotator_id as "raterId", e.criterion_id as "criterionId", e.score, ${unitArm} as arm,
            (extract(epoch from e.started_at) * 1000)::float8 as "startedAt", nullif(e.duration_ms, case when a.import_id is null then 0 end) as "durationMs"
     from evaluations e join assignments a on a.id = e.assignment_id join place on place.id = a.sample_id
     where a.criteria_set_id = $2 and a.status = 'submitted' and e.score is not null
     union all
     select place.sample, said.judge_id, said.criterion_id, said.score, null, null, null
     from (${newestDrafts({ set: "$2" })}) said join place on place.id = said.sample_id
     where said.score is not null`,
    [taskId, set],
  );
  return result.rows;
}

type StoredActionCounts = Omit<ReportData["actionCounts"][number], "annotator" | "judge" | "criterion"> & {
  annotatorId: string;
  judgeId: string;
  criterionId: string;
};

async function listActionCounts(taskId: string, set: string | null): Promise<StoredActionCounts[]> {
  const result = await pool().query<StoredActionCounts>(
    `with place as (select id, (min(place) over (partition by input_key))::int as input from (
       select id, input_key, row_number() over (order by position, id) - 1 as place from samples where task_id = $1) placed)
     select place.input, a.annotator_id as "annotatorId", r.judge_id as "judgeId", e.criterion_id as "criterionId", tallied.kind as "itemKind",
            sum(coalesce((counts->>'accept')::int, 0))::int as accept, sum(coalesce((counts->>'revise')::int, 0))::int as revise,
            sum(coalesce((counts->>'remove')::int, 0))::int as remove, sum(coalesce((counts->>'add')::int, 0))::int as add
     from evaluations e join assignments a on a.id = e.assignment_id join runs r on r.id = a.run_id and ${wasShownDraft}
     join place on place.id = a.sample_id
     cross join lateral jsonb_each(e.tally) as tallied (kind, counts)
     where a.criteria_set_id = $2 and a.status = 'submitted'
     group by place.input, a.annotator_id, r.judge_id, e.criterion_id, tallied.kind`,
    [taskId, set],
  );
  return result.rows;
}

async function listReasonCounts(set: string | null) {
  const result = await pool().query<{ judgeId: string; reason: string; count: number }>(
    `select r.judge_id as "judgeId", x.reason_code as reason, count(*)::int as count
     from actions x join evaluations e on e.id = x.evaluation_id join assignments a on a.id = e.assignment_id join runs r on r.id = a.run_id and ${wasShownDraft}
     where a.criteria_set_id = $1 and a.status = 'submitted' and x.reason_code is not null
       and not exists (select 1 from actions u where u.evaluation_id = x.evaluation_id and u.undoes_id = x.id)
     group by r.judge_id, x.reason_code order by count(*) desc`,
    [set],
  );
  return result.rows;
}

/** A report covers one criteria set; what stands under another one is said, not mixed in. */
async function listOtherSets(task: Task): Promise<ReportData["warnings"]> {
  const result = await pool().query<{ version: number; reported: number; submitted: number }>(
    `select c.version, own.version as reported,
            (select count(*) from assignments a where a.criteria_set_id = c.id and a.status = 'submitted')::int as submitted
     from criteria_sets c join criteria_sets own on own.id = $2
     where c.task_id = $1 and c.status = 'published' and c.id <> own.id order by c.version`,
    [task.id, task.criteriaSetId],
  );
  return result.rows.flatMap(({ version, reported, submitted }) => {
    if (submitted > 0) {
      const message = `Submitted samples under criteria set ${version} are not in this report, which is of criteria set ${reported}`;
      return [{ code: "other-criteria-set", message: `${message}.`, count: submitted }];
    }
    if (version < reported) return [];
    const message = `Criteria set ${version} is published and nothing is submitted under it yet; this report is of criteria set ${reported}.`;
    return [{ code: "newer-criteria-set", message, count: 1 }];
  });
}

async function listWarnings(task: Task): Promise<ReportData["warnings"]> {
  const result = await pool().query<{ warnings: { code: string; message: string; count: number; task?: string }[] }>(
    `select warnings from imports where status = 'done' and id in (
       select import_id from samples where task_id = $1 and import_id is not null
       union select import_id from assignments where task_id = $1 and import_id is not null) order by created_at`,
    [task.id],
  );
  return result.rows
    .flatMap((row) => row.warnings)
    .filter((warning) => warning.task === undefined || warning.task === task.name)
    .map(({ code, message, count }) => ({ code, message, count }));
}
