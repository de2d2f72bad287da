import "server-only";
import type { PoolClient } from "pg";
import { inputText, JoinedTexts } from "@/lib/datasets/training/input-text";
import type { TrainingCriterion, TrainingFacts, TrainingPlan } from "@/lib/datasets/training/plan-training";
import type { TrainingGroup, TrainingSample } from "@/lib/datasets/training/training-group";
import { found } from "@/lib/domain/errors";
import type { TrainingRun } from "@/lib/domain/training";
import { pool } from "./client";
import { listExportTasks } from "./exports";
import { metricScales } from "./report-runs";
import { listCritiques, listRatings } from "./training-sources";

const samplesPerBatch = 200;

/** What the export starts from, with ids of the store's own. */
export interface StoredTraining {
  facts: TrainingFacts;
  place: TrainingPlace;
}

export interface TrainingPlace {
  taskId: string;
  criteriaSetId: string | null;
  /** The judge whose labels or texts are taken; null: nobody's or everybody's. */
  judgeId: string | null;
  /** Whether that judge is a metric on a scale of its own. */
  ownScale: boolean;
}

/**
 * A task with the criteria that the source rates: those of the set that its exports and reports are of, or a metric's own. Throws not_found for a task
 * that is not in the project, or a judge that is not.
 */
export async function getTraining(projectId: string, taskId: string, judgeName: string | null): Promise<StoredTraining> {
  const [exported] = await listExportTasks(projectId, taskId);
  const { criteriaSetId } = found(exported, "task");
  const [task, judge, criteria] = await Promise.all([
    pool().query<TrainingFacts["task"] & { project: string; version: number | null }>(
      `select p.name as project, t.name, t.description, t.input_name as "inputName", t.output_name as "outputName", t.kind, s.version
       from tasks t join projects p on p.id = t.project_id left join criteria_sets s on s.id = $2 where t.id = $1`,
      [taskId, criteriaSetId],
    ),
    judgeName === null
      ? null
      : pool().query<{ id: string }>("select id from judges where project_id = $1 and name = $2", [projectId, judgeName]),
    pool().query<TrainingCriterion>(
      "select id, name, definition, scale, overall from criteria where criteria_set_id = $1 and sample_id is null order by position",
      [criteriaSetId],
    ),
  ]);
  const { project, version, ...described } = found(task.rows[0], "task");
  const judgeId = judge === null ? null : found(judge.rows[0], `judge "${judgeName}"`).id;
  const own = judgeId === null ? null : await findOwnCriterion(taskId, judgeId);
  return {
    facts: { project, task: described, criteriaSet: version === null ? null : { version }, criteria: own === null ? criteria.rows : [own] },
    place: { taskId, criteriaSetId, judgeId, ownScale: own !== null },
  };
}

/** A metric's scale as a criterion, which is all that it has to say. */
async function findOwnCriterion(taskId: string, judgeId: string): Promise<TrainingCriterion | null> {
  const result = await pool().query<Pick<TrainingCriterion, "name" | "scale">>(
    `select own.name, own.scale from (${metricScales("$1")}) own where own.judge_id = $2`,
    [taskId, judgeId],
  );
  const [own] = result.rows;
  return own === undefined ? null : { ...own, id: judgeId, definition: "", overall: true };
}

/**
 * The samples of a task with what the source says of them, input by input; inputs that are not wanted are not read. Only a few hundred samples are held
 * at a time, or those of one input. To be read within one transaction.
 */
export async function* trainingGroups(
  client: PoolClient,
  plan: TrainingPlan,
  place: TrainingPlace,
  wants: (splitKey: string) => boolean,
): AsyncGenerator<TrainingGroup> {
  const joined = await joinTexts(client, place.taskId);
  for await (const splitKeys of inputBatches(client, place.taskId, joined, wants)) {
    const samples = await readSamples(client, place.taskId, [...splitKeys.keys()]);
    const ids = samples.map(({ id }) => id);
    if (plan.measure !== null) await fill(samples, "ratings", listRatings(client, plan, place, ids));
    if (plan.format === "sft") await fill(samples, "critiques", listCritiques(client, plan, place, ids));
    yield* groupsOf(samples, splitKeys);
  }
}

type StoredSample = TrainingSample & { id: string; inputKey: string };

async function fill<K extends "ratings" | "critiques">(
  samples: StoredSample[],
  kind: K,
  listed: Promise<{ sampleId: string; entry: TrainingSample[K][number] }[]>,
): Promise<void> {
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  for (const { sampleId, entry } of await listed) (byId.get(sampleId)?.[kind] as TrainingSample[K][number][] | undefined)?.push(entry);
}

/** Texts that one input's samples have between them where they differ, put together. */
async function joinTexts(client: PoolClient, taskId: string): Promise<JoinedTexts> {
  const joined = new JoinedTexts();
  await client.query(
    `declare torn_inputs no scroll cursor for
     select s.input_key as "inputKey", s.input from samples s
     where s.task_id = $1 and s.input_key in (
       select input_key from samples where task_id = $1 group by input_key having min(md5(input)) <> max(md5(input)))
     order by s.input_key collate "C"`,
    [taskId],
  );
  let last = { inputKey: "", text: "" };
  for await (const { inputKey, input } of fetched<{ inputKey: string; input: string }>(client, "torn_inputs")) {
    const text = inputText(input);
    if (last.inputKey === inputKey) joined.join(last.text, text);
    last = { inputKey, text };
  }
  return joined;
}

/** The rows of an open cursor. */
async function* fetched<T extends object>(client: PoolClient, cursor: "torn_inputs" | "training_inputs"): AsyncGenerator<T> {
  for (;;) {
    const { rows } = await client.query<T>(`fetch ${samplesPerBatch} from ${cursor}`);
    if (rows.length === 0) return;
    yield* rows;
  }
}

/** Keys of inputs in their order, each with what its split goes by, as many at a time as have some 200 samples together. */
async function* inputBatches(
  client: PoolClient,
  taskId: string,
  joined: JoinedTexts,
  wants: (splitKey: string) => boolean,
): AsyncGenerator<Map<string, string>> {
  // Any sample's text names its input: where they differ they are joined.
  await client.query(
    `declare training_inputs no scroll cursor for
     select g.input_key as "inputKey", g.samples, s.input
     from (select input_key, count(*)::int as samples, min(id::text)::uuid as id from samples where task_id = $1 group by input_key) g
     join samples s on s.id = g.id order by g.input_key collate "C"`,
    [taskId],
  );
  let batch = new Map<string, string>();
  let held = 0;
  for await (const { inputKey, samples, input } of fetched<{ inputKey: string; samples: number; input: string }>(
    client,
    "training_inputs",
  )) {
    const splitKey = joined.of(inputText(input));
    if (!wants(splitKey)) continue;
    batch.set(inputKey, splitKey);
    held += samples;
    if (held < samplesPerBatch) continue;
    yield batch;
    batch = new Map();
    held = 0;
  }
  if (batch.size > 0) yield batch;
}

async function readSamples(client: PoolClient, taskId: string, keys: string[]): Promise<StoredSample[]> {
  const result = await client.query<Omit<StoredSample, "ratings" | "critiques">>(
    `select id, input_key as "inputKey", external_id as "externalId", input, output, output_b as "outputB", reference, image_url as "imageUrl",
            gold_label as "goldLabel"
     from samples where task_id = $1 and input_key = any($2) order by input_key collate "C", position, id`,
    [taskId, keys],
  );
  return result.rows.map((sample) => ({ ...sample, ratings: [], critiques: [] }));
}

/** Samples in the order of their inputs, by input. */
function groupsOf(samples: StoredSample[], splitKeys: ReadonlyMap<string, string>): TrainingGroup[] {
  const groups: TrainingGroup[] = [];
  for (const { id: _, inputKey, ...sample } of samples) {
    const last = groups.at(-1);
    if (last?.inputKey === inputKey) last.samples.push(sample);
    else groups.push({ inputKey, splitKey: splitKeys.get(inputKey) ?? inputKey, samples: [sample] });
  }
  return groups;
}

/** What is known of the runs that lines come from, oldest first. */
export async function listTrainingRuns(client: PoolClient, ids: string[]): Promise<TrainingRun[]> {
  const result = await client.query<Omit<TrainingRun, "createdAt"> & { createdAt: Date }>(
    `select r.id, j.name as judge, r.model, r.protocol, r.prompt_version as "promptVersion", r.options, r.created_at as "createdAt"
     from runs r join judges j on j.id = r.judge_id where r.id = any($1) order by r.created_at, r.id`,
    [ids],
  );
  return result.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
