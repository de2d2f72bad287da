import "server-only";
import { db } from "./client";
import { publishedSetOf } from "./published-set";
import { lacksDraft } from "./queue";

/** What a task's study can draw on besides people: an open participation link, and samples with known answers, with the runs that have drafted them. */
export async function readSupply(taskId: string, runIds: readonly string[]) {
  const [link, gold, ...drafted] = await Promise.all([
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
    hasOpenLink: link !== undefined,
    hidden: gold.map(({ sampleId, use }) => ({
      id: sampleId,
      use: use === "attention" ? ("attention" as const) : ("hidden" as const),
      runIds: runIds.filter((_, index) => inRun[index]?.has(sampleId)),
    })),
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
