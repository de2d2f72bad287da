import "server-only";
import { db } from "./client";

/** The order of runs `r` in which the newest comes first. A run counts as of when it was started: one that is retried later says no more than before. */
export const newestRunFirst = "r.created_at desc, r.id desc";

/**
 * What judges say now, as a statement: of each judge and unit the draft of the newest plain run over criteria set `set` that drafted the unit. Where the
 * protocol threw that draft out (`dropped`), or it has no score, the judge says nothing of the unit: `score` is null, and no older draft stands in for it.
 * `and` may therefore leave out whole judges, samples or criteria, and never drafts by what is in them.
 */
export const newestDrafts = ({ set, and = "true" }: { set: string; and?: string }): string => `
  select distinct on (r.judge_id, d.sample_id, d.criterion_id) r.judge_id, d.sample_id, d.criterion_id, d.id, d.run_id,
         case when u.run_id is null then d.score end as score, u.run_id is not null as dropped
  from drafts d join runs r on r.id = d.run_id
  left join run_units u on u.run_id = d.run_id and u.sample_id = d.sample_id and u.criterion_id = d.criterion_id and u.status = 'dropped'
  where r.criteria_set_id = ${set} and r.kind = 'evaluation' and r.variant = 'plain' and ${and}
  order by r.judge_id, d.sample_id, d.criterion_id, ${newestRunFirst}`;

/**
 * What judges say now: of each judge and unit the draft of the newest plain run over the criteria set that drafted the unit. Where the protocol threw
 * that draft out (`dropped`), or it has no score, the judge says nothing of the unit: `score` is null, and no older draft stands in for it. Further
 * conditions may therefore leave out whole judges, samples or criteria, and never drafts by what is in them.
 */
export const newestDraftsOf = (criteriaSetId: string | null) =>
  db()
    .selectFrom("drafts as d")
    .innerJoin("runs as r", "r.id", "d.runId")
    .leftJoin("runUnits as u", (join) =>
      join
        .onRef("u.runId", "=", "d.runId")
        .onRef("u.sampleId", "=", "d.sampleId")
        .onRef("u.criterionId", "=", "d.criterionId")
        .on("u.status", "=", "dropped"),
    )
    .distinctOn(["r.judgeId", "d.sampleId", "d.criterionId"])
    .select(["r.judgeId", "d.sampleId", "d.criterionId", "d.id", "d.runId"])
    .select((eb) => [
      eb.case().when("u.runId", "is", null).then(eb.ref("d.score")).end().as("score"),
      eb("u.runId", "is not", null).$castTo<boolean>().as("dropped"),
    ])
    .where("r.criteriaSetId", "=", criteriaSetId)
    .where("r.kind", "=", "evaluation")
    .where("r.variant", "=", "plain")
    .orderBy("r.judgeId")
    .orderBy("d.sampleId")
    .orderBy("d.criterionId")
    .orderBy("r.createdAt", "desc")
    .orderBy("r.id", "desc");
