import "server-only";
import { found } from "@/lib/domain/errors";
import type { JudgeTrial, TrialEvidence } from "@/lib/domain/judge-improvement";
import { type Db, db } from "./client";
import { given } from "./given";

const trials = () =>
  db()
    .selectFrom("judgeTrials as x")
    .leftJoin("judges as j", "j.id", "x.judgeId")
    .leftJoin("users as u", "u.id", "x.adoptedById")
    .select(["x.id", "x.splitId", "x.use", "x.judgeId", "j.name as judgeName", "x.candidates", "x.evidence", "x.createdAt"])
    .select(({ fn }) => ["x.adoptedId", "x.adoptedAt", fn.coalesce("u.name", "x.adoptedById").as("adoptedBy")]);

type StoredTrial = Awaited<ReturnType<ReturnType<typeof trials>["executeTakeFirstOrThrow"]>>;

/** How many proofs have used a split's held-out part. */
export async function countUses(splitId: string, on: Db = db()): Promise<number> {
  const uses = on
    .selectFrom("judgeTrials")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where("splitId", "=", splitId);
  return (await uses.executeTakeFirstOrThrow()).uses;
}

/** Begins a use of the held-out part. The lock on the split makes each use's number its own. */
export async function createTrialRow(
  tx: Db,
  trial: { splitId: string; judgeId: string; candidates: { candidateId: string; runId: string | null }[]; createdById: string },
): Promise<{ id: string; use: number }> {
  await tx.selectFrom("judgeSplits").select("id").where("id", "=", trial.splitId).forUpdate().execute();
  const use = (await countUses(trial.splitId, tx)) + 1;
  const values = { ...trial, candidates: JSON.stringify(trial.candidates), use };
  const { id } = await tx.insertInto("judgeTrials").values(values).returning("id").executeTakeFirstOrThrow();
  return { id, use };
}

/** Writes the work list of a trial's run: all criteria, or the overall one, of these samples. Returns how many units. */
export async function createTrialUnits(
  tx: Db,
  run: { id: string; criteriaSetId: string },
  criteria: "every" | "overall",
  sampleIds: readonly string[],
): Promise<number> {
  const rows = sampleIds.map((sampleId) => ({ sampleId }));
  const units = tx
    .selectFrom(given(rows, { sampleId: "uuid" }))
    .innerJoin("criteria as c", (join) => join.on("c.criteriaSetId", "=", run.criteriaSetId).on("c.sampleId", "is", null))
    .$if(criteria === "overall", (query) => query.where("c.overall", "=", true))
    .select(({ cast, val }) => [cast<string>(val(run.id), "uuid").as("runId"), "given.sampleId", "c.id as criterionId"]);
  const inserted = tx.insertInto("runUnits").columns(["runId", "sampleId", "criterionId"]).expression(units);
  return Number((await inserted.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows);
}

/** A split's proofs, newest first. */
export async function listTrialRows(splitId: string): Promise<JudgeTrial[]> {
  return withRuns(await trials().where("x.splitId", "=", splitId).orderBy("x.use", "desc").execute());
}

/** One proof. Throws not_found. */
export async function getTrialRow(id: string): Promise<JudgeTrial> {
  const [trial] = await withRuns(await trials().where("x.id", "=", id).execute());
  return found(trial, "proof");
}

/** What authorisation and the evidence of a proof need. Throws not_found. */
export async function getTrialPlace(id: string) {
  const place = db()
    .selectFrom("judgeTrials as x")
    .innerJoin("judgeSplits as s", "s.id", "x.splitId")
    .innerJoin("tasks as t", "t.id", "s.taskId")
    .select(["t.projectId", "s.taskId", "x.splitId", "x.judgeId", "x.use", "x.candidates"])
    .where("x.id", "=", id);
  return found(await place.executeTakeFirst(), "proof");
}

/** Stores what came out, once. Returns whether it was the first. */
export async function saveEvidence(tx: Db, id: string, evidence: TrialEvidence): Promise<boolean> {
  const saved = tx
    .updateTable("judgeTrials")
    .set({ evidence: JSON.stringify(evidence) })
    .where("id", "=", id)
    .where("evidence", "is", null);
  return (await saved.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

/** Records which candidate a proof led to, once. Returns whether it was the first. */
export async function markAdopted(tx: Db, id: string, adoptedId: string, adoptedById: string): Promise<boolean> {
  const marked = tx
    .updateTable("judgeTrials")
    .set({ adoptedId, adoptedById, adoptedAt: new Date() })
    .where("id", "=", id)
    .where("adoptedId", "is", null);
  return (await marked.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
}

async function withRuns(rows: StoredTrial[]): Promise<JudgeTrial[]> {
  const progress = new Map((await listProgress(rows.flatMap(runsOf).map(({ runId }) => runId))).map((run) => [run.runId, run]));
  return rows.map((row) => ({
    id: row.id,
    use: row.use,
    judge: { id: row.judgeId, name: row.judgeName ?? "a deleted judge" },
    candidateIds: row.candidates.map(({ candidateId }) => candidateId),
    runs: runsOf(row).flatMap(({ candidateId, runId }) => {
      const run = progress.get(runId);
      return run === undefined ? [] : [{ candidateId, ...run }];
    }),
    evidence: row.evidence,
    adopted:
      row.adoptedId === null || row.adoptedAt === null
        ? null
        : { candidateId: row.adoptedId, at: row.adoptedAt.toISOString(), by: row.adoptedBy },
    createdAt: row.createdAt.toISOString(),
  }));
}

const runsOf = ({ candidates }: Pick<StoredTrial, "candidates">) =>
  candidates.flatMap(({ candidateId, runId }) => (runId === null ? [] : [{ candidateId, runId }]));

const listProgress = async (runIds: string[]) =>
  runIds.length === 0
    ? []
    : db()
        .selectFrom("runs as r")
        .leftJoin("runUnits as u", "u.runId", "r.id")
        .select(({ fn, eb }) => [
          "r.id as runId",
          "r.status",
          fn.count<number>("u.sampleId").as("total"),
          fn
            .count<number>("u.sampleId")
            .filterWhere(eb("u.status", "<>", "pending"))
            .as("done"),
        ])
        .where("r.id", "in", runIds)
        .groupBy(["r.id", "r.status"])
        .execute();
