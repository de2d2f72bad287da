import type { BundleAction, TaskBundle } from "@/lib/domain/bundle";
import { noReportData, type ReportData } from "@/lib/domain/report-data";

type Counts = ReportData["actionCounts"][number];

/** A released task as a report's input: annotators' final scores, the judge's scores, and the actions counted as the file has them. */
export function coevalData({ task, criteria, samples, judges, annotators, warnings }: TaskBundle): ReportData {
  const sampleAt = new Map(samples.map(({ externalId }, at) => [externalId, at]));
  const criterionAt = new Map(criteria.map(({ name }, at) => [name, at]));
  const inputAt = new Map<string, number>();
  for (const [at, { input }] of samples.entries()) if (!inputAt.has(input)) inputAt.set(input, at);
  const unit = (sampleId: string, criterion: string) => ({
    sample: sampleAt.get(sampleId) ?? 0,
    criterion: criterionAt.get(criterion) ?? 0,
  });
  const judge = annotators.length;
  const work = annotators.flatMap(({ assignments }, rater) =>
    assignments.flatMap(({ sampleId, arm, evaluations }) =>
      evaluations.map(({ criterion, durationMs, actions }) => ({ rater, arm, durationMs, actions, ...unit(sampleId, criterion) })),
    ),
  );
  return {
    ...noReportData,
    task: {
      id: "",
      name: task.name,
      inputName: task.inputName,
      outputName: task.outputName,
      kind: "pointwise",
      annotatorsPerSample: annotators.length,
    },
    criteria: criteria.map(({ name, scale, overall }) => ({ id: name, name, min: scale.min, max: scale.max, step: scale.step, overall })),
    samples: samples.map(({ externalId, input, system }) => ({
      ...{ id: externalId, externalId, inputKey: input, system },
      ...{ systemB: null, goldLabel: null, subset: null },
    })),
    raters: [
      ...annotators.map(({ name }) => ({ id: name, name, kind: "annotator" as const, judgeKind: null, metric: null, panel: null })),
      ...judges.map(({ name }) => ({ id: name, name, kind: "judge" as const, judgeKind: "endpoint" as const, metric: null, panel: null })),
    ],
    ratings: [
      ...work.flatMap(({ actions, ...rating }) => {
        const score = actions.findLast(({ kind }) => kind === "set-score")?.score ?? null;
        return score === null ? [] : [{ ...rating, score, startedAt: null }];
      }),
      ...judges.flatMap(({ drafts }, at) =>
        drafts.flatMap(({ sampleId, criterion, score }) =>
          score === null ? [] : [{ ...unit(sampleId, criterion), rater: judge + at, score, arm: null, durationMs: null, startedAt: null }],
        ),
      ),
    ],
    actionCounts: work.flatMap(({ rater, sample, criterion, actions }) =>
      countsOf(actions).map((counts) => ({
        ...{ annotator: rater, judge, criterion, input: inputAt.get(samples[sample]?.input ?? "") ?? sample },
        ...counts,
      })),
    ),
    warnings,
  };
}

/** The actions of one evaluation by kind of item; headings are shown, never counted. */
function countsOf(actions: readonly BundleAction[]): Pick<Counts, "itemKind" | "accept" | "together" | "revise" | "remove" | "add">[] {
  const counts = new Map<string, Pick<Counts, "itemKind" | "accept" | "together" | "revise" | "remove" | "add">>();
  for (const { kind, itemKind } of actions) {
    if (itemKind === null || itemKind === "heading") continue;
    if (kind !== "accept" && kind !== "revise" && kind !== "remove" && kind !== "add") continue;
    const own = counts.get(itemKind) ?? { itemKind, accept: 0, together: 0, revise: 0, remove: 0, add: 0 };
    own[kind] += 1;
    counts.set(itemKind, own);
  }
  return [...counts.values()];
}
