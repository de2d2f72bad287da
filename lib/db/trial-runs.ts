import "server-only";
import { isCategorical } from "@/lib/domain/labels";
import type { Db } from "./client";
import { createDerivedSet } from "./derived-sets";
import { getJudgeToStart, type JudgeToStart } from "./judge-to-start";
import { createTrialUnits } from "./judge-trials";
import { countWithoutReference, createRun, listCriteriaToDraft, type NewRun } from "./runs";

/** A judge, and what planning a trial run of it over all criteria of a set needs to know of the task. */
export async function getTrialMaterial(task: { id: string; kind: "pointwise" | "pairwise" }, judgeId: string, criteriaSetId: string) {
  const [judge, criteria, withoutReference] = await Promise.all([
    getJudgeToStart(judgeId),
    listCriteriaToDraft(criteriaSetId),
    countWithoutReference(task.id, null),
  ]);
  const described = {
    kind: task.kind,
    hasOverall: criteria.some(({ overall }) => overall),
    labelled: criteria.filter(({ scale }) => isCategorical(scale)),
    withoutReference,
  };
  return { judge, described };
}

/** How a trial run asks, as a plan says it. */
export interface TrialPlan {
  judge: JudgeToStart;
  run: Pick<NewRun, "protocol" | "promptVersion" | "scope" | "options" | "prompts" | "roles"> & {
    criteria: "every" | "overall";
    ownCriterion: unknown;
    makesCriteria: boolean;
  };
}

interface Place {
  taskId: string;
  criteriaSetId: string;
  sampleIds: readonly string[];
  createdById: string;
}

/** Creates a run whose drafts serve to try the judge, not the study: no report has them, and no earlier answer is reused. Returns its id. */
export async function createTrialRun(tx: Db, { taskId, criteriaSetId, sampleIds, createdById }: Place, plan: TrialPlan): Promise<string> {
  const { judge } = plan;
  const { criteria, ownCriterion: _, makesCriteria, ...asked } = plan.run;
  const id = await createRun(tx, {
    ...asked,
    ...{ taskId, criteriaSetId, judgeId: judge.id, model: judge.model, parameters: judge.parameters },
    ...{ inputPriceUsd: judge.inputPriceUsd, outputPriceUsd: judge.outputPriceUsd, createdById },
    kind: "evaluation",
    variant: "trial",
    reuseAnswers: false,
  });
  await createTrialUnits(tx, { id, criteriaSetId }, criteria, sampleIds);
  if (makesCriteria) await createDerivedSet(tx, { id, taskId });
  return id;
}
