import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ImportLog } from "@/lib/datasets/import-log";
import type { ImageRecord } from "@/lib/domain/import";
import { compareChanged } from "./changed-samples";
import type { ImportPlan } from "./import-plan";
import { keptDrafts, keptRatings, keptSamples, ratingsInUnits } from "./kept";
import { markRenewedImages } from "./renewed-images";
import type { StagedDb, Staging } from "./staging";

type SkipColumn = "firstPlace" | "storedScore";

/** Marks records that will not be stored. `rows`: their places, the reasons and the further columns. */
const skip = (db: StagedDb, rows: Expression<unknown>, ...further: SkipColumn[]) =>
  db
    .insertInto("stagedSkips")
    .columns(["place", "reason", ...further])
    .expression(rows)
    .execute();

/** Marks the staged samples that will not be added: repeated in the file, already stored, or stored with other content. */
export async function checkSamples(db: StagedDb, plan: ImportPlan, log: ImportLog, images: readonly ImageRecord[]): Promise<void> {
  const repeated = db
    .selectFrom("stagedSamples")
    .select((eb) => ["task", "externalId", eb.fn.min("place").as("firstPlace")])
    .groupBy(["task", "externalId"])
    .having((eb) => eb.fn.countAll(), ">", 1);
  const repeats = db
    .selectFrom("stagedSamples as s")
    .innerJoin(repeated.as("r"), (join) => join.onRef("r.task", "=", "s.task").onRef("r.externalId", "=", "s.externalId"))
    .whereRef("s.place", ">", "r.firstPlace")
    .select((eb) => ["s.place", eb.val("repeated-sample").as("reason"), "r.firstPlace"]);
  await skip(db, repeats, "firstPlace");
  const known = keptSamples(db)
    .innerJoin("stagedNames as t", "t.no", "s.task")
    .innerJoin("samples as x", (join) => join.onRef("x.taskId", "=", "t.id").onRef("x.externalId", "=", "s.externalId"))
    .select((eb) => {
      const isSame = eb("x.contentHash", "=", eb.ref("s.contentHash"));
      return ["s.place", eb.case().when(isSame).then("unchanged-sample").else("changed-sample").end().as("reason")];
    });
  await skip(db, known);
  await compareChanged(db, plan, log, await markRenewedImages(db, images));
}

/** Finds where each staged rating and draft belongs, and marks those that will not be stored. */
export async function checkWork(staging: Staging): Promise<void> {
  const { db } = staging;
  if (staging.holds("staged_evaluations")) {
    await placeUnits(db);
    await sql`analyze staged_units`.execute(db);
    await skipMisplacedRatings(db);
    await skipRepeated(db, "stagedEvaluations");
    await skipStoredRatings(db);
  }
  if (staging.holds("staged_drafts")) {
    await placeDrafts(db);
    await sql`analyze staged_draft_places`.execute(db);
    await skipMisplacedDrafts(db);
    // Only the columns that both tables have are used.
    await skipRepeated(db, "stagedDrafts" as "stagedEvaluations");
    await skipStoredDrafts(db);
  }
}

/** The file's samples that will be stored. */
const freshSamples = (db: StagedDb) => keptSamples(db).select(["s.task", "s.externalId", "s.id"]).as("f");

async function placeUnits(db: StagedDb): Promise<void> {
  const given = db
    .selectFrom("stagedEvaluations")
    .select((eb) => [
      "task",
      "sample",
      "rater",
      eb.fn.min("place").as("place"),
      eb.fn.min("arm").as("arm"),
      sql<boolean>`bool_or(${eb.ref("swapped")})`.as("swapped"),
      eb.fn.max("run").as("run"),
      eb.fn.max("endedAt").as("submittedAt"),
    ])
    .groupBy(["task", "sample", "rater"])
    .as("g");
  await db
    .insertInto("stagedUnits")
    .columns(["task", "sample", "rater", "place", "arm", "swapped", "run", "submittedAt", "sampleId", "assignmentId", "fresh", "imported"])
    .expression(
      db
        .selectFrom(given)
        .innerJoin("stagedNames as t", "t.no", "g.task")
        .innerJoin("stagedNames as r", "r.no", "g.rater")
        .leftJoin("samples as s", (join) => join.onRef("s.taskId", "=", "t.id").onRef("s.externalId", "=", "g.sample"))
        .leftJoin(freshSamples(db), (join) => join.onRef("f.task", "=", "g.task").onRef("f.externalId", "=", "g.sample"))
        .leftJoin("assignments as a", (join) =>
          join
            .onRef("a.sampleId", "=", "s.id")
            .onRef("a.annotatorId", "=", "r.id")
            .onRef("a.criteriaSetId", "=", "t.setId")
            .on("a.purpose", "=", "work")
            .on("a.round", "=", 0),
        )
        .select((eb) => [
          "g.task",
          "g.sample",
          "g.rater",
          "g.place",
          "g.arm",
          "g.swapped",
          "g.run",
          "g.submittedAt",
          eb.fn.coalesce("s.id", "f.id").as("sampleId"),
          eb.fn.coalesce("a.id", sql<string>`gen_random_uuid()`).as("assignmentId"),
          eb("a.id", "is", null).as("fresh"),
          eb("a.importId", "is not", null).as("imported"),
        ]),
    )
    .execute();
}

async function placeDrafts(db: StagedDb): Promise<void> {
  const known = db
    .selectFrom("drafts as x")
    .innerJoin("runs as u", "u.id", "x.runId")
    .where("u.importId", "is not", null)
    .select(["x.runId", "x.sampleId", "x.criterionId", "x.raw", "x.score", "u.judgeId", "u.criteriaSetId", "u.variant"])
    .as("x");
  await db
    .insertInto("stagedDraftPlaces")
    .columns(["place", "sampleId", "knownRunId", "changed", "storedScore"])
    .expression(
      db
        .selectFrom("stagedDrafts as d")
        .innerJoin("stagedNames as t", "t.no", "d.task")
        .innerJoin("stagedNames as r", "r.no", "d.rater")
        .innerJoin("stagedNames as c", "c.no", "d.criterion")
        .leftJoin("samples as s", (join) => join.onRef("s.taskId", "=", "t.id").onRef("s.externalId", "=", "d.sample"))
        .leftJoin(freshSamples(db), (join) => join.onRef("f.task", "=", "d.task").onRef("f.externalId", "=", "d.sample"))
        .leftJoin(known, (join) =>
          join
            .onRef("x.sampleId", "=", "s.id")
            .onRef("x.criterionId", "=", "c.id")
            .onRef("x.judgeId", "=", "r.judgeId")
            .onRef("x.criteriaSetId", "=", "r.setId")
            .on((eb) => eb(sql<string>`${eb.ref("x.variant")}`, "=", eb.ref("r.variant"))),
        )
        .select((eb) => [
          "d.place",
          eb.fn.coalesce("s.id", "f.id").as("sampleId"),
          "x.runId as knownRunId",
          eb
            .case()
            .when("d.rating", "=", true)
            .then(eb("x.score", "is distinct from", eb.ref("d.score")))
            .else(eb("x.raw", "is distinct from", eb.ref("d.raw")))
            .end()
            .as("changed"),
          "x.score as storedScore",
        ]),
    )
    .execute();
}

/** Marks ratings of no sample of the task, and of units that the rater works on here. */
async function skipMisplacedRatings(db: StagedDb): Promise<void> {
  const ratings = ratingsInUnits(db)
    .where((eb) => eb.or([eb("u.sampleId", "is", null), eb.and([eb("u.fresh", "=", false), eb("u.imported", "=", false)])]))
    .select((eb) => ["e.place", eb.case().when("u.sampleId", "is", null).then("no-sample").else("own-assignment").end().as("reason")]);
  await skip(db, ratings);
}

async function skipMisplacedDrafts(db: StagedDb): Promise<void> {
  const drafts = db.selectFrom("stagedDraftPlaces as p").where("p.sampleId", "is", null);
  await skip(
    db,
    drafts.select((eb) => ["p.place", eb.val("no-sample").as("reason")]),
  );
}

/** Marks what repeats an earlier row of the same file on a unit. */
async function skipRepeated(db: StagedDb, table: "stagedEvaluations"): Promise<void> {
  const keys = ["task", "sample", "criterion", "rater"] as const;
  const repeated = db
    .selectFrom(table)
    .select((eb) => [...keys, eb.fn.min("place").as("firstPlace")])
    .groupBy(keys)
    .having((eb) => eb.fn.countAll(), ">", 1);
  const repeats = db
    .selectFrom(`${table} as e`)
    .innerJoin(repeated.as("r"), (join) => keys.reduce((on, key) => on.onRef(`r.${key}`, "=", `e.${key}`), join))
    .leftJoin("stagedSkips as k", "k.place", "e.place")
    .where("k.place", "is", null)
    .whereRef("e.place", ">", "r.firstPlace")
    .select((eb) => ["e.place", eb.val("repeated-rating").as("reason"), "r.firstPlace"]);
  await skip(db, repeats, "firstPlace");
}

/** Marks what is already stored, with the same or other content. */
async function skipStoredRatings(db: StagedDb): Promise<void> {
  const ratings = keptRatings(db)
    .innerJoin("evaluations as v", (join) => join.onRef("v.assignmentId", "=", "u.assignmentId").onRef("v.criterionId", "=", "c.id"))
    .where("u.fresh", "=", false)
    .select((eb) => {
      const isBare = eb("e.fingerprint", "is", null);
      const isSame = eb
        .case()
        .when(isBare)
        .then(eb("e.score", "is not distinct from", eb.ref("v.score")))
        .else(eb("e.fingerprint", "=", storedFingerprint(eb.ref("v.id"))))
        .end();
      const changed = eb.case().when(isBare).then("changed-rating").else("changed-work").end();
      return ["e.place", eb.case().when(isSame).then(eb.val("unchanged-rating")).else(changed).end().as("reason"), "v.score"];
    });
  await skip(db, ratings, "storedScore");
}

async function skipStoredDrafts(db: StagedDb): Promise<void> {
  const drafts = keptDrafts(db)
    .where("p.knownRunId", "is not", null)
    .select((eb) => {
      const change = eb.case().when("p.changed", "=", true).then("changed-").else("unchanged-").end();
      const kind = eb.case().when("d.rating", "=", true).then("rating").else("draft").end();
      return ["p.place", eb(change, "||", kind).as("reason"), "p.storedScore"];
    });
  await skip(db, drafts, "storedScore");
}

/** md5 of the content of a stored evaluation's actions, in order; must match `fingerprintText` in stager.ts. */
const storedFingerprint = (evaluationId: Expression<string>) =>
  expressionBuilder<DB>()
    .selectFrom("actions as a")
    .where("a.evaluationId", "=", evaluationId)
    .select(({ ref }) => {
      const content = sql`concat_ws(chr(31), ${ref("a.kind")}, ${ref("a.itemKind")}, ${ref("a.text")}, ${ref("a.score")}, ${ref("a.reason")})`;
      return sql<string>`md5(coalesce(string_agg(${content}, chr(30) order by ${ref("a.seq")}), ''))`.as("md5");
    });
