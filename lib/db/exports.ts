import "server-only";
import type { PoolClient } from "pg";
import type { EvaluationExport, RatingExport, SampleColumns, SampleExport } from "@/lib/datasets/export-rows";
import type { ItemKind } from "@/lib/domain/draft";
import type { StoredAction } from "./actions";
import { longPool, pool } from "./client";
import { newestDrafts, newestRunFirst } from "./newest-drafts";
import { unitArm, wasShownDraft } from "./unit-arm";

const samplesPerBatch = 200;

/** A task to be exported, with the criteria set whose ratings go out. */
export interface ExportTask {
  id: string;
  name: string;
  kind: string;
  criteriaSetId: string | null;
}

/** Tasks of a project in the order of their making; the set is the newest published one that has submitted work, else the newest. */
export async function listExportTasks(projectId: string, taskId: string | null): Promise<ExportTask[]> {
  const result = await pool().query<ExportTask>(
    `select t.id, t.name, t.kind,
            (select c.id from criteria_sets c where c.task_id = t.id and c.status = 'published'
             order by (exists (select 1 from assignments a where a.criteria_set_id = c.id and a.status = 'submitted')) desc, c.version desc limit 1) as "criteriaSetId"
     from tasks t where t.project_id = $1 and ($2::uuid is null or t.id = $2) order by t.created_at, t.name`,
    [projectId, taskId],
  );
  return result.rows;
}

/** Runs a stream of rows on one connection that sees the database as it is at the first row, whatever is saved meanwhile. */
export async function* inSnapshot<T>(rows: (client: PoolClient) => AsyncIterable<T>): AsyncGenerator<T> {
  const client = await longPool().connect();
  let failed = false;
  try {
    await client.query("begin isolation level repeatable read read only");
    yield* rows(client);
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    await client.query("rollback").catch(() => {
      failed = true;
    });
    client.release(failed);
  }
}

/** Names of those whose submitted work goes out; a judge that bears one of them is told apart, as in the report. */
const people = `people as (
  select distinct n.name from annotators n join assignments a on a.annotator_id = n.id where a.criteria_set_id = $1 and a.status = 'submitted')`;
const judgeName = "case when j.name in (select name from people) then j.name || ' (judge)' else j.name end";

/**
 * What a judge says of each sample by criteria that its runs made for themselves: a metric's own, or dimensions of single samples. Every run makes them
 * anew, so all that counts is what the newest of its runs over the set made of the sample.
 */
const ownCriteriaDrafts = `
  select judge_id, sample_id, criterion_id, score from (
    select r.judge_id, d.sample_id, d.criterion_id, d.score, rank() over (partition by r.judge_id, d.sample_id order by ${newestRunFirst}) as place
    from runs r join criteria_sets s on s.derived_by_run_id = r.id join criteria c on c.criteria_set_id = s.id
    join drafts d on d.run_id = r.id and d.criterion_id = c.id
    where r.criteria_set_id = $1 and r.kind = 'evaluation' and r.variant = 'plain' and d.sample_id = any($2)) made
  where place = 1`;

const ratingsOfSamples = `
  with ${people}, said as (
    select judge_id, sample_id, criterion_id, score
    from (${newestDrafts({ set: "$1", and: "d.sample_id = any($2) and d.criterion_id in (select id from criteria where criteria_set_id = $1)" })}) of_set
    union all ${ownCriteriaDrafts})
  select a.sample_id, false as own, c.position as criterion_position, c.name as criterion, n.name as rater, 'annotator' as rater_kind, e.score, ${unitArm} as arm,
         a.swapped, e.started_at, e.ended_at,
         (select x.reason from actions x where x.evaluation_id = e.id and x.kind = 'set-score' order by x.seq desc limit 1) as reason,
         (select x.text from actions x where x.evaluation_id = e.id and x.kind = 'set-score' order by x.seq desc limit 1) as label
  from evaluations e join assignments a on a.id = e.assignment_id join annotators n on n.id = a.annotator_id join criteria c on c.id = e.criterion_id
  where a.criteria_set_id = $1 and a.status = 'submitted' and a.sample_id = any($2)
  union all
  select said.sample_id, c.criteria_set_id <> $1, c.position, c.name, ${judgeName}, 'judge', said.score, null, null, null, null, null, null
  from said join judges j on j.id = said.judge_id join criteria c on c.id = said.criterion_id`;

export interface SampleRow extends Omit<SampleExport, "scores"> {
  inputKey: string;
  sampleId: string;
  position: number;
}

/** A task's samples in import order, in batches. */
export async function* sampleBatches(client: PoolClient, taskId: string): AsyncGenerator<SampleRow[]> {
  let after = -1;
  for (;;) {
    const batch = await client.query<SampleRow>(
      `select id as "sampleId", position, external_id as id, input, output, output_b as "outputB", system, system_b as "systemB",
              gold_label as "goldLabel", subset, reference,
              image_url as "imageUrl", input_id as "inputId", input_key as "inputKey", metadata
       from samples where task_id = $1 and position > $2 order by position limit $3`,
      [taskId, after, samplesPerBatch],
    );
    if (batch.rows.length === 0) return;
    yield batch.rows;
    after = batch.rows.at(-1)?.position ?? after;
  }
}

interface RatingRow {
  sample_id: string;
  criterion: string;
  rater: string;
  rater_kind: "annotator" | "judge";
  score: number | null;
  arm: RatingExport["arm"];
  swapped: boolean | null;
  started_at: Date | null;
  ended_at: Date | null;
  reason: string | null;
  label: string | null;
}

async function ratingsBySample(client: PoolClient, task: ExportTask, samples: SampleRow[]): Promise<Map<string, RatingRow[]>> {
  const bySample = new Map<string, RatingRow[]>(samples.map((sample) => [sample.sampleId, []]));
  if (task.criteriaSetId === null) return bySample;
  const ratings = await client.query<RatingRow>(
    `select * from (${ratingsOfSamples}) rated order by own, criterion_position, rater_kind, rater`,
    [task.criteriaSetId, samples.map((sample) => sample.sampleId)],
  );
  for (const rating of ratings.rows) bySample.get(rating.sample_id)?.push(rating);
  return bySample;
}

/** Samples with what every rater gave them. */
export async function* exportSamples(client: PoolClient, task: ExportTask): AsyncGenerator<SampleExport> {
  for await (const samples of sampleBatches(client, task.id)) {
    const ratings = await ratingsBySample(client, task, samples);
    for (const { sampleId, position: _, inputKey: __, ...sample } of samples) {
      const scores = (ratings.get(sampleId) ?? []).map(({ criterion, rater, rater_kind, score }) => ({
        criterion,
        rater,
        raterKind: rater_kind,
        score,
      }));
      yield { ...sample, scores };
    }
  }
}

/** One entry per rating of a submitted assignment and per unit that a judge has something to say of. */
export async function* exportRatings(client: PoolClient, task: ExportTask): AsyncGenerator<RatingExport> {
  for await (const samples of sampleBatches(client, task.id)) {
    const ratings = await ratingsBySample(client, task, samples);
    for (const sample of samples) {
      for (const rating of ratings.get(sample.sampleId) ?? []) {
        const { criterion, rater, rater_kind, score, label, reason, arm, swapped, started_at, ended_at } = rating;
        const times = { startedAt: started_at?.toISOString() ?? null, endedAt: ended_at?.toISOString() ?? null };
        yield {
          sampleId: sample.id,
          system: sample.system,
          systemB: sample.systemB,
          goldLabel: sample.goldLabel,
          subset: sample.subset,
          inputKey: sample.inputId ?? sample.inputKey,
          criterion,
          rater,
          raterKind: rater_kind,
          score,
          label,
          reason,
          ...times,
          arm,
          swapped,
        };
      }
    }
  }
}

/**
 * Which columns the table of samples needs beyond the fixed ones: one for each criterion and rater that go together. Dimensions that a judge made for
 * single samples have none, since there would be one for each of them; they stand in the table of ratings.
 */
export async function readSampleColumns(client: PoolClient, task: ExportTask): Promise<SampleColumns> {
  const metadata = await client.query<{ key: string }>(
    "select distinct jsonb_object_keys(metadata) as key from samples where task_id = $1 order by key",
    [task.id],
  );
  const scores = await client.query<{ criterion: string; rater: string }>(
    `with ${people}, pairs as (
       select e.criterion_id, n.name as rater, 0 as rank
       from evaluations e join assignments a on a.id = e.assignment_id join annotators n on n.id = a.annotator_id
       where a.criteria_set_id = $1 and a.status = 'submitted' group by e.criterion_id, n.name
       union all
       select drafted.criterion_id, ${judgeName}, 1
       from (select distinct r.judge_id, d.criterion_id from runs r join drafts d on d.run_id = r.id
             where r.criteria_set_id = $1 and r.kind = 'evaluation' and r.variant = 'plain') drafted join judges j on j.id = drafted.judge_id)
     select c.name as criterion, pairs.rater from pairs join criteria c on c.id = pairs.criterion_id
     where c.sample_id is null
     group by c.criteria_set_id <> $1, c.name, pairs.rank, pairs.rater
     order by c.criteria_set_id <> $1, min(c.position), c.name, pairs.rank, pairs.rater`,
    [task.criteriaSetId],
  );
  const subsets = await client.query<{ there: boolean }>(
    "select exists (select 1 from samples where task_id = $1 and subset is not null) as there",
    [task.id],
  );
  return { subset: subsets.rows[0]?.there ?? false, metadata: metadata.rows.map((row) => row.key), scores: scores.rows };
}

/** An evaluation as stored; what its actions leave is for the caller to derive. */
export type StoredEvaluation = Omit<EvaluationExport, "items" | "actions" | "draft"> & {
  actions: StoredAction[];
  draft: (Omit<NonNullable<EvaluationExport["draft"]>, "items"> & { items: { kind: ItemKind; text: string }[] }) | null;
  scale: { min: number; max: number; step: number | null };
};

/** Every evaluation of a task, unsubmitted ones included, with its draft and all its actions. */
export async function* exportEvaluations(client: PoolClient, task: ExportTask): AsyncGenerator<StoredEvaluation> {
  for await (const samples of sampleBatches(client, task.id)) {
    const result = await client.query<Omit<StoredEvaluation, "startedAt" | "endedAt"> & { startedAt: Date | null; endedAt: Date | null }>(
      `select $2 as task, s.external_id as "sampleId", coalesce(s.input_id, s.input_key) as "inputKey", s.system, s.system_b as "systemB", c.name as criterion, c.scale, n.name as rater, ${unitArm} as arm,
              a.swapped, e.score,
              e.complete, e.started_at as "startedAt", e.ended_at as "endedAt", e.duration_ms as "durationMs",
              case when d.id is not null then jsonb_build_object('judge', j.name, 'model', r.model, 'protocol', r.protocol, 'promptVersion', r.prompt_version,
                'score', d.score, 'items', d.items, 'raw', d.raw) end as draft,
              coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'seq', x.seq, 'parentId', x.parent_id, 'kind', x.kind, 'itemId', x.item_id,
                'itemKind', x.item_kind, 'text', x.text, 'score', x.score, 'criterion', null, 'reasonCode', x.reason_code, 'reason', x.reason,
                'undoesId', x.undoes_id, 'at', to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'origin', x.origin) order by x.seq)
                from actions x where x.evaluation_id = e.id), '[]') as actions
       from evaluations e join assignments a on a.id = e.assignment_id join samples s on s.id = a.sample_id
       join annotators n on n.id = a.annotator_id join criteria c on c.id = e.criterion_id
       left join runs r on r.id = a.run_id and ${wasShownDraft} left join judges j on j.id = r.judge_id
       left join drafts d on d.run_id = r.id and d.sample_id = s.id and d.criterion_id = c.id
       where a.sample_id = any($1) order by s.position, n.name, c.position`,
      [samples.map((sample) => sample.sampleId), task.name],
    );
    for (const { startedAt, endedAt, ...row } of result.rows) {
      yield { ...row, startedAt: startedAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null };
    }
  }
}
