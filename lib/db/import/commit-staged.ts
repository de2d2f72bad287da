import "server-only";
import { type AliasableExpression, sql } from "kysely";
import { AppError } from "@/lib/domain/errors";
import { actionColumns } from "../actions";
import { packedNow, packedTogether } from "../packed-ratings";
import { withoutKeyTriggers } from "../without-key-triggers";
import type { ImportPlan } from "./import-plan";
import { keptDrafts, keptRatings, keptSamples } from "./kept";
import type { ImportTarget } from "./make-planned";
import type { StagedDb, Staging } from "./staging";

/** Stores what is staged and not skipped; returns how many rows went into each table. */
export async function commitStaged(staging: Staging, plan: ImportPlan, target: ImportTarget) {
  const { db } = staging;
  const [hasRatings, hasDrafts] = [staging.holds("staged_evaluations"), staging.holds("staged_drafts")];
  await lockParents(db, plan, target);
  if (hasRatings || hasDrafts) await lockPlaces(db);
  // Foreign keys are checked row by row, which is most of an insert's time. Everything that the rows refer to is locked and counted or made in this
  // transaction, which proves what an anti-join per key at the end would, for less. Where the role may not leave the checks out, the import takes longer.
  await withoutKeyTriggers(db);
  const samples = staging.holds("staged_samples") ? await storeSamples(db, target) : 0;
  const drafts = hasDrafts ? await storeDrafts(db, plan, target) : { drafts: 0, ratings: 0 };
  if (!hasRatings) return { samples, drafts, evaluations: 0 };
  await storeAssignments(db, target);
  const evaluations = await storeEvaluations(db, target);
  await packAgain(db);
  await storeBareScores(db);
  if (staging.holds("staged_actions")) await storeActions(db);
  return { samples, drafts, evaluations };
}

const changedMeanwhile = () =>
  new AppError("conflict", "Part of the study was deleted while the file was read. Nothing was written; import the file again.");

/**
 * Locks everything that the new rows refer to until the transaction ends, as foreign keys would do row by row, and proves by counting that all of it
 * still exists: it was looked up earlier, and undoing another import may have deleted it since.
 */
async function lockParents(db: StagedDb, plan: ImportPlan, { projectId }: ImportTarget): Promise<void> {
  const tasks = [...plan.tasks.values()];
  const sets = tasks.flatMap(({ set }) => set ?? []);
  const lock = async (table: Parent, rows: Iterable<{ id: string }>) => {
    const given = [...rows].map(({ id }) => id);
    const ids = sql<{ id: string }>`unnest(${given}::uuid[])`;
    if (given.length > 0) await lockRows(db, table, db.selectFrom(ids.as<"given">(sql`given(id)`)).select("given.id"));
  };
  await lock("projects", [{ id: projectId }]);
  await lock("tasks", tasks);
  await demandPresent(db, tasks);
  await lock("criteriaSets", sets);
  await lock(
    "criteria",
    sets.flatMap(({ criteria }) => [...criteria.values()]),
  );
  await lock("annotators", plan.annotators.values());
  await lock("judges", plan.judges.values());
}

/** Throws conflict if one of the tasks was deleted, by itself or with its project; its row is there until a worker has removed it. */
async function demandPresent(db: StagedDb, tasks: readonly { id: string }[]): Promise<void> {
  const deleted = await db
    .selectFrom("tasks as t")
    .innerJoin("projects as p", "p.id", "t.projectId")
    .select("t.id")
    .where("t.id", "=", ({ fn, val }) => fn.any(val(tasks.map(({ id }) => id))))
    .where("p.deletedAt", "is not", null)
    .executeTakeFirst();
  if (deleted !== undefined) throw changedMeanwhile();
}

/** The same for what drafts and ratings were found to belong to. */
async function lockPlaces(db: StagedDb): Promise<void> {
  await lockRows(db, "runs", db.selectFrom("stagedDraftPlaces").select("knownRunId as id"));
  // Against other imports too: each packs what the ones before it have added.
  await lockRows(db, "assignments", db.selectFrom("stagedUnits").select("assignmentId as id").where("fresh", "=", false), "alone");
  const rated = db.selectFrom("stagedUnits").select("sampleId as id").union(db.selectFrom("stagedDraftPlaces").select("sampleId as id"));
  const stored = db.selectFrom(rated.as("p")).leftJoin("stagedSamples as f", "f.id", "p.id").where("f.id", "is", null).select("p.id");
  await lockRows(db, "samples", stored);
}

type Parent = "projects" | "tasks" | "criteriaSets" | "criteria" | "annotators" | "judges" | "runs" | "assignments" | "samples";

/** Throws conflict unless all of these rows exist. `alone`: nobody else may change them meanwhile, nor hold them so. */
async function lockRows(
  db: StagedDb,
  table: Parent,
  ids: AliasableExpression<{ id: string | null }>,
  how: "shared" | "alone" = "shared",
): Promise<void> {
  const { gone } = await db
    .with("wanted", (of) => of.selectFrom(ids.as("given")).select("given.id").distinct().where("given.id", "is not", null))
    .with("held", (of) =>
      of
        .selectFrom(table)
        .select("id")
        .where("id", "in", (eb) => eb.selectFrom("wanted").select("wanted.id"))
        // In one order, so that two imports do not wait for each other.
        .$if(how === "alone", (rows) => rows.orderBy("id").forNoKeyUpdate())
        .$if(how === "shared", (rows) => rows.forKeyShare()),
    )
    .selectNoFrom((eb) =>
      eb(
        eb.selectFrom("wanted").select((of) => of.fn.countAll<number>().as("n")),
        "-",
        eb.selectFrom("held").select((of) => of.fn.countAll<number>().as("n")),
      ).as("gone"),
    )
    .executeTakeFirstOrThrow();
  if (gone !== 0) throw changedMeanwhile();
}

async function storeSamples(db: StagedDb, { importId }: ImportTarget): Promise<number> {
  const same = [
    "id",
    "externalId",
    "input",
    "output",
    "outputB",
    "system",
    "systemB",
    "goldLabel",
    "subset",
    "reference",
    "imageUrl",
    "inputId",
    "inputKey",
    "metadata",
    "contentHash",
  ] as const;
  const result = await db
    .insertInto("samples")
    .columns(["taskId", "importId", "position", ...same])
    .expression(
      keptSamples(db)
        .innerJoin("stagedNames as t", "t.no", "s.task")
        .select((eb) => [
          "t.id as taskId",
          uuid(importId).as("importId"),
          sql<number>`${eb.ref("t.base")} + ${eb.ref("s.seq")}`.as("position"),
        ])
        .select(same.map((name) => `s.${name} as own_${name}` as const))
        // Reports and exports read them in this order: so they need not be looked for.
        .orderBy("s.place"),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows);
}

const uuid = (id: string) => sql<string>`${id}::uuid`;
const now = sql<Date>`now()`;

async function storeDrafts(db: StagedDb, plan: ImportPlan, { importId }: ImportTarget): Promise<{ drafts: number; ratings: number }> {
  const stored = keptDrafts(db);
  const counts = await stored
    .select((eb) => ["d.rater", "d.rating", eb.fn.countAll<number>().as("n")])
    .groupBy(["d.rater", "d.rating"])
    .execute();
  const used = new Set(counts.map(({ rater }) => rater));
  for (const { no, id, task, judge, made } of plan.runs.values()) {
    if (!used.has(no)) continue;
    const run = { id, taskId: task.id, judgeId: judge.id, criteriaSetId: task.set?.id ?? null, importId, ...made };
    await db
      .insertInto("runs")
      .values({ ...run, kind: "evaluation", status: "done", startedAt: now, endedAt: now })
      .execute();
  }
  await db
    .insertInto("drafts")
    .columns(["runId", "sampleId", "criterionId", "score", "items", "raw"])
    .expression(
      stored
        .innerJoin("stagedNames as r", "r.no", "d.rater")
        .innerJoin("stagedNames as c", "c.no", "d.criterion")
        .select(["r.id as runId", "p.sampleId", "c.id as criterionId", "d.score", "d.items", "d.raw"]),
    )
    .execute();
  const total = (rating: boolean) => counts.reduce((sum, row) => sum + (row.rating === rating ? row.n : 0), 0);
  return { drafts: total(false), ratings: total(true) };
}

async function storeAssignments(db: StagedDb, { importId }: ImportTarget): Promise<void> {
  // A sample's drafts may come from an earlier import; then that import's run was shown.
  const shown = db
    .selectFrom("stagedDrafts as d")
    .innerJoin("stagedDraftPlaces as p", "p.place", "d.place")
    .innerJoin("stagedNames as n", "n.no", "d.rater")
    .groupBy(["d.task", "d.sample", "d.rater", "n.id"])
    .select((eb) => [
      "d.task",
      "d.sample",
      "d.rater",
      sql<string>`coalesce(min(${eb.ref("p.knownRunId")}::text)::uuid, ${eb.ref("n.id")})`.as("runId"),
    ])
    .as("d");
  const ratings = keptRatings(db)
    .innerJoin("criteria as position", "position.id", "c.id")
    .where("u.fresh", "=", true)
    .groupBy("u.assignmentId")
    .select((eb) => ["u.assignmentId", packedTogether(eb.ref("position.position"), eb.ref("e.score"), eb.ref("e.durationMs")).as("packed")])
    .as("e");
  await db
    .insertInto("assignments")
    .columns([
      "id",
      "taskId",
      "sampleId",
      "annotatorId",
      "criteriaSetId",
      "runId",
      "arm",
      "swapped",
      "status",
      "importId",
      "submittedAt",
      "packedRatings",
    ])
    .expression(
      db
        .selectFrom("stagedUnits as u")
        .innerJoin("stagedNames as t", "t.no", "u.task")
        .innerJoin("stagedNames as r", "r.no", "u.rater")
        .leftJoin(shown, (join) => join.onRef("d.task", "=", "u.task").onRef("d.sample", "=", "u.sample").onRef("d.rater", "=", "u.run"))
        .leftJoin(ratings, "e.assignmentId", "u.assignmentId")
        .where("u.fresh", "=", true)
        .where("u.sampleId", "is not", null)
        .select((eb) => [
          "u.assignmentId",
          "t.id as taskId",
          "u.sampleId",
          "r.id as annotatorId",
          "t.setId",
          "d.runId",
          "u.arm",
          "u.swapped",
          eb.val("submitted").as("status"),
          uuid(importId).as("importId"),
          eb.fn.coalesce("u.submittedAt", now).as("submittedAt"),
          "e.packed",
        ])
        .orderBy("u.place"),
    )
    .execute();
}

async function storeEvaluations(db: StagedDb, { importId }: ImportTarget): Promise<number> {
  const result = await db
    .insertInto("evaluations")
    .columns(["id", "assignmentId", "criterionId", "score", "complete", "tally", "startedAt", "endedAt", "durationMs", "importId"])
    .expression(
      keptRatings(db).select([
        "e.id",
        "u.assignmentId",
        "c.id as criterionId",
        "e.score",
        "e.complete",
        "e.tally",
        "e.startedAt",
        "e.endedAt",
        "e.durationMs",
        uuid(importId).as("importId"),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows);
}

/** Ratings that were added to earlier work are in its packed ones too. */
const packAgain = (db: StagedDb) =>
  db
    .updateTable("assignments")
    .set({ packedRatings: packedNow })
    .where("id", "in", keptRatings(db).where("u.fresh", "=", false).select("u.assignmentId"))
    .execute();

const keptEvaluations = (db: StagedDb) =>
  db.selectFrom("stagedEvaluations as e").leftJoin("stagedSkips as k", "k.place", "e.place").where("k.place", "is", null);

/** The one action of each rating that came without any, with the rating's id: to make ten thousand takes the server 10 ms. */
async function storeBareScores(db: StagedDb): Promise<void> {
  await db
    .insertInto("actions")
    .columns(["id", "evaluationId", "seq", "kind", "score", "text", "reason", "at"])
    .expression(
      keptEvaluations(db)
        .where("e.fingerprint", "is", null)
        .select((eb) => [
          "e.id",
          "e.id as evaluationId",
          sql<number>`0`.as("seq"),
          eb.val("set-score").as("kind"),
          "e.score",
          "e.label",
          "e.reason",
          eb.fn.coalesce("e.endedAt", "e.startedAt", now).as("at"),
        ]),
    )
    .execute();
}

async function storeActions(db: StagedDb): Promise<void> {
  const same = ["evaluationId", ...actionColumns, "origin"] as const;
  await db
    .insertInto("actions")
    .columns(same)
    .expression(
      keptEvaluations(db)
        .innerJoin("stagedActions as a", "a.evaluationId", "e.id")
        .select(same.map((name) => `a.${name} as own_${name}` as const)),
    )
    .execute();
}
