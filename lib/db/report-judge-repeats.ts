import "server-only";
import { type SqlBool, sql } from "kysely";
import type { ReportData } from "@/lib/domain/report-data";
import { db } from "./client";
import type { ReportPlaces } from "./report-runs";

/** Each judge's plain runs that ask exactly what its newest one asks, where there are two or more; answers reused from an earlier run are no repetition. */
export async function readJudgeRepeats(criteriaSetId: string, places: ReportPlaces): Promise<NonNullable<ReportData["judgeRepeats"]>> {
  return (await listRepeatedScores(criteriaSetId)).flatMap(({ judgeId, runs, units }) => {
    const judge = places.raters.get(judgeId);
    const scores = units.flatMap(({ sampleId, criterionId, of }) => {
      const [sample, criterion] = [places.samples.get(sampleId ?? ""), places.criteria.get(criterionId ?? "")];
      return sample === undefined || criterion === undefined ? [] : [{ sample, criterion, of }];
    });
    return judge === undefined || scores.length === 0 ? [] : [{ judge, runs, scores }];
  });
}

/** The same by the ids of judge, sample and criterion: the units that two or more of a judge's runs scored, with these scores. */
export async function listRepeatedScores(criteriaSetId: string) {
  const runs = await listAlike(criteriaSetId);
  const judges = [...new Set(runs.map(({ judgeId }) => judgeId))].filter((id) => runs.filter(({ judgeId }) => judgeId === id).length > 1);
  const repeated = runs.filter(({ judgeId }) => judges.includes(judgeId));
  const drafts = await listScores(repeated.map(({ id }) => id));
  return judges.map((judgeId) => {
    const own = repeated.filter((run) => run.judgeId === judgeId).map(({ id }) => id);
    const units = new Map<string, { sampleId: string | null; criterionId: string | null; of: (number | null)[] }>();
    for (const { runId, sampleId, criterionId, score } of drafts) {
      const place = own.indexOf(runId);
      if (place < 0) continue;
      const key = `${sampleId} ${criterionId}`;
      const unit = units.get(key) ?? { sampleId, criterionId, of: own.map(() => null) };
      unit.of[place] = score;
      units.set(key, unit);
    }
    const scored = [...units.values()].flatMap(({ of, ...unit }) => {
      const given = of.filter((score) => score !== null);
      return given.length < 2 ? [] : [{ ...unit, of: given }];
    });
    return { judgeId, runs: own.length, units: scored };
  });
}

const listAlike = (criteriaSetId: string) =>
  db()
    .with("plain", (on) =>
      on
        .selectFrom("runs")
        .selectAll()
        .where("criteriaSetId", "=", criteriaSetId)
        .where("kind", "=", "evaluation")
        .where("variant", "=", "plain"),
    )
    .with("newest", (on) =>
      on.selectFrom("plain").selectAll().distinctOn("judgeId").orderBy("judgeId").orderBy("createdAt", "desc").orderBy("id", "desc"),
    )
    .selectFrom("plain as r")
    .innerJoin("newest as n", (join) =>
      join
        .onRef("n.judgeId", "=", "r.judgeId")
        .onRef("n.protocol", "=", "r.protocol")
        .onRef("n.promptVersion", "=", "r.promptVersion")
        .onRef("n.model", "is not distinct from", "r.model")
        .on(({ ref }) => sql<SqlBool>`${ref("n.options")} = ${ref("r.options")}`)
        .on(
          ({ ref }) =>
            sql<SqlBool>`${ref("n.parameters")}->'temperature' is not distinct from ${ref("r.parameters")}->'temperature' and ${ref("n.parameters")}->>'topP' is not distinct from ${ref("r.parameters")}->>'topP'`,
        ),
    )
    .innerJoin("judges as j", (join) => join.onRef("j.id", "=", "r.judgeId").on("j.kind", "=", "endpoint"))
    .select(["r.id", "r.judgeId"])
    .orderBy("r.createdAt")
    .orderBy("r.id")
    .execute();

const listScores = async (runIds: string[]) =>
  runIds.length === 0
    ? []
    : db()
        .selectFrom("drafts")
        .select(["runId", "sampleId", "criterionId"])
        .select(({ ref }) => ref("score").$notNull().as("score"))
        .where("runId", "in", runIds)
        .where("score", "is not", null)
        .where("cached", "=", false)
        .execute();
