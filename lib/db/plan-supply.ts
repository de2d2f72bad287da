import "server-only";
import { expressionBuilder, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";
import { publishedSetOf } from "./published-set";
import { lacksDraft } from "./queue";

const eb = expressionBuilder<DB>();

/**
 * What a task's study can draw on besides people: an open participation link, and samples with known answers, with the runs that have drafted them; and
 * what a sample asks of people.
 */
export async function readSupply(taskId: string, runIds: readonly string[]) {
  const [units, link, gold, ...drafted] = await Promise.all([
    readUnits(taskId, runIds),
    db()
      .selectFrom("participationLinks as link")
      .innerJoin("studyPlans as p", "p.id", "link.planId")
      .select("link.planId")
      .where("p.taskId", "=", taskId)
      .where("p.status", "=", "draft")
      .where("link.open", "=", true)
      .executeTakeFirst(),
    usableGold(taskId).select(["g.sampleId", "g.use"]).orderBy("s.position").execute(),
    ...runIds.map((runId) =>
      usableGold(taskId)
        .select("g.sampleId")
        .where((eb) => eb.not(lacksDraft(eb.ref("g.sampleId"), { criteriaSetId: eb.ref("inForce.criteriaSetId"), runId })))
        .execute(),
    ),
  ]);
  const inRun = drafted.map((rows) => new Set(rows.map(({ sampleId }) => sampleId)));
  return {
    units,
    hasOpenLink: link !== undefined,
    hidden: gold.map(({ sampleId, use }) => ({
      id: sampleId,
      use: use === "attention" ? ("attention" as const) : ("hidden" as const),
      runIds: runIds.filter((_, index) => inRun[index]?.has(sampleId)),
    })),
  };
}

/** How many units a sample has: the published criteria, and by run the mean number of dimensions that its judge made for a sample. */
export async function readUnits(taskId: string, runIds: readonly string[]): Promise<{ criteria: number; made: Record<string, number> }> {
  const [own, made] = await Promise.all([
    db()
      .selectFrom("criteria as c")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("c.criteriaSetId", "=", publishedSetOf(eb.val(taskId)).select("published.id"))
      .where("c.sampleId", "is", null)
      .executeTakeFirstOrThrow(),
    runIds.length === 0
      ? []
      : db()
          .selectFrom("criteria as c")
          .innerJoin("criteriaSets as cs", "cs.id", "c.criteriaSetId")
          .select(({ fn, ref }) => [
            "cs.derivedByRunId as runId",
            sql<number>`${fn.countAll()}::float8 / count(distinct ${ref("c.sampleId")})`.as("perSample"),
          ])
          .where("cs.derivedByRunId", "in", runIds)
          .where("c.sampleId", "is not", null)
          .groupBy("cs.derivedByRunId")
          .execute(),
  ]);
  return {
    criteria: Number(own.count),
    made: Object.fromEntries(made.flatMap(({ runId, perSample }) => (runId === null ? [] : [[runId, perSample]]))),
  };
}

/** Samples for hiding among the work that have an answer under the published criteria; one row for each. */
const usableGold = (taskId: string) =>
  db()
    .selectFrom("goldSamples as g")
    .innerJoin("samples as s", "s.id", "g.sampleId")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("goldAnswers as answer")
          .innerJoin("criteria", "criteria.id", "answer.criterionId")
          .select("criteria.criteriaSetId")
          .whereRef("answer.sampleId", "=", "g.sampleId")
          .where((of) => of("criteria.criteriaSetId", "=", publishedSetOf(of.val(taskId)).select("published.id")))
          .limit(1)
          .as("inForce"),
      (join) => join.onTrue(),
    )
    .where("g.taskId", "=", taskId)
    .where("g.use", "in", ["hidden", "attention"]);
