import "server-only";
import { expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import { jsonList, jsonOf } from "./json";

/** Indexes of what a report lists, by id. */
export interface ReportPlaces {
  raters: ReadonlyMap<string, number>;
  criteria: ReadonlyMap<string, number>;
  samples: ReadonlyMap<string, number>;
}

/** Not every draft belongs to a sample and criterion: criteria proposals do not. */
interface UnitKey {
  sampleId: string | null;
  criterionId: string | null;
}

type RunsOfReport = Pick<ReportData, "metricScores" | "swaps" | "interferences" | "droppingRuns" | "feedbackRuns">;

/** What runs provide besides plain ratings: metrics' own scores, verdicts when swapped or asked again, discarded drafts, rewritten outputs. */
export async function readReportRuns(
  task: { id: string; criteriaSetId: string; kind: string },
  places: ReportPlaces,
): Promise<RunsOfReport> {
  const set = task.criteriaSetId;
  const pairwise = task.kind === "pairwise";
  const [metricScores, swaps, interferences, droppingRuns, feedbackRuns] = await Promise.all([
    listMetricScores(task.id),
    pairwise ? listSwaps(set) : [],
    pairwise ? listInterferences(set) : [],
    listDroppingRuns(set),
    listFeedbackRuns(set),
  ]);
  const ofJudge = <T extends { judgeId: string }, R>(rows: T[], made: (judge: number, row: Omit<T, "judgeId">) => R): R[] =>
    rows.flatMap(({ judgeId, ...row }) => {
      const judge = places.raters.get(judgeId);
      return judge === undefined ? [] : [made(judge, row)];
    });
  const placed = <T extends UnitKey>(units: T[]) =>
    units.flatMap(({ sampleId, criterionId, ...unit }) => {
      const [sample, criterion] = [places.samples.get(sampleId ?? ""), places.criteria.get(criterionId ?? "")];
      return sample === undefined || criterion === undefined ? [] : [{ ...unit, sample, criterion }];
    });
  return {
    metricScores: ofJudge(metricScores, (rater, { sampleId, score }) => ({
      rater,
      sample: places.samples.get(sampleId ?? "") ?? -1,
      score,
    })),
    swaps: ofJudge(swaps, (judge, swap) => ({ judge, ...swap, units: placed(swap.units) })),
    interferences: ofJudge(interferences, (judge, run) => ({ judge, ...run, units: placed(run.units) })),
    droppingRuns: ofJudge(droppingRuns, (judge, { units, ...run }) => ({
      judge,
      ...run,
      samples: units.map(({ sampleId }) => places.samples.get(sampleId) ?? -1),
      dropped: units.map(({ dropped }) => dropped),
    })),
    feedbackRuns: ofJudge(feedbackRuns, (judge, run) => ({ judge, ...run, units: placed(run.units) })),
  };
}

const run = expressionBuilder<DB & { r: DB["runs"] }, "r">();

/** The first score of run `r`, found by an index: whether there is any might be found by reading the drafts of all runs. */
export const firstScore = () =>
  run
    .selectFrom("drafts as d")
    .select("d.id")
    .whereRef("d.runId", "=", "r.id")
    .where("d.score", "is not", null)
    .orderBy("d.sampleId")
    .limit(1);

/**
 * Each metric's scale in a task, taken from its newest run, since the judge may have been a different metric before. A metric has its own scale if its
 * runs derived a criteria set for it.
 */
export const metricScales = (taskId: string) =>
  db()
    .selectFrom("runs as r")
    .innerJoin("judges as j", (join) => join.onRef("j.id", "=", "r.judgeId").on("j.kind", "=", "metric"))
    .innerJoin("criteriaSets as s", "s.derivedByRunId", "r.id")
    .innerJoin("criteria as c", (join) => join.onRef("c.criteriaSetId", "=", "s.id").on("c.sampleId", "is", null))
    .distinctOn("r.judgeId")
    .select(["r.judgeId", "c.name", "c.scale"])
    .where("r.taskId", "=", taskId)
    .where((eb) => eb(firstScore().where("d.criterionId", "=", eb.ref("c.id")), "is not", null))
    .orderBy("r.judgeId")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc");

/** The newest score of each sample by each metric with a scale of its own, one that could not score it among them. */
export const metricScores = (taskId: string) =>
  db()
    .selectFrom(({ selectFrom }) =>
      selectFrom(metricScales(taskId).as("own"))
        .innerJoin("runs as r", (join) => join.onRef("r.judgeId", "=", "own.judgeId").on("r.taskId", "=", taskId))
        .innerJoin("criteriaSets as s", "s.derivedByRunId", "r.id")
        .innerJoin("criteria as c", (join) =>
          join
            .onRef("c.criteriaSetId", "=", "s.id")
            .on("c.sampleId", "is", null)
            .onRef("c.name", "=", "own.name")
            .on(({ ref }) => sql<SqlBool>`${ref("c.scale")} = ${ref("own.scale")}`),
        )
        .innerJoin("drafts as d", (join) => join.onRef("d.runId", "=", "r.id").onRef("d.criterionId", "=", "c.id"))
        .distinctOn(["r.judgeId", "d.sampleId"])
        .select(["r.judgeId", "d.sampleId", "d.score", "own.name", "own.scale"])
        .orderBy("r.judgeId")
        .orderBy("d.sampleId")
        .orderBy("r.createdAt", "desc")
        .orderBy("r.id", "desc")
        .as("newest"),
    )
    .select(({ ref }) => ["newest.judgeId", "newest.sampleId", ref("newest.score").$notNull().as("score")])
    .where("newest.score", "is not", null);

const listMetricScores = (taskId: string) => metricScores(taskId).execute();

/** Each judge's newest swapped run with the newest plain run that has the same settings and prompts; swapped runs with a match are preferred. */
export const listSwaps = (criteriaSetId: string) =>
  db()
    .with("scored", (on) =>
      on
        .selectFrom("runs as r")
        .selectAll("r")
        .where("r.criteriaSetId", "=", criteriaSetId)
        .where("r.kind", "=", "evaluation")
        .where(({ exists, selectFrom }) =>
          exists(selectFrom("drafts as d").select("d.id").whereRef("d.runId", "=", "r.id").where("d.score", "is not", null)),
        ),
    )
    .with("pair", (on) =>
      on
        .selectFrom("scored as s")
        .leftJoin("scored as p", (join) =>
          join
            .onRef("p.judgeId", "=", "s.judgeId")
            .on("p.variant", "=", "plain")
            .onRef("p.protocol", "=", "s.protocol")
            .onRef("p.promptVersion", "=", "s.promptVersion")
            .onRef("p.model", "is not distinct from", "s.model")
            .on(({ ref }) => sql<SqlBool>`${ref("p.options")} = ${ref("s.options")}`)
            .on(
              ({ ref }) =>
                sql<SqlBool>`${ref("p.parameters")}->'temperature' is not distinct from ${ref("s.parameters")}->'temperature' and ${ref("p.parameters")}->>'topP' is not distinct from ${ref("s.parameters")}->>'topP'`,
            ),
        )
        .distinctOn("s.judgeId")
        .select(["s.judgeId", "s.id as swappedRunId", "p.id as plainRunId"])
        .where("s.variant", "=", "swapped")
        .orderBy("s.judgeId")
        .orderBy((eb) => eb("p.id", "is", null))
        .orderBy("s.createdAt", "desc")
        .orderBy("p.createdAt", "desc"),
    )
    .selectFrom("pair")
    .select(["judgeId", "swappedRunId", "plainRunId"])
    .select(({ selectFrom }) =>
      selectFrom(({ selectFrom: from }) =>
        from("drafts as a")
          .innerJoin("drafts as b", (join) => join.onRef("b.sampleId", "=", "a.sampleId").onRef("b.criterionId", "=", "a.criterionId"))
          .select(["b.sampleId", "b.criterionId"])
          .select(({ ref }) => [ref("a.score").$notNull().as("before"), ref("b.score").$notNull().as("after")])
          .whereRef("a.runId", "=", "pair.plainRunId")
          .whereRef("b.runId", "=", "pair.swappedRunId")
          .where("a.score", "is not", null)
          .where("b.score", "is not", null)
          .as("u"),
      )
        .select((eb) => jsonList(jsonOf(eb, ["u.sampleId", "u.criterionId", "u.before", "u.after"])).as("units"))
        .$asScalar()
        .$notNull()
        .as("units"),
    )
    .orderBy("judgeId")
    .execute();

/**
 * The judge's plain verdict on the unit of draft `d` of an imported run `r`: a file that says how a judge judged when it was asked again has its first
 * verdict in the rows without a variant. Null: the run was made here, and knows its own first verdicts.
 */
const importedPlain = expressionBuilder<{ d: DB["drafts"]; r: DB["runs"] } & DB, "d" | "r">()
  .selectFrom("drafts as first")
  .innerJoin("runs as plain", "plain.id", "first.runId")
  .select("first.score")
  .whereRef("first.sampleId", "=", "d.sampleId")
  .whereRef("first.criterionId", "=", "d.criterionId")
  .where("first.score", "is not", null)
  .whereRef("plain.judgeId", "=", "r.judgeId")
  .where("plain.variant", "=", "plain")
  .where("plain.kind", "=", "evaluation")
  .where("r.protocol", "=", "imported")
  .orderBy("plain.createdAt", "desc")
  .limit(1);

/** Each judge's newest interference run and its newest sycophancy run; their drafts keep the first verdict, and what was claimed. */
export const listInterferences = (criteriaSetId: string) =>
  db()
    .selectFrom("runs as r")
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom(({ selectFrom: from }) =>
        from("drafts as d")
          .select(["d.sampleId", "d.criterionId"])
          .select(({ ref }) => [
            sql<number>`coalesce(case jsonb_typeof(${ref("d.details")}->'first') when 'number' then (${ref("d.details")}->>'first')::float8 end, ${importedPlain})`.as(
              "before",
            ),
            ref("d.score").$notNull().as("after"),
            sql<number | null>`case ${ref("d.details")}->>'claimed' when '[A]' then 1 when '[B]' then -1 end`.as("claimed"),
          ])
          .whereRef("d.runId", "=", "r.id")
          .where("d.score", "is not", null)
          .as("u"),
      )
        .where("u.before", "is not", null)
        .select((eb) => jsonList(jsonOf(eb, ["u.sampleId", "u.criterionId", "u.before", "u.after", "u.claimed"])).as("units"))
        .having(({ fn }) => fn.countAll(), ">", 0)
        .as("found"),
    )
    .distinctOn(["r.judgeId", "r.variant"])
    .select(["r.judgeId", "r.id as runId", "found.units"])
    .select(({ ref }) => ref("r.variant").$castTo<"interference" | "sycophancy">().as("variant"))
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "in", ["interference", "sycophancy"])
    .orderBy("r.judgeId")
    .orderBy("r.variant")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc")
    .execute();

/** Runs that check themselves: two chains whose verdicts must agree, or any run with a discarded draft. */
const listDroppingRuns = (criteriaSetId: string) =>
  db()
    .selectFrom("runs as r")
    .select(["r.judgeId", "r.id as runId", "r.variant"])
    .select(({ selectFrom }) =>
      selectFrom(({ selectFrom: from }) =>
        from("runUnits as u")
          .select((eb) => ["u.sampleId", "u.criterionId", eb("u.status", "=", "dropped").$castTo<boolean>().as("dropped")])
          .whereRef("u.runId", "=", "r.id")
          .where("u.status", "in", ["done", "dropped"])
          .as("u"),
      )
        .select((eb) => jsonList(jsonOf(eb, ["u.sampleId", "u.dropped"]), eb.ref("u.sampleId"), eb.ref("u.criterionId")).as("units"))
        .$asScalar()
        .$notNull()
        .as("units"),
    )
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where(({ or, exists, selectFrom, ref }) =>
      or([
        sql<SqlBool>`${ref("r.options")}->>'chain' = 'multi-path'`,
        exists(selectFrom("runUnits as u").select("u.runId").whereRef("u.runId", "=", "r.id").where("u.status", "=", "dropped")),
      ]),
    )
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id")
    .execute();

/** Runs that scored outputs before and after rewriting. */
const listFeedbackRuns = (criteriaSetId: string) =>
  db()
    .selectFrom("runs as r")
    // Of each run by itself: PostgreSQL would look for such drafts in those of all projects.
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom(({ selectFrom: from }) =>
        from("drafts as d")
          .select(["d.sampleId", "d.criterionId"])
          .select(({ ref }) => [
            sql<number>`${ref("d.details")}->'scoreBefore'`.as("before"),
            sql<number>`${ref("d.details")}->'scoreAfter'`.as("after"),
          ])
          .whereRef("d.runId", "=", "r.id")
          .where(({ ref }) => sql<SqlBool>`jsonb_typeof(${ref("d.details")}->'scoreBefore') = 'number'`)
          .where(({ ref }) => sql<SqlBool>`jsonb_typeof(${ref("d.details")}->'scoreAfter') = 'number'`)
          .as("u"),
      )
        .select((eb) => jsonList(jsonOf(eb, ["u.sampleId", "u.criterionId", "u.before", "u.after"]), eb.ref("u.sampleId")).as("units"))
        .having(({ fn }) => fn.countAll(), ">", 0)
        .as("found"),
    )
    .select(["r.judgeId", "r.id as runId", "found.units"])
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.protocol", "=", "critique")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id")
    .execute();
