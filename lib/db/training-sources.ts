import "server-only";
import type { PoolClient } from "pg";
import type { TrainingPlan } from "@/lib/datasets/training/plan-training";
import type { CritiqueDraft, RedlinedCritique, TrainingRating } from "@/lib/datasets/training/training-group";
import type { Scale } from "@/lib/domain/criterion";
import { type ItemKind, withItemIds } from "@/lib/domain/draft";
import { applyActions } from "@/lib/review/apply-actions";
import type { StoredAction } from "./actions";
import { newestDrafts, newestRunFirst } from "./newest-drafts";
import type { TrainingPlace } from "./training";
import { wasShownDraft } from "./unit-arm";

interface OfSample<T> {
  sampleId: string;
  entry: T;
}

/** Why the draft of a unit was thrown out; of two chains the reason is known by what the draft keeps. */
const thrownOut = (dropped: string) =>
  `case when ${dropped} then case when d.details ? 'chains' then 'chains-disagree' else 'dropped-by-protocol' end end`;
const unitOfDraft = "left join run_units u on u.run_id = d.run_id and u.sample_id = d.sample_id and u.criterion_id = d.criterion_id";

/** What the source rates these samples on the plan's criteria: submitted work, or what the judge says of them now. */
export function listRatings(
  client: PoolClient,
  plan: TrainingPlan,
  place: TrainingPlace,
  ids: string[],
): Promise<OfSample<TrainingRating>[]> {
  const criteria = plan.measure?.criteria.map(({ id }) => id) ?? [];
  if (plan.source.kind === "annotators") return listAnnotatorRatings(client, place, ids, criteria);
  return place.ownScale ? listMetricRatings(client, plan, place, ids) : listJudgeRatings(client, place, ids, criteria);
}

async function listAnnotatorRatings(client: PoolClient, { criteriaSetId }: TrainingPlace, ids: string[], criteria: string[]) {
  const result = await client.query<{ sampleId: string; criterionId: string; score: number }>(
    `select a.sample_id as "sampleId", e.criterion_id as "criterionId", e.score
     from evaluations e join assignments a on a.id = e.assignment_id
     where a.criteria_set_id = $1 and a.status = 'submitted' and e.score is not null and a.sample_id = any($2) and e.criterion_id = any($3)
     order by a.annotator_id`,
    [criteriaSetId, ids, criteria],
  );
  return result.rows.map(({ sampleId, ...rating }) => ({ sampleId, entry: { ...rating, dropped: null, runId: null } }));
}

type StoredRating = TrainingRating & { sampleId: string };
const asEntries = ({ rows }: { rows: StoredRating[] }) => rows.map(({ sampleId, ...entry }) => ({ sampleId, entry }));

async function listJudgeRatings(client: PoolClient, { criteriaSetId, judgeId }: TrainingPlace, ids: string[], criteria: string[]) {
  return asEntries(
    await client.query<StoredRating>(
      `select d.sample_id as "sampleId", d.criterion_id as "criterionId", said.score, ${thrownOut("said.dropped")} as dropped, d.run_id as "runId"
       from (${newestDrafts({ set: "$2", and: "r.judge_id = $1 and d.sample_id = any($3) and d.criterion_id = any($4)" })}) said
       join drafts d on d.id = said.id
       order by d.sample_id, d.criterion_id`,
      [judgeId, criteriaSetId, ids, criteria],
    ),
  );
}

/** A metric's newest scores on the scale it has now, which stands in each of its runs anew. */
async function listMetricRatings(client: PoolClient, plan: TrainingPlan, { taskId, judgeId }: TrainingPlace, ids: string[]) {
  const own = plan.measure?.criteria[0];
  return asEntries(
    await client.query<StoredRating>(
      `select distinct on (d.sample_id) d.sample_id as "sampleId", r.judge_id as "criterionId", d.score, null as dropped, d.run_id as "runId"
       from drafts d join runs r on r.id = d.run_id
       join criteria_sets s on s.derived_by_run_id = r.id
       join criteria c on c.criteria_set_id = s.id and c.sample_id is null and c.id = d.criterion_id
       where r.judge_id = $1 and r.task_id = $2 and r.kind = 'evaluation' and d.sample_id = any($3)
         and c.name = $4 and c.scale = $5
       order by d.sample_id, ${newestRunFirst}`,
      [judgeId, taskId, ids, own?.name, JSON.stringify(own?.scale ?? null)],
    ),
  );
}

/** Critiques of these samples under the overall criterion: what judges wrote by the critique protocol, or what annotators left of that. */
export function listCritiques(
  client: PoolClient,
  plan: TrainingPlan,
  place: TrainingPlace,
  ids: string[],
): Promise<OfSample<CritiqueDraft | RedlinedCritique>[]> {
  const criterionId = plan.overall?.id ?? null;
  return plan.source.kind === "annotators" ? listRedlined(client, place, ids, criterionId) : listDrafted(client, place, ids, criterionId);
}

/** Two chains end without the reference, whatever they began with. */
const referenced = `(r.options->>'reference' is distinct from 'none' and r.options->>'chain' is distinct from 'multi-path')`;

async function listDrafted(client: PoolClient, place: TrainingPlace, ids: string[], criterionId: string | null) {
  const result = await client.query<Omit<CritiqueDraft, "kind"> & { sampleId: string }>(
    `select d.sample_id as "sampleId", d.run_id as "runId", j.name as judge, d.details, ${thrownOut("u.status = 'dropped'")} as dropped, ${referenced} as referenced
     from drafts d join runs r on r.id = d.run_id join judges j on j.id = r.judge_id ${unitOfDraft}
     where r.criteria_set_id = $1 and r.kind = 'evaluation' and r.variant = 'plain' and r.protocol = 'critique'
       and d.sample_id = any($2) and d.criterion_id = $3 and ($4::uuid is null or r.judge_id = $4)
     order by j.name, ${newestRunFirst}`,
    [place.criteriaSetId, ids, criterionId, place.judgeId],
  );
  return result.rows.map(({ sampleId, ...draft }) => ({ sampleId, entry: { kind: "draft" as const, ...draft } }));
}

interface StoredRedlining {
  sampleId: string;
  runId: string;
  annotator: string;
  referenced: boolean;
  scale: Scale;
  score: number | null;
  draftScore: number | null;
  items: { kind: ItemKind; text: string }[];
  actions: StoredAction[];
}

async function listRedlined(client: PoolClient, place: TrainingPlace, ids: string[], criterionId: string | null) {
  const result = await client.query<StoredRedlining>(
    `select a.sample_id as "sampleId", r.id as "runId", n.name as annotator, ${referenced} as referenced, c.scale, e.score, d.score as "draftScore", d.items,
            coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'seq', x.seq, 'parentId', x.parent_id, 'kind', x.kind, 'itemId', x.item_id,
              'itemKind', x.item_kind, 'text', x.text, 'score', x.score, 'criterion', null, 'reasonCode', x.reason_code, 'reason', x.reason,
              'undoesId', x.undoes_id, 'at', x.at, 'origin', x.origin) order by x.seq) from actions x where x.evaluation_id = e.id), '[]') as actions
     from evaluations e join assignments a on a.id = e.assignment_id join annotators n on n.id = a.annotator_id
     join criteria c on c.id = e.criterion_id join runs r on r.id = a.run_id
     join drafts d on d.run_id = r.id and d.sample_id = a.sample_id and d.criterion_id = e.criterion_id
     where a.criteria_set_id = $1 and a.status = 'submitted' and ${wasShownDraft} and r.variant = 'plain' and r.protocol = 'critique'
       and a.sample_id = any($2) and e.criterion_id = $3
     order by n.name, a.id`,
    [place.criteriaSetId, ids, criterionId],
  );
  return result.rows.map(({ sampleId, runId, annotator, referenced, score, ...work }) => ({
    sampleId,
    entry: { kind: "redlined" as const, runId, annotator, referenced, text: textLeft(work), score },
  }));
}

/** The lines that the actions leave, without the one that is the score. */
function textLeft({
  items,
  draftScore,
  scale,
  actions,
}: Omit<StoredRedlining, "sampleId" | "runId" | "annotator" | "referenced" | "score">): string {
  const { lines } = applyActions({ items: withItemIds(items), draftScore, scale, actions });
  const kept = lines.filter(({ kind, outcome }) => outcome !== "remove" && kind !== "score" && kind !== "heading");
  return kept.map(({ text }) => text).join("\n");
}
