import "server-only";
import { type Expression, sql } from "kysely";
import { inputText, JoinedTexts } from "@/lib/datasets/training/input-text";
import type { TrainingCriterion, TrainingFacts, TrainingPlan } from "@/lib/datasets/training/plan-training";
import type { TrainingGroup, TrainingSample } from "@/lib/datasets/training/training-group";
import { found } from "@/lib/domain/errors";
import type { TrainingRun } from "@/lib/domain/training";
import { type Db, db, prisma } from "./client";
import { listExportTasks } from "./export-windows";
import { metricScales } from "./report-runs";
import { listCritiques, listRatings, type TrainingPlace } from "./training-sources";

const samplesPerBatch = 200;

/** What the export starts from, with database ids. */
export interface StoredTraining {
  facts: TrainingFacts;
  place: TrainingPlace;
}

/**
 * A task with the criteria that the source rates: those of the set that its exports and reports cover, or a metric's own. Throws not_found if the task
 * or the judge is not in the project.
 */
export async function getTraining(projectId: string, taskId: string, judgeName: string | null): Promise<StoredTraining> {
  const [exported] = await listExportTasks(projectId, taskId);
  const { criteriaSetId } = found(exported, "task");
  const described = db()
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .leftJoin("criteriaSets as s", (join) => join.on("s.id", "=", criteriaSetId))
    .select(["p.name as project", "t.name", "t.description", "t.inputName", "t.outputName", "t.kind", "s.version"])
    .where("t.id", "=", taskId);
  const criteria = db()
    .selectFrom("criteria")
    .select(["id", "name", "definition", "scale", "overall"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where("sampleId", "is", null)
    .orderBy("position");
  const named =
    judgeName === null
      ? null
      : prisma().judge.findUnique({ where: { projectId_name: { projectId, name: judgeName } }, select: { id: true } });
  const [row, judge, listed] = await Promise.all([described.executeTakeFirst(), named, criteria.execute()]);
  const { project, version, ...task } = found(row, "task");
  const judgeId = judgeName === null ? null : found(judge, `judge "${judgeName}"`).id;
  const own = judgeId === null ? null : await findOwnCriterion(taskId, judgeId);
  return {
    facts: { project, task, criteriaSet: version === null ? null : { version }, criteria: own === null ? listed : [own] },
    place: { taskId, criteriaSetId, judgeId, ownScale: own !== null },
  };
}

/** A metric's scale, expressed as a criterion. */
async function findOwnCriterion(taskId: string, judgeId: string): Promise<TrainingCriterion | null> {
  const own = await db()
    .selectFrom(metricScales(taskId).as("own"))
    .select(["own.name", "own.scale"])
    .where("own.judgeId", "=", judgeId)
    .executeTakeFirst();
  return own === undefined ? null : { ...own, id: judgeId, definition: "", overall: true };
}

/**
 * A task's samples with the source's ratings or critiques, input by input; unwanted inputs are not read. Only a few hundred samples, or those of one
 * input, are held at a time. Must be read within one transaction.
 */
export async function* trainingGroups(
  tx: Db,
  plan: TrainingPlan,
  place: TrainingPlace,
  wants: (splitKey: string) => boolean,
): AsyncGenerator<TrainingGroup> {
  const joined = await joinTexts(tx, place.taskId);
  for await (const splitKeys of inputBatches(tx, place.taskId, joined, wants)) {
    const samples = await readSamples(tx, place.taskId, [...splitKeys.keys()]);
    const ids = samples.map(({ id }) => id);
    if (plan.measure !== null) await fill(samples, "ratings", listRatings(tx, plan, place, ids));
    if (plan.format === "sft") await fill(samples, "critiques", listCritiques(tx, plan, place, ids));
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

/** The order of input keys, the same whatever the database's locale. */
const inByteOrder = (inputKey: Expression<string>) => sql<string>`${inputKey} collate "C"`;

/** Joins the differing texts among one input's samples. */
async function joinTexts(tx: Db, taskId: string): Promise<JoinedTexts> {
  const joined = new JoinedTexts();
  const hash = (text: Expression<string>) => sql<string>`md5(${text})`;
  const torn = tx
    .selectFrom("samples")
    .select("inputKey")
    .where("taskId", "=", taskId)
    .groupBy("inputKey")
    .having(({ fn, ref, eb }) => eb(fn.min(hash(ref("input"))), "<>", fn.max(hash(ref("input")))));
  const texts = tx
    .selectFrom("samples as s")
    .select(["s.inputKey", "s.input"])
    .where("s.taskId", "=", taskId)
    .where("s.inputKey", "in", torn)
    .orderBy(({ ref }) => inByteOrder(ref("s.inputKey")));
  let last = { inputKey: "", text: "" };
  for await (const { inputKey, input } of fetched(tx, "torn_inputs", texts)) {
    const text = inputText(input);
    if (last.inputKey === inputKey) joined.join(last.text, text);
    last = { inputKey, text };
  }
  return joined;
}

/** The rows of a query, read through a cursor in batches. */
async function* fetched<T extends object>(tx: Db, name: "torn_inputs" | "training_inputs", query: Expression<T>): AsyncGenerator<T> {
  const cursor = sql.id(name);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(samplesPerBatch)} from ${cursor}`.execute(tx);
    if (rows.length === 0) return;
    yield* rows;
  }
}

/** Input keys in order, each with the text that decides its split, in batches of about 200 samples. */
async function* inputBatches(
  tx: Db,
  taskId: string,
  joined: JoinedTexts,
  wants: (splitKey: string) => boolean,
): AsyncGenerator<Map<string, string>> {
  // Any sample's text identifies its input; differing ones are joined.
  const inputs = tx
    .selectFrom((eb) =>
      eb
        .selectFrom("samples")
        .select(({ fn, ref }) => ["inputKey", fn.countAll<number>().as("samples"), sql<string>`min(${ref("id")}::text)::uuid`.as("id")])
        .where("taskId", "=", taskId)
        .groupBy("inputKey")
        .as("g"),
    )
    .innerJoin("samples as s", "s.id", "g.id")
    .select(["g.inputKey", "g.samples", "s.input"])
    .orderBy(({ ref }) => inByteOrder(ref("g.inputKey")));
  let batch = new Map<string, string>();
  let held = 0;
  for await (const { inputKey, samples, input } of fetched(tx, "training_inputs", inputs)) {
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

async function readSamples(tx: Db, taskId: string, keys: string[]): Promise<StoredSample[]> {
  const samples = await tx
    .selectFrom("samples")
    .select(["id", "inputKey", "externalId", "input", "output", "outputB", "reference", "imageUrl", "goldLabel"])
    .where("taskId", "=", taskId)
    .where("inputKey", "=", ({ fn, val }) => fn.any(val(keys)))
    .orderBy(({ ref }) => inByteOrder(ref("inputKey")))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return samples.map((sample) => ({ ...sample, ratings: [], critiques: [] }));
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

/** The runs that the lines come from, oldest first. */
export async function listTrainingRuns(tx: Db, ids: string[]): Promise<TrainingRun[]> {
  const runs = await tx
    .selectFrom("runs as r")
    .innerJoin("judges as j", "j.id", "r.judgeId")
    .select(["r.id", "j.name as judge", "r.model", "r.protocol", "r.promptVersion", "r.options", "r.createdAt"])
    .where("r.id", "=", ({ fn, val }) => fn.any(val(ids)))
    .orderBy("r.createdAt")
    .orderBy("r.id")
    .execute();
  return runs.map((run) => ({ ...run, createdAt: run.createdAt.toISOString() }));
}
