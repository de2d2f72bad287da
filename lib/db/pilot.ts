import "server-only";
import { sql } from "kysely";
import type { PilotData } from "@/lib/domain/pilot-data";
import { db } from "./client";
import { exclusionsIn, isExcluded } from "./exclusions";
import { publishedSetOf } from "./published-set";
import { rowVersion } from "./row-version";
import { submittedWork } from "./submitted-work";
import { armOfUnit } from "./unit-arm";

/** A larger pilot says hardly more, and a plan is sized again with each of its changes. */
const mostSamples = 500;

export type PilotSource = Awaited<ReturnType<typeof findPilotSource>>;

/** What a task has to plan with, its judge being one of the runs given if possible. Another value whenever the pilot may be another. */
export async function findPilotSource(taskId: string, runIds: readonly string[]) {
  const task = await db()
    .selectFrom("tasks as t")
    .select(["t.id as taskId", "t.kind", rowVersion.as("rowVersion")])
    .select((eb) => [
      publishedSetOf(eb.ref("t.id")).select("published.id").as("criteriaSetId"),
      eb
        .selectFrom("taskChanges as x")
        .select(({ fn }) => fn.sum<string>("x.count").as("count"))
        .whereRef("x.taskId", "=", "t.id")
        .$asScalar()
        .as("changes"),
      exclusionsIn(eb.ref("t.id"))
        .select(({ ref }) => sql<string | null>`string_agg(${ref("excluded.id")}::text, ' ')`.as("ids"))
        .$asScalar()
        .as("exclusions"),
    ])
    .where("t.id", "=", taskId)
    .executeTakeFirstOrThrow();
  return { ...task, runId: task.criteriaSetId === null ? null : await findPilotRun(task.criteriaSetId, runIds) };
}

/** The run whose drafts are used as the judge's: the one given, else the newest that could be shown. */
async function findPilotRun(criteriaSetId: string, runIds: readonly string[]) {
  const run = await db()
    .selectFrom("runs as r")
    .select("r.id")
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .orderBy((eb) => eb("r.id", "in", runIds.length === 0 ? [criteriaSetId] : runIds), "desc")
    .orderBy("r.createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return run?.id ?? null;
}

/** Submitted ratings under the criteria set, of at most 500 samples drawn by chance, with the drafts' scores of the run. */
export async function readPilotData({ criteriaSetId, runId }: Pick<PilotSource, "criteriaSetId" | "runId">): Promise<PilotData> {
  if (criteriaSetId === null) return { criteria: [], inputs: [], ratedSamples: 0, ratings: [], judge: [] };
  const [criteria, rated] = await Promise.all([listCriteria(criteriaSetId), listRatedSamples(criteriaSetId)]);
  // Ordered by a hash, so that the draw is by chance and the same each time.
  const drawn = rated.slice(0, mostSamples);
  const ids = drawn.map(({ id }) => id);
  const [ratings, drafts] =
    ids.length === 0 ? [[], []] : await Promise.all([listRatings(criteriaSetId, ids), runId === null ? [] : listScores(runId, ids)]);
  const place = (list: readonly string[]) => new Map(list.map((id, index) => [id, index]));
  const [samples, criterion, raters] = [
    place(ids),
    place(criteria.map(({ id }) => id)),
    place([...new Set(ratings.map(({ annotatorId }) => annotatorId))].sort()),
  ];
  const at = (map: Map<string, number>, id: string) => map.get(id) ?? -1;
  return {
    criteria,
    inputs: drawn.map(({ inputKey }) => inputKey),
    ratedSamples: rated.length,
    ratings: ratings.flatMap(({ sampleId, annotatorId, criterionId, shownRunId, ...rating }) =>
      criterion.has(criterionId)
        ? [
            {
              ...{ ...rating, sample: at(samples, sampleId), rater: at(raters, annotatorId), criterion: at(criterion, criterionId) },
              ofJudge: runId !== null && shownRunId === runId,
            },
          ]
        : [],
    ),
    judge: drafts.flatMap(({ sampleId, criterionId, score }) =>
      criterionId === null || sampleId === null || !criterion.has(criterionId)
        ? []
        : [{ sample: at(samples, sampleId), criterion: at(criterion, criterionId), score }],
    ),
  };
}

const listCriteria = (criteriaSetId: string) =>
  db()
    .selectFrom("criteria")
    .select(["id", "name", "scale", "overall"])
    .where("criteriaSetId", "=", criteriaSetId)
    .where("sampleId", "is", null)
    .orderBy("position")
    .execute();

const listRatedSamples = (criteriaSetId: string) =>
  db()
    .selectFrom("samples as s")
    .select(["s.id", "s.inputKey"])
    .where(({ exists, ref }) => exists(submittedWork().where("a.sampleId", "=", ref("s.id")).where("a.criteriaSetId", "=", criteriaSetId)))
    .orderBy(({ ref }) => sql`md5(${ref("s.inputKey")})`)
    .orderBy("s.id")
    .execute();

const listRatings = (criteriaSetId: string, sampleIds: string[]) =>
  db()
    .selectFrom("evaluations as e")
    .innerJoin("assignments as a", "a.id", "e.assignmentId")
    .select(["a.sampleId", "a.annotatorId", "e.criterionId", "e.blindScore", "a.runId as shownRunId"])
    .select(({ ref }) => [ref("e.score").$notNull().as("score"), sql<string>`${armOfUnit}`.as("arm")])
    .where("a.criteriaSetId", "=", criteriaSetId)
    .where("a.sampleId", "in", sampleIds)
    .where("a.status", "=", "submitted")
    .where("a.purpose", "=", "work")
    .where("a.round", "=", 0)
    .where((eb) => eb.not(isExcluded(eb.ref("a.annotatorId"), eb.ref("a.taskId"))))
    .where("e.score", "is not", null)
    .execute();

const listScores = (runId: string, sampleIds: string[]) =>
  db()
    .selectFrom("drafts")
    .select(["sampleId", "criterionId"])
    .select(({ ref }) => ref("score").$notNull().as("score"))
    .where("runId", "=", runId)
    .where("sampleId", "in", sampleIds)
    .where("score", "is not", null)
    .execute();
