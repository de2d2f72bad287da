import "server-only";
import type { ImportLog } from "@/lib/datasets/import-log";
import type { RejectionReason, StoredCounts, StudyRecord } from "@/lib/domain/import";
import { labelOf } from "@/lib/domain/labels";
import { log } from "@/lib/log";
import { longPool, pool, type Tx } from "../client";
import { insertImages } from "../sample-images";
import type { StoredColumns, StoredTable } from "../stored-names";
import { updateChanged } from "./changed-samples";
import { checkSamples, checkWork } from "./check-staged";
import { commitStaged } from "./commit-staged";
import { ImportPlan } from "./import-plan";
import { type ImportTarget, makePlanned } from "./make-planned";
import { type GivenWithImport, Stager } from "./stager";
import { type StagedDb, Staging } from "./staging";

/** Records that are checked and can be stored. */
export interface StagedImport {
  /** What storing them would add. */
  counts: StoredCounts;
  /** Stores them, within the same transaction; with `updateSamples` also what they change of stored samples. Returns how many samples were changed. */
  store(asked: { updateSamples: boolean }): Promise<number>;
}

/**
 * Loads an import's records, whatever their format, into the transaction's temporary tables and checks them against the study, where only
 * what they refer to by name (tasks, criteria, annotators, judges) has been created so far. What cannot be stored goes to the log.
 */
export async function stageRecords(
  tx: Tx,
  given: ImportTarget & GivenWithImport,
  records: AsyncIterable<readonly StudyRecord[]>,
  log: ImportLog,
): Promise<StagedImport> {
  const staging = Staging.open(tx);
  const { db } = staging;
  const plan = new ImportPlan(db, given.projectId);
  const stager = new Stager(staging, plan, given, log);
  const load = async () => {
    for await (const batch of records) await stager.stage(batch);
    const made = await makePlanned(staging, plan, given);
    await staging.close();
    return made;
  };
  const made = await load().catch(async (error: unknown) => {
    // A statement that the server refused meanwhile makes it refuse all others of the transaction: its error is the cause.
    await staging.settled();
    throw error;
  });
  const { samples, drafts, ratings } = stager.staged;
  if (samples > 0) await checkSamples(db, plan, log, stager.images);
  if (drafts + ratings > 0) await checkWork(staging);
  const skipped = await countSkips(db);
  if (skipped.size > 0) await reportSkips(staging, plan, log);
  const count = (...reasons: Skip[]) => reasons.reduce((sum, reason) => sum + (skipped.get(reason) ?? 0), 0);
  const counts: StoredCounts = {
    ...made,
    samples: samples - count("repeated-sample", "changed-sample", "unchanged-sample", "worked-on-sample"),
    samplesUnchanged: count("unchanged-sample"),
    samplesChanged: count("changed-sample"),
    samplesUpdated: 0,
    drafts: drafts - count("changed-draft", "unchanged-draft"),
    ratings: ratings - count("no-sample", "own-assignment", "repeated-rating", "changed-rating", "changed-work", "unchanged-rating"),
    ratingsUnchanged: count("unchanged-rating"),
  };
  return {
    counts,
    store: async ({ updateSamples }) => {
      const updated = updateSamples ? await updateChanged(db, given) : 0;
      const stored = await commitStaged(staging, plan, given);
      await insertImages(tx, given.importId, stager.images);
      const same =
        stored.samples === counts.samples &&
        stored.drafts.drafts === counts.drafts &&
        stored.evaluations + stored.drafts.ratings === counts.ratings;
      if (!same) throw new Error(`an import stored ${JSON.stringify(stored)} where ${JSON.stringify(counts)} was to be stored`);
      return updated;
    },
  };
}

type Skip = RejectionReason | "changed-sample" | "unchanged-sample" | "unchanged-rating" | "unchanged-draft";

async function countSkips(db: StagedDb): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("stagedSkips")
    .select((eb) => ["reason", eb.fn.countAll<number>().as("n")])
    .groupBy("reason")
    .execute();
  return new Map(rows.map(({ reason, n }) => [reason, n]));
}

/** Logs what cannot be stored, in file order. */
async function reportSkips(staging: Staging, plan: ImportPlan, log: ImportLog): Promise<void> {
  const { db } = staging;
  // The names of what is skipped are looked for among ratings and drafts too.
  await staging.holdWork();
  const label = (no: number | null) => (no === null ? null : (plan.labels[no] ?? null));
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom("stagedSkips as k")
      .leftJoin("stagedSamples as s", "s.place", "k.place")
      .leftJoin("stagedEvaluations as e", "e.place", "k.place")
      .leftJoin("stagedDrafts as d", "d.place", "k.place")
      .leftJoin("stagedSamples as firstS", "firstS.place", "k.firstPlace")
      .leftJoin("stagedEvaluations as firstE", "firstE.place", "k.firstPlace")
      .leftJoin("stagedDrafts as firstD", "firstD.place", "k.firstPlace")
      .where("k.reason", "not in", ["changed-sample", "unchanged-sample", "unchanged-rating", "unchanged-draft"])
      .where("k.place", ">", after)
      .select((eb) => [
        "k.place",
        "k.reason",
        "firstS.file as firstFile",
        eb.fn.coalesce("firstS.row", "firstE.row", "firstD.row").as("firstRow"),
        "k.storedScore",
        "s.file",
        eb.fn.coalesce("s.row", "e.row", "d.row").as("row"),
        eb.fn.coalesce("s.task", "e.task", "d.task").as("task"),
        eb.fn.coalesce("s.externalId", "e.sample", "d.sample").as("sample"),
        eb.fn.coalesce("e.criterion", "d.criterion").as("criterion"),
        eb.fn.coalesce("e.rater", "d.rater").as("rater"),
        eb.fn.coalesce("e.score", "d.score").as("score"),
      ])
      .orderBy("k.place")
      .limit(10_000)
      .execute();
    for (const { place: _, reason, sample, task, criterion, rater, ...row } of rows) {
      const names = { task: label(task) ?? "", sample: sample ?? "", criterion: label(criterion), rater: label(rater) };
      const scale = plan.tasks.get(names.task)?.set?.scales.get(names.criterion ?? "");
      const named = (score: number | null) => (scale === undefined || score === null ? score : (labelOf(scale, score) ?? score));
      const scores = { score: named(row.score), storedScore: named(row.storedScore) };
      log.reject({ ...row, ...names, ...scores, reason: reason as RejectionReason });
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
  }
}

/** The columns that statements join and filter by, all that are not texts: analyzing those as well would take three times as long. */
const analyzed = {
  samples: ["task_id", "external_id", "position", "input_key", "filled_slots", "import_id"],
  drafts: ["run_id", "sample_id", "criterion_id"],
  assignments: [],
  evaluations: ["assignment_id", "criterion_id", "score", "shown_draft_id", "import_id"],
  actions: ["evaluation_id", "seq", "kind"],
} satisfies { [Table in StoredTable]?: StoredColumns[Table][] };

/**
 * Updates the planner's statistics after many rows were added: until then it plans as if the tables were small. After very many (`atLeast`) it also
 * has PostgreSQL note that everybody sees them, which otherwise the first report and the first counts would do row by row.
 */
export async function analyzeStudy(
  { samples, drafts, ratings }: Pick<StoredCounts, "samples" | "drafts" | "ratings">,
  atLeast = { toAnalyze: 1000, toVacuum: 100_000 },
): Promise<void> {
  const grown = { samples, drafts: Math.max(drafts, ratings), assignments: ratings, evaluations: ratings, actions: ratings };
  const tablesOf = (least: number, most: number) =>
    Object.entries(analyzed)
      .filter(([table]) => grown[table as keyof typeof analyzed] >= least && grown[table as keyof typeof analyzed] < most)
      .map(([table, columns]) => (columns.length === 0 ? table : `${table} (${columns.join(", ")})`));
  const large = tablesOf(atLeast.toVacuum, Infinity);
  // If another process is at a table, its result serves this import too. A failure here does not fail the import, which is stored.
  const statements = tablesOf(atLeast.toAnalyze, atLeast.toVacuum).map((table) => pool().query(`analyze (skip_locked) ${table}`));
  // One after the other: other imports wait for connections without a limit of time.
  if (large.length > 0) statements.push(longPool().query(`vacuum (analyze, skip_locked) ${large.join(", ")}`));
  for (const done of await Promise.allSettled(statements))
    if (done.status === "rejected") log.warn({ err: done.reason }, "tables could not be analyzed after an import");
}
