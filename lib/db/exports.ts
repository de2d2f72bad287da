import "server-only";
import { type Expression, expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { SampleColumns, SampleExport, Score } from "@/lib/datasets/export-rows";
import type { Arm } from "@/lib/domain/assignment";
import { anyOf } from "./any-of";
import { bulkGroups, copyOut } from "./bulk-rows";
import type { Db, Tx } from "./client";
import { exclusionsIn, isExcluded } from "./exclusions";
import { type ExportTask, sampleWindows } from "./export-windows";
import { nameUnder } from "./exported-name";
import { labelOfScore, namedScores } from "./label-of-score";
import { newestDraftsOf } from "./newest-drafts";
import { judgeNameBeside } from "./reported-judge-name";
import { armOfUnit } from "./unit-arm";

/** A placeholder for the criteria set of a task without one: nothing belongs to it. */
const noSet = "00000000-0000-0000-0000-000000000000";

const work = expressionBuilder<DB & { a: DB["assignments"] }, "a">();

/** Whether the annotator of assignment `a` is excluded from its task. */
export const annotatorIsExcluded = isExcluded(work.ref("a.annotatorId"), work.ref("a.taskId"));

// The same for the tasks and criteria of an export, which are known: the database finds these out once, not for each row.
const nameIn = ({ criteriaSetId }: ExportTask) => nameUnder(sql<string>`${criteriaSetId ?? noSet}::uuid`);
const isExcludedIn = ({ id }: ExportTask) =>
  work("a.annotatorId", "in", exclusionsIn(sql<string>`${id}::uuid`).select("excluded.annotatorId"));

/** Submitted work of the first round: a unit has one rating of an annotator in a table of ratings. */
const selectSubmitted = (on: Db, task: ExportTask) =>
  on
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .where("a.criteriaSetId", "=", task.criteriaSetId ?? noSet)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .$if(task.excluded === "without", (rows) => rows.where(({ not }) => not(isExcludedIn(task))));

/** Exported names of annotators whose submitted work is exported. */
const selectPeople = (on: Db, task: ExportTask) => selectSubmitted(on, task).select(nameIn(task).as("name")).distinct();

const named = (on: Db, names: readonly string[]) =>
  on.selectFrom(sql<{ name: string }>`unnest(${names}::text[])`.as<"given">(sql`given(name)`)).select("given.name");

const eb = expressionBuilder<{ j: DB["judges"]; people: { name: string } }, "j">();

/** The name of judge `j` as a rater beside the `people`, as in the report. */
const raterName = judgeNameBeside((name) => eb(name, "in", eb.selectFrom("people").select("people.name")));

/** How judge `j` is asked; what it is instead, where no model is asked. */
const protocolOf = eb
  .case()
  .when("j.kind", "=", "endpoint")
  .then(eb.ref("j.protocol").$castTo<string | null>())
  .else(eb.ref("j.kind").$castTo<string | null>())
  .end();

/**
 * Judges' ratings on criteria that their own runs derived: a metric's own scale, or dimensions of individual samples. Every run derives them anew, so
 * only `place` 1 counts: the newest of a judge's runs over the set that drafted the sample.
 */
const selectByOwnCriteria = (on: Db, set: string) =>
  on
    .selectFrom("runs as r")
    .innerJoin("criteriaSets as s", "s.derivedByRunId", "r.id")
    .innerJoin("criteria as c", "c.criteriaSetId", "s.id")
    .innerJoin("drafts as d", (join) => join.onRef("d.runId", "=", "r.id").onRef("d.criterionId", "=", "c.id"))
    .where("r.criteriaSetId", "=", set)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .select(["r.judgeId", "d.sampleId", "d.criterionId", "d.score"])
    .select(({ fn }) =>
      fn
        .agg<number>("rank")
        .over((over) => over.partitionBy(["r.judgeId", "d.sampleId"]).orderBy("r.createdAt", "desc").orderBy("r.id", "desc"))
        .as("place"),
    );

/** Some of a task's samples, with the names of all its people, which are read once and not with each window of samples. */
interface Part {
  samples: Expression<string>;
  people: readonly string[];
}

/** Every submitted rating and each judge's rating of each unit, as the table `rated`; of a part, or of all. */
function withRatings(on: Db, task: ExportTask, part: Part | null) {
  const set = task.criteriaSetId ?? noSet;
  const samples = part?.samples ?? null;
  return on
    .with("people", () => (part === null ? selectPeople(on, task) : named(on, part.people)))
    .with("said", (from) =>
      from
        .selectFrom(
          newestDraftsOf(set)
            .$if(samples !== null, (rows) => rows.where("d.sampleId", "=", samples as Expression<string>))
            .where("d.criterionId", "in", (eb) => eb.selectFrom("criteria").select("criteria.id").where("criteria.criteriaSetId", "=", set))
            .as("newest"),
        )
        .select(["newest.judgeId", "newest.sampleId", "newest.criterionId", "newest.score"])
        .unionAll(
          from
            .selectFrom(
              selectByOwnCriteria(on, set)
                .$if(samples !== null, (rows) => rows.where("d.sampleId", "=", samples as Expression<string>))
                .as("own"),
            )
            .where("own.place", "=", 1)
            .select(["own.judgeId", "own.sampleId", "own.criterionId", "own.score"]),
        ),
    )
    .with("rated", (from) =>
      selectSubmitted(on, task)
        .$if(samples !== null, (rows) => rows.where("a.sampleId", "=", samples as Expression<string>))
        .innerJoin("evaluations as e", "e.assignmentId", "a.id")
        .innerJoin("criteria as c", "c.id", "e.criterionId")
        .select(({ ref }) => [
          ref("a.sampleId").$castTo<string | null>().as("sampleId"),
          sql<boolean>`false`.as("own"),
          "c.position as criterionPosition",
          "c.name as criterion",
          sql<"annotator" | "judge">`'annotator'`.as("raterKind"),
          nameIn(task).as("rater"),
          "e.score",
          labelOfScore(ref("c.scale"), ref("e.score")).as("label"),
          armOfUnit.$castTo<Arm | null>().as("arm"),
          sql<string | null>`null`.as("protocol"),
          ref("a.swapped").$castTo<boolean | null>().as("swapped"),
          isExcludedIn(task).$castTo<boolean>().as("excluded"),
          namedScores(ref("c.scale"), ref("e.alsoAcceptable")).as("alsoAcceptable"),
        ])
        .unionAll(
          from
            .selectFrom("said")
            .innerJoin("judges as j", "j.id", "said.judgeId")
            .innerJoin("criteria as c", "c.id", "said.criterionId")
            .select((eb) => [
              "said.sampleId",
              eb("c.criteriaSetId", "<>", set).$castTo<boolean>().as("own"),
              "c.position as criterionPosition",
              "c.name as criterion",
              sql<"annotator" | "judge">`'judge'`.as("raterKind"),
              raterName.as("rater"),
              "said.score",
              labelOfScore(eb.ref("c.scale"), eb.ref("said.score")).as("label"),
              sql<Arm | null>`null`.as("arm"),
              protocolOf.as("protocol"),
              sql<boolean | null>`null::boolean`.as("swapped"),
              sql<boolean>`false`.as("excluded"),
              sql<Score[]>`'[]'::jsonb`.as("alsoAcceptable"),
            ]),
        ),
    );
}

/** Samples with what every rater gave them. */
export async function* exportSamples(tx: Tx, task: ExportTask): AsyncGenerator<SampleExport> {
  const people = (await selectPeople(tx, task).execute()).map(({ name }) => name);
  const windows = sampleWindows(tx, task, async (ids, samples) => {
    const scores = await bulkGroups(
      tx,
      withRatings(tx, task, { samples: anyOf(ids), people })
        .selectFrom("rated")
        .select(["sampleId", "criterion", "rater", "raterKind", "score", "label", "arm", "protocol", "excluded", "alsoAcceptable"])
        .$if(task.kind === "pairwise", (pairs) => pairs.select("swapped"))
        .orderBy("own")
        .orderBy("criterionPosition")
        .orderBy("raterKind")
        .orderBy("rater"),
      "sampleId",
    );
    return samples.map(({ sampleId, position: _, ...sample }) => ({
      ...sample,
      scores: (scores.get(sampleId) ?? []).map(({ label, score, ...given }) => ({ ...given, score: label ?? score })),
    }));
  });
  for await (const window of windows) yield* window;
}

/**
 * Ratings one per row, as read by `redline stats alpha FILE --long unit,rater,value`: CSV produced by the server. `unit` combines sample and criterion
 * (a slash in the sample's id is written %2F, so that no two units share a name); `input` is the cluster. A missing rating has no row. For a pair the
 * value is 1 for A, 0 for a tie and -1 for B; on a categorical criterion it is the label. Values that are also acceptable have bars between them.
 */
export function exportRatings(tx: Tx, task: ExportTask): AsyncIterable<Uint8Array> {
  const rows = withRatings(tx, task, null)
    .selectFrom("rated")
    .innerJoin("samples as s", "s.id", "rated.sampleId")
    .where("rated.score", "is not", null)
    .select(({ ref, fn }) => [
      sql<string>`replace(replace(${ref("s.externalId")}, '%', '%25'), '/', '%2F') || '/' || ${ref("rated.criterion")}`.as("unit"),
      "rated.rater",
      fn.coalesce("rated.label", sql<string>`${ref("rated.score")}::text`).as("value"),
      "rated.criterion",
      "s.externalId as sample",
      fn.coalesce("s.inputId", "s.inputKey").as("input"),
      "s.system",
      "rated.raterKind",
      "rated.arm",
      "rated.protocol",
    ])
    .$if(task.kind === "pairwise", (pairs) =>
      pairs.select(({ ref }) => ["s.systemB", "s.goldLabel", "s.subset", sql<string>`${ref("rated.swapped")}::text`.as("swapped")]),
    )
    .select(({ ref }) => [
      sql<string>`${ref("rated.excluded")}::text`.as("excluded"),
      sql<string | null>`(select string_agg(one, ' | ') from jsonb_array_elements_text(${ref("rated.alsoAcceptable")}) one)`.as(
        "alsoAcceptable",
      ),
    ])
    .orderBy("s.position")
    .orderBy("rated.own")
    .orderBy("rated.criterionPosition")
    .orderBy("rated.raterKind")
    .orderBy("rated.rater");
  return copyOut(tx, rows);
}

/**
 * The columns that the table of samples needs beyond the fixed ones: one for each criterion and rater with ratings. Dimensions derived for individual
 * samples have none, since each would need its own; they are in the table of ratings.
 */
export async function readSampleColumns(tx: Tx, task: ExportTask): Promise<SampleColumns> {
  const set = task.criteriaSetId ?? noSet;
  const metadata = await tx
    .selectFrom("samples")
    .select(({ ref }) => sql<string>`jsonb_object_keys(${ref("metadata")})`.as("key"))
    .distinct()
    .where("taskId", "=", task.id)
    .orderBy("key")
    .execute();
  const scores = await tx
    .with("people", () => selectPeople(tx, task))
    .with("pairs", (from) =>
      selectSubmitted(tx, task)
        .innerJoin("evaluations as e", "e.assignmentId", "a.id")
        .select(({ ref }) => [
          ref("e.criterionId").$castTo<string | null>().as("criterionId"),
          nameIn(task).as("rater"),
          sql<number>`0`.as("rank"),
          isExcludedIn(task).$castTo<boolean>().as("excluded"),
          sql<boolean>`${ref("e.alsoAcceptable")} <> '{}'`.as("marked"),
        ])
        .distinct()
        .unionAll(
          from
            .selectFrom("runs as r")
            .innerJoin("drafts as d", "d.runId", "r.id")
            .innerJoin("judges as j", "j.id", "r.judgeId")
            .where("r.criteriaSetId", "=", set)
            .where("r.kind", "=", "evaluation")
            .where("r.variant", "=", "plain")
            .select(["d.criterionId", raterName.as("rater"), sql<number>`1`.as("rank")])
            .select([sql<boolean>`false`.as("excluded"), sql<boolean>`false`.as("marked")])
            .distinct(),
        ),
    )
    .selectFrom((from) =>
      from
        .selectFrom("pairs")
        .innerJoin("criteria as c", "c.id", "pairs.criterionId")
        .where("c.sampleId", "is", null)
        .select(["c.name as criterion", "c.position", "pairs.rank", "pairs.rater", "pairs.excluded", "pairs.marked"])
        .select((eb) => eb("c.criteriaSetId", "<>", set).as("own"))
        .as("named"),
    )
    .select(["criterion", "rater", "excluded"])
    .select(({ fn }) => fn.agg<boolean>("bool_or", ["named.marked"]).as("marked"))
    .groupBy(["own", "criterion", "rank", "rater", "excluded"])
    .orderBy("own")
    .orderBy(({ fn }) => fn.min("named.position"))
    .orderBy("criterion")
    .orderBy("rank")
    .orderBy("rater")
    .execute();
  const subset = await tx
    .selectFrom("samples")
    .select("id")
    .where("taskId", "=", task.id)
    .where("subset", "is not", null)
    .limit(1)
    .execute();
  return { subset: subset.length > 0, metadata: metadata.map(({ key }) => key), scores };
}
