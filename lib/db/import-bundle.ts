import "server-only";
import type { PoolClient } from "pg";
import { pairScaleProblem } from "@/lib/domain/preference";
import { insertRows } from "./bulk";
import { findSampleIds, nextPosition, storeSamples } from "./import-samples";
import {
  type CriteriaTarget,
  createPublishedSet,
  getOrCreateAnnotators,
  getOrCreateImportedRun,
  getOrCreateJudge,
  getOrCreateTask,
} from "./import-targets";
import { storeWork } from "./import-work";
import { keyOf, type Place, type StoredStudy, type StudyToStore } from "./study";

type Queryable = Pick<PoolClient, "query">;

/** Stores a whole task inside the caller's transaction. Repeating it stores nothing; what differs from what is there comes back as conflicts. */
export async function storeStudy(
  client: Queryable,
  target: { projectId: string; importId: string },
  study: StudyToStore,
): Promise<StoredStudy> {
  const task = await getOrCreateTask(client, target, study.task.name, study.task);
  const stored: StoredStudy = {
    tasks: task.created ? 1 : 0,
    samples: 0,
    samplesUnchanged: 0,
    criteria: 0,
    drafts: 0,
    ratings: 0,
    ratingsUnchanged: 0,
    annotators: 0,
    judges: 0,
    conflicts: [],
  };
  const place = { ...target, taskId: task.id, taskName: study.task.name };
  const unfit = pairScaleProblem(task.kind, study.criteria);
  if (unfit !== null) return { ...stored, conflicts: [`${study.task.name}: ${unfit}`] };
  const set = task.set ?? (await createPublishedSet(client, { taskId: task.id, importId: target.importId }, study.criteria));
  if (task.set) stored.conflicts.push(...criteriaConflicts(study, task.set));
  else stored.criteria = study.criteria.length;
  const samples = await storeSamples(
    client,
    { taskId: task.id, importId: target.importId, firstPosition: await nextPosition(client, task.id) },
    study.samples,
  );
  stored.samples = samples.stored;
  stored.samplesUnchanged = samples.unchanged;
  for (const sample of samples.conflicts)
    stored.conflicts.push(`${study.task.name}: sample "${sample.externalId}" is stored with other content`);
  if (stored.conflicts.length > 0) return stored;

  const sampleIds = await findSampleIds(
    client,
    task.id,
    study.samples.map((sample) => sample.externalId),
  );
  const runs = new Map<string, Map<string, string>>();
  for (const judge of study.judges) runs.set(judge.name, await storeDrafts(client, place, set, sampleIds, judge, stored));
  const annotators = await getOrCreateAnnotators(
    client,
    target.projectId,
    study.annotators.map((annotator) => annotator.name),
  );
  stored.annotators = annotators.made;
  for (const annotator of study.annotators) {
    await storeWork(
      client,
      { ...place, annotatorId: annotators.ids.get(annotator.name) ?? "", annotator: annotator.name },
      set,
      { sampleIds, runs },
      annotator.assignments,
      stored,
    );
  }
  return stored;
}

function criteriaConflicts(study: StudyToStore, set: CriteriaTarget): string[] {
  return study.criteria.flatMap((criterion) => {
    const there = set.byName.get(criterion.name);
    if (!there) return [`${study.task.name}: the published criteria set has no criterion "${criterion.name}"`];
    const same =
      there.scale.min === criterion.scale.min && there.scale.max === criterion.scale.max && there.scale.step === criterion.scale.step;
    return same ? [] : [`${study.task.name}: criterion "${criterion.name}" is published with another scale`];
  });
}

/** Returns the run that holds each sample's drafts, by the sample's own id. */
async function storeDrafts(
  client: Queryable,
  place: Place,
  set: CriteriaTarget,
  sampleIds: Map<string, string>,
  judge: StudyToStore["judges"][number],
  stored: StoredStudy,
): Promise<Map<string, string>> {
  const { id: judgeId, made } = await getOrCreateJudge(client, place.projectId, judge.name, judge.model);
  if (made) stored.judges += 1;
  const there = await client.query<{ run_id: string; sample_id: string; criterion_id: string; raw: string }>(
    `select d.run_id, d.sample_id, d.criterion_id, d.raw from drafts d join runs r on r.id = d.run_id
     where r.judge_id = $1 and r.criteria_set_id = $2 and r.import_id is not null and d.sample_id = any($3)`,
    [judgeId, set.id, [...sampleIds.values()]],
  );
  const known = new Map(there.rows.map((row) => [keyOf(row.sample_id, row.criterion_id), row]));
  const runOfSample = new Map<string, string>();
  const rows: unknown[][] = [];
  let runId: string | null = null;
  for (const draft of judge.drafts) {
    const sampleId = sampleIds.get(draft.sampleId) ?? "";
    const criterionId = set.byName.get(draft.criterion)?.id ?? "";
    const same = known.get(keyOf(sampleId, criterionId));
    if (same) {
      runOfSample.set(draft.sampleId, same.run_id);
      if (same.raw !== draft.raw)
        stored.conflicts.push(
          `${place.taskName}: sample "${draft.sampleId}" has another draft by "${judge.name}" for "${draft.criterion}"`,
        );
      continue;
    }
    runId ??= await getOrCreateImportedRun(client, {
      ...place,
      judgeId,
      criteriaSetId: set.id,
      model: judge.model,
      protocol: judge.protocol,
      promptVersion: judge.promptVersion,
    });
    if (!runOfSample.has(draft.sampleId)) runOfSample.set(draft.sampleId, runId);
    rows.push([runId, sampleId, criterionId, draft.score, JSON.stringify(draft.items), draft.raw]);
  }
  await insertRows(
    client,
    "drafts",
    { run_id: "uuid", sample_id: "uuid", criterion_id: "uuid", score: "float8", items: "jsonb", raw: "text" },
    rows,
  );
  stored.drafts += rows.length;
  return runOfSample;
}
