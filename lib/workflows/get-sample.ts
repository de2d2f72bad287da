import "server-only";
import {
  getSample as getRow,
  listJudgeScores,
  listMedians,
  listSampleAnswers,
  listSampleCriteria,
  listSampleEvaluations,
  listSampleJudgements,
  listSampleLabels,
  listSampleMetrics,
  listSampleReviews,
  listSampleWork,
  listSiblings,
} from "@/lib/db/sample-detail";
import { listInWork } from "@/lib/db/samples-in-work";
import type { Scale } from "@/lib/domain/criterion";
import { withItemIds } from "@/lib/domain/draft";
import { type Actor, demand } from "@/lib/domain/policy";
import type { SampleDetail, SampleEvent } from "@/lib/domain/sample-detail";
import { imageAddress } from "@/lib/domain/sample-image";
import { applyActions } from "@/lib/review/apply-actions";

type Sample = Awaited<ReturnType<typeof getRow>>;

/**
 * Everything about one sample: texts, each judge's draft, everybody's scores and what they did to the drafts, labels, known answers and history, under
 * the criteria set that the report covers, or the version that is asked for. For researchers; one who has the sample open themselves gets neither drafts nor others' work until it is done.
 */
export async function getSample(actor: Actor, input: { sampleId: string; criteriaSet?: number | undefined }): Promise<SampleDetail> {
  const sample = await getRow(input.sampleId, input.criteriaSet);
  demand(actor, "samples.read", sample.projectId, "sample");
  const withheld = (await listInWork(actor.userId, [sample.id])).has(sample.id);
  const {
    taskId,
    taskName,
    projectId,
    kind,
    inputName,
    outputName,
    textFormat,
    position,
    criteriaSetId,
    fileName,
    importedAt,
    inputKey,
    ...text
  } = sample;
  const known = {
    ...text,
    imageUrl: imageAddress(text.id, text.imageUrl),
    number: position + 1,
    task: { id: taskId, projectId, name: taskName, kind, inputName, outputName, textFormat },
    withheld,
  };
  if (criteriaSetId === null) return { ...known, raters: [], units: [], metrics: [], siblings: [], history: importOf(sample) };
  const criteria = await listSampleCriteria(criteriaSetId, sample.id);
  if (withheld) {
    const units = criteria.map((criterion) => ({ criterion, drafts: [], evaluations: [], label: null, gold: null }));
    return { ...known, raters: [], units, metrics: [], siblings: [], history: importOf(sample) };
  }
  const [work, evaluations, drafts, labels, answers, reviews, metrics, siblings] = await Promise.all([
    listSampleWork(sample.id, criteriaSetId),
    listSampleEvaluations(sample.id, criteriaSetId),
    listSampleJudgements(sample.id, criteriaSetId),
    listSampleLabels(sample.id),
    listSampleAnswers(sample.id),
    listSampleReviews(sample.id, criteriaSetId),
    listSampleMetrics({ taskId, sampleId: sample.id, criteriaSetId }),
    siblingsOf(sample, criteriaSetId, actor.userId),
  ]);
  const shown = new Set(evaluations.map(({ draftId }) => draftId));
  return {
    ...known,
    raters: work
      .filter(({ status }) => status === "submitted")
      .map(({ id, name, arm, purpose, round, excluded, flag, submittedAt }) => ({
        ...{ id, name, arm, round, excluded, flag },
        ...(purpose === "planted" && { planted: true as const }),
        submittedAt: submittedAt?.toISOString() ?? null,
      })),
    units: criteria.map((criterion) => {
      const label = labels.find(({ criterionId }) => criterionId === criterion.id);
      const gold = answers.find(({ criterionId }) => criterionId === criterion.id);
      return {
        criterion,
        drafts: drafts
          .filter(({ id, criterionId, current }) => criterionId === criterion.id && (current || shown.has(id)))
          .map(({ id, judge, current, variant, score, items }) => ({
            ...{ id, judge, current, score, items: withItemIds(items) },
            ...(variant === "planted" && { planted: true as const }),
          })),
        evaluations: evaluations
          .filter(({ criterionId }) => criterionId === criterion.id)
          .map((evaluation) => evaluationOf(evaluation, criterion.scale)),
        label: label ? { ...labelOf(label), at: label.at.toISOString() } : null,
        gold: gold ? { score: gold.score, tolerance: gold.tolerance, why: gold.why } : null,
      };
    }),
    metrics,
    siblings,
    history: [
      ...importOf(sample),
      ...draftings(drafts),
      ...work.flatMap(workEvents),
      ...reviews.map(({ verdict, at, by, name }) => ({ what: verdict, at: at.toISOString(), by: by ?? former, about: name })),
      ...labels.map(({ at, by, criterion }) => ({
        what: "adjudicated" as const,
        at: at.toISOString(),
        by: by ?? former,
        about: criterion,
      })),
    ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

const former = "A former member";

type Evaluation = Awaited<ReturnType<typeof listSampleEvaluations>>[number];

function evaluationOf(evaluation: Evaluation, scale: Scale): SampleDetail["units"][number]["evaluations"][number] {
  const { rater, score, blindScore, alsoAcceptable, durationMs, draftId, draftItems, draftScore, actions, blindActions } = evaluation;
  const { lines } = applyActions({
    items: withItemIds(draftItems ?? []),
    draftScore,
    scale,
    actions,
    madeBlind: blindActions ?? 0,
  });
  return {
    ...{ rater, score, blindScore, alsoAcceptable, durationMs, draftId },
    lines: lines.map(({ id, kind, outcome, original, text, reasonCode, reason }) => ({
      ...{ id, kind, outcome, original, text, reasonCode, reason },
    })),
  };
}

const labelOf = ({ score, firstScore, by, reason }: Awaited<ReturnType<typeof listSampleLabels>>[number]) => ({
  ...{ score, firstScore, reason },
  by: by ?? former,
});

/** Of those that the reader has open themselves, without scores. */
async function siblingsOf(sample: Sample, criteriaSetId: string, userId: string): Promise<SampleDetail["siblings"]> {
  const rows = await listSiblings(sample.taskId, sample.inputKey);
  if (rows.length < 2) return [];
  const all = rows.map(({ id }) => id);
  const inWork = await listInWork(userId, all);
  const ids = all.filter((id) => !inWork.has(id));
  const [medians, judged] = await Promise.all([listMedians(ids, criteriaSetId), listJudgeScores(ids, criteriaSetId)]);
  return rows.map(({ id, position, system, systemB }) => {
    const own = judged.filter(({ sampleId }) => sampleId === id);
    const people = medians.filter(({ sampleId }) => sampleId === id);
    const criteria = new Set([...own, ...people].flatMap(({ criterionId }) => criterionId ?? []));
    return {
      ...{ id, system, systemB, number: position + 1 },
      scores: [...criteria].map((criterionId) => ({
        criterionId,
        people: people.find((unit) => unit.criterionId === criterionId)?.median ?? null,
        judges: Object.fromEntries(
          own.flatMap((unit) => (unit.criterionId === criterionId && unit.score !== null ? [[unit.judge, unit.score]] : [])),
        ),
      })),
    };
  });
}

const importOf = ({ fileName, importedAt }: Sample): SampleEvent[] =>
  importedAt === null ? [] : [{ what: "imported", at: importedAt.toISOString(), by: null, about: fileName }];

/** When each judge first drafted the sample. */
function draftings(drafts: Awaited<ReturnType<typeof listSampleJudgements>>): SampleEvent[] {
  const first = new Map<string, Date>();
  for (const { judge, createdAt } of drafts) {
    const before = first.get(judge);
    if (before === undefined || createdAt < before) first.set(judge, createdAt);
  }
  return [...first].map(([judge, at]) => ({ what: "drafted", at: at.toISOString(), by: judge, about: null }));
}

function workEvents({
  name,
  status,
  importId,
  createdAt,
  updatedAt,
  submittedAt,
  skipReason,
}: Awaited<ReturnType<typeof listSampleWork>>[number]) {
  const events: SampleEvent[] = [];
  if (importId === null) events.push({ what: "given", at: createdAt.toISOString(), by: name, about: null });
  if (submittedAt !== null) events.push({ what: "submitted", at: submittedAt.toISOString(), by: name, about: null });
  if (status === "skipped") events.push({ what: "skipped", at: updatedAt.toISOString(), by: name, about: skipReason });
  return events;
}
